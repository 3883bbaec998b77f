#pragma once

#include <array>
#include <cstdint>

#include "saizen/bits.hpp"
#include "saizen/othello.hpp"
#include "saizen/stability.hpp"

namespace saizen::othello {

// What every thread that solves on one board shares and never changes: the board's shape in all the ways it is used.
class Field {
public:
    explicit Field(Bits playable) noexcept;

    [[nodiscard]] int score(Board board) const noexcept { return final_score(board, squares); }

    Bits playable;
    int squares;
    bool whole;  // a rectangle without holes
    Bits corners;
    std::array<std::uint8_t, 64> quadrant{};  // one bit of four: which region a square belongs to
    std::array<Bits, 16> odd_squares{};       // the squares of the regions with an odd number of empties
    std::array<Bits, 64> neighbours{};
    Stability stability;
};

}  // namespace saizen::othello
