#pragma once

#include <array>
#include <bit>

#include "saizen/game.hpp"
#include "saizen/othello.hpp"
#include "saizen/shape.hpp"

namespace saizen::othello {

inline constexpr Move pass_move = 64;

// A position and the squares its side to move may play.
struct Position {
    Board board;
    Bits mobility;
};

// Othello on any board within 8x8. Moves are squares of the carrier; a pass is a move.
class Othello {
public:
    using State = Position;

    explicit constexpr Othello(Shape shape) noexcept : shape_(shape), playable_(saizen::playable(shape)) {
        const Bits top = packed_row(shape);
        const Bits left = playable_ & 0x0101010101010101;
        edges_ = {top, top << 8 * (shape.height - 1), left, left << (shape.width - 1)};
        corners_ = (edges_[0] | edges_[1]) & (edges_[2] | edges_[3]);
    }

    [[nodiscard]] Shape shape() const noexcept { return shape_; }
    [[nodiscard]] Bits playable() const noexcept { return playable_; }

    [[nodiscard]] State state(Key key) const noexcept { return reach({key.own, key.other}); }
    [[nodiscard]] Key key(const State& state) const noexcept { return {state.board.player, state.board.opponent}; }

    [[nodiscard]] bool is_over(const State& state) const noexcept {
        return state.mobility == 0 && legal_moves(pass(state.board), playable_) == 0;
    }

    [[nodiscard]] int score(const State& state) const noexcept { return final_score(state.board, best_score()); }

    [[nodiscard]] MoveList moves(const State& state) const noexcept {
        MoveList list;
        for (Bits squares = state.mobility; squares != 0; squares &= squares - 1) {
            list.push(static_cast<Move>(std::countr_zero(squares)));
        }
        if (list.empty()) {
            list.push(pass_move);
        }
        return list;
    }

    [[nodiscard]] State play(const State& state, Move move) const noexcept {
        return reach(move == pass_move ? pass(state.board) : othello::play(state.board, move));
    }

    [[nodiscard]] int best_score() const noexcept { return shape_.width * shape_.height; }

    [[nodiscard]] static int discs(Board board) noexcept {
        return std::popcount(board.player) - std::popcount(board.opponent);
    }

    // Corners 10, edges 5, mobility 2 and the sign of the disc difference 1; a corner lies on two edges.
    [[nodiscard]] int positional(const State& state) const noexcept {
        const auto [player, opponent] = state.board;
        int value = 10 * discs({player & corners_, opponent & corners_});
        for (const Bits edge : edges_) {
            value += 5 * discs({player & edge, opponent & edge});
        }
        const Bits replies = legal_moves(pass(state.board), playable_);
        const int difference = discs(state.board);
        return value + 2 * (std::popcount(state.mobility) - std::popcount(replies)) + (difference > 0) -
               (difference < 0);
    }

private:
    [[nodiscard]] State reach(Board board) const noexcept { return {board, legal_moves(board, playable_)}; }

    Shape shape_;
    Bits playable_;
    Bits corners_ = 0;
    std::array<Bits, 4> edges_{};
};

struct Discs {
    int operator()(const Othello&, const Position& state) const noexcept { return Othello::discs(state.board); }
};

struct Positional {
    int operator()(const Othello& game, const Position& state) const noexcept { return game.positional(state); }
};

}  // namespace saizen::othello
