#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "saizen/endgame.hpp"
#include "saizen/estimate_table.hpp"
#include "saizen/field.hpp"
#include "saizen/meter.hpp"
#include "saizen/midgame.hpp"
#include "saizen/progress.hpp"
#include "saizen/proof_table.hpp"

namespace saizen::othello {

// What searches of 8x8 positions remember; proofs stay true whatever is searched next.
struct Tables {
    Tables(std::size_t proof_bytes, std::size_t estimate_bytes) : proofs(proof_bytes), estimates(estimate_bytes) {}

    // What was found before makes room first.
    void next_search() noexcept {
        proofs.next_search();
        estimates.next_search();
    }

    ProofTable proofs;
    EstimateTable estimates;
};

// Searches by judgement, one after the other, each helped by what the last one left in the tables. Meanwhile the other
// threads, the scouts, search the same position a little further: what they find first, the leader finds in the tables.
class Deepening {
public:
    Deepening(const Field& field, const Evaluation& evaluation, Tables& tables, int threads, Meter& meter,
        Progress& progress);
    ~Deepening();
    Deepening(const Deepening&) = delete;
    Deepening& operator=(const Deepening&) = delete;

    // The value of a position that is not over, to so many plies, sought around a guess.
    // Meaningless once the meter has stopped.
    int value(Board board, int depth, int selectivity, int guess);

    [[nodiscard]] Move best_move(Board board) const noexcept { return leader_.best_move(board); }

    // The nodes of the scouts; waits until they rest.
    [[nodiscard]] std::uint64_t helped_nodes();

private:
    struct Errand {
        Board board;
        int depth;
        int selectivity;
        int guess;

        void go_further(int steps) noexcept;
    };
    struct Scout;

    void serve(Scout& scout);
    void send(const Errand& errand);
    void recall();

    Endgame end_;
    Midgame leader_;
    std::mutex guard_;
    std::condition_variable changed_;
    std::optional<Errand> errand_;
    int errands_ = 0;  // how many there have been
    int resting_ = 0;
    bool closing_ = false;
    std::vector<std::unique_ptr<Scout>> scouts_;
};

}  // namespace saizen::othello
