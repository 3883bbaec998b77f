#pragma once

#include <cstddef>
#include <cstdint>

#include "saizen/endgame.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello_game.hpp"
#include "saizen/progress.hpp"

namespace saizen::othello {

// What a score is proved to lie between.
struct Bounds {
    int lower;
    int upper;
};

// How to solve: with how large a table, on how many threads, and how closely. A score at or beyond `low` or `high` need
// not be known better than that: −1 and 1 ask only who wins.
struct Effort {
    std::size_t table_bytes;
    int threads = 1;
    int low = -64;
    int high = 64;
};

struct Solution {
    Bounds bounds;
    std::uint64_t nodes;  // of all threads
};

// Proves ever closer bounds until they meet; the meter then holds the score and best play to the end.
// When a limit stops it, the meter holds the lower bound and its move.
Solution solve(const Othello& game, const Position& position, const Effort& effort, Meter& meter, Progress& progress);

}  // namespace saizen::othello
