#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>

#include "saizen/game.hpp"

namespace saizen {

// A number in low..high, or ValueError naming it.
inline std::uint64_t checked(const char* name, nanobind::handle value, std::uint64_t low, std::uint64_t high) {
    std::uint64_t number = 0;
    if (nanobind::isinstance<nanobind::int_>(value) && nanobind::try_cast(value, number) && low <= number &&
        number <= high) {
        return number;
    }
    throw nanobind::value_error(
        nanobind::str("{} {} is not in {}..{}").format(name, nanobind::repr(value), low, high).c_str());
}

inline int checked_int(const char* name, nanobind::handle value, int low, int high) {
    return static_cast<int>(checked(name, value, static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)));
}

// The stones of both sides, disjoint and on a board of `squares` squares.
inline Key checked_key(int squares, nanobind::handle own, nanobind::handle other) {
    const Bits all = squares == 64 ? ~Bits{0} : bit(squares) - 1;
    const Key key{checked("own", own, 0, all), checked("other", other, 0, all)};
    if (const Bits shared = key.own & key.other) {
        throw nanobind::value_error(
            nanobind::str("own {} and other {} share the squares {}").format(own, other, shared).c_str());
    }
    return key;
}

}  // namespace saizen
