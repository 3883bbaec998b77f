#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "saizen/bits.hpp"
#include "saizen/othello.hpp"
#include "saizen/othello_game.hpp"
#include "saizen/symmetry.hpp"

// A judgement of 8x8 positions learned from games: the sum of weights looked up by the contents of 46 groups of
// squares. Buro, "Improving heuristic mini-max search by supervised learning" (2002).
namespace saizen::othello {

// The kinds of groups. All groups of a kind that symmetry takes to each other share their weights.
enum class Kind : std::uint8_t { corner, block, edge, row2, row3, row4, line8, line7, line6, line5, line4 };

struct KindOf {
    int squares;
    int groups;
};

inline constexpr std::array<KindOf, 11> kinds{
    {{9, 4}, {10, 8}, {10, 4}, {8, 4}, {8, 4}, {8, 4}, {8, 2}, {7, 4}, {6, 4}, {5, 4}, {4, 4}}};
inline constexpr int group_count = 46;
inline constexpr int phase_count = 30;

[[nodiscard]] constexpr int contents(int squares) noexcept {
    int count = 1;
    for (; squares > 0; --squares) {
        count *= 3;
    }
    return count;
}

// Where the weights of each kind begin, and at last how many there are in a phase.
inline constexpr std::array<int, kinds.size() + 1> kind_begins = [] {
    std::array<int, kinds.size() + 1> begins{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        begins[kind + 1] = begins[kind] + contents(kinds[kind].squares);
    }
    return begins;
}();
inline constexpr int weight_count = kind_begins.back();

// Sums of powers of three for each set of up to ten squares.
inline constexpr std::array<std::uint16_t, 1024> ternary = [] {
    std::array<std::uint16_t, 1024> sums{};
    for (unsigned set = 0; set < 1024; ++set) {
        unsigned power = 1;
        for (unsigned place = 0; place < 10; ++place, power *= 3) {
            sums[set] = static_cast<std::uint16_t>(sums[set] + (set >> place & 1) * power);
        }
    }
    return sums;
}();

// A phase is two plies; empty squares decide it.
[[nodiscard]] constexpr int phase_of(int empties) noexcept {
    return std::clamp((60 - empties) / 2, 0, phase_count - 1);
}

// Calls `use(place)` for each of the 46 groups in a fixed order: the place of its weight within a phase.
template <typename Use>
[[gnu::always_inline]] inline void each_group(Board board, Use use) noexcept {
    const auto look = [&](Kind kind, unsigned own, unsigned other) {
        use(kind_begins[static_cast<std::size_t>(kind)] + ternary[own] + 2 * ternary[other]);
    };
    const auto both = [&](Kind kind, Board image, auto cut) { look(kind, cut(image.player), cut(image.opponent)); };
    const auto corner = [](Bits bits) {
        return static_cast<unsigned>((bits & 7) | (bits >> 8 & 7) << 3 | (bits >> 16 & 7) << 6);
    };
    const auto block = [](Bits bits) { return static_cast<unsigned>((bits & 31) | (bits >> 8 & 31) << 5); };
    const auto edge = [](Bits bits) {
        return static_cast<unsigned>((bits & 255) | (bits >> 9 & 1) << 8 | (bits >> 14 & 1) << 9);
    };
    const auto row = [](int number) {
        return [number](Bits bits) { return static_cast<unsigned>(bits >> 8 * number & 255); };
    };
    // The squares of a line with one square a column, in the order of the columns from `first` on.
    const auto line = [](Bits squares, int first) {
        return [=](Bits bits) { return static_cast<unsigned>((bits & squares) * 0x0101010101010101 >> 56) >> first; };
    };
    constexpr Bits diagonal = 0x8040201008040201;
    const auto lines = [&](Board image) {
        both(Kind::line8, image, line(diagonal, 0));
        both(Kind::line7, image, line(diagonal << 8, 0));
        both(Kind::line7, image, line(diagonal >> 8, 1));
        both(Kind::line6, image, line(diagonal << 16, 0));
        both(Kind::line6, image, line(diagonal >> 16, 2));
        both(Kind::line5, image, line(diagonal << 24, 0));
        both(Kind::line5, image, line(diagonal >> 24, 3));
        both(Kind::line4, image, line(diagonal << 32, 0));
        both(Kind::line4, image, line(diagonal >> 32, 4));
    };
    const auto rows = [&](Board image) {
        both(Kind::edge, image, edge);
        both(Kind::row2, image, row(1));
        both(Kind::row3, image, row(2));
        both(Kind::row4, image, row(3));
    };
    const std::array<Bits, 8> own = Symmetry::images(board.player);
    const std::array<Bits, 8> other = Symmetry::images(board.opponent);
    for (std::size_t number = 0; number < 8; ++number) {
        const Board image{own[number], other[number]};
        both(Kind::block, image, block);
        if (number < 4) {
            both(Kind::corner, image, corner);
        }
        if (number == 0 || number == 1 || number == 4 || number == 6) {  // top, bottom, left, right
            rows(image);
        }
        if (number < 2) {
            lines(image);
        }
    }
}

// The contents of a group seen in a mirror that leaves its squares in place; of the blocks there is none.
[[nodiscard]] constexpr int mirrored(Kind kind, int content) noexcept {
    const int squares = kinds[static_cast<std::size_t>(kind)].squares;
    std::array<int, 10> digits{};
    for (int place = 0; place < squares; ++place, content /= 3) {
        digits[static_cast<std::size_t>(place)] = content % 3;
    }
    int image = 0;
    for (int place = squares - 1; place >= 0; --place) {
        int from = place;
        if (kind == Kind::corner) {
            from = place % 3 * 3 + place / 3;
        } else if (kind == Kind::edge) {
            from = place < 8 ? 7 - place : 17 - place;
        } else if (kind != Kind::block) {
            from = squares - 1 - place;
        }
        image = image * 3 + digits[static_cast<std::size_t>(from)];
    }
    return image;
}

// For each place within a phase, the place that stands for it and its mirror image.
[[nodiscard]] const std::vector<std::int32_t>& standing_places();

// How much a value of one disc is.
inline constexpr int disc = 128;
inline constexpr int most_value = 64 * disc - 1;  // a judgement never claims a whole board

// The weights of all phases; it judges positions for the side to move.
class Evaluation {
public:
    // One weight for each place that stands for itself, phase after phase.
    explicit Evaluation(std::span<const std::int16_t> standing);

    [[nodiscard]] int value(Board board) const noexcept {
        const int empties = 64 - std::popcount(board.player | board.opponent);
        const std::int16_t* const weights = &weights_[static_cast<std::size_t>(phase_of(empties)) * weight_count];
        int sum = 0;
        each_group(board, [&](int place) { sum += weights[place]; });
        return std::clamp(sum, -most_value, most_value);
    }

    // How many weights a file has.
    [[nodiscard]] static std::size_t standing_count();

private:
    std::vector<std::int16_t> weights_;
};

// A value to the nearest disc.
[[nodiscard]] constexpr int rounded_discs(int value) noexcept {
    return (value + (value < 0 ? -disc / 2 : disc / 2)) / disc;
}

// The evaluation for searches of any kind, in whole discs as the scores of finished games.
struct Pattern {
    std::shared_ptr<const Evaluation> evaluation;

    int operator()(const Othello&, const Position& state) const noexcept {
        return rounded_discs(evaluation->value(state.board));
    }
};

}  // namespace saizen::othello
