#include "saizen/midgame.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace saizen::othello {
namespace {

constexpr Bits board_squares = ~Bits{0};
constexpr int lowest_value = -64 * disc;
constexpr int judged_depth = 3;  // from here on moves are ordered by judging where they lead

int final_value(Board board) noexcept {
    const int own = std::popcount(board.player);
    const int other = std::popcount(board.opponent);
    const int empties = 64 - own - other;
    const int difference = own - other;
    return disc * (difference + (difference > 0) * empties - (difference < 0) * empties);
}

}  // namespace

int Midgame::value(Board board, int depth, int alpha, int beta) noexcept {
    if (!meter_.enter()) {
        return alpha;
    }
    if (depth == 0) {
        return evaluation_.value(board);
    }
    const Bits moves = legal_moves(board, board_squares);
    if (moves == 0) {
        const Board other = pass(board);
        return legal_moves(other, board_squares) == 0 ? final_value(board) : -value(other, depth, -beta, -alpha);
    }
    return depth == 1 ? last_ply(board, moves, beta) : branch(board, moves, depth, alpha, beta);
}

int Midgame::last_ply(Board board, Bits moves, int beta) const noexcept {
    int best = lowest_value;
    for (; moves != 0 && best < beta; moves &= moves - 1) {
        meter_.add(1);
        best = std::max(best, -evaluation_.value(play(board, lowest(moves))));
    }
    return best;
}

// Low comes first: what the opponent has to expect there.
int Midgame::order(Board child, int depth) const noexcept {
    const Bits replies = legal_moves(child, board_squares);
    const int mobility = disc / 2 * std::popcount(replies);
    return depth < judged_depth ? mobility : mobility + evaluation_.value(child);
}

int Midgame::branch(Board board, Bits moves, int depth, int alpha, int beta) noexcept {
    Move remembered = no_square;
    if (const Estimate* known = table_.find(board)) {
        if (known->depth >= depth && known->lower >= beta) {
            return known->lower;
        }
        if (known->depth >= depth && (known->upper <= alpha || known->lower == known->upper)) {
            return known->upper;
        }
        remembered = known->move;
    }
    std::array<Choice, 64> choices;
    int count = 0;
    for (; moves != 0; moves &= moves - 1) {
        const int square = lowest(moves);
        const Board child = play(board, square);
        const int place = square == remembered ? lowest_value * 4 : order(child, depth);
        choices[static_cast<std::size_t>(count++)] = {child, place, static_cast<Move>(square)};
    }
    std::stable_sort(choices.begin(), choices.begin() + count,
        [](const Choice& one, const Choice& other) { return one.order < other.order; });
    Estimate found{.depth = static_cast<std::uint8_t>(depth)};
    int best = lowest_value - 1;
    int low = alpha;
    for (int index = 0; index < count && best < beta; ++index) {
        const auto& [child, place, move] = choices[static_cast<std::size_t>(index)];
        int score = index == 0 ? -value(child, depth - 1, -beta, -low) : -value(child, depth - 1, -low - 1, -low);
        if (index > 0 && score > low && score < beta) {
            score = -value(child, depth - 1, -beta, -score);
        }
        if (meter_.stopped()) {
            return alpha;
        }
        if (score > best) {
            best = score;
            found.move = move;
        }
        low = std::max(low, best);
    }
    found.lower = static_cast<std::int16_t>(best > alpha ? best : lowest_value);
    found.upper = static_cast<std::int16_t>(best < beta ? best : -lowest_value);
    table_.store(board, found);
    return best;
}

Found Midgame::deepen(Board board, int depth) noexcept {
    Found found{0, static_cast<Move>(lowest(legal_moves(board, board_squares)))};
    for (int reached = std::min(2, depth); reached <= depth; ++reached) {
        const int score = value(board, reached, lowest_value, -lowest_value);
        if (meter_.stopped()) {
            break;
        }
        found.score = score;
        const Estimate* known = table_.find(board);
        if (known != nullptr && known->move != no_square) {
            found.move = known->move;
        }
    }
    return found;
}

}  // namespace saizen::othello
