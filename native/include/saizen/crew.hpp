#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "saizen/endgame.hpp"
#include "saizen/meter.hpp"

namespace saizen::othello {

// A position whose remaining moves several threads share: each takes the next one, and all stop at one above alpha.
struct Split {
    Split(const Children& moves, int first, int bound, Found found, const Split* enclosing) noexcept
        : children(moves), alpha(bound), next(first), best(found), outer(enclosing) {}

    [[nodiscard]] bool over() const noexcept {
        for (const Split* split = this; split != nullptr; split = split->outer) {
            if (split->cut.load(std::memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }

    const Children& children;
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
class Crew {
public:
    // `make(meter, crew)` makes the search of a helper, a unique pointer.
    template <typename Make>
    Crew(int helpers, Meter& leader, Make make) {
        for (int number = 0; number < helpers; ++number) {
            Member& member = *members_.emplace_back(std::make_unique<Member>(leader));
            member.search = make(member.meter, this);
            member.thread = std::thread([this, &search = *member.search] { serve(search); });
        }
    }
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    [[nodiscard]] bool idle() const noexcept { return idle_.load(std::memory_order_relaxed) > 0; }

    // Shares out the moves of `split`; returns when all are done, `own` having searched its part.
    void share(Split& split, Endgame& own);

    // How many nodes the helpers have visited; asked when no split is open.
    [[nodiscard]] std::uint64_t nodes() const noexcept;

private:
    struct Member {
        explicit Member(Meter& leader) noexcept : meter(leader) {}

        Meter meter;
        std::unique_ptr<Endgame> search;
        std::thread thread;
    };

    void serve(Endgame& search);
    void help_or_wait(Endgame& search, std::unique_lock<std::mutex>& lock);
    Split* open_split() noexcept;

    std::mutex guard_;
    std::condition_variable changed_;
    std::vector<Split*> open_;
    std::atomic<int> idle_{0};
    bool closing_ = false;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace saizen::othello
