#include "saizen/endgame.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include "saizen/crew.hpp"

namespace saizen::othello {
namespace {

constexpr int fewest_several = 6;    // from here on a thread's own memory and ordering by mobility pay
constexpr int fewest_many = 10;      // from here on the shared table does
constexpr int fewest_judged = 13;    // from here on ordering by the evaluation does
constexpr int fewest_searched = 14;  // or, without one, by a shallow search
constexpr int fewest_narrowed = 14;  // from here on a narrow search leaves out moves
constexpr int fewest_split = 15;     // from here on a position is worth another thread
constexpr std::size_t memory_size = 1 << 13;
constexpr int certain = 1'000'000;
constexpr int most_children = 64;

// How far a move is looked into before it is judged.
constexpr int judged_depth(int empties) noexcept {
    return empties < 18 ? 0 : empties < 22 ? 1 : 2;
}

// Squares at most one step away from `squares`.
constexpr Bits spread(Bits squares) noexcept {
    const Bits row = squares | (squares << 1 & ~Bits{0x0101010101010101}) | (squares >> 1 & ~Bits{0x8080808080808080});
    return row | row << 8 | row >> 8;
}

// A position as mobility, frontier and corners show it, for the side to move.
struct MobilityView {
    static constexpr int disc_worth = 1000;

    const Field& field;
    Board board;

    [[nodiscard]] int worth() const noexcept {
        const Bits empty = field.playable & ~(board.player | board.opponent);
        const Bits own = legal_moves(board, field.playable);
        const Bits other = legal_moves(pass(board), field.playable);
        const int mobility = std::popcount(own) + std::popcount(own & field.corners) - std::popcount(other) -
                             std::popcount(other & field.corners);
        const int frontier =
            std::popcount(spread(board.opponent) & empty) - std::popcount(spread(board.player) & empty);
        const int corners = std::popcount(board.player & field.corners) - std::popcount(board.opponent & field.corners);
        return 16 * mobility + 12 * frontier + 64 * corners;
    }
    [[nodiscard]] MobilityView after(int square, Bits turned) const noexcept {
        return {field, othello::after(board, square, turned)};
    }
    [[nodiscard]] MobilityView after_pass() const noexcept { return {field, pass(board)}; }
};

// A position as the evaluation shows it.
struct JudgedView {
    static constexpr int disc_worth = disc;

    const Evaluation& evaluation;
    Board board;
    Groups groups;
    int empties;

