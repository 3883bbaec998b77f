#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "saizen/game.hpp"
#include "saizen/othello.hpp"

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
};

[[nodiscard]] inline std::uint64_t hash(Board board) noexcept {
    std::uint64_t mixed = board.player * 0x9e3779b97f4a7c15 ^ std::rotl(board.opponent * 0xc2b2ae3d27d4eb4f, 29);
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93;
    return mixed ^ mixed >> 29;
}

// A table of proofs that threads share without locks: four entries a bucket, the whole board in each.
// An entry torn by two writers fails its own check and counts as absent.
class ProofTable {
public:
    explicit ProofTable(std::size_t bytes)
        : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
          memory_(std::make_unique<Bucket[]>(buckets_)) {}

    void next_search() noexcept { ++age_; }

    [[nodiscard]] bool find(Board board, std::uint64_t hash, Proof& proof) const noexcept {
        for (const Entry& entry : memory_[hash & (buckets_ - 1)].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.player.load(std::memory_order_relaxed) ^ data) == board.player &&
                (entry.opponent.load(std::memory_order_relaxed) ^ std::rotl(data, 32)) == board.opponent && data != 0) {
                proof = unpack(data);
                return true;
            }
        }
        return false;
    }

    // Remembers that a search with the window (alpha, alpha + 1) found `score`, after about 2^effort nodes.
    void store(Board board, std::uint64_t hash, int alpha, int score, Move move, int effort) noexcept {
        Entry* place = nullptr;
        int cheapest = 1 << 20;
        for (Entry& entry : memory_[hash & (buckets_ - 1)].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.player.load(std::memory_order_relaxed) ^ data) == board.player &&
                (entry.opponent.load(std::memory_order_relaxed) ^ std::rotl(data, 32)) == board.opponent && data != 0) {
                return write(entry, board, joined(unpack(data), alpha, score, move, effort));
            }
            const Proof old = unpack(data);
            const int worth = data == 0 ? -1 : old.effort + (old.age == age_ ? 64 : 0);
            if (worth < cheapest) {
                cheapest = worth;
                place = &entry;
            }
        }
        write(*place, board, joined({}, alpha, score, move, effort));
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> player{0};
        std::atomic<std::uint64_t> opponent{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(128) Bucket {
        std::array<Entry, 4> entries;
    };

    Proof joined(Proof proof, int alpha, int score, Move move, int effort) const noexcept {
        if (score > alpha) {
            proof.lower = static_cast<std::int8_t>(std::max<int>(proof.lower, score));
        } else {
            proof.upper = static_cast<std::int8_t>(std::min<int>(proof.upper, score));
        }
        if (move != no_square && move != proof.moves[0]) {
            proof.moves = {move, proof.moves[0]};
        }
        proof.effort = static_cast<std::uint8_t>(std::max<int>(proof.effort, effort));
        proof.age = age_;
        return proof;
    }

    static void write(Entry& entry, Board board, Proof proof) noexcept {
        const std::uint64_t data = std::bit_cast<std::uint64_t>(Packed{proof, 1});
        entry.player.store(board.player ^ data, std::memory_order_relaxed);
        entry.opponent.store(board.opponent ^ std::rotl(data, 32), std::memory_order_relaxed);
        entry.data.store(data, std::memory_order_relaxed);
    }

    struct Packed {
        Proof proof;
        std::uint16_t used;  // tells a proof of all zeros from an empty entry
    };
    static_assert(sizeof(Packed) == 8);

    static Proof unpack(std::uint64_t data) noexcept { return std::bit_cast<Packed>(data).proof; }

    std::size_t buckets_;
    std::unique_ptr<Bucket[]> memory_;
    std::uint8_t age_ = 0;
};

}  // namespace saizen::othello
