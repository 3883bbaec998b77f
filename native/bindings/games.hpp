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

using Opening = std::vector<Move>;

// The moves of openings as Python gives them, refused if one is illegal.
template <Game G>
std::vector<Opening> checked_openings(const Position<G>& start, nb::handle openings) {
    std::vector<Opening> list;
    for (const nb::handle moves : openings) {
        Position<G> position = start;
        Opening& opening = list.emplace_back();
        for (const nb::handle move : moves) {
            opening.push_back(position.legal(move));
            position = position.after(opening.back());
        }
    }
    return list;
}

// One game to be played: its number, its opening, and whether the second player moves first.
struct Fixture {
    std::uint64_t number;
    Opening opening;
    bool swapped;
};

// For each game its moves, its result for the side that moved first, and the nodes and seconds of that and the other.
template <Game G>
nb::list play_fixtures(const Position<G>& start, nb::tuple first, nb::tuple second, std::uint64_t seed,
    const std::vector<Fixture>& fixtures) {
    const NamedPlayer one = named_player(first);
    const NamedPlayer two = named_player(second);
    std::atomic<bool> cancelled{false};
    std::vector<Record> records;
    with_evaluator<G>(one.evaluator, [&](auto judge_one) {
        with_evaluator<G>(two.evaluator, [&](auto judge_two) {
            const auto play_one = [&](const Fixture& game) {
                Decider one_plays(start.game, judge_one, one.spec, Stream(seed, game.number, game.swapped ? 1 : 0));
                Decider two_plays(start.game, judge_two, two.spec, Stream(seed, game.number, game.swapped ? 0 : 1));
                return game.swapped ? play_game(start.game, start.state, game.opening, two_plays, one_plays)
                                    : play_game(start.game, start.state, game.opening, one_plays, two_plays);
            };
            const auto play = [&] {
                for (std::size_t game = 0; game < fixtures.size() && !cancelled; ++game) {
                    records.push_back(play_one(fixtures[game]));
                }
            };
            run_interruptible(play, [&] { cancelled = true; }, [] { return false; });
        });
    });
    nb::list list;
    for (const Record& record : records) {
        list.append(nb::make_tuple(start.line(record.moves), record.score,
            nb::make_tuple(record.nodes[0], record.nodes[1]), nb::make_tuple(record.seconds[0], record.seconds[1])));
    }
    return list;
}

// Plays games number `from` to `from + count - 1` from `start`.
template <Game G>
nb::list play_games(const Position<G>& start, nb::tuple first, nb::tuple second, std::uint64_t seed, std::uint64_t from,
    std::uint64_t count) {
    std::vector<Fixture> fixtures;
    for (std::uint64_t game = from; game < from + count; ++game) {
        fixtures.push_back({game, {}, false});
    }
    return play_fixtures(start, first, second, seed, fixtures);
}

// Plays pairs of games: number `2 * pair` with `one` first and `2 * pair + 1` with `two` first, both from an opening.
template <Game G>
nb::list play_pairs(
    const Position<G>& start, nb::tuple one, nb::tuple two, std::uint64_t seed, nb::list pairs, nb::list openings) {
    const std::vector<Opening> moves = checked_openings(start, openings);
    if (moves.size() != pairs.size()) {
        throw nb::value_error("each pair has one opening");
    }
    std::vector<Fixture> fixtures;
    for (std::size_t index = 0; index < moves.size(); ++index) {
        const auto pair = nb::cast<std::uint64_t>(pairs[index]);
        fixtures.push_back({2 * pair, moves[index], false});
        fixtures.push_back({2 * pair + 1, moves[index], true});
    }
    return play_fixtures(start, one, two, seed, fixtures);
}

// The position after moves that are all legal.
template <Game G>
Position<G> replay(const Position<G>& start, nb::handle moves) {
    Position<G> position = start;
    for (const nb::handle move : moves) {
        position = position.after(position.legal(move));
    }
    return position;
}

}  // namespace saizen
