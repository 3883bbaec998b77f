#include <nanobind/nanobind.h>

#include "checks.hpp"
#include "codec.hpp"
#include "engine.hpp"
#include "games.hpp"
#include "othello.hpp"
#include "position.hpp"
#include "training.hpp"

using namespace nanobind::literals;

namespace saizen {
namespace {

// Gives a game's positions the members of saizen.games.base.State, and the native searches.
template <Game G>
nb::class_<Position<G>> bind_position(nb::module_& module) {
    using P = Position<G>;
    return nb::class_<P>(module, Codec<G>::name)
        .def_ro("next_player", &P::side)
        .def("legal_moves", &P::legal_moves)
        .def("apply_move", [](const P& position, nb::handle move) { return position.after(position.legal(move)); })
        .def("is_over", [](const P& position) { return position.game.is_over(position.state); })
        .def("winner", &P::winner)
        .def("final_score", [](const P& position) { return position.game.score(position.state); })
        .def_prop_ro("score_range",
            [](const P& position) {
                const int best = position.game.best_score();
                return nb::make_tuple(-best, best);
            })
        .def("key", &P::key)
        .def(
            "__eq__", [](const P& position,
                          const P& other) { return position.key().equal(other.key()) && position.side.is(other.side); })
        .def("__hash__", [](const P& position) { return nb::hash(position.key()); })
        .def("search", &search<G>, "algorithm"_a, "depth"_a.none(), "evaluator"_a, "moves"_a.none(), "nodes"_a.none(),
            "seconds"_a.none(), "entries"_a, "poll"_a.none())
        .def("mcts", &mcts<G>, "depth"_a.none(), "evaluator"_a, "playouts"_a.none(), "seed"_a, "exploration"_a,
            "nodes"_a.none(), "seconds"_a.none(), "poll"_a.none())
        .def("replay", &replay<G>, "moves"_a)
        .def("play_games", &play_games<G>, "first"_a, "second"_a, "seed"_a, "from_game"_a, "games"_a)
        .def("play_pairs", &play_pairs<G>, "one"_a, "two"_a, "seed"_a, "pairs"_a, "openings"_a);
}

template <Game G>
Position<G> position(G game, Key key, nb::object side, nb::object other_side) {
    return {game, game.state(key), side, other_side};
}

void bind_mnk(nb::module_& module) {
    bind_position<MNK>(module)
        .def("solve", &solve<MNK>, "nodes"_a.none(), "seconds"_a.none(), "bytes"_a, "poll"_a.none())
        .def(
            "__init__",
            [](Position<MNK>* self, nb::handle m, nb::handle n, nb::handle k, nb::handle own, nb::handle other,
                nb::object side, nb::object other_side) {
                const int columns = checked_int("m", m, 1, 64);
                const int rows = checked_int("n", n, 1, 64 / columns);
                const int length = checked_int("k", k, 1, columns > rows ? columns : rows);
                const Key key = checked_key(columns * rows, own, other);
                new (self) Position<MNK>(position(MNK(columns, rows, length), key, side, other_side));
            },
            "m"_a, "n"_a, "k"_a, "own"_a, "other"_a, "side"_a, "other_side"_a);
}

void bind_connect_four(nb::module_& module) {
    bind_position<ConnectFour>(module)
        .def("solve", &solve<ConnectFour>, "nodes"_a.none(), "seconds"_a.none(), "bytes"_a, "poll"_a.none())
        .def(
            "__init__",
            [](Position<ConnectFour>* self, nb::handle width, nb::handle height, nb::handle own, nb::handle other,
                nb::object side, nb::object other_side) {
                const int columns = checked_int("width", width, 1, 64);
                const int rows = checked_int("height", height, 1, 64 / columns);
                const Key key = checked_key(columns * rows, own, other);
                new (self) Position<ConnectFour>(position(ConnectFour(columns, rows), key, side, other_side));
            },
            "width"_a, "height"_a, "own"_a, "other"_a, "side"_a, "other_side"_a);
}

void bind_othello(nb::module_& module) {
    using othello::Othello;
    module.attr("JUDGED_FROM") = othello::guessed_from;
    bind_position<Othello>(module)
        .def(
            "__init__",
            [](Position<Othello>* self, nb::handle width, nb::handle height, nb::handle own, nb::handle other,
                nb::object side, nb::object other_side) {
                const Shape shape{checked_int("width", width, 2, 8), checked_int("height", height, 2, 8)};
                const Key packed = checked_key(shape.width * shape.height, own, other);
                const Key key{unpack(shape, packed.own), unpack(shape, packed.other)};
                new (self) Position<Othello>(position(Othello(shape), key, side, other_side));
            },
            "width"_a, "height"_a, "own"_a, "other"_a, "side"_a, "other_side"_a)
        .def("perft", &perft, "depth"_a, "table_bytes"_a = 0, "threads"_a = 1)
        .def("prove", &prove, "low"_a, "high"_a, "nodes"_a.none(), "seconds"_a.none(), "bytes"_a, "threads"_a,
            "poll"_a.none());
}

}  // namespace

NB_MODULE(SAIZEN_VARIANT, module) {
    module.doc() = "The native core: rules and searches in C++, for boards given as bits row * width + column.";
    module.attr("__version__") = SAIZEN_VERSION;
    bind_mnk(module);
    bind_connect_four(module);
    bind_othello(module);
    bind_engine(module);
    bind_training(module);
}

}  // namespace saizen
