#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "codec.hpp"
#include "interruptible.hpp"
#include "saizen/fixed_depth.hpp"
#include "saizen/monte_carlo.hpp"
#include "saizen/pattern.hpp"
#include "saizen/playing.hpp"
#include "saizen/table_search.hpp"

namespace saizen {

namespace nb = nanobind;

// A position as Python holds it: the game, the stones, and the two sides, the one to move first.
template <Game G>
struct Position {
    G game;
    typename G::State state;
    nb::object side;
    nb::object other_side;

    using Code = Codec<G>;

    [[nodiscard]] Position after(Move move) const { return {game, game.play(state, move), other_side, side}; }

    [[nodiscard]] nb::list legal_moves() const {
        nb::list list;
        for (const Move move : game.moves(state)) {
            list.append(static_cast<int>(Code::to_python(game, move)));
        }
        return list;
    }

    [[nodiscard]] Move legal(nb::handle wanted) const {
        int number = -1;
        if (nb::try_cast(wanted, number) && number >= 0 && !game.is_over(state)) {
            for (const Move move : game.moves(state)) {
                if (Code::to_python(game, move) == number) {
                    return move;
                }
            }
        }
        const nb::object error = nb::module_::import_("saizen.errors").attr("IllegalMoveError");
        PyErr_Format(error.ptr(), "illegal move %R; legal: %R", wanted.ptr(), legal_moves().ptr());
        throw nb::python_error();
    }

    [[nodiscard]] nb::object winner() const {
        const int score = game.score(state);
        return score == 0 ? nb::none() : score > 0 ? side : other_side;
    }

    [[nodiscard]] nb::tuple key() const {
        const Key key = Code::to_python(game, game.key(state));
        return nb::make_tuple(key.own, key.other);
    }

