#pragma once

#include "saizen/othello.hpp"

// The rules of Othello, one square at a time: slow, and plain enough to be trusted.
namespace saizen::othello {

// Discs turned over in one direction.
inline Bits walk(Board board, int square, int row_step, int column_step) {
    Bits turned = 0;
    int row = square / 8 + row_step;
    int column = square % 8 + column_step;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += row_step, column += column_step) {
        const Bits here = bit(row * 8 + column);
        if (board.player & here) {
            return turned;
        }
        if (!(board.opponent & here)) {
            return 0;
        }
        turned |= here;
    }
    return 0;
}

inline Bits walked_flips(Board board, int square) {
    Bits turned = 0;
    if ((board.player | board.opponent) & bit(square)) {
        return turned;
    }
    for (int row_step = -1; row_step <= 1; ++row_step) {
        for (int column_step = -1; column_step <= 1; ++column_step) {
            if (row_step != 0 || column_step != 0) {
                turned |= walk(board, square, row_step, column_step);
            }
        }
    }
    return turned;
}

inline Bits walked_moves(Board board, Bits playable) {
    Bits moves = 0;
    for (int square = 0; square < 64; ++square) {
        if ((playable & bit(square)) && walked_flips(board, square)) {
            moves |= bit(square);
        }
    }
    return moves;
}

}  // namespace saizen::othello
