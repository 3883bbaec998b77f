#include "saizen/self_play.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <thread>
#include <utility>

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

int final_score(Board board) noexcept {
    const int own = std::popcount(board.player);
    const int other = std::popcount(board.opponent);
    const int empties = 64 - own - other;
    return own - other + (own > other ? empties : 0) - (own < other ? empties : 0);
}

bool is_over(Board board) noexcept {
    return legal_moves(board, squares) == 0 && legal_moves(pass(board), squares) == 0;
}

// What one thread labels with. Proofs stay true from position to position; estimates are forgotten, so that labels do
// not depend on what the thread did before.
class Labeller {
public:
    Labeller(const Evaluation& evaluation, int depth, int selectivity)
        : evaluation_(evaluation),
          field_(squares),
          proofs_(std::size_t{1} << 22),
          depth_(depth),
          selectivity_(selectivity),
          bytes_(std::size_t{1} << std::clamp(10 + 2 * depth, 14, 21)),
          estimates_(bytes_),
          exact_(field_, proofs_, {nullptr, nullptr, &evaluation_}, meter_, progress_) {}

    // The score with best play: bounds close in on it from a guess.
    int score(Board board, int guess) noexcept {
        int lower = -64;
        int upper = 64;
        int wanted = std::clamp(guess / disc / 2 * 2, -62, 64);
        while (lower < upper) {
            const int found = exact_.above(board, wanted - 1);
            (found >= wanted ? lower : upper) = found;
            wanted = found >= wanted ? found + 2 : found;
        }
        return lower;
    }

    int score(Board board) noexcept {
        constexpr int fewest_searched = 13;  // from here on a better guess saves more than it takes
        return score(board, empties_of(board) < fewest_searched ? evaluation_.value(board) : value(board, 4));
    }

    int value(Board board, int depth) noexcept {
        Meter meter;
        return Midgame(evaluation_, estimates_, exact_, meter).value(board, depth, -64 * disc, 64 * disc);
    }

    Found search(Board board) noexcept {
        Meter meter;
        Midgame midgame(evaluation_, estimates_, exact_, meter);
        midgame.select(selectivity_);
        return midgame.deepen(board, depth_);
    }

    void forget() { estimates_ = EstimateTable(bytes_); }

