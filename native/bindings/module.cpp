#include <nanobind/nanobind.h>

#include <cstdint>

#include "interruptible.hpp"
#include "saizen/othello.hpp"
#include "saizen/shape.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace saizen {
namespace {

std::uint64_t checked(const char* name, nb::int_ value, std::uint64_t low, std::uint64_t high) {
    std::uint64_t number = 0;
    if (nb::try_cast(value, number) && low <= number && number <= high) {
        return number;
    }
    throw nb::value_error(nb::str("{} {} is not in {}..{}").format(name, value, low, high).c_str());
}

int checked_int(const char* name, nb::int_ value, int low, int high) {
    return static_cast<int>(checked(name, value, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)));
}

struct Position {
    Shape shape;
    othello::Board board;
};

Position checked_position(nb::int_ width, nb::int_ height, nb::int_ own, nb::int_ other) {
    const Shape shape{checked_int("width", width, 2, 8), checked_int("height", height, 2, 8)};
    const Bits all = pack(shape, playable(shape));
    const othello::Board packed{checked("own", own, 0, all), checked("other", other, 0, all)};
    if (const Bits shared = packed.player & packed.opponent) {
        throw nb::value_error(nb::str("own {} and other {} share the squares {}").format(own, other, shared).c_str());
    }
    return {shape, {unpack(shape, packed.player), unpack(shape, packed.opponent)}};
}

Bits othello_legal_moves(nb::int_ width, nb::int_ height, nb::int_ own, nb::int_ other) {
    const auto [shape, board] = checked_position(width, height, own, other);
    return pack(shape, othello::legal_moves(board, playable(shape)));
}

Bits othello_flips(nb::int_ width, nb::int_ height, nb::int_ own, nb::int_ other, nb::int_ square) {
    const auto [shape, board] = checked_position(width, height, own, other);
    const int packed = checked_int("square", square, 0, shape.width * shape.height - 1);
    return pack(shape, othello::flips(board, carrier_square(shape, packed)));
}

std::uint64_t othello_perft(nb::int_ width, nb::int_ height, nb::int_ own, nb::int_ other, nb::int_ depth) {
    const Position position = checked_position(width, height, own, other);
    const int plies = checked_int("depth", depth, 0, 60);
    return run_interruptible([&](const std::atomic<bool>& cancelled) {
        return othello::perft(position.board, playable(position.shape), plies, cancelled);
    });
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native core: rules and searches in C++, for boards given as bits row * width + column.";
    module.attr("__version__") = SAIZEN_VERSION;
    module.attr("__variant__") = SAIZEN_VARIANT;

    module.def("othello_legal_moves", &othello_legal_moves, "width"_a, "height"_a, "own"_a, "other"_a,
        "Return the squares on which the side to move may put a disc.");
    module.def("othello_flips", &othello_flips, "width"_a, "height"_a, "own"_a, "other"_a, "square"_a,
        "Return the discs that playing `square` turns over; none if that move is illegal.");
    module.def("othello_perft", &othello_perft, "width"_a, "height"_a, "own"_a, "other"_a, "depth"_a,
        "Count the lines of exactly `depth` plies, where a pass is a ply (OEIS A124004).");
}

}  // namespace saizen