    [[nodiscard]] int worth() const noexcept { return evaluation.value(groups.contents(), empties); }
    [[nodiscard]] JudgedView after(int square, Bits turned) const noexcept {
        return {evaluation, othello::after(board, square, turned), groups.after(square, turned), empties - 1};
    }
    [[nodiscard]] JudgedView after_pass() const noexcept {
        return {evaluation, pass(board), groups.after_pass(), empties};
    }
};

}  // namespace

const Child& Children::pick(int index) noexcept {
    int best = index;
    for (int other = index + 1; other < count; ++other) {
        best = (*this)[other].order < (*this)[best].order ? other : best;
    }
    std::swap((*this)[index], (*this)[best]);
    return (*this)[index];
}

Endgame::Endgame(
    const Field& field, ProofTable& table, const Advice& advice, Meter& meter, Progress& progress, Crew* crew)
    : field_(field),
      table_(table),
      advice_(advice),
      meter_(meter),
      progress_(progress),
      crew_(crew),
      memory_(memory_size) {
}

bool Endgame::stopped() const noexcept {
    return meter_.stopped() || (split_ != nullptr && split_->over());
}

Spot Endgame::spot(Board board) const noexcept {
    const Bits empty = field_.playable & ~(board.player | board.opponent);
    unsigned parity = 0;
    for (Bits squares = empty; squares != 0; squares &= squares - 1) {
        parity ^= field_.quadrant[static_cast<std::size_t>(lowest(squares))];
    }
    return {board, empty, legal_moves(board, field_.playable), parity, std::popcount(empty)};
}

Spot Endgame::after_pass(const Spot& spot) const noexcept {
    const Board board = pass(spot.board);
    return {board, spot.empty, legal_moves(board, field_.playable), spot.parity, spot.count};
}

int Endgame::above(Board board, int alpha) noexcept {
    return next(spot(board), alpha);
}

// Hands a position to the tier made for its number of empties.
int Endgame::next(const Spot& spot, int alpha) noexcept {
    if (spot.count >= fewest_many) {
        return many(spot, alpha);
    }
    return spot.count >= fewest_several ? several(spot, alpha) : few(spot, alpha);
}

// Whether the opponent's stable discs alone keep the score from being above `alpha`.
bool Endgame::stable_below(const Spot& spot, int alpha, int& score) const noexcept {
    if (alpha < spot.count) {  // there are hardly enough of them yet
        return false;
    }
    score = field_.squares - 2 * std::popcount(field_.stability.stable(spot.board.opponent, spot.empty));
    return score <= alpha;
}

Children Endgame::expand(const Spot& spot) const noexcept {
    Children children;
    for (Bits moves = spot.moves; moves != 0; moves &= moves - 1) {
        const int square = lowest(moves);
        const Board board = play(spot.board, square);
        const unsigned parity = spot.parity ^ field_.quadrant[static_cast<std::size_t>(square)];
        const Bits replies = legal_moves(board, field_.playable);
        children[children.count++] = {{board, spot.empty ^ bit(square), replies, parity, spot.count - 1}, square, 0};
    }
    return children;
}

// The remembered move, then few replies for the opponent, odd regions and corners first.
void Endgame::order_by_mobility(Children& children, unsigned parity, Move best) const noexcept {
    const Bits odd = field_.odd_squares[parity];
    for (int index = 0; index < children.count; ++index) {
        auto& [spot, square, order] = children[index];
        const Bits frontier = spread(spot.board.opponent) & spot.empty;
        order = 32 * (std::popcount(spot.moves) + std::popcount(spot.moves & field_.corners)) +
                10 * std::popcount(frontier) - (odd & bit(square) ? 20 : 0) - (field_.corners & bit(square) ? 40 : 0) -
                (square == best ? certain : 0);
        order = order * most_children + index;
    }
}

// A move that leaves no opponent's disc wins everything.
int Endgame::child_score(const Child& child, int alpha) noexcept {
    return child.spot.board.player == 0 ? field_.squares : -next(child.spot, -alpha - 1);
}

int Endgame::several(const Spot& spot, int alpha) noexcept {
    meter_.add(1);
    int score = 0;
    if (stable_below(spot, alpha, score)) {
        return score;
    }
    Remembered& known = memory_[hash(spot.board) & (memory_size - 1)];
    Move best_move = no_square;
    if (known.board == spot.board) {
        if (known.lower > alpha) {
            return known.lower;
        }
        if (known.upper <= alpha) {
            return known.upper;
        }
        best_move = known.move;
    }
    if (spot.moves == 0) {
        const Spot other = after_pass(spot);
        return other.moves == 0 ? field_.score(spot.board) : -several(other, -alpha - 1);
    }
    Children children = expand(spot);
    order_by_mobility(children, spot.parity, best_move);
    Found found{no_score, no_square};
    for (int index = 0; index < children.count && found.score <= alpha; ++index) {
        const Child& child = children.pick(index);
        const int value = child_score(child, alpha);
        if (value > found.score) {
            found = {value, static_cast<Move>(child.square)};
        }
    }
    remember(known, spot.board, alpha, found);
    return found.score;
}

void Endgame::remember(Remembered& place, Board board, int alpha, Found found) noexcept {
    if (place.board != board) {  // another position may have taken the place meanwhile
        place = {board, -64, 64, no_square};
    }
    (found.score > alpha ? place.lower : place.upper) = static_cast<std::int8_t>(found.score);
    place.move = found.move;
}

// Looks so many plies ahead. A view says what a position is worth at a glance, how much a disc of the final score is,
// and what the view of the position after a move is.
template <typename View>
int Endgame::look_ahead(const View& view, int depth, int alpha, int beta) noexcept {
    if (depth == 0) {
        meter_.add(1);
        return view.worth();
    }
    if (!meter_.enter()) {
        return 0;
    }
    Bits moves = legal_moves(view.board, field_.playable);
    if (moves == 0) {
        const View other = view.after_pass();
        const bool over = legal_moves(other.board, field_.playable) == 0;
        return over ? View::disc_worth * field_.score(view.board) : -look_ahead(other, depth, -beta, -alpha);
    }
    int best = -certain;
    for (; moves != 0 && best < beta; moves &= moves - 1) {
        const int square = lowest(moves);
        const View next = view.after(square, flips(view.board, square));
        best = std::max(best, -look_ahead(next, depth - 1, -beta, -std::max(alpha, best)));
    }
    return best;
}

// The moves that other searches liked.
std::array<Move, 2> Endgame::advised(Board board, std::uint64_t key) const noexcept {
    Proof proof;
    if (advice_.narrow != nullptr && advice_.narrow->find(board, key, proof)) {
        return proof.moves;
    }
    Estimate estimate;
    if (advice_.estimates != nullptr && advice_.estimates->find(board, key, estimate)) {
        return estimate.moves;
    }
    return {no_square, no_square};
}

// The remembered moves, then those that leave the opponent worst off a few plies later.
void Endgame::order_by_search(Children& children, const Spot& spot, const Proof& known) noexcept {
    const int depth = std::clamp((spot.count - 10) / 3, 0, 6);
    const Bits odd = field_.odd_squares[spot.parity];
    for (int index = 0; index < children.count && !stopped(); ++index) {
        auto& [child, square, order] = children[index];
        order = look_ahead(MobilityView{field_, child.board}, depth, -certain, certain) - (odd & bit(square) ? 8 : 0);
        order -= square == known.moves[0] ? 4 * certain : square == known.moves[1] ? 2 * certain : 0;
        order = order * most_children + index;
    }
}

// The remembered moves, then those after which the opponent has little to expect, and few replies.
void Endgame::order_by_judgement(Children& children, const Spot& spot, const Proof& known) noexcept {
    const int depth = judged_depth(spot.count);
    const Bits odd = field_.odd_squares[spot.parity];
    const JudgedView view{*advice_.evaluation, spot.board, Groups(spot.board), spot.count};
    for (int index = 0; index < children.count && !stopped(); ++index) {
        auto& [child, square, order] = children[index];
        const JudgedView reached = view.after(square, child.board.opponent & spot.board.opponent);
        order = look_ahead(reached, depth, -certain, certain) / 4 + 40 * std::popcount(child.moves) -
                (odd & bit(square) ? 8 : 0);
        order -= square == known.moves[0] ? 4 * certain : square == known.moves[1] ? 2 * certain : 0;
        order = order * most_children + index;
    }
}

// Whether the table already knows a move above `alpha`: an enhanced transposition cutoff.
bool Endgame::child_cut(const Children& children, int alpha, Found& found) const noexcept {
    for (int index = 0; index < children.count; ++index) {
        table_.prefetch(hash(children[index].spot.board));
    }
    for (int index = 0; index < children.count; ++index) {
        const Board& board = children[index].spot.board;
        Proof proof;
        if (table_.find(board, hash(board), proof) && -proof.upper > alpha) {
            found = {-proof.upper, static_cast<Move>(children[index].square)};
            return true;
        }
    }
    return false;
}

void Endgame::order(Children& children, const Spot& spot, const Proof& known) noexcept {
    if (advice_.evaluation != nullptr && spot.count >= fewest_judged) {
        order_by_judgement(children, spot, known);
    } else if (advice_.evaluation == nullptr && spot.count >= fewest_searched) {
        order_by_search(children, spot, known);
    } else {
        order_by_mobility(children, spot.parity, known.moves[0]);
    }
}

int Endgame::many(const Spot& spot, int alpha) noexcept {
    if (!meter_.enter() || stopped()) {
        return alpha;
    }
    int score = 0;
    if (stable_below(spot, alpha, score)) {
        return score;
    }
    const std::uint64_t key = hash(spot.board);
    Proof known;
    if (table_.find(spot.board, key, known)) {
        if (known.lower > alpha) {
            return known.lower;
        }
        if (known.upper <= alpha) {
            return known.upper;
        }
    }
    if (spot.moves == 0) {
        const Spot other = after_pass(spot);
        return other.moves == 0 ? field_.score(spot.board) : -many(other, -alpha - 1);
    }
    if (known.moves[0] == no_square && spot.count >= fewest_judged) {
        known.moves = advised(spot.board, key);
    }
    Children children = expand(spot);
    const std::uint64_t before = meter_.nodes();
    Found found{no_score, no_square};
    if (spot.count <= fewest_many + 1 || !child_cut(children, alpha, found)) {
        order(children, spot, known);
        found = search(children, spot, alpha);
        if (stopped()) {
            return alpha;
        }
    }
    const auto effort = static_cast<int>(std::bit_width(meter_.nodes() - before));
    table_.update(spot.board, key, [&](Proof& proof) { proof.learn(alpha, found, effort); });
    return found.score;
}

// Searches the moves in order; once the first has failed, idle threads are asked to share the rest.
Found Endgame::search(Children& children, const Spot& spot, int alpha) noexcept {
    Found found{no_score, no_square};
    const int count = spot.count >= fewest_narrowed ? std::min(children.count, width_) : children.count;
    for (int index = 0; index < count && found.score <= alpha; ++index) {
        const Child& child = children.pick(index);
        progress_.tried(index, count, spot.count);
        if (crew_ != nullptr && index > 0 && index + 1 < count && spot.count >= fewest_split && crew_->idle()) {
            for (int rest = index + 1; rest < count; ++rest) {
                children.pick(rest);
            }
            children.count = count;
            Split split(children, index, alpha, found, split_);
            crew_->share(split, *this);
            return split.best;
        }
        const int value = child_score(child, alpha);
        if (stopped()) {
            return found;
        }
        if (value > found.score) {
            found = {value, static_cast<Move>(child.square)};
        }
    }
    return found;
}

void Endgame::work(Split& split) noexcept {
    const Split* const before = std::exchange(split_, &split);
    while (!stopped()) {
        const int index = split.next.fetch_add(1);
        if (index >= split.children.count) {
            break;
        }
        const Child& child = split.children[index];
        progress_.tried(index, split.children.count, child.spot.count + 1);
        const int score = child_score(child, split.alpha);
        if (stopped()) {
            break;
        }
        const std::scoped_lock lock(split.guard);
        if (score > split.best.score) {
            split.best = {score, static_cast<Move>(child.square)};
        }
        if (score > split.alpha) {
            split.cut = true;
        }
    }
    if (meter_.stopped()) {
        split.cut = true;  // whoever helps has nothing left to help with
    }
    split_ = before;
}

int Endgame::guess(Board board) noexcept {
    const int score = look_ahead(MobilityView{field_, board}, 4, -certain, certain) * 2 / 15;
    return std::clamp(score, -field_.squares, field_.squares) / 2 * 2;
}

}  // namespace saizen::othello
