#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello.hpp"
#include "saizen/proof_table.hpp"
#include "saizen/stability.hpp"

namespace saizen::othello {

// What every thread that solves on one board shares and never changes: the board's shape in all the ways it is used.
class Field {
public:
    explicit Field(Bits playable) noexcept;

    [[nodiscard]] int score(Board board) const noexcept;  // of a finished game, empty squares to the winner

    Bits playable;
    int squares;
    Bits corners;
    std::array<std::uint8_t, 64> quadrant{};  // one bit of four: which region a square belongs to
    std::array<Bits, 16> odd_squares{};       // the squares of the regions with an odd number of empties
    std::array<Bits, 64> neighbours{};
    Stability stability;
};

// The search of one thread: every call asks whether the score is above `alpha`.
class Endgame {
public:
    Endgame(const Field& field, ProofTable& table, Meter& meter);

    // A score above `alpha` that is a lower bound, or one not above it that is an upper bound.
    // Meaningless once the meter has stopped.
    int above(Board board, int alpha) noexcept;

    // About how many discs the side to move will win by, from mobility alone.
    [[nodiscard]] int guess(Board board) noexcept;

private:
    struct Child {
        Board board;
        Bits turned;
        int square;
        int order;
    };
    struct Children {
        std::array<Child, 40> list;
        int count = 0;
    };
    struct Remembered {
        Board board;
        std::int8_t lower;
        std::int8_t upper;
        Move move;
    };

    int last_one(Bits player, Bits opponent, int square) noexcept;
    int last_two(Board board, int alpha, int first, int second) noexcept;
    template <int empties, bool passed = false>
    int few(Board board, int alpha, Bits empty, unsigned parity) noexcept;
    int few(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept;
    int several(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept;
    int many(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept;
    int next(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept;
    bool stability_cut(Board board, int alpha, Bits empty, int count, int& score) const noexcept;
    void expand(Board board, Bits moves, Children& children) const noexcept;
    void order_statically(Children& children, Bits empty, unsigned parity, Move best) noexcept;
    void order_by_search(Children& children, Bits empty, unsigned parity, int count, const Proof& known) noexcept;
    int shallow(Board board, int depth, int alpha, int beta) noexcept;
    [[nodiscard]] int judge(Board board) const noexcept;
    [[nodiscard]] unsigned parity_of(Bits empty) const noexcept;

    const Field& field_;
    ProofTable& table_;
    Meter& meter_;
    std::vector<Remembered> memory_;
};

}  // namespace saizen::othello
