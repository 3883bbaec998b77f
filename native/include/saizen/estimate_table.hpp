#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "saizen/pattern.hpp"
#include "saizen/proof_table.hpp"
#include "saizen/shared_table.hpp"

namespace saizen::othello {

inline constexpr int lowest_value = -64 * disc;

// What a search of some depth and selectivity has found of a position: its value lies between two bounds, in parts of a
// disc; and the moves that did best.
struct Estimate {
    std::int16_t lower = lowest_value;
    std::int16_t upper = -lowest_value;
    std::array<Move, 2> moves{no_square, no_square};
    std::uint8_t depth = 0;
    std::uint8_t marks = 0;  // the selectivity and, above it, the age

    [[nodiscard]] int selectivity() const noexcept { return marks & 7; }
    void touch(std::uint8_t now) noexcept { marks = static_cast<std::uint8_t>((marks & 7) | now << 3); }
    [[nodiscard]] int worth(std::uint8_t now) const noexcept { return depth + (marks >> 3 == (now & 31) ? 64 : 0); }
    [[nodiscard]] bool holds_for(int plies, int step) const noexcept { return depth >= plies && selectivity() >= step; }

    // A search with the window (alpha, beta) found something. What a deeper one found stays.
    void learn(int plies, int step, int alpha, int beta, Found found) noexcept {
        if (depth > plies || (depth == plies && selectivity() > step)) {
            return;
        }
        if (depth < plies || selectivity() < step) {
            lower = lowest_value;
            upper = -lowest_value;
            depth = static_cast<std::uint8_t>(plies);
            marks = static_cast<std::uint8_t>(step);
        }
        if (found.score > alpha) {
            lower = std::max(lower, static_cast<std::int16_t>(found.score));
        }
        if (found.score < beta) {
            upper = std::min(upper, static_cast<std::int16_t>(found.score));
        }
        if (found.move != moves[0] && (found.score > alpha || moves[0] == no_square)) {
            moves = {found.move, moves[0]};
        }
    }
};

using EstimateTable = SharedTable<Estimate>;

}  // namespace saizen::othello
