#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

#include "saizen/bits.hpp"

namespace saizen {

// The rows, columns and diagonals of a given length on a board of at most 64 squares, packed row by row.
class Rows {
public:
    constexpr Rows(int width, int height, int length) noexcept : length_(length) {
        assert(width * height <= 64);
        constexpr std::array<std::array<int, 2>, 4> directions{{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const auto [across, down] = directions[axis];
            steps_[axis] = down * width + across;
            for (int square = 0; square < width * height; ++square) {
                const int column = square % width + across * (length - 1);
                const int row = square / width + down * (length - 1);
                if (column >= 0 && column < width && row < height) {
                    starts_[axis] |= bit(square);
                }
            }
        }
    }

    // Whether `stones` hold one of the rows, or a longer one.
    [[nodiscard]] constexpr bool any(Bits stones) const noexcept {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            if (runs(stones, axis) != 0) {
                return true;
            }
        }
        return false;
    }

    // How many of the rows lie wholly within `squares`.
    [[nodiscard]] constexpr int count(Bits squares) const noexcept {
        int total = 0;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            total += std::popcount(runs(squares, axis));
        }
        return total;
    }

private:
    // Where a row begins; one that wraps around an edge begins where none can start.
    [[nodiscard]] constexpr Bits runs(Bits squares, std::size_t axis) const noexcept {
        Bits run = squares & starts_[axis];
        for (int distance = 1; distance < length_ && run != 0; ++distance) {
            run &= squares >> distance * steps_[axis];
        }
        return run;
    }

    int length_;
    std::array<int, 4> steps_{};
    std::array<Bits, 4> starts_{};
};

}  // namespace saizen
