#include "saizen/deepening.hpp"

#include <algorithm>
#include <bit>
#include <thread>

namespace saizen::othello {
namespace {

constexpr int least_scouted_depth = 8;  // before that, it takes longer to send a thread than to search

}  // namespace

struct Deepening::Scout {
    Scout(int steps_ahead, const Field& field, const Evaluation& evaluation, Tables& tables, Meter& leader,
        Progress& progress)
        : ahead(steps_ahead),
          meter(leader),
          end(field, tables.proofs, {}, meter, progress),
          search(evaluation, tables.estimates, end, meter) {}

    int ahead;
    Meter meter;
    Endgame end;
    Midgame search;
    std::thread thread;
};

Deepening::Deepening(
    const Field& field, const Evaluation& evaluation, Tables& tables, int threads, Meter& meter, Progress& progress)
    : end_(field, tables.proofs, {}, meter, progress), leader_(evaluation, tables.estimates, end_, meter) {
    for (int number = 0; number < threads - 1; ++number) {
        const int ahead = 1 + number % 3;
        Scout& scout =
            *scouts_.emplace_back(std::make_unique<Scout>(ahead, field, evaluation, tables, meter, progress));
        scout.thread = std::thread([this, &scout] { serve(scout); });
    }
}

Deepening::~Deepening() {
    recall();
    {
        const std::scoped_lock lock(guard_);
        closing_ = true;
    }
    changed_.notify_all();
    for (const auto& scout : scouts_) {
        scout->thread.join();
    }
}

int Deepening::value(Board board, int depth, int selectivity, int guess) {
    if (depth >= least_scouted_depth) {
        send({board, depth, selectivity, guess});
    }
    leader_.select(selectivity);
    const int found = leader_.value_near(guess, board, depth);
    recall();
    return found;
}

std::uint64_t Deepening::helped_nodes() {
    std::unique_lock lock(guard_);
    changed_.wait(lock, [&] { return resting_ == static_cast<int>(scouts_.size()); });
    std::uint64_t total = 0;
    for (const auto& scout : scouts_) {
        total += scout->meter.nodes();
    }
    return total;
}

// The steps of an analysis: deeper, and once the search reaches the end of the game, leaving out less.
void Deepening::Errand::go_further(int steps) noexcept {
    const int deepest = 64 - std::popcount(board.player | board.opponent);
    const int deeper = std::min(steps, deepest - depth);
    depth += deeper;
    selectivity = std::min(selectivity + steps - deeper, no_cuts);
}

void Deepening::serve(Scout& scout) {
    std::unique_lock lock(guard_);
    int seen = 0;
    for (;;) {
        ++resting_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return closing_ || (errand_ && errands_ != seen); });
        if (closing_) {
            return;
        }
        --resting_;
        seen = errands_;
        Errand errand = *errand_;
        scout.meter.resume();
        lock.unlock();
        errand.go_further(scout.ahead);
        scout.search.select(errand.selectivity);
        scout.search.value_near(errand.guess, errand.board, errand.depth);
        lock.lock();
    }
}

void Deepening::send(const Errand& errand) {
    const std::scoped_lock lock(guard_);
    errand_ = errand;
    ++errands_;
    changed_.notify_all();
}

void Deepening::recall() {
    const std::scoped_lock lock(guard_);
    errand_.reset();
    for (const auto& scout : scouts_) {
        scout->meter.cancel();
    }
}

}  // namespace saizen::othello
