#include "saizen/endgame.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "check.hpp"
#include "saizen/random.hpp"
#include "saizen/solver.hpp"
#include "saizen/stability.hpp"
#include "saizen/symmetry.hpp"

namespace saizen::othello {
namespace {

// The definition of the score, with nothing else in it.
int plain_score(const Othello& game, const Position& position) {
    if (game.is_over(position)) {
        return game.score(position);
    }
    int best = -infinity;
    for (const Move move : game.moves(position)) {
        best = std::max(best, -plain_score(game, game.play(position, move)));
    }
    return best;
}

Position random_position(const Othello& game, Stream& dice, int empties) {
    const auto [width, height] = game.shape();
    const int centre = (height / 2 - 1) * 8 + width / 2 - 1;
    Position position = game.state({bit(centre + 1) | bit(centre + 8), bit(centre) | bit(centre + 9)});
    while (!game.is_over(position) &&
           std::popcount(game.playable() & ~(position.board.player | position.board.opponent)) > empties) {
        position = game.play(position, dice.choice(game.moves(position)));
    }
    return position;
}

Best solution(const Othello& game, const Position& position, int threads = 1) {
    Meter meter;
    Progress progress;
    solve(game, position, {.table_bytes = 1 << 20, .threads = threads}, nullptr, meter, progress);
    check(meter.answer().complete);
    return meter.answer().best;
}

void check_solution(const Othello& game, Position position, int score) {
    const Best best = solution(game, position);
    check(best.value == score);
    int sign = 1;
    for (const Move move : best.line) {  // best play ends with the score it promises
        position = game.play(position, move);
        sign = -sign;
    }
    check(game.is_over(position) && sign * game.score(position) == score);
}

void scores_are_those_of_plain_minimax() {
    Stream dice(3);
    for (const Shape shape : {Shape{4, 4}, Shape{6, 4}, Shape{5, 7}, Shape{6, 6}, Shape{8, 8}}) {
        const Othello game(shape);
        for (int round = 0; round < 60; ++round) {
            const Position position = random_position(game, dice, round % 8);
            check_solution(game, position, plain_score(game, position));
        }
    }
}

// The same definition on a board of any squares.
int plain_score(const Field& field, Board board) {
    const Bits moves = legal_moves(board, field.playable);
    if (moves == 0 && legal_moves(pass(board), field.playable) == 0) {
        return field.score(board);
    }
    int best = moves == 0 ? -plain_score(field, pass(board)) : -infinity;
    for (Bits squares = moves; squares != 0; squares &= squares - 1) {
        best = std::max(best, -plain_score(field, play(board, lowest(squares))));
    }
    return best;
}

void boards_with_holes_have_the_scores_of_plain_minimax() {
    Stream dice(8);
    for (int round = 0; round < 300; ++round) {
        Bits holes = 0;
        for (int hole = dice.below(6); hole >= 0; --hole) {
            holes |= bit(dice.below(64));
        }
        const Field field(~holes | 0x0000001818000000);
        Board board{0x0000000810000000, 0x0000001008000000};
        while (std::popcount(field.playable & ~(board.player | board.opponent)) > 1 + round % 8) {
            if (const Bits moves = legal_moves(board, field.playable)) {
                Bits chosen = moves;
                for (int skipped = dice.below(std::popcount(moves)); skipped > 0; --skipped) {
                    chosen &= chosen - 1;
                }
                board = play(board, lowest(chosen));
            } else if (legal_moves(pass(board), field.playable) != 0) {
                board = pass(board);
            } else {
                break;
            }
        }
        const int score = plain_score(field, board);
        ProofTable table(1 << 12);
        Meter meter;
        Progress progress;
        Endgame search(field, table, {}, meter, progress);
        for (const int alpha : {-65, score - 2, score - 1, score, score + 1, 64}) {
            const int found = search.above(board, alpha);
            check(found > alpha ? found <= score : found >= score);
            check((found > alpha) == (score > alpha));
        }
    }
}

Position parse(const Othello& game, std::string_view text) {
    Key key{0, 0};
    for (int square = 0; square < 64; ++square) {
        const char mark = text[static_cast<std::size_t>(square)];
        key.own |= mark == 'X' ? bit(square) : 0;
        key.other |= mark == 'O' ? bit(square) : 0;
    }
    return game.state(key);
}

void published_problems_have_their_scores() {
    const Othello game({8, 8});
    const auto score = [&](std::string_view text) { return solution(game, parse(game, text)).value; };
    check(score("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--") == 18);  // FFO 1
    check(score("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-") == 10);  // FFO 2
    check(score("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX") == 2);   // FFO 3
    check(score("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO-") == 0);   // FFO 4
}

void two_threads_find_the_same_scores() {
    Stream dice(9);
    const Othello game({8, 8});
    for (int round = 0; round < 12; ++round) {
        const Position position = random_position(game, dice, 16);
        check(solution(game, position, 2).value == solution(game, position).value);
    }
}

void a_window_asks_no_more_than_it_must() {
    Stream dice(4);
    const Othello game({8, 8});
    for (int round = 0; round < 40; ++round) {
        const Position position = random_position(game, dice, 10);
        const int score = solution(game, position).value;
        Meter meter;
        Progress progress;
        const auto [bounds, nodes] =
            solve(game, position, {.table_bytes = 1 << 20, .low = -1, .high = 1}, nullptr, meter, progress);
        check(bounds.lower <= score && score <= bounds.upper);
        check((bounds.lower > 0) == (score > 0) && (bounds.upper < 0) == (score < 0));
    }
}

void mirrored_moves_are_tried_once() {
    const Othello game({6, 6});
    const Position start = game.state({bit(19) | bit(26), bit(18) | bit(27)});
    check(distinct_moves(game, start).count() == 1 && game.moves(start).count() == 4);
    const Position later = game.play(start, game.moves(start)[0]);
    check(distinct_moves(game, later).count() == game.moves(later).count());
}

void a_wipe_out_counts_the_whole_board() {
    const Othello game({8, 8});
    const Position over = game.state({bit(0) | bit(1), 0});
    check(solution(game, over).value == 64);
    check(solution(game, game.state({bit(0), bit(1)})).value == 64);
}

void stable_discs_stay_to_the_end() {
    Stream dice(5);
    for (const Shape shape : {Shape{6, 6}, Shape{8, 8}, Shape{4, 6}}) {
        const Othello game(shape);
        const Stability stability(game.playable());
        for (int round = 0; round < 300; ++round) {
            Position position = random_position(game, dice, 1 + dice.below(40));
            const Bits empties = game.playable() & ~(position.board.player | position.board.opponent);
            Bits player = stability.stable(position.board.player, empties);
            Bits opponent = stability.stable(position.board.opponent, empties);
            while (!game.is_over(position)) {
                position = game.play(position, dice.choice(game.moves(position)));
                std::swap(player, opponent);
                check((player & ~position.board.player) == 0 && (opponent & ~position.board.opponent) == 0);
            }
        }
    }
}

// FFO 40, too long for the limit: one limit for all threads, which may each overstep it by the nodes between two looks.
void a_stopped_solution_keeps_a_legal_first_move(int threads) {
    const Othello game({8, 8});
    const Position position = parse(game, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------");
    Meter meter({.nodes = 200'000});
    Progress progress;
    const Solution found =
        solve(game, position, {.table_bytes = 1 << 20, .threads = threads}, nullptr, meter, progress);
    const Answer answer = meter.answer();
    check(!answer.complete && answer.best.value <= 38 && found.bounds.lower <= 38 && found.bounds.upper >= 38);
    check(found.nodes >= 200'000 && found.nodes < 220'000);
    check(progress.lower == found.bounds.lower && progress.upper == found.bounds.upper);
    check(progress.asked > progress.lower && progress.asked <= progress.upper);
    check(progress.done >= 0.0F && progress.done < 1.0F);
}

}  // namespace
}  // namespace saizen::othello

int main() {
    using namespace saizen::othello;
    scores_are_those_of_plain_minimax();
    boards_with_holes_have_the_scores_of_plain_minimax();
    published_problems_have_their_scores();
    two_threads_find_the_same_scores();
    a_window_asks_no_more_than_it_must();
    mirrored_moves_are_tried_once();
    a_wipe_out_counts_the_whole_board();
    stable_discs_stay_to_the_end();
    a_stopped_solution_keeps_a_legal_first_move(1);
    a_stopped_solution_keeps_a_legal_first_move(2);
}
