#pragma once

#include "saizen/game.hpp"
#include "saizen/othello_game.hpp"

namespace saizen::othello {

// One of the eight symmetries of a square board, or the four of another rectangle.
struct Symmetry {
    bool flip_rows;
    bool flip_columns;
    bool transpose;

    [[nodiscard]] int image(Shape shape, int square) const noexcept {
        const int row = flip_rows ? shape.height - 1 - square / 8 : square / 8;
        const int column = flip_columns ? shape.width - 1 - square % 8 : square % 8;
        return transpose ? column * 8 + row : row * 8 + column;
    }

    [[nodiscard]] Bits image(Shape shape, Bits squares) const noexcept {
        Bits images = 0;
        for (; squares != 0; squares &= squares - 1) {
            images |= bit(image(shape, std::countr_zero(squares)));
        }
        return images;
    }
};

// The legal moves, without those that a symmetry of the position itself takes to an earlier one.
[[nodiscard]] inline MoveList distinct_moves(const Othello& game, const Position& position) noexcept {
    const Shape shape = game.shape();
    const MoveList moves = game.moves(position);
    if (moves[0] == pass_move) {
        return moves;
    }
    Bits seen = 0;
    MoveList distinct;
    for (const Move move : moves) {
        if (seen & bit(move)) {
            continue;
        }
        distinct.push(move);
        for (int number = 0; number < (shape.width == shape.height ? 8 : 4); ++number) {
            const Symmetry symmetry{(number & 1) != 0, (number & 2) != 0, (number & 4) != 0};
            if (symmetry.image(shape, position.board.player) == position.board.player &&
                symmetry.image(shape, position.board.opponent) == position.board.opponent) {
                seen |= bit(symmetry.image(shape, static_cast<int>(move)));
            }
        }
    }
    return distinct;
}

}  // namespace saizen::othello
