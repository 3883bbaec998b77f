#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "saizen/pattern.hpp"

// How far a shallow search may be from a deep one. Buro, "ProbCut: an effective selective extension of the alpha-beta
// algorithm" (1995). The numbers come from training/prob_cut.py.
namespace saizen::othello {

// The steps of selectivity: how many standard errors a cut keeps away from the window, and how often an error stays
// within them, in percent. On the last step nothing is cut.
struct Certainty {
    double errors;
    int percent;
};
inline constexpr std::array<Certainty, 5> certainties{{{1.1, 73}, {1.5, 87}, {2.0, 95}, {2.6, 99}, {0.0, 100}}};
inline constexpr int no_cuts = 4;
inline constexpr int least_cut_depth = 3;

// The depth of the search that stands in for one of `depth` plies: about half of it, both even or both odd.
[[nodiscard]] constexpr int stand_in_depth(int depth) noexcept {
    return depth / 4 * 2 + (depth & 1);
}

// The standard error of stand-ins, in parts of a disc, by empties and depth.
class StandInErrors {
public:
    StandInErrors() noexcept {
        for (int empties = 0; empties <= 60; ++empties) {
            for (int depth = 0; depth <= 60; ++depth) {
                at(empties, depth) = static_cast<int>(disc * model(empties, depth, depth >= empties));
            }
        }
    }
    [[nodiscard]] int operator()(int empties, int depth) const noexcept {
        return errors_[static_cast<std::size_t>(empties * 61 + depth)];
    }

private:
    int& at(int empties, int depth) noexcept { return errors_[static_cast<std::size_t>(empties * 61 + depth)]; }

    static double model(int empties, int depth, bool to_end) noexcept {
        const int shallow = stand_in_depth(depth);
        const double distance = std::log(std::max(depth - shallow, 1));
        return to_end ? std::exp(1.255 - 0.0648 * empties + 0.632 * distance)
                      : std::exp(1.476 - 0.0217 * empties + 0.310 * distance - 0.0855 * shallow);
    }

    std::array<int, 61 * 61> errors_{};
};

}  // namespace saizen::othello
