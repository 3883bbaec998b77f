// The end of the search, up to five empty squares: without memory or ordering beyond the parity of regions.

#include <algorithm>
#include <bit>
#include <cassert>

#include "saizen/endgame.hpp"

namespace saizen::othello {

// Whether one of the opponent's discs lies beside an empty square: without one, no disc is turned there.
bool Endgame::touches(Board board, int square) const noexcept {
    return (field_.neighbours[static_cast<std::size_t>(square)] & board.opponent) != 0;
}

inline int Endgame::last_one(Bits player, int square) noexcept {
    meter_.add(1);
    const int difference = 2 * std::popcount(player) + 1 - field_.squares;
    const Board board{player, field_.playable ^ player ^ bit(square)};
    if (const int turned = field_.whole ? last_flips(board, square) : std::popcount(flips(board, square))) {
        return difference + 1 + 2 * turned;
    }
    if (const int turned = field_.whole ? last_flips(pass(board), square) : std::popcount(flips(pass(board), square))) {
        meter_.add(1);
        return difference - 1 - 2 * turned;
    }
    return difference + (difference > 0) - (difference < 0);
}

int Endgame::last_two(Board board, int alpha, int first, int second) noexcept {
    meter_.add(1);
    int best = no_score;
    if (const Bits turned = touches(board, first) ? flips(board, first) : 0) {
        best = -last_one(board.opponent ^ turned, second);
        if (best > alpha) {
            return best;
        }
    }
    if (const Bits turned = touches(board, second) ? flips(board, second) : 0) {
        best = std::max(best, -last_one(board.opponent ^ turned, first));
    }
    if (best != no_score) {
        return best;
    }
    const Board passed = pass(board);
    int worst = -no_score;
    if (const Bits turned = flips(passed, first)) {
        worst = last_one(board.player ^ turned, second);
    }
    if (const Bits turned = flips(passed, second)) {
        worst = std::min(worst, last_one(board.player ^ turned, first));
    }
    meter_.add(worst != -no_score);
    return worst != -no_score ? worst : field_.score(board);
}

// Whoever moves last in a region gains: a square alone in its region first.
template <bool passed>
int Endgame::last_three(Board board, int alpha, Bits empty, unsigned parity) noexcept {
    meter_.add(1);
    const int first = lowest(empty & field_.odd_squares[parity]);
    empty ^= bit(first);
    const int second = lowest(empty);
    const int third = lowest(empty & (empty - 1));
    int best = no_score;
    const auto play_leaving = [&](int square, int one, int other) {
        if (const Bits turned = touches(board, square) ? flips(board, square) : 0) {
            best = std::max(best, -last_two(after(board, square, turned), -alpha - 1, one, other));
        }
        return best > alpha;
    };
    if (play_leaving(first, second, third) || play_leaving(second, first, third) ||
        play_leaving(third, first, second) || best != no_score) {
        return best;
    }
    if constexpr (passed) {
        return field_.score(board);
    } else {
        return -last_three<true>(pass(board), -alpha - 1, empty | bit(first), parity);
    }
}

template <int count, bool passed>
int Endgame::few(Board board, int alpha, Bits empty, unsigned parity) noexcept {
    meter_.add(1);
    int best = no_score;
    const Bits odd = empty & field_.odd_squares[parity];
    for (Bits squares : {odd, empty ^ odd}) {
        for (; squares != 0; squares &= squares - 1) {
            const int square = lowest(squares);
            const Bits turned = touches(board, square) ? flips(board, square) : 0;
            if (turned == 0) {
                continue;
            }
            const Board child = after(board, square, turned);
            const Bits left = empty ^ bit(square);
            const unsigned others = parity ^ field_.quadrant[static_cast<std::size_t>(square)];
            if constexpr (count == 4) {
                best = std::max(best, -last_three(child, -alpha - 1, left, others));
            } else {
                best = std::max(best, -few<count - 1>(child, -alpha - 1, left, others));
            }
            if (best > alpha) {
                return best;
            }
        }
    }
    if (best != no_score || passed) {
        return best != no_score ? best : field_.score(board);
    }
    return -few<count, true>(pass(board), -alpha - 1, empty, parity);
}

int Endgame::few(const Spot& spot, int alpha) noexcept {
    const auto& [board, empty, moves, parity, count] = spot;
    switch (count) {
        case 0:
            meter_.add(1);
            return field_.score(board);
        case 1:
            return last_one(board.player, lowest(empty));
        case 2:
            return last_two(board, alpha, lowest(empty), lowest(empty & (empty - 1)));
        case 3:
            return last_three(board, alpha, empty, parity);
        case 4:
            return few<4>(board, alpha, empty, parity);
        default:
            assert(count == 5);
            return few<5>(board, alpha, empty, parity);
    }
}

}  // namespace saizen::othello
