#include "saizen/self_play.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <thread>

#include "saizen/endgame.hpp"
#include "saizen/midgame.hpp"
#include "saizen/random.hpp"

namespace saizen::othello {
namespace {

constexpr Bits squares = ~Bits{0};
constexpr Board start{0x0000000810000000, 0x0000001008000000};

int empties_of(Board board) noexcept {
    return 64 - std::popcount(board.player | board.opponent);
}

int random_square(Bits moves, Stream& dice) noexcept {
    for (int skipped = dice.below(std::popcount(moves)); skipped > 0; --skipped) {
        moves &= moves - 1;
    }
    return lowest(moves);
}

// The move that leaves the opponent fewest replies, corners counting more, with a little luck.
int cramping_square(Board board, Bits moves, Stream& dice) noexcept {
    int best = lowest(moves);
    int fewest = 1 << 20;
    for (Bits left = moves; left != 0; left &= left - 1) {
        const int square = lowest(left);
        const Bits replies = legal_moves(play(board, square), squares);
        const int order = 8 * std::popcount(replies) + 8 * std::popcount(replies & 0x8100000000000081) -
                          (bit(square) & 0x8100000000000081 ? 24 : 0) + dice.below(16);
        if (order < fewest) {
            fewest = order;
            best = square;
        }
    }
    return best;
}

// What one thread labels with; proofs stay true from position to position.
class Labeller {
public:
    explicit Labeller(const Evaluation& evaluation)
        : evaluation_(evaluation),
          field_(squares),
          proofs_(std::size_t{1} << 22),
          estimates_(std::size_t{1} << 21),
          exact_(field_, proofs_, {}, meter_, progress_) {}

    int score(Board board) noexcept {
        int lower = -64;
        int upper = 64;
        int wanted = std::clamp(evaluation_.value(board) / disc / 2 * 2, -62, 64);
        while (lower < upper) {
            const int found = exact_.above(board, wanted - 1);
            (found >= wanted ? lower : upper) = found;
            wanted = found >= wanted ? found + 2 : found;
        }
        return lower;
    }

    Found search(Board board, int depth) noexcept {
        Meter meter;
        return Midgame(evaluation_, estimates_, exact_, meter).deepen(board, depth);
    }

private:
    const Evaluation& evaluation_;
    Field field_;
    ProofTable proofs_;
    EstimateTable estimates_;
    Meter meter_;
    Progress progress_;
    Endgame exact_;
};

// Calls `work(number)` for each number below `count`, on several threads; `make_work` gives each thread its own.
template <typename MakeWork>
void share_out_made(std::uint64_t count, int threads, MakeWork make_work) {
    std::atomic<std::uint64_t> next{0};
    std::vector<std::jthread> helpers;
    for (int helper = 0; helper < threads; ++helper) {
        helpers.emplace_back([&] {
            auto work = make_work();
            for (std::uint64_t number = next++; number < count; number = next++) {
                work(number);
            }
        });
    }
}

template <typename Work>
void share_out(std::uint64_t count, int threads, Work work) {
    share_out_made(count, threads, [&] { return work; });
}

// The same with a labeller for each thread.
template <typename Work>
void share_out(const Evaluation& evaluation, std::uint64_t count, int threads, Work work) {
    share_out_made(count, threads, [&] {
        return [&work, labeller = std::make_unique<Labeller>(evaluation)](
                   std::uint64_t number) { work(*labeller, number); };
    });
}

// A game by moves that leave the opponent few replies, now and then by any move, until so many squares are empty or it
// is over.
Board random_position(int empties, Stream& dice) noexcept {
    Board board = start;
    while (empties_of(board) > empties) {
        const Bits moves = legal_moves(board, squares);
        if (moves != 0) {
            const bool any = dice.below(8) == 0 || empties_of(board) > 52;
            board = play(board, any ? random_square(moves, dice) : cramping_square(board, moves, dice));
        } else if (legal_moves(pass(board), squares) != 0) {
            board = pass(board);
        } else {
            break;
        }
    }
    return board;
}

std::vector<Labelled> play_one(Labeller& labeller, const SelfPlay& wanted, std::uint64_t game) {
    Stream dice(wanted.seed, game, 0);
    const int beginning = wanted.least_random + dice.below(wanted.most_random - wanted.least_random + 1);
    std::vector<Labelled> positions;
    Board board = start;
    int sign = 1;
    for (int ply = 0;; ++ply, sign = -sign) {
        const Bits moves = legal_moves(board, squares);
        if (moves == 0 && legal_moves(pass(board), squares) == 0) {
            return {};  // over before it was solved: a rare wipe-out says little
        }
        if (empties_of(board) <= wanted.exact_from) {
            break;
        }
        if (moves == 0) {
            board = pass(board);
            continue;
        }
        if (ply >= beginning) {
            positions.push_back({board, sign, 0});
        }
        board = play(board, ply < beginning ? random_square(moves, dice) : labeller.search(board, wanted.depth).move);
    }
    const int score = sign * labeller.score(board) * disc;  // for the side that began
    positions.push_back({board, sign, 1});
    for (Labelled& position : positions) {
        position.value *= score;
    }
    return positions;
}

}  // namespace

std::vector<Board> random_positions(std::uint64_t seed, std::uint64_t count, int empties, int threads) {
    std::vector<Board> boards(count);
    share_out(count, threads, [&](std::uint64_t number) {
        Stream dice(seed, number, static_cast<std::uint64_t>(empties));
        do {
            boards[number] = random_position(empties, dice);
        } while (empties_of(boards[number]) != empties || legal_moves(boards[number], squares) == 0);
    });
    return boards;
}

std::vector<Labelled> label(
    const Evaluation& evaluation, std::span<const Board> boards, int depth, int exact_from, int threads) {
    std::vector<Labelled> labels(boards.size());
    share_out(evaluation, boards.size(), threads, [&](Labeller& labeller, std::uint64_t number) {
        const Board board = boards[number];
        const bool exact = empties_of(board) <= exact_from;
        labels[number] = {board, exact ? labeller.score(board) * disc : labeller.search(board, depth).score, exact};
    });
    return labels;
}

std::vector<Labelled> self_play(const Evaluation& evaluation, const SelfPlay& wanted) {
    std::vector<std::vector<Labelled>> games(wanted.games);
    share_out(evaluation, wanted.games, wanted.threads, [&](Labeller& labeller, std::uint64_t number) {
        games[number] = play_one(labeller, wanted, wanted.first_game + number);
    });
    std::vector<Labelled> positions;
    for (const std::vector<Labelled>& game : games) {
        positions.insert(positions.end(), game.begin(), game.end());
    }
    return positions;
}

}  // namespace saizen::othello
