#include "saizen/endgame.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace saizen::othello {
namespace {

constexpr int none = -128;         // below every score
constexpr int fewest_several = 6;  // from here on a thread's own memory and mobility ordering pay
constexpr int fewest_many = 10;    // from here on the shared table does
constexpr std::size_t memory_size = 1 << 13;

constexpr Bits neighbourhood(int square, Bits playable) noexcept {
    Bits squares = 0;
    for (int row = square / 8 - 1; row <= square / 8 + 1; ++row) {
        for (int column = square % 8 - 1; column <= square % 8 + 1; ++column) {
            if (row >= 0 && row < 8 && column >= 0 && column < 8) {
                squares |= bit(row * 8 + column);
            }
        }
    }
    return squares & playable & ~bit(square);
}

// Squares at most one step away from `squares`.
constexpr Bits spread(Bits squares) noexcept {
    const Bits row = squares | (squares << 1 & ~Bits{0x0101010101010101}) | (squares >> 1 & ~Bits{0x8080808080808080});
    return row | row << 8 | row >> 8;
}

int lowest(Bits squares) noexcept {
    return std::countr_zero(squares);
}

}  // namespace

Field::Field(Bits playable_squares) noexcept
    : playable(playable_squares), squares(std::popcount(playable_squares)), corners(0), stability(playable_squares) {
    int width = 0;
    int height = 0;
    for (int square = 0; square < 64; ++square) {
        if (playable & bit(square)) {
            width = std::max(width, square % 8 + 1);
            height = std::max(height, square / 8 + 1);
        }
    }
    for (int square = 0; square < 64; ++square) {
        const auto index = static_cast<std::size_t>(square);
        neighbours[index] = neighbourhood(square, playable);
        const int region = (square / 8 >= height / 2) * 2 + (square % 8 >= width / 2);
        quadrant[index] = static_cast<std::uint8_t>(1 << region);
        for (std::size_t parity = 0; parity < 16; ++parity) {
            if (parity & quadrant[index]) {
                odd_squares[parity] |= bit(square);
            }
        }
    }
    for (const int corner : {0, width - 1, (height - 1) * 8, (height - 1) * 8 + width - 1}) {
        corners |= bit(corner) & playable;
    }
}

int Field::score(Board board) const noexcept {
    const int player = std::popcount(board.player);
    const int opponent = std::popcount(board.opponent);
    const int empties = squares - player - opponent;
    const int difference = player - opponent;
    return difference + (difference > 0) * empties - (difference < 0) * empties;
}

Endgame::Endgame(const Field& field, ProofTable& table, Meter& meter)
    : field_(field), table_(table), meter_(meter), memory_(memory_size) {
}

unsigned Endgame::parity_of(Bits empty) const noexcept {
    unsigned parity = 0;
    for (; empty != 0; empty &= empty - 1) {
        parity ^= field_.quadrant[static_cast<std::size_t>(lowest(empty))];
    }
    return parity;
}

int Endgame::above(Board board, int alpha) noexcept {
    const Bits empty = field_.playable & ~(board.player | board.opponent);
    return next(board, alpha, empty, parity_of(empty), std::popcount(empty));
}

