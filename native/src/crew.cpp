#include "saizen/crew.hpp"

#include <algorithm>

namespace saizen::othello {

Crew::Crew(int helpers, const Field& field, ProofTable& table, const ProofTable& hints, Meter& meter,
    Progress& progress, int width) {
    for (int number = 0; number < helpers; ++number) {
        Member& member = *members_.emplace_back(std::make_unique<Member>(meter));
        member.search = std::make_unique<Endgame>(field, table, hints, member.meter, progress, this);
        member.search->try_only(width);
        member.thread = std::thread([this, &member] { serve(*member.search); });
    }
}

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

std::uint64_t Crew::nodes() const noexcept {
    std::uint64_t total = 0;
    for (const auto& member : members_) {
        total += member->meter.nodes();
    }
    return total;
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

void Crew::help(Split& split, Endgame& search, std::unique_lock<std::mutex>& lock) {
    ++split.helpers;
    lock.unlock();
    search.work(split);
    lock.lock();
    --split.helpers;
    changed_.notify_all();
}

void Crew::serve(Endgame& search) {
    std::unique_lock lock(guard_);
    while (!closing_) {
        if (Split* split = open_split()) {
            help(*split, search, lock);
        } else {
            ++idle_;
            changed_.wait(lock);
            --idle_;
        }
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
        if (Split* other = open_split()) {
            help(*other, own, lock);
        } else {
            ++idle_;
            changed_.wait(lock);
            --idle_;
        }
    }
    open_.erase(std::find(open_.begin(), open_.end(), &split));
}

}  // namespace saizen::othello
