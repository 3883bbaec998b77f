#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "saizen/fixed_depth.hpp"
#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello_game.hpp"
#include "saizen/random.hpp"

namespace saizen {

enum class Strategy { random, maxflip, minimax, alphabeta };
enum class Ties { first, last, random };

// Who plays one side of a whole game.
struct PlayerSpec {
    Strategy strategy;
    int depth = no_horizon;
    Ties ties = Ties::first;
};

// A finished game: its moves, its result for the side that moved first, and the effort of the two sides.
struct Record {
    Line moves;
    int score = 0;
    std::array<std::uint64_t, 2> nodes{};
    std::array<double, 2> seconds{};
};

// Turns over as many discs as it can; of equal moves the first.
[[nodiscard]] inline Move most_flips(const othello::Othello& game, const othello::Position& state) noexcept {
    const MoveList moves = game.moves(state);
    Move best = moves[0];
    int most = -1;
    for (const Move move : moves) {
        const int turned = move == othello::pass_move ? 0 : std::popcount(othello::flips(state.board, move));
        if (turned > most) {
            most = turned;
            best = move;
        }
    }
    return best;
}

// Decides the moves of one side: the twin of saizen.players for the same spec, seed, game number and side.
template <Game G, Evaluator<G> E>
class Decider {
public:
    Decider(const G& game, const E& evaluate, PlayerSpec spec, Stream dice) noexcept
        : game_(game), evaluate_(evaluate), spec_(spec), dice_(dice) {}

    Move choose(const typename G::State& state) noexcept {
        if (spec_.strategy == Strategy::random) {
            return dice_.choice(game_.moves(state));
        }
        if constexpr (std::same_as<G, othello::Othello>) {
            if (spec_.strategy == Strategy::maxflip) {
                return most_flips(game_, state);
            }
        }
        return search(state);
    }

    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

private:
    Move search(const typename G::State& state) noexcept {
        MoveList moves = game_.moves(state);
        if (moves.count() == 1) {
            return moves[0];
        }
        if (spec_.ties == Ties::random) {
            dice_.shuffle(moves);
        } else if (spec_.ties == Ties::last) {
            for (int low = 0, high = moves.count() - 1; low < high; ++low, --high) {
                std::swap(moves[low], moves[high]);
            }
        }
        Meter meter;
        FixedDepth<G, E> search(game_, evaluate_, meter);
        if (spec_.strategy == Strategy::minimax) {
            search.minimax(state, moves, spec_.depth);
        } else {
            search.alphabeta(state, moves, spec_.depth);
        }
        nodes_ += meter.nodes();
        return meter.best().line[0];
    }

    const G& game_;
    const E& evaluate_;
    PlayerSpec spec_;
    Stream dice_;
    std::uint64_t nodes_ = 0;
};

// Plays the moves of an opening, which are legal, and then the game to its end.
template <Game G, typename First, typename Second>
Record play_game(
    const G& game, typename G::State state, std::span<const Move> opening, First first, Second second) noexcept {
    using Clock = std::chrono::steady_clock;
    Record record;
    std::size_t turn = 0;
    const auto play = [&](Move move) {
        record.moves.push(move);
        state = game.play(state, move);
        turn ^= 1;
    };
    for (const Move move : opening) {
        play(move);
    }
    for (auto before = Clock::now(); !game.is_over(state);) {
        const Move move = turn == 0 ? first.choose(state) : second.choose(state);
        const auto now = Clock::now();
        record.seconds[turn] += std::chrono::duration<double>(now - before).count();
        before = now;
        play(move);
    }
    record.nodes = {first.nodes(), second.nodes()};
    record.score = turn == 0 ? game.score(state) : -game.score(state);
    return record;
}

}  // namespace saizen
