#pragma once

#include <array>
#include <cstddef>

#include "saizen/bits.hpp"
#include "saizen/othello.hpp"

namespace saizen::othello {

// Finds discs that can never be turned over again, on any board within the carrier.
class Stability {
public:
    explicit constexpr Stability(Bits playable) noexcept {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const auto [row_step, column_step] = directions[axis];
            for (int square = 0; square < 64; ++square) {
                for (std::size_t power = 0; power < 3; ++power) {
                    const int distance = 1 << power;
                    leaves_up_[axis][power] |= leaves(square, row_step * distance, column_step * distance);
                    leaves_down_[axis][power] |= leaves(square, -row_step * distance, -column_step * distance);
                }
                if (!holds(playable, square, row_step, column_step) ||
                    !holds(playable, square, -row_step, -column_step)) {
                    borders_[axis] |= bit(square);
                }
            }
        }
    }

    // Discs of `player` that are surely stable; `empties` are the squares still to be played.
    [[nodiscard]] Bits stable(Bits player, Bits empties) const noexcept {
        std::array<Bits, 4> safe;  // along each axis: full lines, and squares on the border
        for (std::size_t axis = 0; axis < 4; ++axis) {
            safe[axis] = full_lines(~empties, axis) | borders_[axis];
        }
        Bits found = player & safe[0] & safe[1] & safe[2] & safe[3];
        for (Bits before = 0; found != before;) {
            before = found;
            found = player & (safe[0] | beside(found, 0)) & (safe[1] | beside(found, 1)) &
                    (safe[2] | beside(found, 2)) & (safe[3] | beside(found, 3));
        }
        return found;
    }

private:
    static constexpr std::array<std::array<int, 2>, 4> directions{{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
    static constexpr std::array<int, 4> steps{1, 7, 8, 9};

    static constexpr bool holds(Bits squares, int square, int row_step, int column_step) noexcept {
        return leaves(square, row_step, column_step) == 0 && (squares & bit(square + 8 * row_step + column_step)) != 0;
    }

    // The square itself if the step leads off the carrier, else nothing.
    static constexpr Bits leaves(int square, int row_step, int column_step) noexcept {
        const int row = square / 8 + row_step;
        const int column = square % 8 + column_step;
        return row >= 0 && row < 8 && column >= 0 && column < 8 ? 0 : bit(square);
    }

    // Squares whose neighbour along the axis is one of `discs`; wrapped ones lie on the border anyway.
    static Bits beside(Bits discs, std::size_t axis) noexcept {
        return (discs << steps[axis]) | (discs >> steps[axis]);
    }

    // Squares whose whole line along the axis is filled: all squares up to the edge, in both directions.
    Bits full_lines(Bits filled, std::size_t axis) const noexcept {
        Bits up = filled;
        Bits down = filled;
        for (std::size_t power = 0; power < 3; ++power) {
            const int shift = steps[axis] << power;
            up &= (up >> shift) | leaves_up_[axis][power];
            down &= (down << shift) | leaves_down_[axis][power];
        }
        return up & down;
    }

    std::array<std::array<Bits, 3>, 4> leaves_up_{};
    std::array<std::array<Bits, 3>, 4> leaves_down_{};
    std::array<Bits, 4> borders_{};
};

}  // namespace saizen::othello
