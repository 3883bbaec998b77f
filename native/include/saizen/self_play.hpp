#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saizen/pattern.hpp"

// Positions and what they are worth, for fitting the evaluation.
namespace saizen::othello {

// A position, and its value for the side to move in parts of a disc.
struct Labelled {
    Board board;
    std::int32_t value;
    std::int32_t exact;  // 1 if the value is the score with best play from here on, 0 if from later on
};

// Positions with so many empties, reached by moves that leave the opponent few replies, now and then by any move.
[[nodiscard]] std::vector<Board> random_positions(std::uint64_t seed, std::uint64_t count, int empties, int threads);

// The value of each position: exact up to `exact_from` empties, else a search of `depth` plies that is judged by
// `evaluation`.
[[nodiscard]] std::vector<Labelled> label(
    const Evaluation& evaluation, std::span<const Board> boards, int depth, int exact_from, int threads);

struct SelfPlay {
    std::uint64_t seed;
    std::uint64_t first_game;
    std::uint64_t games;
    int depth;
    int exact_from;
    int least_random;  // plies at random before the game begins: so many, or more
    int most_random;
    int threads;
};

// The positions of games of the evaluation against itself after their random beginnings, each with the score of the
// game: from `exact_from` empties on both sides play best.
[[nodiscard]] std::vector<Labelled> self_play(const Evaluation& evaluation, const SelfPlay& wanted);

}  // namespace saizen::othello
