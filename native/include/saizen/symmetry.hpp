#pragma once

#include <array>
#include <cstddef>

#include "saizen/game.hpp"
#include "saizen/othello_game.hpp"

namespace saizen::othello {

// One of the eight symmetries of a square board, or the four of another rectangle.
class Symmetry {
public:
    explicit constexpr Symmetry(int number) noexcept
        : rows_((number & 1) != 0), columns_((number & 2) != 0), diagonal_((number & 4) != 0) {}

    // How many a board has; number 0 changes nothing.
    [[nodiscard]] static constexpr int count(Shape shape) noexcept { return shape.width == shape.height ? 8 : 4; }

    [[nodiscard]] constexpr int image(Shape shape, int square) const noexcept {
        const int row = rows_ ? shape.height - 1 - square / 8 : square / 8;
        const int column = columns_ ? shape.width - 1 - square % 8 : square % 8;
        return diagonal_ ? column * 8 + row : row * 8 + column;
    }

    // The images of a set of squares: the carrier mirrored, and what then lies off the corner moved back to it.
    [[nodiscard]] constexpr Bits image(Shape shape, Bits squares) const noexcept {
        if (rows_) {
            squares = mirror_rows(squares) >> 8 * (8 - shape.height);
        }
        if (columns_) {
            squares = mirror_columns(squares) >> (8 - shape.width);
        }
        return diagonal_ ? mirror_diagonal(squares) : squares;
    }

    // All eight images of a set of squares of the 8x8 board, by number.
    [[nodiscard]] static constexpr std::array<Bits, 8> images(Bits squares) noexcept {
        const Bits columns = mirror_columns(squares);
        const Bits diagonal = mirror_diagonal(squares);
        const Bits turned = mirror_columns(diagonal);
        return {squares, mirror_rows(squares), columns, mirror_rows(columns), diagonal, turned, mirror_rows(diagonal),
            mirror_rows(turned)};
    }

private:
    bool rows_;
    bool columns_;
    bool diagonal_;

    // Exchanges each square of `mask` with the one `step` bits higher.
    static constexpr Bits exchange(Bits squares, int step, Bits mask) noexcept {
        const Bits differing = (squares ^ squares >> step) & mask;
        return squares ^ differing ^ differing << step;
    }
    static constexpr Bits mirror_rows(Bits squares) noexcept { return __builtin_bswap64(squares); }
    static constexpr Bits mirror_columns(Bits squares) noexcept {
        squares = exchange(squares, 1, 0x5555555555555555);
        squares = exchange(squares, 2, 0x3333333333333333);
        return exchange(squares, 4, 0x0f0f0f0f0f0f0f0f);
    }
    static constexpr Bits mirror_diagonal(Bits squares) noexcept {
        squares = exchange(squares, 7, 0x00aa00aa00aa00aa);
        squares = exchange(squares, 14, 0x0000cccc0000cccc);
        return exchange(squares, 28, 0x00000000f0f0f0f0);
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
        for (int number = 0; number < Symmetry::count(shape); ++number) {
            const Symmetry symmetry(number);
            if (symmetry.image(shape, position.board.player) == position.board.player &&
                symmetry.image(shape, position.board.opponent) == position.board.opponent) {
                seen |= bit(symmetry.image(shape, static_cast<int>(move)));
            }
        }
    }
    return distinct;
}

}  // namespace saizen::othello
