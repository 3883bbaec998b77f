#pragma once

#include <bit>

#include "saizen/game.hpp"
#include "saizen/rows.hpp"

namespace saizen {

// A position of a game that ends with a row of stones, packed row by row.
struct Stones {
    Bits own;
    Bits other;
    bool lost;  // the other side has just made its row
};

// What m,n,k games and Connect Four share: rows, and results of −1, 0 and 1.
class RowGame {
public:
    using State = Stones;

    constexpr RowGame(int width, int height, int length) noexcept
        : width_(width),
          full_(width * height == 64 ? ~Bits{0} : bit(width * height) - 1),
          rows_(width, height, length) {}

    [[nodiscard]] State state(Key key) const noexcept { return {key.own, key.other, rows_.any(key.other)}; }
    [[nodiscard]] Key key(const State& state) const noexcept { return {state.own, state.other}; }
    [[nodiscard]] bool is_over(const State& state) const noexcept {
        return state.lost || (state.own | state.other) == full_;
    }
    [[nodiscard]] int score(const State& state) const noexcept { return state.lost ? -1 : 0; }
    [[nodiscard]] int best_score() const noexcept { return 1; }

    // How many rows are still open to the side to move, less those open to the other.
    [[nodiscard]] int open_rows(const State& state) const noexcept {
        return rows_.count(full_ & ~state.other) - rows_.count(full_ & ~state.own);
    }

protected:
    [[nodiscard]] Bits empty(const State& state) const noexcept { return full_ & ~(state.own | state.other); }
    [[nodiscard]] State put(const State& state, Bits stone) const noexcept {
        const Bits own = state.own | stone;
        return {state.other, own, rows_.any(own)};
    }

    int width_;
    Bits full_;
    Rows rows_;
};

// k in a row on m columns and n rows; a move is a square.
class MNK : public RowGame {
public:
    constexpr MNK(int m, int n, int k) noexcept : RowGame(m, n, k) {}

    [[nodiscard]] MoveList moves(const State& state) const noexcept {
        MoveList list;
        for (Bits squares = empty(state); squares != 0; squares &= squares - 1) {
            list.push(static_cast<Move>(std::countr_zero(squares)));
        }
        return list;
    }
    [[nodiscard]] State play(const State& state, Move square) const noexcept { return put(state, bit(square)); }
};

// Four in a row; a move is a column, and its stone falls to the lowest empty square, the one of the highest row.
class ConnectFour : public RowGame {
public:
    constexpr ConnectFour(int width, int height) noexcept : RowGame(width, height, 4) {
        for (int row = 0; row < height; ++row) {
            first_column_ |= bit(row * width);
        }
    }

    [[nodiscard]] MoveList moves(const State& state) const noexcept {
        MoveList list;
        const Bits free = empty(state);
        for (int column = 0; column < width_; ++column) {
            if (free & bit(column)) {
                list.push(static_cast<Move>(column));
            }
        }
        return list;
    }
    [[nodiscard]] State play(const State& state, Move column) const noexcept {
        return put(state, std::bit_floor(empty(state) & first_column_ << column));
    }

private:
    Bits first_column_ = 0;
};

// Open rows: how many a side can still make, less those of the other.
struct OpenRows {
    int operator()(const RowGame& game, const Stones& state) const noexcept { return game.open_rows(state); }
};

}  // namespace saizen
