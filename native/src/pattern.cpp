#include "saizen/pattern.hpp"

#include <stdexcept>

namespace saizen::othello {

const std::vector<std::int32_t>& standing_places() {
    static const std::vector<std::int32_t> places = [] {
        std::vector<std::int32_t> standing(weight_count);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            for (int content = 0; content < contents(kinds[kind].squares); ++content) {
                const int image = mirrored(static_cast<Kind>(kind), content);
                standing[static_cast<std::size_t>(kind_begins[kind] + content)] =
                    kind_begins[kind] + std::min(content, image);
            }
        }
        return standing;
    }();
    return places;
}

std::size_t Evaluation::standing_count() {
    std::size_t count = 0;
    for (int place = 0; place < weight_count; ++place) {
        count += standing_places()[static_cast<std::size_t>(place)] == place;
    }
    return count * phase_count;
}

Evaluation::Evaluation(std::span<const std::int16_t> standing)
    : weights_(static_cast<std::size_t>(weight_count) * phase_count) {
    if (standing.size() != standing_count()) {
        throw std::invalid_argument("an evaluation has another number of weights");
    }
    const std::vector<std::int32_t>& places = standing_places();
    std::size_t next = 0;
    for (std::size_t phase = 0; phase < phase_count; ++phase) {
        std::int16_t* const weights = &weights_[phase * weight_count];
        for (std::size_t place = 0; place < places.size(); ++place) {  // a place comes after the one it stands for
            const auto stands = static_cast<std::size_t>(places[place]);
            weights[place] = stands == place ? standing[next++] : weights[stands];
        }
    }
}

}  // namespace saizen::othello
