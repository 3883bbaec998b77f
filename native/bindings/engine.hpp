#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "checks.hpp"
#include "interruptible.hpp"
#include "othello.hpp"
#include "saizen/engine.hpp"

namespace saizen {

// What each move is worth: the move, its value in parts of a disc, plies, percent, whether it is proved, and a line.
inline nb::list judged_moves(const OthelloPosition& position, const std::vector<othello::Judged>& moves) {
    nb::list list;
    for (const othello::Judged& move : moves) {
        const int percent = othello::certainties[static_cast<std::size_t>(move.selectivity)].percent;
        const nb::object line = position.line(move.line);
        list.append(nb::make_tuple(line[0], move.value, move.depth, percent, move.exact, line));
    }
    return list;
}

inline nb::tuple analyse(othello::Engine& engine, const OthelloPosition& position, nb::handle depth,
    nb::handle selectivity, nb::handle end_from, nb::handle exact_from, bool all_moves, nb::object nodes,
    nb::object seconds, nb::object soft_seconds, nb::object poll) {
    const std::shared_ptr<const othello::Evaluation> evaluation = installed_evaluation();
    if (evaluation == nullptr || position.game.best_score() != 64 || position.game.is_over(position.state)) {
        throw nb::value_error("the engine takes 8x8 positions that are not over, once its weights are installed");
    }
    othello::Strength strength{checked_int("depth", depth, 1, 60),
        checked_int("selectivity", selectivity, 0, othello::no_cuts), checked_int("end_from", end_from, 0, 60),
        checked_int("exact_from", exact_from, 0, 60)};
    if (!soft_seconds.is_none()) {
        strength.soft_seconds = nb::cast<double>(soft_seconds);
    }
    Meter meter(request(nb::none(), "zero", nodes, seconds, poll).limits);
    othello::Bulletin bulletin;
    const std::uint64_t visited = run_interruptible(
        [&] { return engine.analyse(*evaluation, position.state, strength, all_moves, meter, bulletin); },
        [&] { meter.cancel(); },
        [&] {
            return !poll.is_none() && nb::cast<bool>(poll(judged_moves(position, bulletin.read()), meter.nodes_seen()));
        });
    return nb::make_tuple(judged_moves(position, bulletin.read()), visited, !meter.stopped());
}

inline void bind_engine(nb::module_& module) {
    using namespace nanobind::literals;
    nb::class_<othello::Engine>(module, "Engine")
        .def(
            "__init__",
            [](othello::Engine* self, std::size_t bytes, nb::handle threads) {
                new (self) othello::Engine(bytes, checked_int("threads", threads, 1, 256));
            },
            "bytes"_a, "threads"_a)
        .def("clear", &othello::Engine::clear)
        .def("analyse", &analyse, "position"_a, "depth"_a, "selectivity"_a, "end_from"_a, "exact_from"_a, "all_moves"_a,
            "nodes"_a.none(), "seconds"_a.none(), "soft_seconds"_a.none(), "poll"_a.none());
}

}  // namespace saizen
