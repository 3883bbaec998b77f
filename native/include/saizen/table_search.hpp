#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/table.hpp"

namespace saizen {

// Searches that remember: principal variation search, MTD(f) and solving, with the values of minimax.
template <Game G, Evaluator<G> E>
class TableSearch {
public:
    TableSearch(const G& game, const E& evaluate, Meter& meter, Table& table) noexcept
        : game_(game), evaluate_(evaluate), meter_(meter), table_(table) {}

    // Deepens to `depth`, expecting the first move to be best.
    // Marsland & Campbell, "Parallel search of strongly ordered game trees" (1982).
    void pvs(const typename G::State& root, const MoveList& moves, int depth) noexcept {
        deepen(root, depth, [&](int plies) { return visit_root(root, moves, plies); });
    }

    // Deepens to `depth`, each time closing in on the value from the one before.
    // Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms" (1996).
    void mtdf(const typename G::State& root, const MoveList& moves, int depth) noexcept {
        int guess = 0;
        deepen(root, depth, [&](int plies) { return guess = converge(root, moves, plies, guess); });
    }

    // Finds the value of the whole game, and best play to its end.
    void solve(const typename G::State& root) noexcept {
        const int high = game_.best_score();
        int best = game_.is_over(root) ? game_.score(root) : -high;
        if (!meter_.enter() || game_.is_over(root)) {
            return meter_.keep(best, Line{});
        }
        Line first;
        for (const Move move : game_.moves(root)) {
            const int value = visit_child(root, move, no_horizon, std::max(best, -high), high, 0);
            if (meter_.stopped()) {
                return;
            }
            if (value > best || first.empty()) {
                best = value;
                first.clear();
                first.push(move);
                meter_.keep(best, first);
            }
            if (best >= high) {
                break;
            }
        }
        keep_best_play(root, best);
    }

private:
    using State = typename G::State;

    template <typename Iterate>
    void deepen(const State& root, int depth, Iterate iterate) noexcept {
        for (int plies = std::min(depth, 1); plies <= depth; ++plies) {
            table_.next_generation();
            meter_.horizon = false;
            const int value = iterate(plies);
            if (meter_.stopped()) {
                meter_.horizon = true;
                return;
            }
            meter_.keep(value, completed(root, lines_[0], plies));
            meter_.reach(plies);
            if (!meter_.horizon) {
                return;
            }
        }
    }

    // A line that the table cut short, continued with what the table knows.
    Line completed(State state, Line line, int depth) const noexcept {
        for (const Move move : line) {
            state = game_.play(state, move);
        }
        while (line.count() < depth && !game_.is_over(state)) {
            const Entry* known = table_.find(game_.key(state));
            if (known == nullptr || !table_.fresh(*known, depth - line.count()) || known->lower != known->upper) {
                break;
            }
            line.push(known->move);
            state = game_.play(state, known->move);
        }
        return line;
    }

    // Searches every move; of equal ones the first in the order given wins.
    int visit_root(const State& root, const MoveList& moves, int depth) noexcept {
        if (depth == 0 || game_.is_over(root)) {
            return visit(root, depth, -infinity, infinity, 0);
        }
        Line& line = lines_[0];
        line.clear();
        if (!meter_.enter()) {
            return 0;
        }
        std::array<int, 256> rank{};
        for (int index = 0; index < moves.count(); ++index) {
            rank[moves[index]] = index;
        }
        int best = -infinity;
        for (const Move move : ordered(root, moves, 0)) {
            const bool wins_ties = !line.empty() && rank[move] < rank[line[0]];
            const int alpha = best - wins_ties;
            const int value = line.empty() ? visit_child(root, move, depth, alpha, infinity, 0)
                                           : scout_child(root, move, depth, alpha, infinity, 0);
            if (meter_.stopped()) {
                return 0;
            }
            if (value > alpha) {
                best = value;
                line.join(move, lines_[1]);
                meter_.keep(best, line);
            }
        }
        table_.store(game_.key(root), depth, best, -infinity, infinity, line[0]);
        return best;
    }