    // The move that the evaluation likes best after one ply.
    [[nodiscard]] int hasty_square(Board board, Bits moves) const noexcept {
        int best = lowest(moves);
        int least = 1 << 20;
        for (Bits left = moves; left != 0; left &= left - 1) {
            const int value = evaluation_.value(play(board, lowest(left)));
            if (value < least) {
                least = value;
                best = lowest(left);
            }
        }
        return best;
    }

private:
    const Evaluation& evaluation_;
    Field field_;
    ProofTable proofs_;
    int depth_;
    int selectivity_;
    std::size_t bytes_;
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
void share_out(const Evaluation& evaluation, int depth, int selectivity, std::uint64_t count, int threads, Work work) {
    share_out_made(count, threads, [&, depth, selectivity] {
        return [&work, labeller = std::make_unique<Labeller>(evaluation, depth, selectivity)](
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

// The position after so many plies at random, fewer if the endgame comes first; passes are plies too.
Board random_beginning(const SelfPlay& wanted, Stream& dice) noexcept {
    Board board = start;
    for (int ply = wanted.least_random + dice.below(wanted.most_random - wanted.least_random + 1);
        ply > 0 && empties_of(board) > wanted.exact_from; --ply) {
        const Bits moves = legal_moves(board, squares);
        board = moves == 0 ? pass(board) : play(board, random_square(moves, dice));
    }
    return board;
}

class Game {
public:
    Game(Labeller& labeller, const SelfPlay& wanted, std::uint64_t number)
        : labeller_(labeller), wanted_(wanted), number_(static_cast<std::uint32_t>(number)) {}

    std::vector<Labelled> play_out() {
        constexpr std::uint64_t beginnings = 0;
        Stream dice(wanted_.seed, number_, beginnings);
        labeller_.forget();
        const Board solved = searched(random_beginning(wanted_, dice));
        if (is_over(solved)) {
            return {};  // over before it was solved: a rare wipe-out says little
        }
        const std::size_t count = positions_.size();
        endings(solved, dice);
        int score = positions_[count].final;
        for (std::size_t index = count; index-- > 0;) {
            score = -score;
            positions_[index].final = score;
        }
        return std::move(positions_);
    }

private:
    // Plays by search until the position is to be solved, or the game is over.
    Board searched(Board board) {
        while (empties_of(board) > wanted_.exact_from && !is_over(board)) {
            if (legal_moves(board, squares) == 0) {
                const int value = labeller_.search(pass(board)).score;
                positions_.push_back({board, -value, 0, number_, 0});
                board = pass(board);
            }
            const Found found = labeller_.search(board);
            positions_.push_back({board, found.score, 0, number_, 0});
            board = play(board, found.move);
        }
        return board;
    }

    void endings(Board board, Stream& dice) {
        constexpr int seldom = 6;  // one move in so many is any move
        while (!is_over(board)) {
            const int score = labeller_.score(board) * disc;
            positions_.push_back({board, score, score, number_, 1});
            const Bits moves = legal_moves(board, squares);
            if (moves == 0) {
                board = pass(board);
            } else {
                const bool any = dice.below(seldom) == 0;
                board = play(board, any ? random_square(moves, dice) : labeller_.hasty_square(board, moves));
            }
        }
    }

    Labeller& labeller_;
    const SelfPlay& wanted_;
    std::uint32_t number_;
    std::vector<Labelled> positions_;
};

// The score for the side to move of a game between two labellers, the first of which moves first.
int play_against(Labeller& first, Labeller& second, Board board, const SelfPlay& wanted) noexcept {
    int sign = 1;
    for (; !is_over(board); sign = -sign) {
        if (empties_of(board) <= wanted.exact_from) {
            return sign * first.score(board);
        }
        Labeller& mover = sign > 0 ? first : second;
        const bool passes = legal_moves(board, squares) == 0;
        board = passes ? pass(board) : play(board, mover.search(board).move);
    }
    return sign * final_score(board);
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

void pattern_places(std::span<const Board> boards, std::span<std::int32_t> places, int threads) {
    constexpr std::size_t piece = 4096;
    const std::vector<std::int32_t>& standing = standing_places();
    share_out((boards.size() + piece - 1) / piece, threads, [&](std::uint64_t number) {
        auto next = places.begin() + static_cast<std::ptrdiff_t>(number * piece * group_count);
        for (const Board board : boards.subspan(number * piece, std::min(piece, boards.size() - number * piece))) {
            each_group(board, [&](int place) { *next++ = standing[static_cast<std::size_t>(place)]; });
        }
    });
}

std::vector<Labelled> label(const Evaluation& evaluation, std::span<const Board> boards, int depth, int selectivity,
    int exact_from, int threads) {
    std::vector<Labelled> labels(boards.size());
    share_out(evaluation, depth, selectivity, boards.size(), threads, [&](Labeller& labeller, std::uint64_t number) {
        const Board board = boards[number];
        const bool exact = empties_of(board) <= exact_from;
        labeller.forget();
        const int value = exact ? labeller.score(board) * disc : labeller.search(board).score;
        labels[number] = {board, value, value, static_cast<std::uint32_t>(number), exact};
    });
    return labels;
}

std::vector<Labelled> self_play(const Evaluation& evaluation, const SelfPlay& wanted) {
    std::vector<std::vector<Labelled>> games(wanted.games);
    share_out(evaluation, wanted.depth, wanted.selectivity, wanted.games, wanted.threads,
        [&](Labeller& labeller, std::uint64_t number) {
            games[number] = Game(labeller, wanted, wanted.first_game + number).play_out();
        });
    std::vector<Labelled> positions;
    for (const std::vector<Labelled>& game : games) {
        positions.insert(positions.end(), game.begin(), game.end());
    }
    return positions;
}

std::vector<std::int32_t> match(const Evaluation& one, const Evaluation& other, const SelfPlay& wanted) {
    std::vector<std::int32_t> scores(2 * wanted.games);
    share_out_made(wanted.games, wanted.threads, [&] {
        return [&, ours = std::make_unique<Labeller>(one, wanted.depth, wanted.selectivity),
                   theirs = std::make_unique<Labeller>(other, wanted.depth, wanted.selectivity)](std::uint64_t number) {
            Stream dice(wanted.seed, wanted.first_game + number, 0);
            const Board board = random_beginning(wanted, dice);
            for (const bool we_begin : {true, false}) {
                ours->forget();
                theirs->forget();
                const int score = play_against(we_begin ? *ours : *theirs, we_begin ? *theirs : *ours, board, wanted);
                scores[2 * number + (we_begin ? 0 : 1)] = we_begin ? score : -score;
            }
        };
    });
    return scores;
}

}  // namespace saizen::othello
