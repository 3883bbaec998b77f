#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "saizen/game.hpp"
#include "saizen/meter.hpp"

namespace saizen {

// The bounds proved for a position, how deep, in which iteration, and the best move known.
struct Entry {
    Key key;
    int lower;
    int upper;
    std::uint16_t generation;
    std::uint8_t depth;
    Move move;
};

inline constexpr Move no_move = 255;

// A transposition table of two-entry buckets: one keeps the deepest of an iteration, the other the newest.
// It starts small and grows with use up to `most_entries`, so that short searches touch little memory. Bounds are used
// only in the iteration and at the depth that proved them, the best move in later ones too: so a search with a table
// has the value of the search without.
class Table {
public:
    explicit Table(std::size_t most_entries)
        : most_buckets_(std::bit_floor(std::max<std::size_t>(most_entries / 2, 1))),
          buckets_(std::min<std::size_t>(most_buckets_, 1 << 14)) {}

    void next_generation() noexcept { ++generation_; }

    // What is remembered of a position, from any iteration; null if nothing.
    [[nodiscard]] const Entry* find(Key key) const noexcept {
        for (const Entry& entry : buckets_[index(key)].entries) {
            if (entry.generation != 0 && entry.key == key) {
                return &entry;
            }
        }
        return nullptr;
    }

    // Whether the bounds of `entry` hold for a search `depth` plies deep in this iteration.
    [[nodiscard]] bool fresh(const Entry& entry, int depth) const noexcept {
        return entry.generation == generation_ && entry.depth == packed(depth);
    }

    // Remembers the `value` of a search with the window (alpha, beta).
    void store(Key key, int depth, int value, int alpha, int beta, Move move) noexcept {
        Entry& entry = place(key, depth);
        int lower = value > alpha ? value : -infinity;
        int upper = value < beta ? value : infinity;
        if (entry.key == key && entry.generation != 0) {
            if (fresh(entry, depth)) {
                lower = lower > entry.lower ? lower : entry.lower;
                upper = upper < entry.upper ? upper : entry.upper;
            }
            if (value <= alpha && entry.move != no_move) {  // no move was good enough to replace the one known
                move = entry.move;
            }
        }
        used_ += entry.generation == 0;
        entry = {key, lower, upper, generation_, packed(depth), move};
        if (used_ > buckets_.size() / 2 && buckets_.size() < most_buckets_) {
            grow();
        }
    }

private:
    struct alignas(64) Bucket {
        Entry entries[2];
    };
    static std::uint8_t packed(int depth) noexcept { return static_cast<std::uint8_t>(depth < 255 ? depth : 255); }

    [[nodiscard]] std::size_t index(Key key) const noexcept {
        std::uint64_t hash = key.own * 0x9e3779b97f4a7c15 ^ std::rotl(key.other * 0xc2b2ae3d27d4eb4f, 31);
        hash ^= hash >> 32;
        return static_cast<std::size_t>(hash * 0xd6e8feb86659fd93 >> 20) & (buckets_.size() - 1);
    }

    Entry& place(Key key, int depth) noexcept {
        auto& [deepest, newest] = buckets_[index(key)].entries;
        if (newest.key == key && newest.generation != 0) {
            return newest;
        }
        const bool outlived = deepest.generation != generation_ || deepest.depth <= packed(depth);
        return outlived || deepest.key == key ? deepest : newest;
    }

    // Makes the table four times as large; what was in one bucket then has room in several.
    void grow() {
        std::vector<Bucket> old(std::min(buckets_.size() * 4, most_buckets_));
        old.swap(buckets_);
        for (const Bucket& bucket : old) {
            for (const Entry& entry : bucket.entries) {
                if (entry.generation != 0) {
                    auto& [first, second] = buckets_[index(entry.key)].entries;
                    (first.generation == 0 ? first : second) = entry;
                }
            }
        }
    }

    std::size_t most_buckets_;
    std::vector<Bucket> buckets_;
    std::size_t used_ = 0;
    std::uint16_t generation_ = 1;
};

}  // namespace saizen
