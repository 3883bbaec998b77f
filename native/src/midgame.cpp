#include "saizen/midgame.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace saizen::othello {
namespace {

constexpr Bits board_squares = ~Bits{0};
constexpr Bits corner_squares = 0x8100000000000081;
constexpr Bits beside_corners = 0x42C300000000C342;
constexpr int fewest_remembered = 2;  // plies from which the table pays
constexpr int judged_depth = 3;       // from here on moves are ordered by judging where they lead
constexpr int child_cut_depth = 5;
constexpr int most_solved = 12;  // empties up to which the solver takes over from a search to the end
constexpr int grain = disc / 4;  // judgements are rounded: finer ones only make more of the same

const StandInErrors stand_in_errors;

}  // namespace

const Midgame::Choice& Midgame::Choices::pick(int index) noexcept {
    int best = index;
    for (int other = index + 1; other < count; ++other) {
        best = (*this)[other].order < (*this)[best].order ? other : best;
    }
    std::swap((*this)[index], (*this)[best]);
    return (*this)[index];
}

int Midgame::judge(const PerGroup& contents, int empties) const noexcept {
    const int value = evaluation_.value(contents, empties);
    return (value + (value < 0 ? -grain / 2 : grain / 2)) / grain * grain;
}

int Midgame::value(Board board, int depth, int alpha, int beta) noexcept {
    const int empties = 64 - std::popcount(board.player | board.opponent);
    return search({board, Groups(board), empties}, std::min(depth, empties), alpha, beta);
}

// A window that the value falls out of is opened on that side, ever wider.
int Midgame::value_near(int guess, Board board, int depth) noexcept {
    int reach = 2 * disc;
    int low = guess - reach;
    int high = guess + reach;
    for (;;) {
        low = std::max(low, lowest_value);
        high = std::min(high, -lowest_value);
        const int found = value(board, depth, low, high);
        const bool below = found <= low && low > lowest_value;
        const bool above = found >= high && high < -lowest_value;
        if (meter_.stopped() || !(below || above)) {
            return found;
        }
        reach *= 2;
        below ? low = found - reach : high = found + reach;
    }
}

int Midgame::search(const Node& node, int depth, int alpha, int beta) noexcept {
    if (!meter_.enter()) {
        return alpha;
    }
    if (depth >= node.empties && node.empties <= most_solved) {
        return to_end(node, alpha, beta);
    }
    if (depth == 0) {
        return judge(node.groups.contents(), node.empties);
    }
    const Bits moves = legal_moves(node.board, board_squares);
    if (moves == 0) {
        const Board other = pass(node.board);
        if (legal_moves(other, board_squares) == 0) {
            return disc * final_score(node.board, 64);
        }
        return -search({other, node.groups.after_pass(), node.empties}, depth, -beta, -alpha);
    }
    return depth == 1 ? last_ply(node, moves, beta) : branch(node, moves, depth, alpha, beta);
}

// Questions to the solver, each moving a bound, until the score is known or outside of the window.
int Midgame::to_end(const Node& node, int alpha, int beta) noexcept {
    const auto floor = [](int value) { return (value - (value < 0 ? disc - 1 : 0)) / disc; };
    int lower = -64;
    int upper = 64;
    int wanted = floor(alpha) + 1;
    if (beta - alpha > 1) {
        wanted = std::clamp(rounded_discs(judge(node.groups.contents(), node.empties)), wanted, floor(beta));
    }
    wanted = std::clamp(wanted + (wanted & 1), -62, 64);
    while (lower < upper && lower * disc < beta && upper * disc > alpha) {
        const int score = end_.above(node.board, wanted - 1);
        (score >= wanted ? lower : upper) = score;
        wanted = score >= wanted ? score + 2 : score;
        if (meter_.stopped()) {
            return alpha;
        }
    }
    return lower * disc >= beta ? lower * disc : upper * disc;
}

// Squares beside an empty corner are rarely the best, so they come last.
int Midgame::last_ply(const Node& node, Bits moves, int beta) noexcept {
    int best = lowest_value;
    const auto try_each = [&](Bits squares) {
        for (; squares != 0 && best < beta; squares &= squares - 1) {
            meter_.add(1);
            const int square = lowest(squares);
            const Bits turned = flips(node.board, square);
            best = std::max(best, -judge(node.groups.contents_after(square, turned), node.empties - 1));
        }
    };
    try_each(moves & corner_squares);
    try_each(moves & ~(corner_squares | beside_corners));
    try_each(moves & beside_corners);
    return best;
}

// Remembered moves first, then those after which the opponent has little to expect.
Midgame::Choices Midgame::choices(const Node& node, Bits moves, int depth, const Estimate& known) const noexcept {
    Choices found;
    for (; moves != 0; moves &= moves - 1) {
        const int square = lowest(moves);
        const Bits turned = flips(node.board, square);
        const Board child = after(node.board, square, turned);
        int order = 0;
        if (square == known.moves[0]) {
            order = 16 * lowest_value;
        } else if (square == known.moves[1]) {
            order = 8 * lowest_value;
        } else {
            const Bits replies = legal_moves(child, board_squares);
            order = disc / 2 * (std::popcount(replies) + std::popcount(replies & corner_squares));
            if (depth >= judged_depth) {
                meter_.add(1);
                order += judge(node.groups.contents_after(square, turned), node.empties - 1);
            }
        }
        found[found.count++] = {child, turned, order, static_cast<Move>(square)};
    }
    return found;
}

