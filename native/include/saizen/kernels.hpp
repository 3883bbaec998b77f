#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__AVX2__) || defined(__BMI2__)
#include <immintrin.h>
#endif

#include "saizen/bits.hpp"

// Move generation and flips, once in plain C++ and once for each kind of vector registers.
// All versions answer alike; `othello.hpp` uses the widest that the compiler was allowed.
namespace saizen::othello {

inline constexpr Bits inner_columns = 0x7e7e7e7e7e7e7e7e;

// The squares beyond one square in each direction: four towards higher bits, and the opposite four.
struct Rays {
    alignas(32) std::array<Bits, 4> up;
    alignas(32) std::array<Bits, 4> down;
};

namespace detail {

constexpr Bits ray(int square, int row_step, int column_step) noexcept {
    Bits squares = 0;
    int row = square / 8 + row_step;
    int column = square % 8 + column_step;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += row_step, column += column_step) {
        squares |= bit(row * 8 + column);
    }
    return squares;
}

}  // namespace detail

// In the order of the steps 1, 7, 8 and 9.
inline constexpr std::array<Rays, 64> rays_from = [] {
    std::array<Rays, 64> rays{};
    for (int square = 0; square < 64; ++square) {
        rays[static_cast<std::size_t>(square)] = {{detail::ray(square, 0, 1), detail::ray(square, 1, -1),
                                                      detail::ray(square, 1, 0), detail::ray(square, 1, 1)},
            {detail::ray(square, 0, -1), detail::ray(square, -1, 1), detail::ray(square, -1, 0),
                detail::ray(square, -1, -1)}};
    }
    return rays;
}();

namespace portable {

// Squares one step past a run of `crossed` that starts beside `from`, both ways along the axis with this `step`.
// Parallel prefix: runs of up to 1, 2, 4 and 6 squares.
template <int step>
[[nodiscard]] constexpr Bits past_runs(Bits from, Bits crossed) noexcept {
    Bits up = crossed & (from << step);
    Bits down = crossed & (from >> step);
    up |= crossed & (up << step);
    down |= crossed & (down >> step);
    const Bits pairs_up = crossed & (crossed << step);
    const Bits pairs_down = pairs_up >> step;
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    up |= pairs_up & (up << 2 * step);
    down |= pairs_down & (down >> 2 * step);
    return (up << step) | (down >> step);
}

// Squares, empty or not, at which a run of the opponent's discs beside one of the player's ends.
[[nodiscard]] constexpr Bits run_ends(Bits player, Bits opponent) noexcept {
    const Bits inner = opponent & inner_columns;
    return past_runs<1>(player, inner) | past_runs<7>(player, inner) | past_runs<8>(player, opponent) |
           past_runs<9>(player, inner);
}

// The opponent's discs between an empty square and the player's nearest discs.
[[nodiscard]] constexpr Bits flips(Bits player, Bits opponent, int square) noexcept {
    const Rays& rays = rays_from[static_cast<std::size_t>(square)];
    Bits turned = 0;
    for (const Bits ray : rays.up) {
        const Bits stops = ray & ~opponent;
        const Bits end = stops & -stops & player;
        turned |= ray & (end - (end != 0));
    }
    for (const Bits ray : rays.down) {
        const Bits end = std::bit_floor(ray & ~opponent) & player;
        turned |= ray & -(end << 1);
    }
    return turned;
}

// How many discs a move on the last empty square of a board turns over.
[[nodiscard]] constexpr int last_flips(Bits player, Bits opponent, int square) noexcept {
    return std::popcount(flips(player, opponent, square));
}

}  // namespace portable

#if defined(__BMI2__)

namespace lookup {

// The three lines through a square that are no rows, and the square's place on each.
struct Lines {
    std::array<Bits, 3> squares;
    std::array<std::uint8_t, 3> place;
};

inline constexpr std::array<Lines, 64> lines_through = [] {
    std::array<Lines, 64> lines{};
    for (int square = 0; square < 64; ++square) {
        const Rays& rays = rays_from[static_cast<std::size_t>(square)];
        Lines& through = lines[static_cast<std::size_t>(square)];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            through.squares[axis] = rays.up[axis + 1] | rays.down[axis + 1] | bit(square);
            through.place[axis] = static_cast<std::uint8_t>(std::popcount(rays.down[axis + 1]));
        }
    }
    return lines;
}();

