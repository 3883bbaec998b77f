#pragma once

#include <cstdint>
#include <utility>

#include "saizen/game.hpp"

namespace saizen {

__extension__ using Wide = unsigned __int128;

// A stream of random numbers fixed by a seed, a game number and a side: the twin of saizen.randomness.Stream.
// SplitMix64: Steele, Lea & Flood, "Fast splittable pseudorandom number generators" (2014).
class Stream {
public:
    explicit constexpr Stream(std::uint64_t seed, std::uint64_t game = 0, std::uint64_t side = 0) noexcept
        : state_(seed) {
        state_ = bits() + game;
        state_ = bits() + side;
    }

    [[nodiscard]] constexpr std::uint64_t bits() noexcept {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }

    // A number from 0 to `count` − 1, each equally likely.
    [[nodiscard]] constexpr int below(int count) noexcept {
        const auto range = static_cast<std::uint64_t>(count);
        const std::uint64_t reject = -range % range;  // the first few products would be hit once too often
        while (true) {
            const auto product = static_cast<Wide>(bits()) * range;
            if (static_cast<std::uint64_t>(product) >= reject) {
                return static_cast<int>(product >> 64);
            }
        }
    }

    template <int capacity>
    [[nodiscard]] constexpr Move choice(const Moves<capacity>& moves) noexcept {
        return moves[below(moves.count())];
    }

    template <int capacity>
    constexpr void shuffle(Moves<capacity>& moves) noexcept {
        for (int last = moves.count() - 1; last > 0; --last) {
            std::swap(moves[last], moves[below(last + 1)]);
        }
    }

private:
    std::uint64_t state_;
};

}  // namespace saizen
