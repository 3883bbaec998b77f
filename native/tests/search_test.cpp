#include <algorithm>
#include <cstdint>

#include "check.hpp"
#include "saizen/fixed_depth.hpp"
#include "saizen/line_games.hpp"
#include "saizen/monte_carlo.hpp"
#include "saizen/othello_game.hpp"
#include "saizen/playing.hpp"
#include "saizen/random.hpp"
#include "saizen/table_search.hpp"

namespace saizen {
namespace {

// The definition of the value, with nothing else in it.
template <Game G, typename E>
int plain_value(const G& game, const E& evaluate, const typename G::State& state, int depth) {
    if (game.is_over(state)) {
        return game.score(state);
    }
    if (depth == 0) {
        return evaluate(game, state);
    }
    int best = -infinity;
    for (const Move move : game.moves(state)) {
        best = std::max(best, -plain_value(game, evaluate, game.play(state, move), depth - 1));
    }
    return best;
}

template <Game G>
typename G::State random_position(const G& game, typename G::State state, Stream& dice, int most_plies) {
    for (int plies = dice.below(most_plies); plies > 0 && !game.is_over(state); --plies) {
        state = game.play(state, dice.choice(game.moves(state)));
    }
    return state;
}

template <Game G>
MoveList legal(const G& game, const typename G::State& state) {
    return game.is_over(state) ? MoveList{} : game.moves(state);
}

// Every search has the plain value.
template <Game G, typename E>
void check_agreement(const G& game, const E& evaluate, const typename G::State& state, int depth) {
    const int value = plain_value(game, evaluate, state, depth);
    const MoveList moves = legal(game, state);
    const auto fixed = [&](auto run) {
        Meter meter;
        FixedDepth<G, E> search(game, evaluate, meter);
        run(search);
        return meter.answer().best;
    };
    const Best minimax = fixed([&](auto& search) { search.minimax(state, moves, depth); });
    const Best alphabeta = fixed([&](auto& search) { search.alphabeta(state, moves, depth); });
    check(minimax.value == value && alphabeta.value == value);
    check(std::ranges::equal(minimax.line, alphabeta.line));
    const auto remembering = [&](auto run) {
        Meter meter;
        Table table(1 << 12);
        TableSearch<G, E> search(game, evaluate, meter, table);
        run(search);
        return meter.answer().best;
    };
    const Best pvs = remembering([&](auto& search) { search.pvs(state, moves, depth); });
    const Best mtdf = remembering([&](auto& search) { search.mtdf(state, moves, depth); });
    check(pvs.value == value && mtdf.value == value);
    if (!moves.empty() && depth > 0) {
        check(pvs.line[0] == minimax.line[0] && mtdf.line[0] == minimax.line[0]);
    }
}

template <Game G, typename... Es>
void check_game(const G& game, Key start, int most_plies, Es... evaluators) {
    Stream dice(7);
    for (int round = 0; round < 300; ++round) {
        const auto state = random_position(game, game.state(start), dice, most_plies);
        (check_agreement(game, evaluators, state, dice.below(5)), ...);
    }
}

Key othello_start(Shape shape) {
    const int centre = (shape.height / 2 - 1) * 8 + shape.width / 2 - 1;
    return {bit(centre + 1) | bit(centre + 8), bit(centre) | bit(centre + 9)};
}

void every_search_has_the_value_of_minimax() {
    check_game(MNK(3, 3, 3), {0, 0}, 9, Zero{}, OpenRows{});
    check_game(MNK(4, 3, 3), {0, 0}, 12, Zero{}, OpenRows{});
    check_game(ConnectFour(7, 6), {0, 0}, 42, Zero{}, OpenRows{});
    for (const Shape shape : {Shape{4, 4}, Shape{6, 4}, Shape{8, 8}}) {
        check_game(othello::Othello(shape), othello_start(shape), 64, othello::Discs{}, othello::Positional{});
    }
}

template <bool prune>
Answer tic_tac_toe(Limits limits = {}) {
    const MNK game(3, 3, 3);
    Meter meter(limits);
    const Zero even;
    FixedDepth<MNK, Zero> search(game, even, meter);
    const Stones start = game.state({0, 0});
    if (prune) {
        search.alphabeta(start, game.moves(start), no_horizon);
    } else {
        search.minimax(start, game.moves(start), no_horizon);
    }
    return meter.answer();
}

void tic_tac_toe_has_its_published_size() {
    check(tic_tac_toe<false>().nodes == 549946);
    check(tic_tac_toe<true>().nodes == 18297);
    check(tic_tac_toe<true>().best.value == 0);
}

void a_node_limit_is_kept_exactly() {
    for (const std::uint64_t nodes : {1U, 2U, 100U, 5000U}) {
        const Answer answer = tic_tac_toe<false>({.nodes = nodes});
        check(answer.nodes == nodes && !answer.complete);
    }
}

template <Game G>
Best solution(const G& game, Key start) {
    Meter meter;
    Table table(1 << 16);
    const Zero even;
    TableSearch<G, Zero> search(game, even, meter, table);
    search.solve(game.state(start));
    check(meter.answer().complete);
    return meter.answer().best;
}

void small_games_have_their_published_values() {
    const Best othello = solution(othello::Othello({4, 4}), othello_start({4, 4}));
    check(othello.value == -10 && othello.line.count() == 10);
    check(solution(MNK(3, 3, 3), {0, 0}).value == 0);
    check(solution(MNK(4, 3, 3), {0, 0}).value == 1);
    check(solution(ConnectFour(4, 4), {0, 0}).value == 0);
}

void playouts_prove_tic_tac_toe_a_draw() {
    const MNK game(3, 3, 3);
    Meter meter;
    const Zero even;
    MonteCarlo search(game, even, meter, Stream(1), 1.4142135623730951, no_horizon);
    const Answer answer = search.run(game.state({0, 0}), ~std::uint64_t{0});
    check(!answer.estimate && answer.best.value == 0);
}

void random_players_win_as_often_as_published() {
    const othello::Othello game({8, 8});
    const othello::Discs judge;
    int wins = 0;
    constexpr std::uint64_t games = 4000;
    for (std::uint64_t number = 0; number < games; ++number) {
        const Decider first(game, judge, {Strategy::random}, Stream(1, number, 0));
        const Decider second(game, judge, {Strategy::random}, Stream(1, number, 1));
        wins += play_game(game, game.state(othello_start({8, 8})), {}, first, second).score > 0;
    }
    check(wins > 0.42 * games && wins < 0.49 * games);  // 45 %
}

void a_full_table_keeps_its_size_and_finds_what_it_holds() {
    Table table(64);
    for (Bits own = 1; own < 1000; ++own) {
        table.store({own, 0}, 3, 5, 4, 9, 1);
        const Entry* entry = table.find({own, 0});
        check(entry != nullptr && entry->lower == 5 && entry->upper == 5 && table.fresh(*entry, 3));
        check(!table.fresh(*entry, 2));
    }
    table.next_generation();
    const Entry* entry = table.find({999, 0});
    check(entry != nullptr && !table.fresh(*entry, 3));
}

}  // namespace
}  // namespace saizen

int main() {
    saizen::every_search_has_the_value_of_minimax();
    saizen::tic_tac_toe_has_its_published_size();
    saizen::a_node_limit_is_kept_exactly();
    saizen::small_games_have_their_published_values();
    saizen::playouts_prove_tic_tac_toe_a_draw();
    saizen::random_players_win_as_often_as_published();
    saizen::a_full_table_keeps_its_size_and_finds_what_it_holds();
}