// For each place on a line and each set of the player's discs there: how many discs lie between, all others being the
// opponent's.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> turned_on_line = [] {
    std::array<std::array<std::uint8_t, 256>, 8> turned{};
    for (int place = 0; place < 8; ++place) {
        for (unsigned discs = 0; discs < 256; ++discs) {
            const unsigned above = discs >> place >> 1;
            const unsigned below = discs & ((1U << place) - 1);
            const int up = above != 0 ? std::countr_zero(above) : 0;
            const int down = below != 0 ? place - static_cast<int>(std::bit_width(below)) : 0;
            turned[static_cast<std::size_t>(place)][discs] = static_cast<std::uint8_t>(up + down);
        }
    }
    return turned;
}();

// As portable::last_flips on a board without holes; the opponent's discs are all the others.
[[nodiscard]] inline int last_flips(Bits player, Bits /*opponent*/, int square) noexcept {
    const Lines& lines = lines_through[static_cast<std::size_t>(square)];
    const auto along = [&](std::size_t axis) {
        return turned_on_line[lines.place[axis]][_pext_u64(player, lines.squares[axis])];
    };
    const auto row = static_cast<std::uint8_t>(player >> (square & 56));
    return turned_on_line[square & 7][row] + along(0) + along(1) + along(2);
}

}  // namespace lookup

#endif

#if defined(__AVX2__)

namespace vector256 {

[[nodiscard]] inline __m256i broadcast(Bits bits) noexcept {
    return _mm256_set1_epi64x(static_cast<long long>(bits));
}

[[nodiscard]] inline Bits or_lanes(__m256i lanes) noexcept {
    const __m128i halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<Bits>(_mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))));
}

// As portable::run_ends, with a lane for each axis.
[[nodiscard]] inline Bits run_ends(Bits player, Bits opponent) noexcept {
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    const __m256i twice = _mm256_setr_epi64x(2, 14, 16, 18);
    const __m256i own = broadcast(player);
    const __m256i columns = _mm256_setr_epi64x(static_cast<long long>(inner_columns),
        static_cast<long long>(inner_columns), -1, static_cast<long long>(inner_columns));
    const __m256i crossed = _mm256_and_si256(broadcast(opponent), columns);
    __m256i up = _mm256_and_si256(crossed, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(crossed, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(crossed, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(crossed, _mm256_srlv_epi64(down, step)));
    const __m256i pairs_up = _mm256_and_si256(crossed, _mm256_sllv_epi64(crossed, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    return or_lanes(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step)));
}

// As portable::flips, with a lane for each axis.
[[nodiscard]] inline Bits flips(Bits player, Bits opponent, int square) noexcept {
    const Rays& rays = rays_from[static_cast<std::size_t>(square)];
    const __m256i own = broadcast(player);
    const __m256i other = broadcast(opponent);
    const __m256i zero = _mm256_setzero_si256();

    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i stops_up = _mm256_andnot_si256(other, up);
    const __m256i nearest_up = _mm256_and_si256(stops_up, _mm256_sub_epi64(zero, stops_up));
    const __m256i end_up = _mm256_and_si256(nearest_up, own);
    const __m256i below = _mm256_and_si256(up, _mm256_add_epi64(end_up, _mm256_set1_epi64x(-1)));
    const __m256i turned_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end_up, zero), below);

    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    __m256i stops = _mm256_andnot_si256(other, down);
#if defined(__AVX512VL__) && defined(__AVX512CD__)
    const __m256i highest = broadcast(Bits{1} << 63);
    const __m256i end_down = _mm256_and_si256(_mm256_srlv_epi64(highest, _mm256_lzcnt_epi64(stops)), own);
    const __m256i turned_down = _mm256_and_si256(down, _mm256_sub_epi64(zero, _mm256_add_epi64(end_down, end_down)));
#else
    // Everything beyond the nearest stop becomes a stop too, so that the nearest is the one with none before it.
    const __m256i step = _mm256_setr_epi64x(1, 7, 8, 9);
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, _mm256_setr_epi64x(2, 14, 16, 18)));
    stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, _mm256_setr_epi64x(4, 28, 32, 36)));
    const __m256i end_down = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(stops, step), stops), own);
    const __m256i none = _mm256_cmpeq_epi64(end_down, zero);
    const __m256i turned_down = _mm256_andnot_si256(none, _mm256_andnot_si256(stops, down));
#endif
    return or_lanes(_mm256_or_si256(turned_up, turned_down));
}

}  // namespace vector256

#endif

namespace kernels {
#if defined(__AVX2__)
using vector256::flips;
using vector256::run_ends;
#else
using portable::flips;
using portable::run_ends;
#endif
#if defined(__BMI2__)
using lookup::last_flips;
#else
using portable::last_flips;
#endif
}  // namespace kernels

}  // namespace saizen::othello
