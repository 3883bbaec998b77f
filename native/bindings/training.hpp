#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "checks.hpp"
#include "position.hpp"
#include "saizen/pattern.hpp"
#include "saizen/self_play.hpp"

// What fitting the evaluation needs of the core. Arrays travel as bytes: a board is two 64-bit numbers.
namespace saizen {

namespace nb = nanobind;

template <typename T>
std::vector<T> from_bytes(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(T) != 0) {
        throw nb::value_error("the bytes hold no whole number of items");
    }
    std::vector<T> items(bytes.size() / sizeof(T));
    std::memcpy(items.data(), bytes.c_str(), bytes.size());
    return items;
}

template <typename T>
nb::bytes to_bytes(const std::vector<T>& items) {
    return nb::bytes(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
}

template <typename Work>
auto without_gil(Work work) {
    const nb::gil_scoped_release release;
    return work();
}

// For each position the places of its 46 weights within a phase, as 32-bit numbers; mirror images share a place.
inline nb::bytes pattern_places(const nb::bytes& boards, int threads) {
    const auto list = from_bytes<othello::Board>(boards);
    constexpr std::size_t groups = othello::group_count;
    auto bytes = nb::steal<nb::bytes>(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(list.size() * groups * sizeof(std::int32_t))));
    if (!bytes.is_valid()) {
        throw nb::python_error();
    }
    auto* const places = reinterpret_cast<std::int32_t*>(PyBytes_AS_STRING(bytes.ptr()));
    without_gil([&] { othello::pattern_places(list, {places, list.size() * groups}, threads); });
    return bytes;
}

inline void bind_training(nb::module_& module) {
    using namespace nanobind::literals;
    using othello::Evaluation;
    module.attr("PHASES") = othello::phase_count;
    module.attr("PLACES") = othello::weight_count;
    module.attr("DISC") = othello::disc;
    module.def("standing_places", [] { return to_bytes(othello::standing_places()); });
    module.def("pattern_places", &pattern_places, "boards"_a, "threads"_a);
    nb::class_<Evaluation>(module, "Evaluation")
        .def(
            "__init__",
            [](Evaluation* self, const nb::bytes& weights) {
                const auto standing = from_bytes<std::int16_t>(weights);
                if (standing.size() != Evaluation::standing_count()) {
                    throw nb::value_error("these are no weights of an evaluation: their number is another");
                }
                new (self) Evaluation(standing);
            },
            "weights"_a)
        .def_static("size", [] { return Evaluation::standing_count() * sizeof(std::int16_t); })
        .def(
            "discs",
            [](const Evaluation& self, std::uint64_t own, std::uint64_t other) {
                return othello::rounded_discs(self.value({own, other}));
            },
            "own"_a, "other"_a)
        .def(
            "values",
            [](const Evaluation& self, const nb::bytes& boards) {
                std::vector<std::int32_t> values;
                for (const othello::Board& board : from_bytes<othello::Board>(boards)) {
                    values.push_back(self.value(board));
                }
                return to_bytes(values);
            },
            "boards"_a)
        .def(
            "label",
            [](const Evaluation& self, const nb::bytes& boards, int depth, int selectivity, int exact_from,
                int threads) {
                const auto list = from_bytes<othello::Board>(boards);
                return to_bytes(
                    without_gil([&] { return othello::label(self, list, depth, selectivity, exact_from, threads); }));
            },
            "boards"_a, "depth"_a, "selectivity"_a, "exact_from"_a, "threads"_a)
        .def(
            "self_play",
            [](const Evaluation& self, std::uint64_t seed, std::uint64_t first_game, std::uint64_t games, int depth,
                int selectivity, int exact_from, int least_random, int most_random, int threads) {
                const othello::SelfPlay wanted{
                    seed, first_game, games, depth, selectivity, exact_from, least_random, most_random, threads};
                return to_bytes(without_gil([&] { return othello::self_play(self, wanted); }));
            },
            "seed"_a, "first_game"_a, "games"_a, "depth"_a, "selectivity"_a, "exact_from"_a, "least_random"_a,
            "most_random"_a, "threads"_a)
        .def(
            "match",
            [](const Evaluation& self, const Evaluation& other, std::uint64_t seed, std::uint64_t pairs, int depth,
                int selectivity, int exact_from, int least_random, int most_random, int threads) {
                const othello::SelfPlay wanted{
                    seed, 0, pairs, depth, selectivity, exact_from, least_random, most_random, threads};
                return to_bytes(without_gil([&] { return othello::match(self, other, wanted); }));
            },
            "other"_a, "seed"_a, "pairs"_a, "depth"_a, "selectivity"_a, "exact_from"_a, "least_random"_a,
            "most_random"_a, "threads"_a);
    module.def(
        "install_evaluation",
        [](const Evaluation& evaluation) { installed_evaluation() = std::make_shared<const Evaluation>(evaluation); },
        "evaluation"_a);
    module.def(
        "random_positions",
        [](std::uint64_t seed, std::uint64_t count, int empties, int threads) {
            return to_bytes(without_gil([&] { return othello::random_positions(seed, count, empties, threads); }));
        },
        "seed"_a, "count"_a, "empties"_a, "threads"_a);
}

}  // namespace saizen
