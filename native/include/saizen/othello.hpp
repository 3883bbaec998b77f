#pragma once

#include <bit>
#include <cassert>

#include "saizen/bits.hpp"
#include "saizen/kernels.hpp"

namespace saizen::othello {

// A position seen by the side to move. A plain value: copy it, compare it, hash it.
// Squares off the playable board hold no disc.
struct Board {
    Bits player;
    Bits opponent;
    friend bool operator==(const Board&, const Board&) = default;
};

// Squares of `playable` on which the side to move may put a disc.
[[nodiscard]] inline Bits legal_moves(Board board, Bits playable) noexcept {
    return kernels::run_ends(board.player, board.opponent) & playable & ~(board.player | board.opponent);
}

// Discs turned over by playing the empty `square`; zero if that move is illegal.
[[nodiscard]] inline Bits flips(Board board, int square) noexcept {
    assert(square >= 0 && square < 64 && !((board.player | board.opponent) & bit(square)));
    return kernels::flips(board.player, board.opponent, square);
}

// How many discs the last empty square of a board without holes turns over.
[[nodiscard]] inline int last_flips(Board board, int square) noexcept {
    return kernels::last_flips(board.player, board.opponent, square);
}

// The position after the disc on `square` and the `turned` ones, seen by the other side.
[[nodiscard]] inline Board after(Board board, int square, Bits turned) noexcept {
    return {board.opponent ^ turned, board.player | turned | bit(square)};
}

// The position after the legal move `square`, seen by the other side.
[[nodiscard]] inline Board play(Board board, int square) noexcept {
    return after(board, square, flips(board, square));
}

// The score of a finished game on a board of so many squares: the disc difference, empty squares going to the winner.
[[nodiscard]] inline int final_score(Board board, int squares) noexcept {
    const int own = std::popcount(board.player);
    const int other = std::popcount(board.opponent);
    const int difference = own - other;
    const int empties = squares - own - other;
    return difference + (difference > 0) * empties - (difference < 0) * empties;
}

// The position after a pass, seen by the other side.
[[nodiscard]] inline Board pass(Board board) noexcept {
    return {board.opponent, board.player};
}

}  // namespace saizen::othello