// Whether a search of a fraction of the depth leaves little doubt that the value is above `alpha`, or not.
bool Midgame::likely_outside(const Node& node, int depth, int alpha, int& value) noexcept {
    if (selectivity_ == no_cuts || depth < least_cut_depth || stand_ins_ >= 2) {
        return false;
    }
    const int shallow = stand_in_depth(depth);
    const int error = stand_in_errors(node.empties, depth);
    const int margin = static_cast<int>(certainties[static_cast<std::size_t>(selectivity_)].errors * error);
    const int judged = judge(node.groups.contents(), node.empties);
    const int high = alpha + 1 + margin;
    const int low = alpha - margin;
    bool outside = false;
    ++stand_ins_;
    if (judged > alpha && high < -lowest_value) {
        if (search(node, shallow, high - 1, high) >= high) {
            value = alpha + 1;
            outside = true;
        }
    } else if (judged <= alpha && low > lowest_value) {
        if (search(node, shallow, low, low + 1) <= low) {
            value = alpha;
            outside = true;
        }
    }
    --stand_ins_;
    return outside && !meter_.stopped();
}

// Whether the table already knows a move that is at least `beta`: an enhanced transposition cutoff.
bool Midgame::child_cut(const Choices& choices, int depth, int beta, int& value) const noexcept {
    for (int index = 0; index < choices.count; ++index) {
        const Board& board = choices.list[static_cast<std::size_t>(index)].board;
        Estimate known;
        if (table_.find(board, hash(board), known) && known.holds_for(depth - 1, selectivity_) &&
            -known.upper >= beta) {
            value = -known.upper;
            return true;
        }
    }
    return false;
}

int Midgame::branch(const Node& node, Bits moves, int depth, int alpha, int beta) noexcept {
    const bool remembered = depth >= fewest_remembered;
    const std::uint64_t key = remembered ? hash(node.board) : 0;
    Estimate known;
    if (remembered && table_.find(node.board, key, known) && known.holds_for(depth, selectivity_)) {
        if (known.lower >= beta || known.lower == known.upper) {
            return known.lower;
        }
        if (known.upper <= alpha) {
            return known.upper;
        }
    }
    const bool null_window = beta - alpha == 1;
    if (int value = 0; null_window && likely_outside(node, depth, alpha, value)) {
        return value;
    }
    Choices tried = choices(node, moves, depth, known);
    if (int value = 0; null_window && depth >= child_cut_depth && child_cut(tried, depth, beta, value)) {
        return value;
    }
    const Found found = try_moves(node, tried, depth, alpha, beta);
    if (meter_.stopped()) {
        return alpha;
    }
    if (remembered) {
        table_.update(
            node.board, key, [&](Estimate& estimate) { estimate.learn(depth, selectivity_, alpha, beta, found); });
    }
    return found.score;
}

int Midgame::child_score(const Node& node, const Choice& choice, int depth, int alpha, int beta) noexcept {
    const Node child{choice.board, node.groups.after(choice.move, choice.turned), node.empties - 1};
    return -search(child, depth - 1, -beta, -alpha);
}

// The first move is expected to be best: the others only have to be shown to be no better.
Found Midgame::try_moves(const Node& node, Choices& tried, int depth, int alpha, int beta) noexcept {
    Found found{lowest_value - 1, no_square};
    int low = alpha;
    for (int index = 0; index < tried.count && found.score < beta; ++index) {
        const Choice& choice = tried.pick(index);
        int score = child_score(node, choice, depth, low, index == 0 ? beta : low + 1);
        if (index > 0 && score > low && score < beta && !meter_.stopped()) {
            score = child_score(node, choice, depth, low, beta);
        }
        if (meter_.stopped()) {
            return found;
        }
        if (score > found.score) {
            found = {score, choice.move};
        }
        low = std::max(low, score);
    }
    return found;
}

Move Midgame::best_move(Board board) const noexcept {
    Estimate known;
    return table_.find(board, hash(board), known) && known.moves[0] != no_square
               ? known.moves[0]
               : static_cast<Move>(lowest(legal_moves(board, board_squares)));
}

Found Midgame::deepen(Board board, int depth) noexcept {
    Found found{lowest_value, no_square};
    for (Bits moves = legal_moves(board, board_squares); moves != 0; moves &= moves - 1) {
        const int score = -value(play(board, lowest(moves)), 0, lowest_value, -lowest_value);
        if (score > found.score || found.move == no_square) {
            found = {score, static_cast<Move>(lowest(moves))};
        }
    }
    for (int reached = 2; reached <= depth; ++reached) {
        const int score = value(board, reached, lowest_value, -lowest_value);
        if (meter_.stopped()) {
            break;
        }
        found = {score, best_move(board)};
    }
    return found;
}

}  // namespace saizen::othello
