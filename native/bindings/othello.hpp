#pragma once

#include <cstdint>
#include <vector>

#include "position.hpp"
#include "saizen/othello.hpp"
#include "saizen/solver.hpp"

namespace saizen {

using OthelloPosition = Position<othello::Othello>;

inline std::uint64_t perft(const OthelloPosition& position, nb::handle depth) {
    const int plies = checked_int("depth", depth, 0, 60);
    std::atomic<bool> cancelled{false};
    return run_interruptible(
        [&] { return othello::perft(position.state.board, position.game.playable(), plies, cancelled); },
        [&] { cancelled = true; }, [] { return false; });
}

inline othello::Effort effort(int low, int high, std::size_t bytes, nb::handle threads) {
    return {bytes, checked_int("threads", threads, 1, 256), low, high};
}

// The bounds proved for the score, best play, the nodes of all threads, and whether no limit was reached.
inline nb::tuple prove(const OthelloPosition& position, int low, int high, nb::object nodes, nb::object seconds,
    std::size_t bytes, nb::handle threads, nb::object poll) {
    const othello::Effort wanted = effort(low, high, bytes, threads);
    Meter meter(request(nb::none(), "zero", nodes, seconds, poll).limits);
    const othello::Solution found =
        run_polled(position, poll, meter, [&] { return othello::solve(position.game, position.state, wanted, meter); });
    const Answer answer = meter.answer();
    return nb::make_tuple(
        found.bounds.lower, found.bounds.upper, position.line(answer.best.line), found.nodes, answer.complete);
}

// For each legal move the bounds proved for its score; then the nodes, and whether no limit was reached.
inline nb::tuple prove_moves(const OthelloPosition& position, int low, int high, nb::object nodes, nb::object seconds,
    std::size_t bytes, nb::handle threads, nb::object poll) {
    const othello::Effort wanted = effort(low, high, bytes, threads);
    Meter meter(request(nb::none(), "zero", nodes, seconds, poll).limits);
    std::uint64_t visited = 0;
    const auto found = run_polled(position, poll, meter,
        [&] { return othello::solve_moves(position.game, position.state, wanted, meter, visited); });
    nb::list moves;
    for (const auto& [move, bounds] : found) {
        moves.append(nb::make_tuple(
            static_cast<int>(Codec<othello::Othello>::to_python(position.game, move)), bounds.lower, bounds.upper));
    }
    return nb::make_tuple(moves, visited, meter.answer().complete);
}

}  // namespace saizen
