#pragma once

#include <array>
#include <cstdint>

#include "saizen/endgame.hpp"
#include "saizen/estimate_table.hpp"
#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello.hpp"
#include "saizen/pattern.hpp"
#include "saizen/prob_cut.hpp"

namespace saizen::othello {

// Searches to a depth and judges what it finds there: principal variation search with a table and, unless every cut
// must be certain, with Multi-ProbCut. Near the end of the game the solver takes over.
// Values are in parts of a disc, for the side to move; a finished game counts its score.
class Midgame {
public:
    Midgame(const Evaluation& evaluation, EstimateTable& table, Endgame& end, Meter& meter) noexcept
        : evaluation_(evaluation), table_(table), end_(end), meter_(meter) {}

    // How certain cuts have to be: a step of `certainties`.
    void select(int step) noexcept { selectivity_ = step; }

    // The value if it lies between `alpha` and `beta`, else a bound. Meaningless once the meter has stopped.
    int value(Board board, int depth, int alpha, int beta) noexcept;

    // The value, sought in a narrow window around a guess first. Meaningless once the meter has stopped.
    int value_near(int guess, Board board, int depth) noexcept;

    // The value and the best move of a position that is not over, each depth up to `depth` in turn.
    Found deepen(Board board, int depth) noexcept;

    // The move that did best in the last search of a position, or the first one.
    [[nodiscard]] Move best_move(Board board) const noexcept;

private:
    struct Node {
        Board board;
        Groups groups;
        int empties;
    };
    struct Choice {
        Board board;
        Bits turned;
        int order;
        Move move;
    };
    struct Choices {
        std::array<Choice, 64> list;
        int count = 0;

        [[nodiscard]] Choice& operator[](int index) noexcept { return list[static_cast<std::size_t>(index)]; }
        const Choice& pick(int index) noexcept;
    };

    int search(const Node& node, int depth, int alpha, int beta) noexcept;
    int child_score(const Node& node, const Choice& choice, int depth, int alpha, int beta) noexcept;
    Found try_moves(const Node& node, Choices& tried, int depth, int alpha, int beta) noexcept;
    int last_ply(const Node& node, Bits moves, int beta) noexcept;
    int branch(const Node& node, Bits moves, int depth, int alpha, int beta) noexcept;
    int to_end(const Node& node, int alpha, int beta) noexcept;
    bool likely_outside(const Node& node, int depth, int alpha, int& value) noexcept;
    [[nodiscard]] Choices choices(const Node& node, Bits moves, int depth, const Estimate& known) const noexcept;
    [[nodiscard]] bool child_cut(const Choices& choices, int depth, int beta, int& value) const noexcept;
    [[nodiscard]] int judge(const PerGroup& contents, int empties) const noexcept;

    const Evaluation& evaluation_;
    EstimateTable& table_;
    Endgame& end_;
    Meter& meter_;
    int selectivity_ = no_cuts;
    int stand_ins_ = 0;  // how many searches above are stand-ins for deeper ones
};

}  // namespace saizen::othello
