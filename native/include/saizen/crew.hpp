#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "saizen/meter.hpp"
#include "saizen/proof_table.hpp"

namespace saizen::othello {

// A position whose remaining moves several threads share: each takes the next one, and all stop at one above alpha.
// The `Task` of a search says what they need to know; its `count` is the number of moves.
template <typename Search>
struct Split {
    using Task = typename Search::Task;

    Split(const Task& shared, int first, int bound, Found found, const Split* enclosing) noexcept
        : task(shared), alpha(bound), next(first), best(found), outer(enclosing) {}

    [[nodiscard]] bool over() const noexcept {
        for (const Split* split = this; split != nullptr; split = split->outer) {
            if (split->cut.load(std::memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }

    // Calls `search(index)` for each move that is left, until there is none, one is above alpha, or `stopped()`.
    template <typename Score, typename Stopped>
    void take_moves(Score score, Stopped stopped) noexcept {
        while (!stopped()) {
            const int index = next.fetch_add(1);
            if (index >= task.count) {
                break;
            }
            const Found found = score(index);
            if (stopped()) {
                break;
            }
            const std::scoped_lock lock(guard);
            if (found.score > best.score) {
                best = found;
            }
            if (found.score > alpha) {
                cut = true;
            }
        }
    }

    const Task& task;
    const int alpha;
    std::atomic<int> next;
    std::atomic<bool> cut{false};
    std::mutex guard;  // of `best`
    Found best;
    const Split* const outer;
    int helpers = 0;  // guarded by the crew
};

// Threads that wait for positions to be split, and help. A thread that waits for its helpers helps others meanwhile.
// Feldmann, "Game tree search on massively parallel systems" (1993), Young Brothers Wait.
template <typename Search>
class Crew {
public:
    // `make(meter)` makes the search of a helper, a unique pointer.
    template <typename Make>
    Crew(int helpers, Meter& leader, Make make) {
        for (int number = 0; number < helpers; ++number) {
            Member& member = *members_.emplace_back(std::make_unique<Member>(leader));
            member.search = make(member.meter, *this);
        }
        for (const auto& member : members_) {
            member->thread = std::thread([this, &search = *member->search] { serve(search); });
        }
    }
    ~Crew() {
        {
            const std::scoped_lock lock(guard_);
            closing_ = true;
        }
        changed_.notify_all();
        for (const auto& member : members_) {
            member->thread.join();
        }
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    [[nodiscard]] bool idle() const noexcept { return idle_.load(std::memory_order_relaxed) > 0; }

    // Shares out the moves of `split`; returns when all are done, `own` having searched its part.
    void share(Split<Search>& split, Search& own) {
        std::unique_lock lock(guard_);
        open_.push_back(&split);
        changed_.notify_all();
        lock.unlock();
        own.work(split);
        lock.lock();
        while (split.helpers > 0) {
            help_or_wait(own, lock);
        }
        open_.erase(std::find(open_.begin(), open_.end(), &split));
    }

    // How many nodes the helpers have visited; asked when no split is open.
    [[nodiscard]] std::uint64_t nodes() const noexcept {
        std::uint64_t total = 0;
        for (const auto& member : members_) {
            total += member->meter.nodes();
        }
        return total;
    }

private:
    struct Member {
        explicit Member(Meter& leader) noexcept : meter(leader) {}

        Meter meter;
        std::unique_ptr<Search> search;
        std::thread thread;
    };

    void serve(Search& search) {
        std::unique_lock lock(guard_);
        while (!closing_) {
            help_or_wait(search, lock);
        }
    }

    void help_or_wait(Search& search, std::unique_lock<std::mutex>& lock) {
        Split<Search>* const split = open_split();
        if (split == nullptr) {
            ++idle_;
            changed_.wait(lock);
            --idle_;
            return;
        }
        ++split->helpers;
        lock.unlock();
        search.work(*split);
        lock.lock();
        --split->helpers;
        changed_.notify_all();
    }

    // The newest split with moves left: the nearer to the leaves, the sooner its thread would be waiting.
    Split<Search>* open_split() noexcept {
        for (auto split = open_.rbegin(); split != open_.rend(); ++split) {
            if ((*split)->next.load() < (*split)->task.count && !(*split)->over()) {
                return *split;
            }
        }
        return nullptr;
    }

    std::mutex guard_;
    std::condition_variable changed_;
    std::vector<Split<Search>*> open_;
    std::atomic<int> idle_{0};
    bool closing_ = false;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace saizen::othello
