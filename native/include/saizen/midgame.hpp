#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello.hpp"
#include "saizen/pattern.hpp"
#include "saizen/proof_table.hpp"

namespace saizen::othello {

// What a search of some depth has found of a position: its value lies between two bounds.
struct Estimate {
    std::int16_t lower = -64 * disc;
    std::int16_t upper = 64 * disc;
    std::uint8_t depth = 0;
    Move move = no_square;
};

// Estimates by position, for one thread: of two in the same place the deeper stays, unless it is of an older search.
class EstimateTable {
public:
    explicit EstimateTable(std::size_t bytes)
        : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Entry), 2)) - 1), entries_(mask_ + 1) {}

    [[nodiscard]] const Estimate* find(Board board) const noexcept {
        const Entry& entry = entries_[hash(board) & mask_];
        return entry.board == board ? &entry.estimate : nullptr;
    }
    void store(Board board, const Estimate& estimate) noexcept { entries_[hash(board) & mask_] = {board, estimate}; }

private:
    struct Entry {
        Board board{0, 0};
        Estimate estimate;
    };
    std::size_t mask_;
    std::vector<Entry> entries_;
};

// Searches to a depth and judges what it finds there: principal variation search with a table.
// Values are in parts of a disc, for the side to move; a finished game counts its score.
class Midgame {
public:
    Midgame(const Evaluation& evaluation, EstimateTable& table, Meter& meter) noexcept
        : evaluation_(evaluation), table_(table), meter_(meter) {}

    // The value if it lies between `alpha` and `beta`, else a bound. Meaningless once the meter has stopped.
    int value(Board board, int depth, int alpha, int beta) noexcept;

    // The value and the best move of a position that is not over, each depth up to `depth` in turn.
    Found deepen(Board board, int depth) noexcept;

private:
    struct Choice {
        Board board;
        int order;
        Move move;
    };

    int branch(Board board, Bits moves, int depth, int alpha, int beta) noexcept;
    int last_ply(Board board, Bits moves, int beta) const noexcept;
    [[nodiscard]] int order(Board child, int depth) const noexcept;

    const Evaluation& evaluation_;
    EstimateTable& table_;
    Meter& meter_;
};

}  // namespace saizen::othello