// Hands a position to the tier made for its number of empties.
int Endgame::next(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept {
    if (count >= fewest_many) {
        return many(board, alpha, empty, parity, count);
    }
    return count >= fewest_several ? several(board, alpha, empty, parity, count)
                                   : few(board, alpha, empty, parity, count);
}

int Endgame::last_one(Bits player, Bits opponent, int square) noexcept {
    meter_.add(1);
    const int difference = std::popcount(player) - std::popcount(opponent);
    if (const Bits turned = flips({player, opponent}, square)) {
        return difference + 1 + 2 * std::popcount(turned);
    }
    if (const Bits turned = flips({opponent, player}, square)) {
        meter_.add(1);  // the pass
        return difference - 1 - 2 * std::popcount(turned);
    }
    return difference + (difference > 0) - (difference < 0);
}

int Endgame::last_two(Board board, int alpha, int first, int second) noexcept {
    meter_.add(1);
    int best = none;
    if (field_.neighbours[static_cast<std::size_t>(first)] & board.opponent) {
        if (const Bits turned = flips(board, first)) {
            const Board child = after(board, first, turned);
            best = -last_one(child.player, child.opponent, second);
            if (best > alpha) {
                return best;
            }
        }
    }
    if (field_.neighbours[static_cast<std::size_t>(second)] & board.opponent) {
        if (const Bits turned = flips(board, second)) {
            const Board child = after(board, second, turned);
            return std::max(best, -last_one(child.player, child.opponent, first));
        }
    }
    if (best != none) {
        return best;
    }
    const Board passed = pass(board);
    int worst = -none;
    if (const Bits turned = flips(passed, first)) {
        const Board child = after(passed, first, turned);
        worst = last_one(child.player, child.opponent, second);
    }
    if (const Bits turned = flips(passed, second)) {
        const Board child = after(passed, second, turned);
        worst = std::min(worst, last_one(child.player, child.opponent, first));
    }
    meter_.add(worst != -none);  // the pass
    return worst != -none ? worst : field_.score(board);
}

template <int empties, bool passed>
int Endgame::few(Board board, int alpha, Bits empty, unsigned parity) noexcept {
    meter_.add(1);
    int best = none;
    const Bits odd = empty & field_.odd_squares[parity];
    for (Bits squares : {odd, empty ^ odd}) {  // whoever moves last in a region gains: odd ones first
        for (; squares != 0; squares &= squares - 1) {
            const int square = lowest(squares);
            if (!(field_.neighbours[static_cast<std::size_t>(square)] & board.opponent)) {
                continue;
            }
            const Bits turned = flips(board, square);
            if (turned == 0) {
                continue;
            }
            const Board child = after(board, square, turned);
            const Bits left = empty ^ bit(square);
            const unsigned others = parity ^ field_.quadrant[static_cast<std::size_t>(square)];
            if constexpr (empties == 3) {
                const Bits first = left & field_.odd_squares[others] ? left & field_.odd_squares[others] : left;
                const int one = lowest(first);
                best = std::max(best, -last_two(child, -alpha - 1, one, lowest(left ^ bit(one))));
            } else {
                best = std::max(best, -few<empties - 1>(child, -alpha - 1, left, others));
            }
            if (best > alpha) {
                return best;
            }
        }
    }
    if (best != none) {
        return best;
    }
    if constexpr (passed) {
        return -field_.score(pass(board));
    } else {
        const Board other = pass(board);
        return legal_moves(other, field_.playable) == 0 ? field_.score(board)
                                                        : -few<empties, true>(other, -alpha - 1, empty, parity);
    }
}

int Endgame::few(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept {
    switch (count) {
        case 0:
            meter_.add(1);
            return field_.score(board);
        case 1:
            return last_one(board.player, board.opponent, lowest(empty));
        case 2:
            return last_two(board, alpha, lowest(empty), lowest(empty & (empty - 1)));
        case 3:
            return few<3>(board, alpha, empty, parity);
        case 4:
            return few<4>(board, alpha, empty, parity);
        case 5:
            return few<5>(board, alpha, empty, parity);
        default:
            assert(count == 5 || count == 6);
            return few<6>(board, alpha, empty, parity);
    }
}

// Whether the opponent's stable discs alone keep the score from being above `alpha`.
bool Endgame::stability_cut(Board board, int alpha, Bits empty, int count, int& score) const noexcept {
    if (alpha < count) {
        return false;
    }
    score = field_.squares - 2 * std::popcount(field_.stability.stable(board.opponent, empty));
    return score <= alpha;
}

void Endgame::expand(Board board, Bits moves, Children& children) const noexcept {
    for (; moves != 0; moves &= moves - 1) {
        const int square = lowest(moves);
        const Bits turned = flips(board, square);
        children.list[static_cast<std::size_t>(children.count++)] = {after(board, square, turned), turned, square, 0};
    }
}

// Few replies for the opponent, odd regions and corners first.
void Endgame::order_statically(Children& children, Bits empty, unsigned parity, Move best) noexcept {
    const Bits odd = field_.odd_squares[parity];
    for (int index = 0; index < children.count; ++index) {
        Child& child = children.list[static_cast<std::size_t>(index)];
        const Bits replies = legal_moves(child.board, field_.playable);
        const Bits frontier = spread(child.board.opponent) & (empty ^ bit(child.square));
        child.order = 32 * (std::popcount(replies) + std::popcount(replies & field_.corners)) +
                      4 * std::popcount(frontier) - ((odd & bit(child.square)) ? 24 : 0) -
                      ((field_.corners & bit(child.square)) ? 40 : 0) - (child.square == best ? 1 << 20 : 0);
    }
    std::sort(children.list.begin(), children.list.begin() + children.count,
        [](const Child& one, const Child& two) { return one.order < two.order; });
}

int Endgame::several(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept {
    meter_.add(1);
    int score = 0;
    if (stability_cut(board, alpha, empty, count, score)) {
        return score;
    }
    Remembered& known = memory_[hash(board) & (memory_size - 1)];
    Move best_move = no_square;
    const bool hit = known.board == board;
    if (hit) {
        if (known.lower > alpha) {
            return known.lower;
        }
        if (known.upper <= alpha) {
            return known.upper;
        }
        best_move = known.move;
    }
    const Bits moves = legal_moves(board, field_.playable);
    if (moves == 0) {
        const Board other = pass(board);
        return legal_moves(other, field_.playable) == 0 ? field_.score(board)
                                                        : -several(other, -alpha - 1, empty, parity, count);
    }
    Children children;
    expand(board, moves, children);
    order_statically(children, empty, parity, best_move);
    int best = none;
    for (int index = 0; index < children.count; ++index) {
        const Child& child = children.list[static_cast<std::size_t>(index)];
        const unsigned others = parity ^ field_.quadrant[static_cast<std::size_t>(child.square)];
        const int value = child.board.player == 0
                              ? field_.squares
                              : -next(child.board, -alpha - 1, empty ^ bit(child.square), others, count - 1);
        if (value > best) {
            best = value;
            best_move = static_cast<Move>(child.square);
            if (best > alpha) {
                break;
            }
        }
    }
    Remembered& place = memory_[hash(board) & (memory_size - 1)];
    const bool mine = place.board == board;
    const auto bound = static_cast<std::int8_t>(best);
    const std::int8_t lower = mine ? place.lower : std::int8_t{-64};
    const std::int8_t upper = mine ? place.upper : std::int8_t{64};
    place = best > alpha ? Remembered{board, std::max(lower, bound), upper, best_move}
                         : Remembered{board, lower, std::min(upper, bound), best_move};
    return best;
}

// Mobility, frontier and corners, for the side to move.
int Endgame::judge(Board board) const noexcept {
    const Bits empty = field_.playable & ~(board.player | board.opponent);
    const Bits own = legal_moves(board, field_.playable);
    const Bits other = legal_moves(pass(board), field_.playable);
    const int mobility = std::popcount(own) + std::popcount(own & field_.corners) - std::popcount(other) -
                         std::popcount(other & field_.corners);
    const int frontier = std::popcount(spread(board.opponent) & empty) - std::popcount(spread(board.player) & empty);
    const int corners = std::popcount(board.player & field_.corners) - std::popcount(board.opponent & field_.corners);
    return 16 * mobility + 6 * frontier + 64 * corners;
}

int Endgame::shallow(Board board, int depth, int alpha, int beta) noexcept {
    meter_.add(1);
    if (depth == 0) {
        return judge(board);
    }
    Bits moves = legal_moves(board, field_.playable);
    if (moves == 0) {
        const Board other = pass(board);
        if (legal_moves(other, field_.playable) == 0) {
            return 1000 * field_.score(board);
        }
        return -shallow(other, depth, -beta, -alpha);
    }
    int best = -1'000'000;
    for (; moves != 0; moves &= moves - 1) {
        best = std::max(best, -shallow(play(board, lowest(moves)), depth - 1, -beta, -std::max(alpha, best)));
        if (best >= beta) {
            break;
        }
    }
    return best;
}

void Endgame::order_by_search(Children& children, Bits empty, unsigned parity, int count, const Proof& known) noexcept {
    if (count < 13) {
        return order_statically(children, empty, parity, known.moves[0]);
    }
    const int depth = count < 14 ? 0 : count < 17 ? 1 : count < 20 ? 2 : count < 23 ? 3 : 4;
    const Bits odd = field_.odd_squares[parity];
    for (int index = 0; index < children.count; ++index) {
        Child& child = children.list[static_cast<std::size_t>(index)];
        child.order = shallow(child.board, depth, -1'000'000, 1'000'000) - ((odd & bit(child.square)) ? 8 : 0);
        for (std::size_t rank = 0; rank < 2; ++rank) {
            child.order -= child.square == known.moves[rank] ? 10'000'000 >> rank : 0;
        }
    }
    std::sort(children.list.begin(), children.list.begin() + children.count,
        [](const Child& one, const Child& two) { return one.order < two.order; });
}

int Endgame::many(Board board, int alpha, Bits empty, unsigned parity, int count) noexcept {
    if (!meter_.enter()) {
        return alpha;
    }
    int score = 0;
    if (stability_cut(board, alpha, empty, count, score)) {
        return score;
    }
    const std::uint64_t key = hash(board);
    Proof known;
    if (table_.find(board, key, known)) {
        if (known.lower > alpha) {
            return known.lower;
        }
        if (known.upper <= alpha) {
            return known.upper;
        }
    }
    const Bits moves = legal_moves(board, field_.playable);
    if (moves == 0) {
        const Board other = pass(board);
        return legal_moves(other, field_.playable) == 0 ? field_.score(board)
                                                        : -many(other, -alpha - 1, empty, parity, count);
    }
    Children children;
    expand(board, moves, children);
    const std::uint64_t before = meter_.nodes();
    for (int index = 0; index < children.count && count > fewest_many + 1; ++index) {
        const Child& child = children.list[static_cast<std::size_t>(index)];
        Proof proof;
        if (table_.find(child.board, hash(child.board), proof) && -proof.upper > alpha) {
            table_.store(board, key, alpha, -proof.upper, static_cast<Move>(child.square), 0);
            return -proof.upper;
        }
    }
    order_by_search(children, empty, parity, count, known);
    int best = none;
    Move best_move = no_square;
    for (int index = 0; index < children.count; ++index) {
        const Child& child = children.list[static_cast<std::size_t>(index)];
        const unsigned others = parity ^ field_.quadrant[static_cast<std::size_t>(child.square)];
        const int value = child.board.player == 0
                              ? field_.squares
                              : -next(child.board, -alpha - 1, empty ^ bit(child.square), others, count - 1);
        if (meter_.stopped()) {
            return alpha;
        }
        if (value > best) {
            best = value;
            best_move = static_cast<Move>(child.square);
            if (best > alpha) {
                break;
            }
        }
    }
    table_.store(board, key, alpha, best, best_move, static_cast<int>(std::bit_width(meter_.nodes() - before)));
    return best;
}

int Endgame::guess(Board board) noexcept {
    return std::clamp(shallow(board, 4, -1'000'000, 1'000'000) * 3 / 20, -field_.squares, field_.squares) / 2 * 2;
}

}  // namespace saizen::othello
