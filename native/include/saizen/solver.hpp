#pragma once

#include <cstddef>
#include <cstdint>

#include "saizen/endgame.hpp"
#include "saizen/meter.hpp"
#include "saizen/othello_game.hpp"

namespace saizen::othello {

// Finds the exact score of a position and best play to the end, by proving ever closer bounds.
// When a limit stops it, the meter holds the best lower bound and its move. Returns the nodes of all threads.
std::uint64_t solve(const Othello& game, const Position& position, std::size_t table_bytes, int threads, Meter& meter);

}  // namespace saizen::othello
