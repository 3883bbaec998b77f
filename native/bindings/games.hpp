#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "position.hpp"

namespace saizen {

// A player as Python names it: its strategy, depth, evaluator and ties.
struct NamedPlayer {
    PlayerSpec spec;
    std::string evaluator;
};

inline NamedPlayer named_player(nb::tuple parts) {
    const auto one_of = [](nb::handle name, std::initializer_list<const char*> known) {
        int index = 0;
        for (const char* candidate : known) {
            if (nb::cast<std::string>(name) == candidate) {
                return index;
            }
            ++index;
        }
        throw nb::value_error(nb::str("{!r} is no native player or tie rule").format(name).c_str());
    };
    const int depth = parts[1].is_none() ? no_horizon : checked_int("depth", parts[1], 1, no_horizon);
    return {{static_cast<Strategy>(one_of(parts[0], {"random", "maxflip", "minimax", "alphabeta"})), depth,
                static_cast<Ties>(one_of(parts[3], {"first", "last", "random"}))},
        nb::cast<std::string>(parts[2])};
}

// Plays games number `from` to `from + count - 1` from `start`: for each its moves and its result for the first side.
template <Game G>
nb::list play_games(const Position<G>& start, nb::tuple first, nb::tuple second, std::uint64_t seed, std::uint64_t from,
    std::uint64_t count) {
    const NamedPlayer one = named_player(first);
    const NamedPlayer two = named_player(second);
    std::atomic<bool> cancelled{false};
    std::vector<Record> records;
    with_evaluator<G>(one.evaluator, [&](auto judge_one) {
        with_evaluator<G>(two.evaluator, [&](auto judge_two) {
            const auto play = [&] {
                for (std::uint64_t game = from; game < from + count && !cancelled; ++game) {
                    records.push_back(play_game(start.game, start.state,
                        Decider(start.game, judge_one, one.spec, Stream(seed, game, 0)),
                        Decider(start.game, judge_two, two.spec, Stream(seed, game, 1))));
                }
            };
            run_interruptible(play, [&] { cancelled = true; }, [] { return false; });
        });
    });
    nb::list list;
    for (const Record& record : records) {
        list.append(nb::make_tuple(start.line(record.moves), record.score));
    }
    return list;
}

}  // namespace saizen
