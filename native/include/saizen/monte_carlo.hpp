#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "saizen/game.hpp"
#include "saizen/meter.hpp"
#include "saizen/random.hpp"

namespace saizen {

// Monte-Carlo tree search by UCT with proved bounds, playout for playout the twin of saizen.search.mcts.
// Kocsis & Szepesvari (2006); Cazenave & Saffidine (2010).
template <Game G, Evaluator<G> E>
class MonteCarlo {
public:
    MonteCarlo(const G& game, const E& evaluate, Meter& meter, Stream dice, double exploration, int depth)
        : game_(game),
          evaluate_(evaluate),
          meter_(meter),
          dice_(dice),
          exploration_(exploration),
          depth_(depth),
          // An evaluator may go beyond the results of the game, so with a horizon nothing is known beforehand.
          bound_(depth == no_horizon ? game.best_score() : infinity),
          spread_(2 * game.best_score()) {}

    // Plays `playouts` random games, fewer if the root is solved or a limit stops it.
    Answer run(const typename G::State& root, std::uint64_t playouts) {
        nodes_.push_back(new_node(root, depth_, no_move));
        for (std::uint64_t played = 0; played < playouts && !nodes_[0].solved() && !meter_.stopped(); ++played) {
            playout();
        }
        return answer();
    }

private:
    using State = typename G::State;
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};
    static constexpr Move no_move = 255;

    // A position in the tree; everything is for the side to move here. Children are chained in the order they came.
    struct Node {
        State state;
        int low;
        int high;
        Move move;
        Index first_child = none;
        Index last_child = none;
        Index next_sibling = none;
        std::int64_t visits = 0;
        std::int64_t total = 0;
        MoveList untried;

        [[nodiscard]] bool solved() const noexcept { return low >= high; }
        [[nodiscard]] double mean() const noexcept {
            const double average = static_cast<double>(total) / static_cast<double>(visits);
            return solved() ? low : std::min(std::max(average, static_cast<double>(low)), static_cast<double>(high));
        }
    };

    Node new_node(const State& state, int depth, Move move) {
        const bool allowed = meter_.enter();
        Node node{.state = state, .low = -bound_, .high = bound_, .move = move, .untried = {}};
        const bool over = game_.is_over(state);
        if (over || depth == 0) {
            node.low = node.high = over ? game_.score(state) : judge(state);
        } else if (allowed) {
            node.untried = game_.moves(state);
            dice_.shuffle(node.untried);
        }
        return node;
    }

    int judge(const State& state) noexcept {
        meter_.horizon = true;
        return evaluate_(game_, state);
    }

    void playout() {
        descend();
        int depth = depth_ == no_horizon ? no_horizon : depth_ - static_cast<int>(path_.size()) + 1;
        const Node& leaf = nodes_[path_.back()];
        int result = leaf.solved() ? leaf.low : play_on(leaf.state, depth);
        if (meter_.stopped()) {
            return;
        }
        for (std::size_t index = path_.size(); index-- > 0; result = -result) {
            Node& node = nodes_[path_[index]];
            ++node.visits;
            node.total += result;
            prove(node);
        }
    }

    // Finds the way to a position not met before, or to one that is solved.
    void descend() {
        path_.assign(1, 0);
        Index index = 0;
        while (nodes_[index].untried.empty() && !nodes_[index].solved()) {
            index = choose(nodes_[index]);
            path_.push_back(index);
        }
        if (!nodes_[index].untried.empty()) {
            const Move move = nodes_[index].untried.pop();
            const int depth = depth_ == no_horizon ? no_horizon : depth_ - static_cast<int>(path_.size());
            const auto child = static_cast<Index>(nodes_.size());
            nodes_.push_back(new_node(game_.play(nodes_[index].state, move), depth, move));
            Node& node = nodes_[index];
            (node.first_child == none ? node.first_child : nodes_[node.last_child].next_sibling) = child;
            node.last_child = child;
            path_.push_back(child);
        }
    }

    // Plays at random to the end or the horizon; the result is for the side to move at `state`.
    int play_on(State state, int depth) noexcept {
        int sign = 1;
        bool over = game_.is_over(state);
        for (; !over && depth > 0; over = game_.is_over(state), --depth, sign = -sign) {
            state = game_.play(state, dice_.choice(game_.moves(state)));
            if (!meter_.enter()) {
                return 0;
            }
        }
        return sign * (over ? game_.score(state) : judge(state));
    }

    // The unsolved move with the highest upper confidence bound; one that cannot beat what is proved is left out.
    Index choose(const Node& node) const noexcept {
        const double log = std::log(static_cast<double>(node.visits));
        double highest = 0;
        Index best = none;
        for (Index index = node.first_child; index != none; index = nodes_[index].next_sibling) {
            const Node& child = nodes_[index];
            if (child.solved() || -child.low <= node.low) {
                continue;
            }
            const double confidence =
                -child.mean() / spread_ + exploration_ * std::sqrt(log / static_cast<double>(child.visits));
            if (best == none || confidence > highest) {
                highest = confidence;
                best = index;
            }
        }
        return best;
    }

    // Tightens the bounds of a position from those of its moves.
    void prove(Node& node) noexcept {
        if (node.first_child == none) {
            return;
        }
        int low = -infinity;
        int high = -infinity;
        for (Index index = node.first_child; index != none; index = nodes_[index].next_sibling) {
            low = std::max(low, -nodes_[index].high);
            high = std::max(high, -nodes_[index].low);
        }
        node.low = std::max(node.low, low);
        if (node.untried.empty()) {
            node.high = std::min(node.high, high);
        } else if (node.low >= bound_) {
            node.high = node.low;
        }
    }

    // The child with a proved best value if there is one, else the most visited; of equals the first in move order.
    Index best_child(const Node& node) const noexcept {
        Index best = none;
        for (const Move move : game_.moves(node.state)) {
            for (Index index = node.first_child; index != none; index = nodes_[index].next_sibling) {
                if (nodes_[index].move == move && nodes_[index].visits > 0 &&
                    (best == none || better(node, nodes_[index], nodes_[best]))) {
                    best = index;
                }
            }
        }
        return best;
    }

    static bool better(const Node& node, const Node& child, const Node& best) noexcept {
        if (node.solved()) {
            return -child.high > -best.high;
        }
        return child.visits != best.visits ? child.visits > best.visits : -child.mean() > -best.mean();
    }

    Answer answer() const noexcept {
        Answer answer = meter_.answer();
        const Node& root = nodes_[0];
        Index index = 0;
        while (nodes_[index].first_child != none && (index = best_child(nodes_[index])) != none) {
            answer.best.line.push(nodes_[index].move);
        }
        answer.estimate = !root.solved();
        answer.best.value = root.low;
        if (!answer.best.line.empty()) {
            answer.mean = -nodes_[best_child(root)].mean();
        }
        return answer;
    }

    const G& game_;
    const E& evaluate_;
    Meter& meter_;
    Stream dice_;
    double exploration_;
    int depth_;
    int bound_;
    double spread_;
    std::vector<Node> nodes_;
    std::vector<Index> path_;
};

}  // namespace saizen
