#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saizen/pattern.hpp"

// Positions and what they are worth, for fitting the evaluation.
namespace saizen::othello {

// A position, and what it is worth for the side to move in parts of a disc.
struct Labelled {
    Board board;
    std::int32_t searched;  // what a search of the position itself has found
    std::int32_t final;     // the score its game came to; that of the search where there was no game
    std::uint32_t game;     // the number of its game, or of the position where there was no game
    std::uint32_t exact;    // 1 if both are the score with best play from here on
};

// Positions with so many empties, reached by moves that leave the opponent few replies, now and then by any move.
[[nodiscard]] std::vector<Board> random_positions(std::uint64_t seed, std::uint64_t count, int empties, int threads);

// For each position the places of its weights within a phase; mirror images share a place.
void pattern_places(std::span<const Board> boards, std::span<std::int32_t> places, int threads);

// The value of each position: exact up to `exact_from` empties, else a search of `depth` plies that is judged by
// `evaluation`.
[[nodiscard]] std::vector<Labelled> label(const Evaluation& evaluation, std::span<const Board> boards, int depth,
    int selectivity, int exact_from, int threads);

struct SelfPlay {
    std::uint64_t seed;
    std::uint64_t first_game;
    std::uint64_t games;
    int depth;
    int selectivity;  // how certain the cuts of searches have to be: a step of `certainties`
    int exact_from;
    int least_random;  // plies at random before the game begins: so many, or more
    int most_random;
    int threads;
};

// The positions of games of the evaluation against itself after their random beginnings, game after game, the sides in
// turn: a side that has to pass has a position of its own. From `exact_from` empties on each position is solved, and
// moves are chosen hastily or at random, so that many kinds of endings are met; the score of the game is that of the
// first position solved.
[[nodiscard]] std::vector<Labelled> self_play(const Evaluation& evaluation, const SelfPlay& wanted);

// The scores of `one` against `other`, both searching alike: each random beginning is played twice, `one` first with
// the side to move and then with the other side. From `exact_from` empties on both sides play best.
[[nodiscard]] std::vector<std::int32_t> match(const Evaluation& one, const Evaluation& other, const SelfPlay& wanted);

}  // namespace saizen::othello
