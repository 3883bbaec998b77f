#include "saizen/solver.hpp"

#include <algorithm>
#include <bit>

#include "saizen/crew.hpp"
#include "saizen/symmetry.hpp"

namespace saizen::othello {
namespace {

// A table for so many empties: a large one costs time to clear, and a short search leaves it empty.
std::size_t enough(std::size_t most_bytes, int empties) noexcept {
    return std::min(most_bytes, std::size_t{128} << std::max(empties - 6, 0));
}

int empties(const Othello& game, Board board) noexcept {
    return std::popcount(game.playable() & ~(board.player | board.opponent));
}

// One solution: the search, and what is proved so far.
class Solver {
public:
    Solver(const Othello& game, int empties, const Effort& effort, Meter& meter, Progress& progress)
        : game_(game),
          field_(game.playable()),
          table_(enough(effort.table_bytes, empties)),
          meter_(meter),
          progress_(progress),
          low_(effort.low),
          high_(effort.high),
          threads_(effort.threads),
          hints_(empties < fewest_hunched ? 0 : enough(std::min(effort.table_bytes, most_hint_bytes), empties)),
          crew_(effort.threads - 1, field_, table_, hints_, meter, progress),
          search_(field_, table_, hints_, meter, progress, effort.threads > 1 ? &crew_ : nullptr) {}

    Bounds run(const Position& root) {
        const Bounds bounds = prove(root);
        if (bounds.lower == bounds.upper && !meter_.stopped()) {
            keep_best_play(root, bounds.lower);
        }
        return bounds;
    }

    Bounds prove(const Position& root) {
        if (game_.is_over(root)) {
            meter_.keep(game_.score(root), Line{});
            return {game_.score(root), game_.score(root)};
        }
        int guess = search_.guess(root.board) + (game_.best_score() & 1);
        if (empties(game_, root.board) >= fewest_hunched) {
            guess = hunch(root, guess);
        }
        return close_in(root, guess, search_, [&](Bounds bounds, int score) {
            progress_.lower = bounds.lower;
            progress_.upper = bounds.upper;
            if (score == bounds.lower) {
                keep_first_move(root, score);
            }
        });
    }

    [[nodiscard]] std::uint64_t nodes() const noexcept { return meter_.nodes() + crew_.nodes() + hunch_nodes_; }

private:
    static constexpr int fewest_hunched = 16;  // from here on a guess by a narrow search saves more than it costs

    static constexpr std::size_t most_hint_bytes = std::size_t{1} << 22;

    // What the score would be if both sides had only the few moves that look best.
    int hunch(const Position& root, int guess) {
        constexpr int width = 4;
        Crew crew(threads_ - 1, field_, hints_, hints_, meter_, progress_, width);
        Endgame narrow(field_, hints_, hints_, meter_, progress_, threads_ > 1 ? &crew : nullptr);
        narrow.try_only(width);
        const int score = close_in(root, guess, narrow, [](Bounds, int) {}).lower;
        hunch_nodes_ += crew.nodes();
        return score;
    }

    // Asks whether the score is at least `guess`; the answer moves a bound, and the next guess beyond it, ever
    // further while the answers point the same way. All scores of a board are even, or all are odd.
    template <typename Learn>
    Bounds close_in(const Position& root, int guess, Endgame& search, Learn learn) {
        Bounds bounds{-game_.best_score(), game_.best_score()};
        int step = 2;
        int direction = 0;
        while (bounds.lower < bounds.upper && bounds.lower < high_ && bounds.upper > low_) {
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
    int above(const Position& root, int alpha, Endgame& search) {
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
    [[nodiscard]] int within(int guess, Bounds bounds) const noexcept {
        const auto rounded = [&](int score) { return score + ((score ^ bounds.upper) & 1); };  // up, to a possible one
        const int least = std::max(bounds.lower + 2, rounded(low_ + 1));
        return std::clamp(guess, least, std::max(least, std::min(bounds.upper, rounded(high_))));
    }

    // The move that the table remembers for a lower bound.
    void keep_first_move(const Position& root, int lower) {
        Proof proof;
        Line line;
        line.push(table_.find(root.board, hash(root.board), proof) && proof.moves[0] != no_square
                      ? proof.moves[0]
                      : game_.moves(root)[0]);
        meter_.keep(lower, line);
    }

    // At each turn the first move that keeps the score; far from the end, the remembered one is tried before.
    void keep_best_play(Position position, int score) {
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

    Move keeping_move(const Position& position, int score) {
        constexpr int far = 16;
        MoveList moves = game_.moves(position);
        Proof proof;
        if (empties(game_, position.board) > far && table_.find(position.board, hash(position.board), proof)) {
            moves.bring_forward(proof.moves[0]);
        }
        for (const Move move : moves) {
            if (-search_.above(game_.play(position, move).board, -score) >= score || meter_.stopped()) {
                return move;
            }
        }
        return moves[0];
    }

    const Othello& game_;
    Field field_;
    ProofTable table_;
    Meter& meter_;
    Progress& progress_;
    int low_;
    int high_;
    int threads_;
    std::uint64_t hunch_nodes_ = 0;  // of the threads that helped with the guess
    ProofTable hints_;
    Crew crew_;
    Endgame search_;
};

}  // namespace

Solution solve(const Othello& game, const Position& position, const Effort& effort, Meter& meter, Progress& progress) {
    Solver solver(game, empties(game, position.board), effort, meter, progress);
    const Bounds bounds = solver.run(position);
    return {bounds, solver.nodes()};
}

}  // namespace saizen::othello
