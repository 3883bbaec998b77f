#pragma once

#include "checks.hpp"
#include "saizen/line_games.hpp"
#include "saizen/othello_game.hpp"

namespace saizen {

// How a game's sizes, stones and moves look from Python, where squares are packed row by row.
template <Game G>
struct Codec;

template <>
struct Codec<MNK> {
    static constexpr const char* name = "MNK";
    static MNK game(int m, int n, int k) { return {m, n, k}; }
    static Move to_python(const MNK&, Move move) { return move; }
    static Move from_python(const MNK&, int move) { return static_cast<Move>(move); }
    static Key to_python(const MNK&, Key key) { return key; }
};

template <>
struct Codec<ConnectFour> {
    static constexpr const char* name = "ConnectFour";
    static ConnectFour game(int width, int height) { return {width, height}; }
    static Move to_python(const ConnectFour&, Move move) { return move; }
    static Move from_python(const ConnectFour&, int move) { return static_cast<Move>(move); }
    static Key to_python(const ConnectFour&, Key key) { return key; }
};

template <>
struct Codec<othello::Othello> {
    static constexpr const char* name = "Othello";
    static Move to_python(const othello::Othello& game, Move move) {
        const auto [width, height] = game.shape();
        return static_cast<Move>(move == othello::pass_move ? width * height : move / 8 * width + move % 8);
    }
    static Move from_python(const othello::Othello& game, int move) {
        const auto [width, height] = game.shape();
        return static_cast<Move>(move == width * height ? othello::pass_move : carrier_square(game.shape(), move));
    }
    static Key to_python(const othello::Othello& game, Key key) {
        return {pack(game.shape(), key.own), pack(game.shape(), key.other)};
    }
};

}  // namespace saizen
