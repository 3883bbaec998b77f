#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "saizen/estimate_table.hpp"
#include "saizen/field.hpp"
#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello.hpp"
#include "saizen/progress.hpp"
#include "saizen/proof_table.hpp"

namespace saizen::othello {

class Crew;
struct Split;

// A position on its way down: its empty squares, the legal ones of them, which regions hold an odd number of empty
// squares, and how many they are.
struct Spot {
    Board board;
    Bits empty;
    Bits moves;
    unsigned parity;
    int count;
};

// A move and the position it leads to; low `order` is searched first, and no two are equal.
struct Child {
    Spot spot;
    int square;
    int order;
};

struct Children {
    std::array<Child, 64> list;
    int count = 0;

    [[nodiscard]] Child& operator[](int index) noexcept { return list[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Child& operator[](int index) const noexcept { return list[static_cast<std::size_t>(index)]; }
    // Brings the child to be searched next to its place: a cut is likely, so the others stay unsorted.
    const Child& pick(int index) noexcept;
};

inline constexpr int no_score = -128;  // below every score
inline constexpr int all_moves = 64;   // no position has more

// What helps to try good moves first; each may be missing.
struct Advice {
    const ProofTable* narrow = nullptr;        // what a narrower search found
    const EstimateTable* estimates = nullptr;  // what searches by judgement found
    const Evaluation* evaluation = nullptr;
};

// The search of one thread: every call asks whether the score is above `alpha`.
class Endgame {
public:
    Endgame(const Field& field, ProofTable& table, const Advice& advice, Meter& meter, Progress& progress,
        Crew* crew = nullptr);

    // Far from the end only so many of the likeliest moves are tried: the answers are then guesses, good ones.
    void try_only(int moves) noexcept { width_ = moves; }

    // A score above `alpha` that is a lower bound, or one not above it that is an upper bound.
    // Meaningless once the meter has stopped.
    int above(Board board, int alpha) noexcept;

    // Searches moves of a position that several threads have split between them, until none is left.
    void work(Split& split) noexcept;

    // About how many discs the side to move will win by, from mobility alone.
    [[nodiscard]] int guess(Board board) noexcept;

private:
    struct Remembered {
        Board board;
        std::int8_t lower;
        std::int8_t upper;
        Move move;
    };

    int last_one(Bits player, int square) noexcept;
    int last_two(Board board, int alpha, int first, int second) noexcept;
    template <bool passed = false>
    int last_three(Board board, int alpha, Bits empty, unsigned parity) noexcept;
    template <int count, bool passed = false>
    int few(Board board, int alpha, Bits empty, unsigned parity) noexcept;
    int few(const Spot& spot, int alpha) noexcept;
    int several(const Spot& spot, int alpha) noexcept;
    int many(const Spot& spot, int alpha) noexcept;
    int next(const Spot& spot, int alpha) noexcept;
    int child_score(const Child& child, int alpha) noexcept;
    Found search(Children& children, const Spot& spot, int alpha) noexcept;
    void remember(Remembered& place, Board board, int alpha, Found found) noexcept;
    [[nodiscard]] bool touches(Board board, int square) const noexcept;
    [[nodiscard]] bool stopped() const noexcept;
    [[nodiscard]] Spot spot(Board board) const noexcept;
    [[nodiscard]] Spot after_pass(const Spot& spot) const noexcept;
    [[nodiscard]] Children expand(const Spot& spot) const noexcept;
    [[nodiscard]] bool stable_below(const Spot& spot, int alpha, int& score) const noexcept;
    [[nodiscard]] bool child_cut(const Children& children, int alpha, Found& found) const noexcept;
    void order(Children& children, const Spot& spot, const Proof& known) noexcept;
    void order_by_mobility(Children& children, unsigned parity, Move best) const noexcept;
    void order_by_judgement(Children& children, const Spot& spot, const Proof& known) noexcept;
    void order_by_search(Children& children, const Spot& spot, const Proof& known) noexcept;
    [[nodiscard]] std::array<Move, 2> advised(Board board, std::uint64_t key) const noexcept;
    template <typename View>
    int look_ahead(const View& view, int depth, int alpha, int beta) noexcept;

    const Field& field_;
    ProofTable& table_;
    Advice advice_;
    Meter& meter_;
    Progress& progress_;
    Crew* crew_;
    int width_ = all_moves;
    const Split* split_ = nullptr;
    std::vector<Remembered> memory_;
};

}  // namespace saizen::othello
