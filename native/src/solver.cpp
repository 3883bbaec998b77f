#include "saizen/solver.hpp"

#include <algorithm>
#include <bit>

#include "saizen/crew.hpp"

namespace saizen::othello {
namespace {

// A table for so many empties: a large one costs time to clear, and a short search leaves it empty.
std::size_t enough(std::size_t most_bytes, int empties) noexcept {
    return std::min(most_bytes, std::size_t{128} << std::max(empties - 6, 0));
}

// One solution: the search, and what is proved so far.
class Solver {
public:
    Solver(const Othello& game, int empties, std::size_t table_bytes, int threads, Meter& meter)
        : game_(game),
          field_(game.playable()),
          table_(enough(table_bytes, empties)),
          meter_(meter),
          crew_(threads - 1, field_, table_),
          search_(field_, table_, meter, threads > 1 ? &crew_ : nullptr) {}

    void run(const Position& root) {
        if (game_.is_over(root)) {
            return meter_.keep(game_.score(root), Line{});
        }
        const int score = converge(root);
        if (!meter_.stopped()) {
            keep_best_play(root, score);
        }
    }

    [[nodiscard]] std::uint64_t helpers_nodes() const noexcept { return crew_.nodes(); }

private:
    // Asks whether the score is at least `guess`; the answer moves a bound, and the next guess beyond it, ever
    // further while the answers point the same way. All scores of a board are even, or all are odd.
    int converge(const Position& root) {
        int lower = -game_.best_score();
        int upper = game_.best_score();
        int guess = search_.guess(root.board) + (upper & 1);
        int step = 2;
        int direction = 0;
        while (lower < upper) {
            const int wanted = std::clamp(guess, lower + 2, upper);
            const int score = search_.above(root.board, wanted - 1);
            if (meter_.stopped()) {
                return lower;
            }
            const int turn = score >= wanted ? 1 : -1;
            step = turn == direction ? 2 * step : 2;
            direction = turn;
            if (turn > 0) {
                lower = score;
                guess = score + step;
                keep_first_move(root, lower);
            } else {
                upper = score;
                guess = score - step + 2;
            }
        }
        return lower;
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
        const int empties = std::popcount(field_.playable & ~(position.board.player | position.board.opponent));
        if (empties > far && table_.find(position.board, hash(position.board), proof)) {
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
    Crew crew_;
    Endgame search_;
};

}  // namespace

std::uint64_t solve(const Othello& game, const Position& position, std::size_t table_bytes, int threads, Meter& meter) {
    const int empties = std::popcount(game.playable() & ~(position.board.player | position.board.opponent));
    Solver solver(game, empties, table_bytes, threads, meter);
    solver.run(position);
    return meter.nodes() + solver.helpers_nodes();
}

}  // namespace saizen::othello
