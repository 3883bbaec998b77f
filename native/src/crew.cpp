#include "saizen/crew.hpp"

#include <algorithm>

namespace saizen::othello {

Crew::~Crew() {
    {
        const std::scoped_lock lock(guard_);
        closing_ = true;
    }
    changed_.notify_all();
    for (const auto& member : members_) {
        member->thread.join();
    }
}

void Crew::share(Split& split, Endgame& own) {
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

std::uint64_t Crew::nodes() const noexcept {
    std::uint64_t total = 0;
    for (const auto& member : members_) {
        total += member->meter.nodes();
    }
    return total;
}

void Crew::serve(Endgame& search) {
    std::unique_lock lock(guard_);
    while (!closing_) {
        help_or_wait(search, lock);
    }
}

void Crew::help_or_wait(Endgame& search, std::unique_lock<std::mutex>& lock) {
    Split* const split = open_split();
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
Split* Crew::open_split() noexcept {
    for (auto split = open_.rbegin(); split != open_.rend(); ++split) {
        if ((*split)->next.load() < (*split)->children.count && !(*split)->over()) {
            return *split;
        }
    }
    return nullptr;
}

}  // namespace saizen::othello
