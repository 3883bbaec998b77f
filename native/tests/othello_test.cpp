#include "saizen/othello.hpp"

#include <bit>
#include <initializer_list>

#include "check.hpp"
#include "othello_reference.hpp"
#include "saizen/shape.hpp"

namespace saizen::othello {
namespace {

// SplitMix64 (Steele, Lea & Flood, 2014).
class Random {
public:
    std::uint64_t next() {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }

    int below(int limit) { return static_cast<int>(next() % static_cast<std::uint64_t>(limit)); }

private:
    std::uint64_t state_ = 2026;
};

Board start(Shape shape) {
    const int d4 = (shape.height / 2 - 1) * 8 + shape.width / 2 - 1;
    return {bit(d4 + 1) | bit(d4 + 8), bit(d4) | bit(d4 + 9)};
}

Shape random_shape(Random& random) {
    return {2 + random.below(7), 2 + random.below(7)};
}

void check_against_reference(Board board, Bits playable) {
    check(legal_moves(board, playable) == walked_moves(board, playable));
    for (int square = 0; square < 64; ++square) {
        check(flips(board, square) == walked_flips(board, square));
    }
}

void kernels_agree_with_the_reference_in_random_games() {
    Random random;
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
    Random random;
    for (int sample = 0; sample < 20'000; ++sample) {
        const Bits squares = playable(random_shape(random));
        const Bits player = squares & random.next() & random.next();
        const Bits opponent = squares & ~player & (random.next() | random.next());
        check_against_reference({player, opponent}, squares);
    }
}

void a_move_turns_discs_and_gives_the_turn_away() {
    const Board after = play(start({8, 8}), 19);
    check(after == Board{bit(36), bit(19) | bit(27) | bit(28) | bit(35)});
    check(pass(after) == Board{after.opponent, after.player});
}

void check_perft(Shape shape, std::initializer_list<std::uint64_t> counts) {
    int depth = 0;
    for (const std::uint64_t count : counts) {
        check(perft(start(shape), playable(shape), depth++) == count);
    }
}

void perft_gives_the_published_counts() {
    check_perft({8, 8}, {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288});
    check_perft({6, 6}, {1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976684});
    check_perft({4, 4}, {1, 4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112, 31396, 12920});
}

void a_cancelled_perft_returns_at_once() {
    const std::atomic<bool> cancelled{true};
    check(perft(start({8, 8}), playable({8, 8}), 60, cancelled) == 0);
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
    perft_gives_the_published_counts();
    a_cancelled_perft_returns_at_once();
}
