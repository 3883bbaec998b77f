#include "saizen/pattern.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "check.hpp"
#include "judged_reference.hpp"
#include "saizen/field.hpp"
#include "saizen/midgame.hpp"
#include "saizen/random.hpp"
#include "saizen/self_play.hpp"

namespace saizen::othello {
namespace {

// One group of each kind, as squares; its others are the images of it.
const std::vector<std::vector<int>> shapes{
    {0, 1, 2, 8, 9, 10, 16, 17, 18},
    {0, 1, 2, 3, 4, 8, 9, 10, 11, 12},
    {0, 1, 2, 3, 4, 5, 6, 7, 9, 14},
    {8, 9, 10, 11, 12, 13, 14, 15},
    {16, 17, 18, 19, 20, 21, 22, 23},
    {24, 25, 26, 27, 28, 29, 30, 31},
    {0, 9, 18, 27, 36, 45, 54, 63},
    {8, 17, 26, 35, 44, 53, 62},
    {16, 25, 34, 43, 52, 61},
    {24, 33, 42, 51, 60},
    {32, 41, 50, 59},
};

// The judgement square by square: each distinct image of a shape is one group.
int plain_value(Board board, const std::vector<std::int16_t>& full) {
    const int phase = phase_of(64 - std::popcount(board.player | board.opponent));
    int sum = 0;
    for (std::size_t kind = 0; kind < shapes.size(); ++kind) {
        std::vector<Bits> seen;
        for (int number = 0; number < 8; ++number) {
            Bits squares = 0;
            int content = 0;
            for (std::size_t place = shapes[kind].size(); place-- > 0;) {
                const int square = Symmetry(number).image({8, 8}, shapes[kind][place]);
                squares |= bit(square);
                content = content * 3 + (board.player & bit(square) ? 1 : board.opponent & bit(square) ? 2 : 0);
            }
            if (std::find(seen.begin(), seen.end(), squares) == seen.end()) {
                seen.push_back(squares);
                sum += full[static_cast<std::size_t>(phase * weight_count + kind_begins[kind] + content)];
            }
        }
        check(static_cast<int>(seen.size()) == kinds[kind].groups);
    }
    return std::clamp(sum, -most_value, most_value);
}

// The weight of every place, mirror images included.
std::vector<std::int16_t> expanded(const std::vector<std::int16_t>& standing) {
    std::vector<std::int16_t> full;
    std::size_t next = 0;
    for (int phase = 0; phase < phase_count; ++phase) {
        const std::size_t begin = full.size();
        for (std::size_t place = 0; place < standing_places().size(); ++place) {
            const auto stands = static_cast<std::size_t>(standing_places()[place]);
            check(stands <= place);
            full.push_back(stands == place ? standing[next++] : full[begin + stands]);
        }
    }
    return full;
}

// Contents kept up to date move by move, by whole games at random, against the board rebuilt: over a million positions.
void contents_follow_the_moves() {
    const Evaluation evaluation(random_weights());
    const Bits squares = ~Bits{0};
    int compared = 0;
    for (std::uint64_t game = 0; compared < 1'000'000; ++game) {
        Stream dice(9, game, 0);
        Board board{0x0000000810000000, 0x0000001008000000};
        Groups groups(board);
        for (;;) {
            const int empties = 64 - std::popcount(board.player | board.opponent);
            Bits moves = legal_moves(board, squares);
            if (moves == 0 && legal_moves(pass(board), squares) == 0) {
                break;
            }
            if (moves == 0) {
                board = pass(board);
                groups = groups.after_pass();
                check(evaluation.value(groups.contents(), empties) == evaluation.value(board));
                moves = legal_moves(board, squares);
            }
            for (Bits left = moves; left != 0; left &= left - 1) {
                const int square = lowest(left);
                const Bits turned = flips(board, square);
                const int value = evaluation.value(after(board, square, turned));
                check(evaluation.value(groups.contents_after(square, turned), empties - 1) == value);
                ++compared;
            }
            for (int skipped = dice.below(std::popcount(moves)); skipped > 0; --skipped) {
                moves &= moves - 1;
            }
            const Bits turned = flips(board, lowest(moves));
            board = after(board, lowest(moves), turned);
            groups = groups.after(lowest(moves), turned);
            check(evaluation.value(groups.contents(), empties - 1) == evaluation.value(board));
        }
    }
}

void judgements_are_those_of_the_squares() {
    const std::vector<std::int16_t> weights = random_weights();
    const std::vector<std::int16_t> full = expanded(weights);
    const Evaluation evaluation(weights);
    for (int empties = 1; empties <= 58; ++empties) {
        for (const Board board : random_positions(7, 40, empties, 2)) {
            const int value = evaluation.value(board);
            check(value == plain_value(board, full));
            for (int number = 1; number < 8; ++number) {
                const Symmetry symmetry(number);
                check(value ==
                      evaluation.value({symmetry.image({8, 8}, board.player), symmetry.image({8, 8}, board.opponent)}));
            }
        }
    }
}

void searches_find_the_value_of_plain_minimax() {
    const Evaluation evaluation(random_weights());
    for (const int empties : {1, 2, 3, 5, 8, 20, 40, 55}) {
        for (const Board board : random_positions(3, 12, empties, 2)) {
            for (int depth = 1; depth <= 4; ++depth) {
                const Field field(~Bits{0});
                ProofTable proofs(1 << 16);
                EstimateTable table(1 << 16);
                Meter meter;
                Progress progress;
                Endgame end(field, proofs, {}, meter, progress);
                const Found found = Midgame(evaluation, table, end, meter).deepen(board, depth);
                check(found.score == plain_search(evaluation, board, depth));
            }
        }
    }
}

void labels_do_not_depend_on_threads() {
    const Evaluation evaluation(random_weights());
    const SelfPlay wanted{5, 10, 4, 2, no_cuts, 10, 8, 20, 1};
    SelfPlay shared = wanted;
    shared.threads = 3;
    const auto one = self_play(evaluation, wanted);
    const auto three = self_play(evaluation, shared);
    check(!one.empty() && one.size() == three.size());
    for (std::size_t index = 0; index < one.size(); ++index) {
        check(one[index].board == three[index].board && one[index].searched == three[index].searched &&
              one[index].final == three[index].final && one[index].game == three[index].game);
    }
    const std::vector<Board> boards = random_positions(2, 50, 9, 1);
    const auto labels = label(evaluation, boards, 2, no_cuts, 9, 2);
    for (std::size_t index = 0; index < boards.size(); ++index) {
        check(labels[index].exact == 1 && labels[index].final % disc == 0);
    }
}

// In each game the sides take turns, and all positions before the first solved one have its score.
void games_are_labelled_with_what_they_came_to() {
    const Evaluation evaluation(random_weights());
    const auto positions = self_play(evaluation, {7, 0, 20, 2, no_cuts, 10, 6, 34, 2});
    for (std::size_t index = 0; index + 1 < positions.size(); ++index) {
        const Labelled& now = positions[index];
        const Labelled& next = positions[index + 1];
        if (now.game != next.game) {
            check(now.exact == 1);
            continue;
        }
        check(next.board == pass(now.board) || (next.board.opponent & now.board.player) == now.board.player);
        check(now.exact == 0 ? now.final == -next.final : now.searched == now.final && next.exact == 1);
        const int empties = 64 - std::popcount(now.board.player | now.board.opponent);
        check(now.exact == (empties <= 10));
        if (empties <= 4) {
            check(now.final == plain_search(evaluation, now.board, 9));
        }
    }
}

void nobody_wins_a_match_against_itself() {
    const Evaluation evaluation(random_weights());
    const auto scores = match(evaluation, evaluation, {3, 0, 6, 2, no_cuts, 10, 6, 20, 2});
    for (std::size_t pair = 0; pair < scores.size() / 2; ++pair) {
        check(scores[2 * pair] == -scores[2 * pair + 1]);
    }
}

}  // namespace
}  // namespace saizen::othello

int main() {
    using namespace saizen::othello;
    judgements_are_those_of_the_squares();
    contents_follow_the_moves();
    searches_find_the_value_of_plain_minimax();
    labels_do_not_depend_on_threads();
    games_are_labelled_with_what_they_came_to();
    nobody_wins_a_match_against_itself();
}
