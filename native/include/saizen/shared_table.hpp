#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "saizen/othello.hpp"

namespace saizen::othello {

[[nodiscard]] inline std::uint64_t hash(Board board) noexcept {
    std::uint64_t mixed = board.player * 0x9e3779b97f4a7c15 ^ std::rotl(board.opponent * 0xc2b2ae3d27d4eb4f, 29);
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93;
    return mixed ^ mixed >> 29;
}

// What is known of positions, in a table that threads share without locks: four entries a bucket, the whole board in
// each. An entry torn by two writers fails its own check and counts as absent.
// An item takes eight bytes, which are not all zero once it is in use; `touch(age)` marks it as of the present search,
// and the one least worth at that age makes room for a new one.
template <typename Item>
class SharedTable {
public:
    static_assert(sizeof(Item) == 8);

    explicit SharedTable(std::size_t bytes)
        : buckets_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))), memory_(allocate(buckets_)) {}

    void next_search() noexcept { ++age_; }

    // Begins to fetch what is known of a position that will be asked for soon.
    void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&memory_[hash & (buckets_ - 1)]); }

    [[nodiscard]] bool find(Board board, std::uint64_t hash, Item& item) const noexcept {
        for (const Entry& entry : memory_[hash & (buckets_ - 1)].entries) {
            if (const std::uint64_t data = entry.data_of(board)) {
                item = std::bit_cast<Item>(data);
                return true;
            }
        }
        return false;
    }

    // Lets `change` alter what is known of a position, or a new item.
    template <typename Change>
    void update(Board board, std::uint64_t hash, Change change) noexcept {
        Entry* place = nullptr;
        int cheapest = 1 << 20;
        Item item{};
        for (Entry& entry : memory_[hash & (buckets_ - 1)].entries) {
            if (const std::uint64_t data = entry.data_of(board)) {
                item = std::bit_cast<Item>(data);
                place = &entry;
                break;
            }
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            const int worth = data == 0 ? -1 : std::bit_cast<Item>(data).worth(age_);
            if (worth < cheapest) {
                cheapest = worth;
                place = &entry;
            }
        }
        change(item);
        item.touch(age_);
        place->write(board, std::bit_cast<std::uint64_t>(item));
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> player{0};
        std::atomic<std::uint64_t> opponent{0};
        std::atomic<std::uint64_t> data{0};

        // Zero if the entry is of another board.
        [[nodiscard]] std::uint64_t data_of(Board board) const noexcept {
            const std::uint64_t bits = data.load(std::memory_order_relaxed);
            const bool same = (player.load(std::memory_order_relaxed) ^ bits) == board.player &&
                              (opponent.load(std::memory_order_relaxed) ^ std::rotl(bits, 32)) == board.opponent;
            return same ? bits : 0;
        }
        void write(Board board, std::uint64_t bits) noexcept {
            player.store(board.player ^ bits, std::memory_order_relaxed);
            opponent.store(board.opponent ^ std::rotl(bits, 32), std::memory_order_relaxed);
            data.store(bits, std::memory_order_relaxed);
        }
    };
    struct alignas(128) Bucket {
        std::array<Entry, 4> entries;
    };

    static constexpr std::size_t page_bytes = std::size_t{1} << 21;

    struct Free {
        void operator()(Bucket* memory) const noexcept { ::operator delete[](memory, std::align_val_t{page_bytes}); }
    };
    using Memory = std::unique_ptr<Bucket[], Free>;

    // Large tables lie on large pages where the system has them: most looks into a table miss all caches.
    static Memory allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(Bucket);
        void* const memory = ::operator new[](bytes, std::align_val_t{page_bytes});
#ifdef __linux__
        if (bytes >= page_bytes) {
            madvise(memory, bytes, MADV_HUGEPAGE);
        }
#endif
        auto* const buckets = static_cast<Bucket*>(memory);
        std::uninitialized_value_construct_n(buckets, count);
        return Memory(buckets);
    }

    std::size_t buckets_;
    Memory memory_;
    std::uint8_t age_ = 0;
};

}  // namespace saizen::othello
