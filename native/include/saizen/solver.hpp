#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "saizen/crew.hpp"
#include "saizen/deepening.hpp"
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

// Empties from which a search for a guess saves more than it costs; the evaluation is not asked about fewer.
inline constexpr int guessed_from = 16;

// The selectivity of the last search before a proof: the longer the proof, the more a good guess saves.
[[nodiscard]] constexpr int surest_guess(int empties) noexcept {
    return empties < 22 ? 0 : empties < 25 ? 1 : 2;
}

// Proves scores of one game, position after position, with tables that outlive it.
class Solver {
public:
    // `evaluation` judges 8x8 positions and is not asked about others; without one a narrow search guesses.
    Solver(const Othello& game, const Effort& effort, const Evaluation* evaluation, Tables& tables, Meter& meter,
        Progress& progress);

    // Proves ever closer bounds until they meet; the meter then holds the score and best play to the end.
    // When a limit stops it, the meter holds the lower bound and its move.
    Bounds prove(const Position& root);

    // Of all threads but the one that proves, whose nodes the meter counts.
    [[nodiscard]] std::uint64_t helped_nodes();

private:
    int guess(const Position& root);
    int narrow_guess(const Position& root, int guess);
    int deepening_guess(const Position& root, int guess);
    template <typename Learn>
    Bounds close_in(const Position& root, int guess, Endgame& search, Learn learn);
    int above(const Position& root, int alpha, Endgame& search);
    [[nodiscard]] int within(int guess, Bounds bounds) const noexcept;
    void keep_first_move(const Position& root, int lower);
    void keep_best_play(Position position, int score);
    Move keeping_move(const Position& position, int score);

    const Othello& game_;
    Effort effort_;
    Field field_;
    Tables& tables_;
    Meter& meter_;
    Progress& progress_;
    ProofTable hints_;
    Crew crew_;
    Endgame search_;
    std::optional<Deepening> deepening_;
    std::uint64_t guess_nodes_ = 0;  // of the threads that helped with narrow guesses
};

// Proves the score of one position with tables of its own. The evaluation may be missing.
Solution solve(const Othello& game, const Position& position, const Effort& effort, const Evaluation* evaluation,
    Meter& meter, Progress& progress);

}  // namespace saizen::othello
