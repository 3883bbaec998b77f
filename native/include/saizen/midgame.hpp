#pragma once

#include <array>
#include <cstdint>

#include "saizen/endgame.hpp"
#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello.hpp"
#include "saizen/pattern.hpp"
#include "saizen/prob_cut.hpp"
#include "saizen/shared_table.hpp"

namespace saizen::othello {

inline constexpr int lowest_value = -64 * disc;

// What a search of some depth and selectivity has found of a position: its value lies between two bounds, in parts of a
// disc; and the moves that did best.
struct Estimate {
    std::int16_t lower = lowest_value;
    std::int16_t upper = -lowest_value;
    std::array<Move, 2> moves{no_square, no_square};
    std::uint8_t depth = 0;
    std::uint8_t marks = 0;  // the selectivity and, above it, the age

    [[nodiscard]] int selectivity() const noexcept { return marks & 7; }
    void touch(std::uint8_t now) noexcept { marks = static_cast<std::uint8_t>((marks & 7) | now << 3); }
    [[nodiscard]] int worth(std::uint8_t now) const noexcept { return depth + (marks >> 3 == (now & 31) ? 64 : 0); }
    [[nodiscard]] bool holds_for(int plies, int step) const noexcept { return depth >= plies && selectivity() >= step; }

    // A search with the window (alpha, beta) found something. What a deeper one found stays.
    void learn(int plies, int step, int alpha, int beta, Found found) noexcept;
};

using EstimateTable = SharedTable<Estimate>;

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

    // The value and the best move of a position that is not over, each depth up to `depth` in turn.
    Found deepen(Board board, int depth) noexcept;

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
    int last_ply(const Node& node, Bits moves, int beta) noexcept;
    int branch(const Node& node, Bits moves, int depth, int alpha, int beta) noexcept;
    int to_end(const Node& node, int alpha, int beta) noexcept;
    bool likely_outside(const Node& node, int depth, int alpha, int& value) noexcept;
    [[nodiscard]] Choices choices(const Node& node, Bits moves, int depth, const Estimate& known) noexcept;
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
