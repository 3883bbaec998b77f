#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <mutex>

#include "saizen/game.hpp"

namespace saizen {

inline constexpr int infinity = 1 << 29;
inline constexpr int no_horizon = 1 << 20;  // a depth that no game reaches

struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max() - 1;
    double seconds = std::numeric_limits<double>::infinity();
};

// The best answer so far; `line` is empty while there is none.
struct Best {
    int value = 0;
    int depth = 0;
    Line line;
};

// What a search answers.
struct Answer {
    Best best;
    std::uint64_t nodes = 0;
    bool complete = true;
    bool horizon = false;   // was any position judged by an evaluator?
    bool estimate = false;  // is the value a mean of playouts?
    double mean = 0;
};

// Counts nodes, stops the search at its limits and keeps the best answer so far.
// One thread searches; another may cancel and read progress. A thread that helps has a meter of its own, which adds its
// nodes to those of the `leader`: the limit is one for all, and whoever sees that it is reached stops the leader too.
class Meter {
public:
    Meter() = default;
    explicit Meter(Limits limits) noexcept : limits_(limits) { schedule(); }
    explicit Meter(Meter& leader) noexcept : leader_(&leader) {}

    // Counts a position entered; false once the search must stop.
    [[nodiscard]] bool enter() noexcept { return ++nodes_ < next_look_ || look(); }
    // Counts positions where no time is to be lost; the next `enter` will look.
    void add(std::uint64_t positions) noexcept { nodes_ += positions; }
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

    void keep(int value, const Line& line) noexcept {
        const std::scoped_lock lock(guard_);
        best_.value = value;
        best_.line = line;
    }
    void reach(int depth) noexcept {
        const std::scoped_lock lock(guard_);
        best_.depth = depth;
    }

    void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
    // Lets the thread that was cancelled search again.
    void resume() noexcept {
        cancelled_.store(false, std::memory_order_relaxed);
        stopped_.store(false, std::memory_order_relaxed);
    }
    [[nodiscard]] Best best() const noexcept {
        const std::scoped_lock lock(guard_);
        return best_;
    }
    [[nodiscard]] std::uint64_t nodes_seen() const noexcept {
        return published_.load(std::memory_order_relaxed) + helped_.load(std::memory_order_relaxed);
    }

    [[nodiscard]] Answer answer() const noexcept { return {best(), nodes_, !stopped(), horizon}; }

    bool horizon = false;

private:
    static constexpr std::uint64_t stride = 1024;  // nodes between two looks at the clock

    // The nodes that helpers leave to this thread.
    [[nodiscard]] std::uint64_t most_nodes() const noexcept {
        return limits_.nodes - std::min(limits_.nodes, helped_.load(std::memory_order_relaxed));
    }

    void schedule() noexcept { next_look_ = std::min(std::max(most_nodes() + 1, nodes_ + 1), nodes_ + stride); }

    // Whether a limit is reached that all threads share.
    [[nodiscard]] bool is_over() const noexcept {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
        return stopped() || nodes_seen() > limits_.nodes || elapsed.count() >= limits_.seconds ||
               cancelled_.load(std::memory_order_relaxed);
    }

    bool look() noexcept {
        const bool over_nodes = nodes_ > most_nodes();
        if (over_nodes) {
            --nodes_;  // this position was refused, not entered
        }
        const std::uint64_t before = published_.exchange(nodes_, std::memory_order_relaxed);
        if (leader_ != nullptr) {
            leader_->helped_.fetch_add(nodes_ - before, std::memory_order_relaxed);
        }
        const bool all_over = leader_ != nullptr && leader_->is_over();
        if (all_over) {
            leader_->stopped_.store(true, std::memory_order_relaxed);
        }
        if (over_nodes || all_over || is_over()) {
            stopped_.store(true, std::memory_order_relaxed);
        }
        schedule();
        return !stopped();
    }

    Limits limits_;
    Meter* leader_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = stride;
    std::atomic<bool> stopped_{false};
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::atomic<bool> cancelled_{false};
    std::atomic<std::uint64_t> published_{0};
    std::atomic<std::uint64_t> helped_{0};  // nodes of the threads that help
    mutable std::mutex guard_;
    Best best_;
};

}  // namespace saizen
