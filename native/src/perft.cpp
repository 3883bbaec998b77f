#include "saizen/perft.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <memory>
#include <thread>
#include <tuple>
#include <vector>

#include "saizen/proof_table.hpp"
#include "saizen/shape.hpp"
#include "saizen/symmetry.hpp"

namespace saizen::othello {
namespace {

// Counts of positions met before, shared by threads without locks; an entry torn by two writers matches no position.
// The first entry of a pair keeps the deeper count, the second the latest.
class Counts {
public:
    explicit Counts(std::size_t bytes)
        : pairs_(bytes < sizeof(Pair) ? 0 : std::bit_floor(bytes / sizeof(Pair))),
          memory_(std::make_unique<Pair[]>(pairs_)) {}

    [[nodiscard]] bool used_at(int depth) const noexcept { return pairs_ != 0 && depth >= shallowest; }

    [[nodiscard]] bool find(Board board, int depth, std::uint64_t& lines) const noexcept {
        for (const Entry& entry : pair(board, depth)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.player.load(std::memory_order_relaxed) ^ data) == board.player &&
                (entry.opponent.load(std::memory_order_relaxed) ^ data) == board.opponent &&
                static_cast<int>(data & depth_mask) == depth) {
                lines = data >> depth_bits;
                return true;
            }
        }
        return false;
    }

    void store(Board board, int depth, std::uint64_t lines) noexcept {
        if (lines >> (64 - depth_bits) != 0) {
            return;
        }
        auto& [deep, recent] = pair(board, depth);
        Entry& entry =
            static_cast<int>(deep.data.load(std::memory_order_relaxed) & depth_mask) <= depth ? deep : recent;
        const std::uint64_t data = lines << depth_bits | static_cast<std::uint64_t>(depth);
        entry.player.store(board.player ^ data, std::memory_order_relaxed);
        entry.opponent.store(board.opponent ^ data, std::memory_order_relaxed);
        entry.data.store(data, std::memory_order_relaxed);
    }

private:
    static constexpr int shallowest = 4;  // below it counting is as quick as looking up
    static constexpr int depth_bits = 6;
    static constexpr std::uint64_t depth_mask = (1 << depth_bits) - 1;

    struct Entry {
        std::atomic<std::uint64_t> player{0};
        std::atomic<std::uint64_t> opponent{0};
        std::atomic<std::uint64_t> data{0};
    };
    using Pair = std::array<Entry, 2>;

    [[nodiscard]] Pair& pair(Board board, int depth) const noexcept {
        return memory_[(hash(board) + static_cast<std::uint64_t>(depth)) & (pairs_ - 1)];
    }

    std::size_t pairs_;
    std::unique_ptr<Pair[]> memory_;
};

class Counter {
public:
    Counter(Bits playable, std::size_t table_bytes, const std::atomic<bool>& cancelled)
        : playable_(playable), shape_(bounds_of(playable)), counts_(table_bytes), cancelled_(cancelled) {
        for (int number = 0; number < Symmetry::count(shape_); ++number) {
            if (Symmetry(number).image(shape_, playable) == playable) {
                symmetries_.push_back(Symmetry(number));
            }
        }
    }

    std::uint64_t lines(Board board, int depth) noexcept {
        if (depth <= 1) {
            return depth == 0 ? 1 : moves(board);
        }
        if (!counts_.used_at(depth)) {
            return branch(board, depth);
        }
        const Board least = least_image(board);
        std::uint64_t total = 0;
        if (!counts_.find(least, depth, total)) {
            total = branch(board, depth);
            if (!cancelled_.load(std::memory_order_relaxed)) {
                counts_.store(least, depth, total);
            }
        }
        return total;
    }

    // As `lines`, the positions a few plies on shared out between threads.
    std::uint64_t lines(Board board, int depth, int threads) {
        constexpr int shared_plies = 4;
        const int plies = std::min(depth, shared_plies);
        std::vector<Board> tasks;
        gather(board, plies, tasks);
        std::atomic<std::size_t> next{0};
        std::atomic<std::uint64_t> total{0};
        const auto work = [&] {
            for (std::size_t task = next++; task < tasks.size(); task = next++) {
                total += lines(tasks[task], depth - plies);
            }
        };
        std::vector<std::jthread> helpers;
        for (int helper = 1; helper < threads; ++helper) {
            helpers.emplace_back(work);
        }
        work();
        helpers.clear();
        return total;
    }

private:
    [[nodiscard]] std::uint64_t branch(Board board, int depth) noexcept {
        const Bits legal = legal_moves(board, playable_);
        if (legal == 0) {
            return legal_moves(pass(board), playable_) == 0 ? 0 : lines(pass(board), depth - 1);
        }
        return depth == 2 ? two_plies(board, legal) : deeper(board, legal, depth);
    }

    // One of the images under the board's symmetries, the same for all of them.
    [[nodiscard]] Board least_image(Board board) const noexcept {
        Board least = board;
        for (const Symmetry& symmetry : symmetries_) {
            const Board image{symmetry.image(shape_, board.player), symmetry.image(shape_, board.opponent)};
            if (std::tie(image.player, image.opponent) < std::tie(least.player, least.opponent)) {
                least = image;
            }
        }
        return least;
    }

    // One ply: of the moves only their number matters.
    [[nodiscard]] std::uint64_t moves(Board board) const noexcept {
        const Bits legal = legal_moves(board, playable_);
        if (legal != 0) [[likely]] {
            return static_cast<std::uint64_t>(std::popcount(legal));
        }
        return legal_moves(pass(board), playable_) != 0;
    }

    [[nodiscard]] std::uint64_t two_plies(Board board, Bits legal) const noexcept {
        std::uint64_t total = 0;
        for (; legal != 0; legal &= legal - 1) {
            total += moves(play(board, lowest(legal)));
        }
        return total;
    }

    [[nodiscard]] std::uint64_t deeper(Board board, Bits legal, int depth) noexcept {
        std::uint64_t total = 0;
        for (; legal != 0 && !cancelled_.load(std::memory_order_relaxed); legal &= legal - 1) {
            total += lines(play(board, lowest(legal)), depth - 1);
        }
        return total;
    }

    void gather(Board board, int plies, std::vector<Board>& positions) const {
        if (plies == 0) {
            positions.push_back(board);
            return;
        }
        Bits legal = legal_moves(board, playable_);
        if (legal == 0 && legal_moves(pass(board), playable_) != 0) {
            gather(pass(board), plies - 1, positions);
        }
        for (; legal != 0; legal &= legal - 1) {
            gather(play(board, lowest(legal)), plies - 1, positions);
        }
    }

    Bits playable_;
    Shape shape_;
    std::vector<Symmetry> symmetries_;
    Counts counts_;
    const std::atomic<bool>& cancelled_;
};

}  // namespace

std::uint64_t perft(
    Board board, Bits playable, int depth, const PerftEffort& effort, const std::atomic<bool>& cancelled) {
    assert(depth >= 0 && effort.threads >= 1);
    Counter counter(playable, effort.table_bytes, cancelled);
    return effort.threads == 1 ? counter.lines(board, depth) : counter.lines(board, depth, effort.threads);
}

}  // namespace saizen::othello
