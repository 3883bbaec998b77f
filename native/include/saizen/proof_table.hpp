#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "saizen/game.hpp"
#include "saizen/shared_table.hpp"

namespace saizen::othello {

inline constexpr Move no_square = 65;

// The best move of a position so far.
struct Found {
    int score;
    Move move;
};

// What is proved of a position: its exact score lies between two bounds; and the moves that did best.
struct Proof {
    std::int8_t lower = -64;
    std::int8_t upper = 64;
    std::array<Move, 2> moves{no_square, no_square};
    std::uint8_t effort = 0;  // about log2 of the nodes it took
    std::uint8_t age = 0;
    std::uint16_t used = 1;  // tells a proof of all zeros from none

    void touch(std::uint8_t now) noexcept { age = now; }
    [[nodiscard]] int worth(std::uint8_t now) const noexcept { return effort + (age == now ? 64 : 0); }

    // A search with the window (alpha, alpha + 1) found `score`, after about 2^effort nodes.
    void learn(int alpha, Found found, int nodes_log) noexcept {
        if (found.score > alpha) {
            lower = static_cast<std::int8_t>(std::max<int>(lower, found.score));
        } else {
            upper = static_cast<std::int8_t>(std::min<int>(upper, found.score));
        }
        if (found.move != no_square && found.move != moves[0]) {
            moves = {found.move, moves[0]};
        }
        effort = static_cast<std::uint8_t>(std::max<int>(effort, nodes_log));
    }
};

using ProofTable = SharedTable<Proof>;

}  // namespace saizen::othello
