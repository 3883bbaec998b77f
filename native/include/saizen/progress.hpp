#pragma once

#include <atomic>

namespace saizen::othello {

// How far a solution has come. The threads that solve write it, another may read it; each number is right by itself.
class Progress {
public:
    std::atomic<int> lower{-64};  // the bounds proved so far
    std::atomic<int> upper{64};
    std::atomic<int> asked{0};      // the present question: is the score at least this?
    std::atomic<float> done{0.0F};  // the part of that question that seems answered

    // A question is asked about a position with so many empties.
    void ask(int least, int empties) noexcept {
        asked.store(least, std::memory_order_relaxed);
        empties_.store(empties, std::memory_order_relaxed);
        first_.store(true, std::memory_order_relaxed);
        done.store(0.0F, std::memory_order_relaxed);
    }

    // `index` of `count` moves of a position have been tried. While the first move of the question's own position is
    // tried, the replies to it are counted: it is likely to decide. Once it has failed, all moves will have to.
    void tried(int index, int count, int empties) noexcept {
        const int asked_about = empties_.load(std::memory_order_relaxed);
        if (empties == asked_about && index > 0) {
            first_.store(false, std::memory_order_relaxed);
            done.store(static_cast<float>(index) / static_cast<float>(count), std::memory_order_relaxed);
        } else if (empties == asked_about - 1 && first_.load(std::memory_order_relaxed)) {
            done.store(static_cast<float>(index) / static_cast<float>(count), std::memory_order_relaxed);
        }
    }

private:
    std::atomic<int> empties_{0};
    std::atomic<bool> first_{true};
};

}  // namespace saizen::othello
