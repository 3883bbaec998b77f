#pragma once

#include <cstdint>
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

// A finished game: its moves, and its result for the side that moved first.
struct Record {
    Line moves;
    int score;
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

    // `cancelled` ends a search early; the move is then of no use.
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
        return meter.best().line[0];
    }

    const G& game_;
    const E& evaluate_;
    PlayerSpec spec_;
    Stream dice_;
};

// Plays a game from `start` to its end.
template <Game G, typename First, typename Second>
Record play_game(const G& game, typename G::State state, First first, Second second) noexcept {
    Record record{};
    int sign = 1;
    for (; !game.is_over(state); sign = -sign) {
        const Move move = sign > 0 ? first.choose(state) : second.choose(state);
        record.moves.push(move);
        state = game.play(state, move);
    }
    record.score = sign * game.score(state);
    return record;
}

}  // namespace saizen
