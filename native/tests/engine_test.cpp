#include "saizen/engine.hpp"

#include <bit>
#include <vector>

#include "check.hpp"
#include "judged_reference.hpp"
#include "saizen/self_play.hpp"
#include "saizen/solver.hpp"

namespace saizen::othello {
namespace {

const Othello game({8, 8});
const Evaluation evaluation(random_weights());

std::vector<Position> positions(int count, int empties) {
    std::vector<Position> list;
    for (const Board board : random_positions(4, static_cast<std::uint64_t>(count), empties, 1)) {
        list.push_back(game.state({board.player, board.opponent}));
    }
    return list;
}

int score(const Position& position, const Evaluation* judge, int threads) {
    Meter meter;
    Progress progress;
    const Solution found = solve(game, position, {.table_bytes = 1 << 20, .threads = threads}, judge, meter, progress);
    check(found.bounds.lower == found.bounds.upper);
    return found.bounds.lower;
}

struct Outcome {
    std::vector<Judged> moves;
    std::uint64_t nodes;
    bool complete;
};

Outcome analysed(
    Engine& engine, const Position& position, const Strength& strength, bool all_moves, Limits limits = {}) {
    Meter meter(limits);
    Bulletin bulletin;
    const std::uint64_t nodes = engine.analyse(evaluation, position, strength, all_moves, meter, bulletin);
    return {bulletin.read(), nodes, !meter.stopped()};
}

void an_evaluation_does_not_change_proofs() {
    for (const Position& position : positions(12, 17)) {
        const int exact = score(position, nullptr, 1);
        check(score(position, &evaluation, 1) == exact && score(position, &evaluation, 2) == exact);
    }
}

void exact_values_are_proved_ones() {
    for (const int threads : {1, 2}) {
        Engine engine(1 << 22, threads);
        for (const Position& position : positions(10, 14)) {
            const Outcome best = analysed(engine, position, {4, 0, 0, 14}, false);
            check(best.moves.size() == 1 && best.moves[0].exact && best.complete);
            check(best.moves[0].value == disc * score(position, nullptr, 1));
            const Outcome all = analysed(engine, position, {4, 0, 0, 14}, true);
            check(static_cast<int>(all.moves.size()) == game.moves(position).count());
            for (const Judged& move : all.moves) {
                check(move.exact && move.value == -disc * score(game.play(position, move.move), nullptr, 1));
                check(move.line[0] == move.move && move.value <= all.moves[0].value);
            }
        }
    }
}

void values_without_cuts_are_those_of_plain_minimax() {
    for (const int empties : {20, 40, 54}) {
        for (const Position& position : positions(4, empties)) {
            Engine engine(1 << 20, 1);
            const Outcome all = analysed(engine, position, {4, no_cuts, 0, 0}, true);
            for (const Judged& move : all.moves) {
                check(!move.exact && move.depth == 4);
                check(move.value == -plain_search(evaluation, game.play(position, move.move).board, 3));
            }
            engine.clear();
            const Outcome best = analysed(engine, position, {4, no_cuts, 0, 0}, false);
            check(best.moves[0].value == all.moves[0].value);
        }
    }
}

void equal_analyses_find_the_same() {
    for (const Position& position : positions(4, 36)) {
        Engine one(1 << 20, 1);
        Engine other(1 << 20, 1);
        const Outcome first = analysed(one, position, {9, 0, 0, 0}, false);
        const Outcome second = analysed(other, position, {9, 0, 0, 0}, false);
        check(first.nodes == second.nodes && first.moves[0].value == second.moves[0].value);
        one.clear();
        check(analysed(one, position, {9, 0, 0, 0}, false).nodes == first.nodes);
    }
}

void limits_leave_the_best_so_far() {
    Engine engine(1 << 20, 2);
    for (const Position& position : positions(6, 40)) {
        const Outcome none = analysed(engine, position, {30, 0, 0, 0}, true, {.nodes = 1});
        check(!none.complete && static_cast<int>(none.moves.size()) == game.moves(position).count());
        const Outcome some = analysed(engine, position, {40, 0, 60, 60}, false, {.nodes = 100'000});
        check(!some.complete && some.moves[0].depth > 2 && some.nodes < 110'000);
        Strength hurried{40, 0, 60, 60};
        hurried.soft_seconds = 0;
        check(analysed(engine, position, hurried, false).moves[0].depth == 1);
    }
}

void a_pass_is_valued_as_what_follows() {
    int passes = 0;
    for (int empties = 8; passes < 5; ++empties) {
        for (const Position& position : positions(200, empties)) {
            const Position passed = game.state({position.board.opponent, position.board.player});
            if (passed.mobility == 0 && passes < 5) {
                ++passes;
                Engine engine(1 << 20, 1);
                const Outcome found = analysed(engine, passed, {4, 0, 20, 20}, false);
                check(found.moves.size() == 1 && found.moves[0].move == pass_move && found.moves[0].exact);
                check(found.moves[0].value == -disc * score(position, nullptr, 1));
            }
        }
    }
}

}  // namespace
}  // namespace saizen::othello

int main() {
    using namespace saizen::othello;
    an_evaluation_does_not_change_proofs();
    exact_values_are_proved_ones();
    values_without_cuts_are_those_of_plain_minimax();
    equal_analyses_find_the_same();
    limits_leave_the_best_so_far();
    a_pass_is_valued_as_what_follows();
}
