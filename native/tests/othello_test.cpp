#include "saizen/othello.hpp"

#include <bit>
#include <initializer_list>

#include "check.hpp"
#include "othello_reference.hpp"
#include "saizen/perft.hpp"
#include "saizen/random.hpp"
#include "saizen/shape.hpp"
#include "saizen/symmetry.hpp"

namespace saizen::othello {
namespace {

Board start(Shape shape) {
    const int d4 = (shape.height / 2 - 1) * 8 + shape.width / 2 - 1;
    return {bit(d4 + 1) | bit(d4 + 8), bit(d4) | bit(d4 + 9)};
}

Shape random_shape(Stream& random) {
    return {2 + random.below(7), 2 + random.below(7)};
}

void check_against_reference(Board board, Bits playable) {
    const Bits empty = playable & ~(board.player | board.opponent);
    check(legal_moves(board, playable) == walked_moves(board, playable));
    check((portable::run_ends(board.player, board.opponent) & empty) == walked_moves(board, playable));
    for (Bits squares = empty; squares != 0; squares &= squares - 1) {
        const int square = std::countr_zero(squares);
        check(flips(board, square) == walked_flips(board, square));
        check(portable::flips(board.player, board.opponent, square) == walked_flips(board, square));
    }
}

void kernels_agree_with_the_reference_in_random_games() {
    Stream random(2026);
    for (int game = 0; game < 500; ++game) {
        const Shape shape = random_shape(random);
        Board board = start(shape);
        for (int passes = 0; passes < 2;) {
            check_against_reference(board, playable(shape));
            Bits moves = legal_moves(board, playable(shape));
            if (moves == 0) {
                board = pass(board);
                ++passes;
                continue;
            }
            for (int skipped = random.below(std::popcount(moves)); skipped > 0; --skipped) {
                moves &= moves - 1;
            }
            board = play(board, std::countr_zero(moves));
            passes = 0;
        }
    }
}

// Real games rarely hold long runs in all directions at once.
void kernels_agree_with_the_reference_on_random_boards() {
    Stream random(2026);
    for (int sample = 0; sample < 20'000; ++sample) {
        const Bits squares = playable(random_shape(random));
        const Bits player = squares & random.bits() & random.bits();
        const Bits opponent = squares & ~player & (random.bits() | random.bits());
        check_against_reference({player, opponent}, squares);
    }
}

void a_move_turns_discs_and_gives_the_turn_away() {
    const Board after = play(start({8, 8}), 19);
    check(after == Board{bit(36), bit(19) | bit(27) | bit(28) | bit(35)});
    check(pass(after) == Board{after.opponent, after.player});
}

void the_last_square_turns_as_many_as_any_other() {
    Stream random(7);
    for (int round = 0; round < 20'000; ++round) {
        const Shape shape = random_shape(random);
        Bits squares = playable(shape);
        for (int skipped = random.below(std::popcount(squares)); skipped > 0; --skipped) {
            squares &= squares - 1;
        }
        const Bits player = random.bits() & playable(shape) & ~bit(lowest(squares));
        const Board board{player, playable(shape) & ~player & ~bit(lowest(squares))};
        check(last_flips(board, lowest(squares)) == std::popcount(walked_flips(board, lowest(squares))));
    }
}

void check_perft(Shape shape, std::initializer_list<std::uint64_t> counts) {
    int depth = 0;
    for (const std::uint64_t count : counts) {
        check(perft(start(shape), playable(shape), depth) == count);
        check(perft(start(shape), playable(shape), depth, {1 << 16, 1}) == count);
        check(perft(start(shape), playable(shape), depth, {1 << 20, 2}) == count);
        ++depth;
    }
}

void perft_gives_the_published_counts() {
    check_perft({8, 8}, {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288});
    check_perft({6, 6}, {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976684});
    check_perft({4, 4}, {1, 4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112, 31396, 12920});
}

void a_cancelled_perft_returns_at_once() {
    const std::atomic<bool> cancelled{true};
    check(perft(start({8, 8}), playable({8, 8}), 60, {}, cancelled) == 0);
    check(perft(start({8, 8}), playable({8, 8}), 60, {1 << 20, 2}, cancelled) == 0);
}

void images_of_sets_are_those_of_their_squares() {
    for (const Shape shape : {Shape{8, 8}, Shape{6, 6}, Shape{6, 4}, Shape{4, 8}}) {
        for (int number = 0; number < Symmetry::count(shape); ++number) {
            const Symmetry symmetry(number);
            check(symmetry.image(shape, playable(shape)) == playable(shape));
            for (Bits squares = playable(shape); squares != 0; squares &= squares - 1) {
                const int square = lowest(squares);
                check(symmetry.image(shape, bit(square)) == bit(symmetry.image(shape, square)));
                if (shape.width == 8 && shape.height == 8) {
                    check(Symmetry::images(bit(square))[static_cast<std::size_t>(number)] ==
                          bit(symmetry.image(shape, square)));
                }
            }
        }
    }
}

// A table must not mistake positions on a board that its own holes keep from being symmetric.
void perft_counts_alike_on_a_board_with_holes() {
    const Bits squares = playable({8, 8}) & ~Bits{0x0000040000200001};
    for (int depth = 0; depth < 9; ++depth) {
        const std::uint64_t count = perft(start({8, 8}), squares, depth);
        check(perft(start({8, 8}), squares, depth, {1 << 20, 1}) == count);
        check(perft(start({8, 8}), squares, depth, {1 << 20, 2}) == count);
    }
}

void packing_and_unpacking_are_inverse() {
    const Shape shape{6, 4};
    check(playable(shape) == 0x3f3f3f3f);
    check(pack(shape, ~Bits{0}) == 0xffffff);
    for (int square = 0; square < 24; ++square) {
        check(unpack(shape, bit(square)) == bit(carrier_square(shape, square)));
        check(pack(shape, unpack(shape, bit(square))) == bit(square));
    }
}

}  // namespace
}  // namespace saizen::othello

int main() {
    using namespace saizen::othello;
    packing_and_unpacking_are_inverse();
    a_move_turns_discs_and_gives_the_turn_away();
    kernels_agree_with_the_reference_in_random_games();
    kernels_agree_with_the_reference_on_random_boards();
    the_last_square_turns_as_many_as_any_other();
    perft_gives_the_published_counts();
    a_cancelled_perft_returns_at_once();
    images_of_sets_are_those_of_their_squares();
    perft_counts_alike_on_a_board_with_holes();
}
