#pragma once

#include <bit>
#include <cstdint>

namespace saizen {

// A set of squares on the 8x8 carrier board: bit = row * 8 + column, a1 = bit 0, row by row.
using Bits = std::uint64_t;

[[nodiscard]] constexpr Bits bit(int square) noexcept {
    return Bits{1} << square;
}

// The first square of a set that is not empty.
[[nodiscard]] constexpr int lowest(Bits squares) noexcept {
    return std::countr_zero(squares);
}

}  // namespace saizen
