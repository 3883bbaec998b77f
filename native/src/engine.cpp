#include "saizen/engine.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace saizen::othello {
namespace {

constexpr int looked_ahead = 10;  // empties from which a search goes on to the end at once

int empties_of(Board board) noexcept {
    return 64 - std::popcount(board.player | board.opponent);
}

struct Step {
    int depth;
    int selectivity;
};

// The searches of an analysis in turn: deeper and deeper, then to the end, leaving out less and less.
std::vector<Step> steps_of(const Strength& strength, int empties) {
    const bool to_end = empties <= std::max(strength.end_from, strength.exact_from);
    const int deepest = to_end ? empties - looked_ahead : std::min(strength.depth, empties);
    std::vector<Step> steps;
    for (int depth = 2; depth <= deepest; ++depth) {
        steps.push_back({depth, strength.selectivity});
    }
    if (to_end) {
        const int surest = empties <= strength.exact_from ? surest_guess(empties) : strength.selectivity;
        for (int selectivity = 0; selectivity <= surest; ++selectivity) {
            steps.push_back({empties, selectivity});
        }
    }
    return steps;
}

// One analysis: what is known of the moves so far, best first.
class Analysis {
public:
    Analysis(const Othello& game, const Position& root, Tables& tables, Meter& meter, Bulletin& bulletin)
        : game_(game), root_(root), tables_(tables), meter_(meter), bulletin_(bulletin) {}

    // Judges where each move leads, whatever the limits.
    void begin(const Evaluation& evaluation, bool all_moves) {
        for (const Move move : game_.moves(root_)) {
            const Position child = game_.play(root_, move);
            const bool over = game_.is_over(child);
            const int value = over ? disc * game_.score(child) : evaluation.value(child.board);
            moves_.push_back({move, -value, 1, no_cuts, over, line_after(move, 1)});
        }
        sort();
        if (!all_moves) {
            moves_.resize(1);
        }
        post();
    }

    // Searches to one more depth; what a limit has stopped changes nothing.
    void go(Deepening& deepening, Step step, bool only_best) {
        only_best ? find_best(deepening, step) : value_each(deepening, step);
        post();
    }

    void prove(Solver& solver, bool only_best) { only_best ? prove_best(solver) : prove_each(solver); }

private:
    void find_best(Deepening& deepening, Step step) {
        const int value = deepening.value(root_.board, step.depth, step.selectivity, moves_[0].value);
        if (!meter_.stopped()) {
            moves_[0] = judged(deepening.best_move(root_.board), value, step);
        }
    }

    // Values of different depths do not compare, so a depth counts once all moves have been searched to it.
    void value_each(Deepening& deepening, Step step) {
        std::vector<Judged> deeper;
        for (const Judged& move : moves_) {
            if (move.exact) {
                deeper.push_back(move);
                continue;
            }
            const Position child = game_.play(root_, move.move);
            const int value = -deepening.value(child.board, step.depth - 1, step.selectivity, -move.value);
            if (meter_.stopped()) {
                return;
            }
            deeper.push_back(judged(move.move, value, step));
        }
        moves_ = deeper;
        sort();
    }

    void prove_best(Solver& solver) {
        const Bounds bounds = solver.prove(root_);
        if (const Best best = meter_.best(); !meter_.stopped()) {
            moves_[0] = {best.line[0], disc * bounds.lower, empties_of(root_.board), no_cuts, true, best.line};
            post();
        }
    }

    void prove_each(Solver& solver) {
        for (Judged& move : moves_) {
            const Bounds bounds = solver.prove(game_.play(root_, move.move));
            if (meter_.stopped()) {
                break;
            }
            Line line;
            line.push(move.move);
            for (const Move next : meter_.best().line) {
                line.push(next);
            }
            move = {move.move, -disc * bounds.lower, empties_of(root_.board), no_cuts, true, line};
        }
        sort();
        post();
    }

    [[nodiscard]] Judged judged(Move move, int value, Step step) const {
        return {move, value, step.depth, step.selectivity, false, line_after(move, step.depth)};
    }

    // A move and what the tables remember to follow it.
    [[nodiscard]] Line line_after(Move move, int plies) const {
        Line line;
        line.push(move);
        Position position = game_.play(root_, move);
        while (line.count() < plies && !game_.is_over(position)) {
            const Move next = remembered(position);
            if (next == no_square) {
                break;
            }
            line.push(next);
            position = game_.play(position, next);
        }
        return line;
    }

    [[nodiscard]] Move remembered(const Position& position) const {
        if (position.mobility == 0) {
            return pass_move;
        }
        const std::uint64_t key = hash(position.board);
        Estimate estimate;
        Proof proof;
        if (tables_.estimates.find(position.board, key, estimate)) {
            return estimate.moves[0];
        }
        return tables_.proofs.find(position.board, key, proof) ? proof.moves[0] : no_square;
    }

    void sort() {
        std::stable_sort(moves_.begin(), moves_.end(),
            [](const Judged& one, const Judged& other) { return one.value > other.value; });
    }
    void post() { bulletin_.post(moves_); }

    const Othello& game_;
    const Position& root_;
    Tables& tables_;
    Meter& meter_;
    Bulletin& bulletin_;
    std::vector<Judged> moves_;
};

}  // namespace

Engine::Engine(std::size_t table_bytes, int threads)
    : game_({8, 8}),
      field_(game_.playable()),
      table_bytes_(table_bytes),
      threads_(threads),
      tables_(table_bytes / 2, table_bytes / 2) {
}

void Engine::clear() {
    tables_ = Tables(table_bytes_ / 2, table_bytes_ / 2);
}

std::uint64_t Engine::analyse(const Evaluation& evaluation, const Position& root, const Strength& strength,
    bool all_moves, Meter& meter, Bulletin& bulletin) {
    const auto started = std::chrono::steady_clock::now();
    const auto in_time = [&] {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
        return !meter.stopped() && elapsed.count() < strength.soft_seconds;
    };
    const bool only_best = !all_moves && root.mobility != 0;
    const int empties = empties_of(root.board);
    Progress progress;
    tables_.next_search();
    Analysis analysis(game_, root, tables_, meter, bulletin);
    analysis.begin(evaluation, !only_best);
    std::uint64_t helped = 0;
    {
        Deepening deepening(field_, evaluation, tables_, threads_, meter, progress);
        for (const Step step : steps_of(strength, empties)) {
            if (in_time()) {
                analysis.go(deepening, step, only_best);
            }
        }
        helped += deepening.helped_nodes();
    }
    if (empties <= strength.exact_from && in_time()) {
        Solver solver(game_, {table_bytes_, threads_}, &evaluation, tables_, meter, progress);
        analysis.prove(solver, only_best);
        helped += solver.helped_nodes();
    }
    return meter.nodes() + helped;
}

}  // namespace saizen::othello