    [[nodiscard]] nb::tuple line(const Line& moves) const {
        nb::list list;
        for (const Move move : moves) {
            list.append(static_cast<int>(Code::to_python(game, move)));
        }
        return nb::tuple(list);
    }
};

// The trained evaluation that searches use, once Python has loaded it.
inline std::shared_ptr<const othello::Evaluation>& installed_evaluation() {
    static std::shared_ptr<const othello::Evaluation> installed;
    return installed;
}

// Calls `use` with the evaluator called `name`.
template <Game G, typename Use>
auto with_evaluator(const std::string& name, Use use) {
    if constexpr (std::same_as<G, othello::Othello>) {
        if (name == "discs") {
            return use(othello::Discs{});
        }
        if (name == "positional") {
            return use(othello::Positional{});
        }
        if (name == "pattern" && installed_evaluation() != nullptr) {
            return use(othello::Pattern{installed_evaluation()});
        }
    } else if (name == "lines") {
        return use(OpenRows{});
    }
    if (name != "zero") {
        throw nb::value_error(nb::str("unknown evaluator {!r}").format(name).c_str());
    }
    return use(Zero{});
}

// How a search is to be run, as Python says it.
struct Request {
    int depth;
    std::string evaluator;
    Limits limits;
    nb::object poll;  // called with the best answer so far; true ends the search
};

inline Request request(nb::object depth, std::string evaluator, nb::object nodes, nb::object seconds, nb::object poll) {
    Limits limits;
    if (!nodes.is_none()) {
        limits.nodes = checked("nodes", nodes, 1, limits.nodes);
    }
    if (!seconds.is_none()) {
        limits.seconds = nb::cast<double>(seconds);
    }
    const int plies = depth.is_none() ? no_horizon : checked_int("depth", depth, 0, no_horizon);
    return {plies, std::move(evaluator), limits, std::move(poll)};
}

// Runs `task` on a thread of its own, polling Python meanwhile with the best answer that `meter` holds and whatever
// else there is to tell: each of `more` is called for it.
template <Game G, typename Task, typename... More>
auto run_polled(const Position<G>& position, const nb::object& poll, Meter& meter, Task task, More... more) {
    const auto ask = [&] {
        if (poll.is_none()) {
            return false;
        }
        const Best best = meter.best();
        return nb::cast<bool>(poll(best.value, position.line(best.line), best.depth, meter.nodes_seen(), more()...));
    };
    return run_interruptible(task, [&] { meter.cancel(); }, ask);
}

// Runs `search(meter)`: at once if that is quickly done, since a thread costs more than a thousand nodes.
template <Game G, typename Search>
Answer answer_of(const Position<G>& position, const Request& wanted, Search search) {
    constexpr std::uint64_t quick = 1000;
    Meter trial({.nodes = std::min(quick, wanted.limits.nodes)});
    const Answer first = search(trial);
    if (first.complete || wanted.limits.nodes <= quick) {
        return first;
    }
    Meter meter(wanted.limits);
    return run_polled(position, wanted.poll, meter, [&] { return search(meter); });
}

template <Game G, typename Search>
nb::tuple run(const Position<G>& position, const Request& wanted, Search search) {
    const Answer answer = answer_of(position, wanted, search);
    const nb::object value =
        answer.estimate ? nb::object(nb::float_(answer.mean)) : nb::object(nb::int_(answer.best.value));
    return nb::make_tuple(value, position.line(answer.best.line), answer.best.depth, answer.nodes, answer.complete,
        answer.horizon, answer.estimate);
}

template <Game G>
MoveList chosen_moves(const Position<G>& position, nb::object moves) {
    if (moves.is_none()) {
        return position.game.is_over(position.state) ? MoveList{} : position.game.moves(position.state);
    }
    MoveList list;
    for (const nb::handle move : moves) {
        list.push(position.legal(move));
    }
    return list;
}

// Minimax, alpha-beta, PVS or MTD(f) on `position`, among `moves` in that order if any are given.
template <Game G>
nb::tuple search(const Position<G>& position, const std::string& algorithm, nb::object depth, std::string evaluator,
    nb::object moves, nb::object nodes, nb::object seconds, std::size_t entries, nb::object poll) {
    const Request wanted = request(depth, std::move(evaluator), nodes, seconds, poll);
    const MoveList list = chosen_moves(position, moves);
    return with_evaluator<G>(wanted.evaluator, [&](auto evaluate) {
        using E = decltype(evaluate);
        return run(position, wanted, [&](Meter& meter) {
            if (algorithm == "minimax" || algorithm == "alphabeta") {
                FixedDepth<G, E> fixed(position.game, evaluate, meter);
                algorithm == "minimax" ? fixed.minimax(position.state, list, wanted.depth)
                                       : fixed.alphabeta(position.state, list, wanted.depth);
            } else {
                Table table(entries);
                TableSearch<G, E> deepening(position.game, evaluate, meter, table);
                algorithm == "pvs" ? deepening.pvs(position.state, list, wanted.depth)
                                   : deepening.mtdf(position.state, list, wanted.depth);
            }
            return meter.answer();
        });
    });
}

// The exact value of a position of a row game, with a table of at most `bytes`.
template <Game G>
nb::tuple solve(const Position<G>& position, nb::object nodes, nb::object seconds, std::size_t bytes, nb::object poll) {
    return run(position, request(nb::none(), "zero", nodes, seconds, poll), [&](Meter& meter) {
        const Zero even;
        Table table(bytes / sizeof(Entry));
        TableSearch<G, Zero>(position.game, even, meter, table).solve(position.state);
        return meter.answer();
    });
}

template <Game G>
nb::tuple mcts(const Position<G>& position, nb::object depth, std::string evaluator, nb::object playouts,
    std::uint64_t seed, double exploration, nb::object nodes, nb::object seconds, nb::object poll) {
    const Request wanted = request(depth, std::move(evaluator), nodes, seconds, poll);
    const std::uint64_t most =
        playouts.is_none() ? ~std::uint64_t{0} : checked("playouts", playouts, 1, ~std::uint64_t{0});
    return with_evaluator<G>(wanted.evaluator, [&](auto evaluate) {
        return run(position, wanted, [&](Meter& meter) {
            MonteCarlo search(position.game, evaluate, meter, Stream(seed), exploration, wanted.depth);
            return search.run(position.state, most);
        });
    });
}

}  // namespace saizen
