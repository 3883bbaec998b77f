#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "saizen/field.hpp"
#include "saizen/meter.hpp"
#include "saizen/pattern.hpp"
#include "saizen/random.hpp"

namespace saizen::othello {

inline std::vector<std::int16_t> random_weights() {
    Stream dice(1);
    std::vector<std::int16_t> weights(Evaluation::standing_count());
    for (std::int16_t& weight : weights) {
        weight = static_cast<std::int16_t>(dice.below(401) - 200);
    }
    return weights;
}

// Plain minimax over the same judgements, which a search rounds to quarters of a disc. A search that reaches the end of
// the game knows its score.
inline int plain_search(const Evaluation& evaluation, Board board, int depth) {
    if (depth >= 64 - std::popcount(board.player | board.opponent)) {
        depth = 64;
    }
    const Bits moves = legal_moves(board, ~Bits{0});
    if (depth == 0) {
        const int value = evaluation.value(board);
        return (value + (value < 0 ? -disc / 8 : disc / 8)) / (disc / 4) * (disc / 4);
    }
    if (moves == 0) {
        if (legal_moves(pass(board), ~Bits{0}) == 0) {
            return disc * Field(~Bits{0}).score(board);
        }
        return -plain_search(evaluation, pass(board), depth);
    }
    int best = -infinity;
    for (Bits left = moves; left != 0; left &= left - 1) {
        best = std::max(best, -plain_search(evaluation, play(board, lowest(left)), depth - 1));
    }
    return best;
}

}  // namespace saizen::othello
