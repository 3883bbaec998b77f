#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

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
// Bounds are used only in the iteration and at the depth that proved them, the best move in later ones too:
// so a search with a table has the value of the search without.
class Table {
public:
    explicit Table(std::size_t entries) : mask_(std::bit_floor(entries / 2 + (entries < 2)) - 1) {
        // calloc, because pages that the search never reaches then cost nothing
        buckets_.reset(static_cast<Bucket*>(std::calloc(mask_ + 1, sizeof(Bucket))));
        if (!buckets_) {
            throw std::bad_alloc();
        }
    }

    void next_generation() noexcept { ++generation_; }

    // What is remembered of a position, from any iteration; null if nothing.
    [[nodiscard]] const Entry* find(Key key) const noexcept {
        for (const Entry& entry : bucket(key).entries) {
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
        entry = {key, lower, upper, generation_, packed(depth), move};
    }

private:
    struct alignas(64) Bucket {
        Entry entries[2];
    };
    struct Free {
        void operator()(Bucket* memory) const noexcept { std::free(memory); }
    };

    static std::uint8_t packed(int depth) noexcept { return static_cast<std::uint8_t>(depth < 255 ? depth : 255); }

    Bucket& bucket(Key key) const noexcept {
        std::uint64_t hash = key.own * 0x9e3779b97f4a7c15 ^ std::rotl(key.other * 0xc2b2ae3d27d4eb4f, 31);
        hash ^= hash >> 32;
        return buckets_[static_cast<std::size_t>(hash * 0xd6e8feb86659fd93 >> 20) & mask_];
    }

    Entry& place(Key key, int depth) noexcept {
        auto& [deepest, newest] = bucket(key).entries;
        if (newest.key == key && newest.generation != 0) {
            return newest;
        }
        const bool outlived = deepest.generation != generation_ || deepest.depth <= packed(depth);
        return outlived || deepest.key == key ? deepest : newest;
    }

    std::size_t mask_;
    std::unique_ptr<Bucket[], Free> buckets_;
    std::uint16_t generation_ = 1;
};

}  // namespace saizen
