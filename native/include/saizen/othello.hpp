#pragma once

#include <atomic>
#include <cstdint>

#include "saizen/bits.hpp"

namespace saizen::othello {

// A position seen by the side to move. A plain value: copy it, compare it, hash it.
// Squares off the playable board hold no disc.
struct Board {
    Bits player;
    Bits opponent;
    friend bool operator==(const Board&, const Board&) = default;
};

inline constinit const std::atomic<bool> never_cancelled{false};

// Squares of `playable` on which the side to move may put a disc.
[[nodiscard]] Bits legal_moves(Board board, Bits playable) noexcept;

// Discs turned over by playing `square`; zero if that move is illegal.
[[nodiscard]] Bits flips(Board board, int square) noexcept;

// The position after the legal move `square`, seen by the other side.
[[nodiscard]] Board play(Board board, int square) noexcept;

// The position after a pass, seen by the other side.
[[nodiscard]] Board pass(Board board) noexcept;

// Number of lines of exactly `depth` plies: a pass is a ply, a game that ends earlier counts zero (OEIS A124004).
// The count is meaningless once `cancelled` has become true; it then returns soon.
[[nodiscard]] std::uint64_t perft(
    Board board, Bits playable, int depth, const std::atomic<bool>& cancelled = never_cancelled) noexcept;

}  // namespace saizen::othello
