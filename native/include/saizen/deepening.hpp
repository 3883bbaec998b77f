#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "saizen/crew.hpp"
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

// Searches by judgement on several threads, one after the other, each helped by what the last one left in the tables.
class Deepening {
public:
    Deepening(const Field& field, const Evaluation& evaluation, Tables& tables, int threads, Meter& meter,
        Progress& progress);

    // The value of a position that is not over, to so many plies, sought around a guess.
    // Meaningless once the meter has stopped.
    int value(Board board, int depth, int selectivity, int guess);

    [[nodiscard]] Move best_move(Board board) const noexcept { return search_.best_move(board); }
    [[nodiscard]] std::uint64_t helped_nodes() const noexcept { return crew_.nodes(); }

private:
    Meter& meter_;
    Endgame end_;
    std::vector<std::unique_ptr<Endgame>> ends_;  // of the helpers
    Crew<Midgame> crew_;
    Midgame search_;
};

}  // namespace saizen::othello
