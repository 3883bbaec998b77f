#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "saizen/game.hpp"
#include "saizen/meter.hpp"

namespace saizen {

// Minimax and alpha-beta to a fixed depth, node for node the twins of saizen.search.minimax and .alphabeta.
template <Game G, Evaluator<G> E>
class FixedDepth {
public:
    FixedDepth(const G& game, const E& evaluate, Meter& meter) noexcept
        : game_(game), evaluate_(evaluate), meter_(meter) {}

    void minimax(const typename G::State& root, const MoveList& moves, int depth) noexcept {
        run<false>(root, moves, depth);
    }
    void alphabeta(const typename G::State& root, const MoveList& moves, int depth) noexcept {
        run<true>(root, moves, depth);
    }

private:
    using State = typename G::State;

    template <bool prune>
    void run(const State& root, const MoveList& moves, int depth) noexcept {
        const int value = visit<prune, true>(root, &moves, depth, -infinity, infinity, 0);
        if (!meter_.stopped()) {
            meter_.keep(value, lines_[0]);
        }
        meter_.reach(depth);
    }

    // The value if it lies inside (alpha, beta), else a bound on that side of it; best play goes to lines_[ply].
    template <bool prune, bool root = false>
    int visit(const State& state, const MoveList* chosen, int depth, int alpha, int beta, std::size_t ply) noexcept {
        Line& line = lines_[ply];
        line.clear();
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
        int best = -infinity;
        for (const Move move : root ? *chosen : game_.moves(state)) {
            const int value = -visit<prune>(game_.play(state, move), nullptr, depth - 1, -beta, -alpha, ply + 1);
            if (meter_.stopped()) {
                return 0;
            }
            if (value > best) {
                best = value;
                line.join(move, lines_[ply + 1]);
                if constexpr (root) {
                    meter_.keep(best, line);
                }
                if constexpr (prune) {
                    alpha = std::max(alpha, best);
                    if (alpha >= beta) {  // the opponent will not allow this position
                        break;
                    }
                }
            }
        }
        return best;
    }

    const G& game_;
    const E& evaluate_;
    Meter& meter_;
    std::array<Line, longest_line + 1> lines_;
};

}  // namespace saizen
