#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "saizen/othello.hpp"

namespace saizen::othello {

inline constinit const std::atomic<bool> never_cancelled{false};

// What a count may use: bytes of memory for positions met before, none by default, and threads.
struct PerftEffort {
    std::size_t table_bytes = 0;
    int threads = 1;
};

// Number of lines of exactly `depth` plies: a pass is a ply, a game that ends earlier counts zero (OEIS A124004).
// The count is meaningless once `cancelled` has become true; it then returns soon.
[[nodiscard]] std::uint64_t perft(Board board, Bits playable, int depth, const PerftEffort& effort = {},
    const std::atomic<bool>& cancelled = never_cancelled);

}  // namespace saizen::othello
