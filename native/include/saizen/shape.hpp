#pragma once

#include <algorithm>

#include "saizen/bits.hpp"

namespace saizen {

// A board of 2 to 8 columns and rows in the top-left corner of the 8x8 carrier.
// Outside the core its squares are packed: bit = row * width + column.
struct Shape {
    int width;
    int height;
};

// The carrier square of a packed one.
[[nodiscard]] constexpr int carrier_square(Shape shape, int packed) noexcept {
    return packed / shape.width * 8 + packed % shape.width;
}

[[nodiscard]] constexpr Bits packed_row(Shape shape) noexcept {
    return bit(shape.width) - 1;
}

// Carrier squares of the packed ones.
[[nodiscard]] constexpr Bits unpack(Shape shape, Bits packed) noexcept {
    Bits squares = 0;
    for (int row = 0; row < shape.height; ++row) {
        squares |= (packed >> row * shape.width & packed_row(shape)) << row * 8;
    }
    return squares;
}

// Packed squares of the carrier's; squares off the board are dropped.
[[nodiscard]] constexpr Bits pack(Shape shape, Bits squares) noexcept {
    Bits packed = 0;
    for (int row = 0; row < shape.height; ++row) {
        packed |= (squares >> row * 8 & packed_row(shape)) << row * shape.width;
    }
    return packed;
}

// All squares of the board.
[[nodiscard]] constexpr Bits playable(Shape shape) noexcept {
    return unpack(shape, ~Bits{0});
}

// The smallest board that holds all of the carrier's squares in a set.
[[nodiscard]] constexpr Shape bounds_of(Bits squares) noexcept {
    Shape shape{0, 0};
    for (; squares != 0; squares &= squares - 1) {
        shape.width = std::max(shape.width, lowest(squares) % 8 + 1);
        shape.height = std::max(shape.height, lowest(squares) / 8 + 1);
    }
    return shape;
}

}  // namespace saizen
