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
[[gnu::always_inline]] constexpr void each_group(Board board, Use use) noexcept {
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

// One number for each group, and two to fill whole vector registers.
struct alignas(32) PerGroup {
    std::array<std::uint16_t, 48> of{};

    PerGroup& operator+=(const PerGroup& other) noexcept {
        for (std::size_t group = 0; group < of.size(); ++group) {
            of[group] = static_cast<std::uint16_t>(of[group] + other.of[group]);
        }
        return *this;
    }
};

// Where the weights of each group begin within a phase.
inline constexpr std::array<int, group_count> group_begins = [] {
    std::array<int, group_count> begins{};
    std::size_t group = 0;
    each_group({0, 0}, [&](int place) { begins[group++] = place; });
    return begins;
}();

// For each square, what a disc of the side to move on it adds to the contents of the groups; one of the other side adds
// twice as much.
inline constexpr std::array<PerGroup, 64> square_contents = [] {
    std::array<PerGroup, 64> contents{};
    for (int square = 0; square < 64; ++square) {
        std::size_t group = 0;
        each_group({bit(square), 0}, [&](int place) {
            contents[static_cast<std::size_t>(square)].of[group] =
                static_cast<std::uint16_t>(place - group_begins[group]);
            ++group;
        });
    }
    return contents;
}();

// The contents of all groups of a position, seen by either side, and kept up to date move by move.
class Groups {
public:
    explicit Groups(Board board) noexcept {
        for (Bits left = board.player; left != 0; left &= left - 1) {
            own_ += square_contents[static_cast<std::size_t>(lowest(left))];
        }
        PerGroup other;
        for (Bits left = board.opponent; left != 0; left &= left - 1) {
            other += square_contents[static_cast<std::size_t>(lowest(left))];
        }
        other_ = other;
        other_ += own_;
        other_ += own_;
        own_ += other;
        own_ += other;
    }

    // After a disc on `square` has turned others, seen by the next side.
    [[nodiscard]] Groups after(int square, Bits turned) const noexcept {
        const PerGroup flipped = sum(turned);
        const PerGroup& put = square_contents[static_cast<std::size_t>(square)];
        Groups next;
        for (std::size_t group = 0; group < flipped.of.size(); ++group) {
            next.own_.of[group] = static_cast<std::uint16_t>(other_.of[group] + flipped.of[group] + 2 * put.of[group]);
            next.other_.of[group] = static_cast<std::uint16_t>(own_.of[group] - flipped.of[group] + put.of[group]);
        }
        return next;
    }
    // Half of `after`: the contents for the next side only.
    [[nodiscard]] PerGroup contents_after(int square, Bits turned) const noexcept {
        PerGroup next = sum(turned);
        const PerGroup& put = square_contents[static_cast<std::size_t>(square)];
        for (std::size_t group = 0; group < next.of.size(); ++group) {
            next.of[group] = static_cast<std::uint16_t>(next.of[group] + other_.of[group] + 2 * put.of[group]);
        }
        return next;
    }
    [[nodiscard]] Groups after_pass() const noexcept {
        Groups next;
        next.own_ = other_;
        next.other_ = own_;
        return next;
    }
    // Seen by the side to move.
    [[nodiscard]] const PerGroup& contents() const noexcept { return own_; }

private:
    Groups() = default;

    [[nodiscard]] static PerGroup sum(Bits squares) noexcept {
        PerGroup total;
        for (; squares != 0; squares &= squares - 1) {
            total += square_contents[static_cast<std::size_t>(lowest(squares))];
        }
        return total;
    }

    PerGroup own_;
    PerGroup other_;
};

// How much a value of one disc is.
inline constexpr int disc = 128;
inline constexpr int most_value = 64 * disc - 1;  // a judgement never claims a whole board

// The weights of all phases; it judges positions for the side to move.
class Evaluation {
public:
    // One weight for each place that stands for itself, phase after phase.
    explicit Evaluation(std::span<const std::int16_t> standing);

    [[nodiscard]] int value(Board board) const noexcept {
        const std::int16_t* const weights = weights_of(64 - std::popcount(board.player | board.opponent));
        int sum = 0;
        each_group(board, [&](int place) { sum += weights[place]; });
        return std::clamp(sum, -most_value, most_value);
    }

    // The same from contents that were kept up to date.
    [[nodiscard]] int value(const PerGroup& contents, int empties) const noexcept {
        const std::int16_t* const weights = weights_of(empties);
        int sum = 0;
        for (std::size_t group = 0; group < group_count; ++group) {
            sum += weights[group_begins[group] + contents.of[group]];
        }
        return std::clamp(sum, -most_value, most_value);
    }

    // How many weights a file has.
    [[nodiscard]] static std::size_t standing_count();

private:
    [[nodiscard]] const std::int16_t* weights_of(int empties) const noexcept {
        return &weights_[static_cast<std::size_t>(phase_of(empties)) * weight_count];
    }

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
