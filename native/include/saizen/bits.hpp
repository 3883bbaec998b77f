#pragma once

#include <cstdint>

namespace saizen {

// A set of squares on the 8x8 carrier board: bit = row * 8 + column, a1 = bit 0, row by row.
using Bits = std::uint64_t;

[[nodiscard]] constexpr Bits bit(int square) noexcept {
    return Bits{1} << square;
}

}  // namespace saizen
