#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "saizen/deepening.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello_game.hpp"
#include "saizen/pattern.hpp"
#include "saizen/solver.hpp"

namespace saizen::othello {

// How far an analysis goes: to `depth` plies, with cuts as certain as `selectivity` says; with `end_from` empties or
// fewer to the end of the game, and with `exact_from` until the score is proved.
struct Strength {
    int depth;
    int selectivity;
    int end_from;
    int exact_from;
    double soft_seconds = std::numeric_limits<double>::infinity();  // after these no further step is begun
};

// What a move is worth to the side that plays it, in parts of a disc, and what says so.
struct Judged {
    Move move;
    int value;
    int depth;
    int selectivity;
    bool exact;
    Line line;
};

// The latest that an analysis has found, for another thread to read.
class Bulletin {
public:
    void post(const std::vector<Judged>& moves) {
        const std::scoped_lock lock(guard_);
        moves_ = moves;
    }
    [[nodiscard]] std::vector<Judged> read() const {
        const std::scoped_lock lock(guard_);
        return moves_;
    }

private:
    mutable std::mutex guard_;
    std::vector<Judged> moves_;
};

// Analyses 8x8 positions, and remembers what it has found from one to the next.
class Engine {
public:
    Engine(std::size_t table_bytes, int threads);

    // Forgets everything.
    void clear();

    // Posts what the moves of a position that is not over are worth, best first, ever deeper: of the best move only, or
    // of all. The first post comes whatever the limits. Returns the nodes of all threads.
    std::uint64_t analyse(const Evaluation& evaluation, const Position& root, const Strength& strength, bool all_moves,
        Meter& meter, Bulletin& bulletin);

private:
    Othello game_;
    Field field_;
    std::size_t table_bytes_;
    int threads_;
    Tables tables_;
};

}  // namespace saizen::othello
