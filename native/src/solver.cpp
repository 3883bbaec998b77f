#include "saizen/solver.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "saizen/symmetry.hpp"

namespace saizen::othello {
namespace {

constexpr std::size_t most_hint_bytes = std::size_t{1} << 22;

// A table for so many empties: a large one costs time to clear, and a short search leaves it empty.
std::size_t enough(std::size_t most_bytes, int empties) noexcept {
    return std::min(most_bytes, std::size_t{128} << std::clamp(empties - 6, 0, 40));
}

int empties(const Othello& game, Board board) noexcept {
    return std::popcount(game.playable() & ~(board.player | board.opponent));
}

bool is_whole_board(const Othello& game) noexcept {
    return game.playable() == ~Bits{0};
}

}  // namespace

Solver::Solver(const Othello& game, const Effort& effort, const Evaluation* evaluation, Tables& tables, Meter& meter,
    Progress& progress)
    : game_(game),
      effort_(effort),
      field_(game.playable()),
      tables_(tables),
      meter_(meter),
      progress_(progress),
      hints_(evaluation != nullptr ? 0 : std::min(effort.table_bytes, most_hint_bytes)),
      crew_(effort.threads - 1, meter,
          [&](Meter& own, Crew* crew) {
              const Advice advice{&hints_, &tables.estimates, evaluation};
              return std::make_unique<Endgame>(field_, tables.proofs, advice, own, progress, crew);
          }),
      search_(field_, tables.proofs, {&hints_, &tables.estimates, evaluation}, meter, progress,
          effort.threads > 1 ? &crew_ : nullptr) {
    if (evaluation != nullptr) {
        deepening_.emplace(field_, *evaluation, tables, effort.threads, meter, progress);
    }
}

Bounds Solver::prove(const Position& root) {
    if (game_.is_over(root)) {
        meter_.keep(game_.score(root), Line{});
        return {game_.score(root), game_.score(root)};
    }
    const Bounds bounds = close_in(root, guess(root), search_, [&](Bounds proved, int score) {
        progress_.lower = proved.lower;
        progress_.upper = proved.upper;
        if (score == proved.lower) {
            keep_first_move(root, score);
        }
    });
    if (bounds.lower == bounds.upper && !meter_.stopped()) {
        keep_best_play(root, bounds.lower);
    }
    return bounds;
}

std::uint64_t Solver::helped_nodes() {
    return crew_.nodes() + guess_nodes_ + (deepening_ ? deepening_->helped_nodes() : 0);
}

int Solver::guess(const Position& root) {
    const int first = search_.guess(root.board) + (game_.best_score() & 1);
    if (empties(game_, root.board) < guessed_from) {
        return first;
    }
    return deepening_ ? deepening_guess(root, first) : narrow_guess(root, first);
}

// What the score would be if both sides had only the few moves that look best.
int Solver::narrow_guess(const Position& root, int guess) {
    constexpr int width = 4;
    const Advice advice{&hints_};
    const auto make = [&](Meter& own, Crew* crew) {
        auto search = std::make_unique<Endgame>(field_, hints_, advice, own, progress_, crew);
        search->try_only(width);
        return search;
    };
    Crew crew(effort_.threads - 1, meter_, make);
    const auto narrow = make(meter_, effort_.threads > 1 ? &crew : nullptr);
    const int score = close_in(root, guess, *narrow, [](Bounds, int) {}).lower;
    guess_nodes_ += crew.nodes();
    return score;
}

// What searches to the end say that leave out what is likely to be outside of their window: ever less of it.
int Solver::deepening_guess(const Position& root, int guess) {
    const int left = empties(game_, root.board);
    int value = guess * disc;
    for (int depth = 2; depth <= left - 10 && !meter_.stopped(); depth += 2) {
        value = deepening_->value(root.board, depth, 0, value);
    }
    for (int selectivity = 0; selectivity <= surest_guess(left) && !meter_.stopped(); ++selectivity) {
        value = deepening_->value(root.board, left, selectivity, value);
    }
    return rounded_discs(value) / 2 * 2;
}

// Asks whether the score is at least `guess`; the answer moves a bound, and the next guess beyond it, ever further
// while the answers point the same way. All scores of a board are even, or all are odd.
template <typename Learn>
Bounds Solver::close_in(const Position& root, int guess, Endgame& search, Learn learn) {
    Bounds bounds{-game_.best_score(), game_.best_score()};
    int step = 2;
    int direction = 0;
    while (
        bounds.lower < bounds.upper && bounds.lower < effort_.high && bounds.upper > effort_.low && !meter_.stopped()) {
        const int wanted = within(guess, bounds);
        progress_.ask(wanted, empties(game_, root.board));
        const int score = above(root, wanted - 1, search);
        if (meter_.stopped()) {
            break;
        }
        const int turn = score >= wanted ? 1 : -1;
        step = turn == direction ? 2 * step : 2;
        direction = turn;
        if (turn > 0) {
            bounds.lower = score;
            guess = score + step;
        } else {
            bounds.upper = score;
            guess = score - step + 2;
        }
        learn(bounds, score);
    }
    return bounds;
}

// As the search, but of moves that mirror each other in a symmetric position only one is tried.
int Solver::above(const Position& root, int alpha, Endgame& search) {
    const MoveList distinct = distinct_moves(game_, root);
    if (distinct.count() == game_.moves(root).count()) {
        return search.above(root.board, alpha);
    }
    int best = -game_.best_score();
    for (int index = 0; index < distinct.count() && best <= alpha && !meter_.stopped(); ++index) {
        best = std::max(best, -search.above(game_.play(root, distinct[index]).board, -alpha - 1));
    }
    return best;
}

// The score nearest to `guess` that is worth asking about.
int Solver::within(int guess, Bounds bounds) const noexcept {
    const auto rounded = [&](int score) { return score + ((score ^ bounds.upper) & 1); };  // up, to a possible one
    const int least = std::max(bounds.lower + 2, rounded(effort_.low + 1));
    return std::clamp(guess, least, std::max(least, std::min(bounds.upper, rounded(effort_.high))));
}

// The move that the table remembers for a lower bound.
void Solver::keep_first_move(const Position& root, int lower) {
    Proof proof;
    Line line;
    line.push(tables_.proofs.find(root.board, hash(root.board), proof) && proof.moves[0] != no_square
                  ? proof.moves[0]
                  : game_.moves(root)[0]);
    meter_.keep(lower, line);
}

// At each turn the first move that keeps the score; far from the end, the remembered one is tried before.
void Solver::keep_best_play(Position position, int score) {
    const int value = score;
    Line line;
    for (; !game_.is_over(position); score = -score) {
        const Move move = keeping_move(position, score);
        if (meter_.stopped()) {
            return;
        }
        line.push(move);
        position = game_.play(position, move);
    }
    meter_.keep(value, line);
}

Move Solver::keeping_move(const Position& position, int score) {
    constexpr int far = 16;
    MoveList moves = game_.moves(position);
    Proof proof;
    if (empties(game_, position.board) > far && tables_.proofs.find(position.board, hash(position.board), proof)) {
        moves.bring_forward(proof.moves[0]);
    }
    for (const Move move : moves) {
        if (-search_.above(game_.play(position, move).board, -score) >= score || meter_.stopped()) {
            return move;
        }
    }
    return moves[0];
}

Solution solve(const Othello& game, const Position& position, const Effort& effort, const Evaluation* evaluation,
    Meter& meter, Progress& progress) {
    const int left = empties(game, position.board);
    const Evaluation* const judge = is_whole_board(game) && left >= guessed_from ? evaluation : nullptr;
    Effort fitting = effort;
    fitting.table_bytes = enough(effort.table_bytes, left);
    Tables tables(fitting.table_bytes, judge != nullptr ? enough(effort.table_bytes / 2, left) : 0);
    Solver solver(game, fitting, judge, tables, meter, progress);
    const Bounds bounds = solver.prove(position);
    return {bounds, meter.nodes() + solver.helped_nodes()};
}

}  // namespace saizen::othello
