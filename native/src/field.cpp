#include "saizen/field.hpp"

#include <bit>
#include <cstddef>

#include "saizen/shape.hpp"

namespace saizen::othello {
namespace {

constexpr Bits neighbourhood(int square, Bits playable) noexcept {
    Bits squares = 0;
    for (int row = square / 8 - 1; row <= square / 8 + 1; ++row) {
        for (int column = square % 8 - 1; column <= square % 8 + 1; ++column) {
            if (row >= 0 && row < 8 && column >= 0 && column < 8) {
                squares |= bit(row * 8 + column);
            }
        }
    }
    return squares & playable & ~bit(square);
}

}  // namespace

Field::Field(Bits playable_squares) noexcept
    : playable(playable_squares),
      squares(std::popcount(playable_squares)),
      whole(false),
      corners(0),
      stability(playable_squares) {
    const auto [width, height] = bounds_of(playable);
    whole = squares == width * height;
    for (int square = 0; square < 64; ++square) {
        const auto index = static_cast<std::size_t>(square);
        neighbours[index] = neighbourhood(square, playable);
        const int region = (square / 8 >= height / 2) * 2 + (square % 8 >= width / 2);
        quadrant[index] = static_cast<std::uint8_t>(1 << region);
        for (std::size_t parity = 0; parity < 16; ++parity) {
            if (parity & quadrant[index]) {
                odd_squares[parity] |= bit(square);
            }
        }
    }
    for (const int corner : {0, width - 1, (height - 1) * 8, (height - 1) * 8 + width - 1}) {
        corners |= bit(corner) & playable;
    }
}

}  // namespace saizen::othello