    int converge(const State& root, const MoveList& moves, int depth, int guess) noexcept {
        int lower = -infinity;
        int upper = infinity;
        Line best;
        while (lower < upper && !meter_.stopped()) {
            const int beta = guess == lower ? guess + 1 : guess;
            guess = depth == 0 || game_.is_over(root) ? visit(root, depth, beta - 1, beta, 0)
                                                      : expand(root, moves, depth, beta - 1, beta, 0);
            if (guess >= beta) {
                lower = guess;
                best = lines_[0];
            } else {
                upper = guess;
            }
        }
        lines_[0] = best;
        return lower;
    }

    // The value if it lies inside (alpha, beta), else a bound on that side of it; best play goes to lines_[ply].
    int visit(const State& state, int depth, int alpha, int beta, std::size_t ply) noexcept {
        lines_[ply].clear();
        if (!meter_.enter()) {
            return 0;
        }
        if (game_.is_over(state)) {
            return game_.score(state);
        }
        if (depth == 0) {
            meter_.horizon = true;
            return evaluate_(game_, state);
        }
        if (const Entry* known = table_.find(game_.key(state)); known != nullptr && table_.fresh(*known, depth)) {
            if (known->lower >= beta || known->lower == known->upper) {
                lines_[ply].push(known->move);
                return known->lower;
            }
            if (known->upper <= alpha) {
                return known->upper;
            }
        }
        const int value = expand(state, ordered(state, game_.moves(state), ply), depth, alpha, beta, ply);
        if (!meter_.stopped()) {
            const Move best = lines_[ply].empty() ? no_move : lines_[ply][0];
            table_.store(game_.key(state), depth, value, alpha, beta, best);
        }
        return value;
    }

    // Searches the moves, the first with the whole window, the others to show that they are no better.
    int expand(const State& state, const MoveList& moves, int depth, int alpha, int beta, std::size_t ply) noexcept {
        Line& line = lines_[ply];
        line.clear();
        int best = -infinity;
        for (const Move move : moves) {
            const int floor = std::max(alpha, best);
            const int value = line.empty() ? visit_child(state, move, depth, floor, beta, ply)
                                           : scout_child(state, move, depth, floor, beta, ply);
            if (meter_.stopped()) {
                return 0;
            }
            if (value > best) {
                best = value;
                line.join(move, lines_[ply + 1]);
            }
            if (best >= beta) {
                const auto weight = static_cast<std::uint64_t>(std::min(depth, 64));
                history_[ply % 2][move] += weight * weight;
                break;
            }
        }
        return best;
    }

    int visit_child(const State& state, Move move, int depth, int alpha, int beta, std::size_t ply) noexcept {
        const int plies = depth == no_horizon ? no_horizon : depth - 1;
        return -visit(game_.play(state, move), plies, -beta, -alpha, ply + 1);
    }

    int scout_child(const State& state, Move move, int depth, int alpha, int beta, std::size_t ply) noexcept {
        const int value = visit_child(state, move, depth, alpha, alpha + 1, ply);
        return alpha < value && value < beta ? visit_child(state, move, depth, alpha, beta, ply) : value;
    }

    // The remembered best move first, then those that have cut most.
    MoveList ordered(const State& state, MoveList moves, std::size_t ply) const noexcept {
        const auto& history = history_[ply % 2];
        for (int index = 1; index < moves.count(); ++index) {
            const Move move = moves[index];
            int place = index;
            for (; place > 0 && history[moves[place - 1]] < history[move]; --place) {
                moves[place] = moves[place - 1];
            }
            moves[place] = move;
        }
        if (const Entry* known = table_.find(game_.key(state)); known != nullptr) {
            moves.bring_forward(known->move);
        }
        return moves;
    }

    // At each turn the first move that keeps the value, as far as the limits allow.
    void keep_best_play(State state, int value) noexcept {
        Line line;
        while (!game_.is_over(state)) {
            for (const Move move : game_.moves(state)) {
                const bool keeps = visit_child(state, move, no_horizon, value - 1, value, 0) >= value;
                if (meter_.stopped()) {
                    return;
                }
                if (keeps) {
                    line.push(move);
                    state = game_.play(state, move);
                    value = -value;
                    break;
                }
            }
        }
        meter_.keep(line.count() % 2 == 0 ? value : -value, line);
    }

    const G& game_;
    const E& evaluate_;
    Meter& meter_;
    Table& table_;
    std::array<Line, longest_line + 1> lines_;
    std::array<std::array<std::uint64_t, 256>, 2> history_{};
};

}  // namespace saizen
