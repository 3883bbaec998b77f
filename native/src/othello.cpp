#include "saizen/othello.hpp"

#include <bit>
#include <cassert>

namespace saizen::othello {

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
