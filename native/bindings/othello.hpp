#pragma once

#include <cstdint>

#include "position.hpp"
#include "saizen/perft.hpp"
#include "saizen/solver.hpp"

namespace saizen {

using OthelloPosition = Position<othello::Othello>;

inline std::uint64_t perft(
    const OthelloPosition& position, nb::handle depth, std::size_t table_bytes, nb::handle threads) {
    const int plies = checked_int("depth", depth, 0, 60);
    const othello::PerftEffort effort{table_bytes, checked_int("threads", threads, 1, 256)};
    std::atomic<bool> cancelled{false};
    return run_interruptible(
        [&] { return othello::perft(position.state.board, position.game.playable(), plies, effort, cancelled); },
        [&] { cancelled = true; }, [] { return false; });
}

inline othello::Effort effort(int low, int high, std::size_t bytes, nb::handle threads) {
    return {bytes, checked_int("threads", threads, 1, 256), low, high};
}

// The bounds proved for the score, best play, the nodes of all threads, and whether no limit was reached.
// `poll` also gets the bounds so far, the score asked about, and how much of that question seems answered.
inline nb::tuple prove(const OthelloPosition& position, int low, int high, nb::object nodes, nb::object seconds,
    std::size_t bytes, nb::handle threads, nb::object poll) {
    const othello::Effort wanted = effort(low, high, bytes, threads);
    Meter meter(request(nb::none(), "zero", nodes, seconds, poll).limits);
    othello::Progress progress;
    const std::shared_ptr<const othello::Evaluation> evaluation = installed_evaluation();
    const othello::Solution found = run_polled(
        position, poll, meter,
        [&] { return othello::solve(position.game, position.state, wanted, evaluation.get(), meter, progress); },
        [&] { return progress.lower.load(); }, [&] { return progress.upper.load(); },
        [&] { return progress.asked.load(); }, [&] { return progress.done.load(); });
    const Answer answer = meter.answer();
    return nb::make_tuple(
        found.bounds.lower, found.bounds.upper, position.line(answer.best.line), found.nodes, answer.complete);
}

}  // namespace saizen
