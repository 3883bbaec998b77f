#include "saizen/deepening.hpp"

#include <algorithm>
#include <memory>

namespace saizen::othello {

Deepening::Deepening(
    const Field& field, const Evaluation& evaluation, Tables& tables, int threads, Meter& meter, Progress& progress)
    : meter_(meter),
      end_(field, tables.proofs, {}, meter, progress),
      crew_(threads - 1, meter,
          [&](Meter& own, Crew<Midgame>& crew) {
              auto& end = ends_.emplace_back(std::make_unique<Endgame>(field, tables.proofs, Advice{}, own, progress));
              return std::make_unique<Midgame>(evaluation, tables.estimates, *end, own, &crew);
          }),
      search_(evaluation, tables.estimates, end_, meter, threads > 1 ? &crew_ : nullptr) {
}

// A narrow window is searched faster; one that the value falls out of is opened on that side, ever wider.
int Deepening::value(Board board, int depth, int selectivity, int guess) {
    search_.select(selectivity);
    int reach = 2 * disc;
    int low = guess - reach;
    int high = guess + reach;
    for (;;) {
        low = std::max(low, lowest_value);
        high = std::min(high, -lowest_value);
        const int found = search_.value(board, depth, low, high);
        const bool below = found <= low && low > lowest_value;
        const bool above = found >= high && high < -lowest_value;
        if (meter_.stopped() || !(below || above)) {
            return found;
        }
        reach *= 2;
        below ? low = found - reach : high = found + reach;
    }
}

}  // namespace saizen::othello
