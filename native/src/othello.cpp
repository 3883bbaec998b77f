#include "saizen/othello.hpp"

#include <array>
#include <bit>
#include <cassert>

namespace saizen::othello {
namespace {

constexpr Bits inner_columns = 0x7e7e7e7e7e7e7e7e;

// One ray per direction from each square, the square itself left out: four towards higher bits, then the opposite four.
struct Rays {
    std::array<Bits, 4> up;
    std::array<Bits, 4> down;
};

constexpr Bits ray(int square, int row_step, int column_step) noexcept {
    Bits squares = 0;
    int row = square / 8 + row_step;
    int column = square % 8 + column_step;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += row_step, column += column_step) {
        squares |= bit(row * 8 + column);
    }
    return squares;
}

constexpr std::array<Rays, 64> rays_from = [] {
    std::array<Rays, 64> rays{};
    for (int square = 0; square < 64; ++square) {
        rays[static_cast<std::size_t>(square)] = {
            {ray(square, 0, 1), ray(square, 1, -1), ray(square, 1, 0), ray(square, 1, 1)},
            {ray(square, 0, -1), ray(square, -1, 1), ray(square, -1, 0), ray(square, -1, -1)}};
    }
    return rays;
}();

// Squares one step past a run of `crossed` that starts beside `from`, both ways along the axis with this `step`.
// Parallel prefix: runs of up to 1, 2, 4 and 6 squares.
template <int step>
Bits past_runs(Bits from, Bits crossed) noexcept {
    Bits up = crossed & (from << step);
    Bits down = crossed & (from >> step);
    up |= crossed & (up << step);
    down |= crossed & (down >> step);
    const Bits pairs_up = crossed & (crossed << step);
    const Bits pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return (up << step) | (down >> step);
}

Bits flips_up(Board board, Bits ray) noexcept {
    const Bits stops = ray & ~board.opponent;
    const Bits end = stops & -stops & board.player;
    return ray & (end - (end != 0));
}

Bits flips_down(Board board, Bits ray) noexcept {
    const Bits end = std::bit_floor(ray & ~board.opponent) & board.player;
    return ray & -(end << 1);
}

}  // namespace

Bits legal_moves(Board board, Bits playable) noexcept {
    const Bits inner = board.opponent & inner_columns;
    const Bits moves = past_runs<1>(board.player, inner) | past_runs<7>(board.player, inner) |
                       past_runs<8>(board.player, board.opponent) | past_runs<9>(board.player, inner);
    return moves & playable & ~(board.player | board.opponent);
}

Bits flips(Board board, int square) noexcept {
    assert(square >= 0 && square < 64);
    if ((board.player | board.opponent) & bit(square)) {
        return 0;
    }
    const Rays& rays = rays_from[static_cast<std::size_t>(square)];
    Bits turned = 0;
    for (const Bits ray : rays.up) {
        turned |= flips_up(board, ray);
    }
    for (const Bits ray : rays.down) {
        turned |= flips_down(board, ray);
    }
    return turned;
}

Board play(Board board, int square) noexcept {
    const Bits turned = flips(board, square);
    assert(turned != 0);
    return {board.opponent ^ turned, board.player | turned | bit(square)};
}

Board pass(Board board) noexcept {
    return {board.opponent, board.player};
}

std::uint64_t perft(Board board, Bits playable, int depth, const std::atomic<bool>& cancelled) noexcept {
    assert(depth >= 0);
    if (depth == 0) {
        return 1;
    }
    Bits moves = legal_moves(board, playable);
    if (moves == 0) {
        const Board passed = pass(board);
        const bool over = legal_moves(passed, playable) == 0;
        return over ? 0 : perft(passed, playable, depth - 1, cancelled);
    }
    if (depth == 1) {
        return static_cast<std::uint64_t>(std::popcount(moves));
    }
    std::uint64_t lines = 0;
    for (; moves != 0 && !cancelled.load(std::memory_order_relaxed); moves &= moves - 1) {
        lines += perft(play(board, std::countr_zero(moves)), playable, depth - 1, cancelled);
    }
    return lines;
}

}  // namespace saizen::othello
