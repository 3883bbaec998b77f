#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "saizen/bits.hpp"

namespace saizen {

// A square, a column, or the pass after the last square.
using Move = std::uint8_t;

inline constexpr int most_moves = 64;
inline constexpr int longest_line = 128;  // 60 discs and as many passes, and a little air

// A list of moves that lives on the stack.
template <int capacity>
class Moves {
public:
    void push(Move move) noexcept { moves_[static_cast<std::size_t>(count_++)] = move; }
    Move pop() noexcept { return moves_[static_cast<std::size_t>(--count_)]; }
    void clear() noexcept { count_ = 0; }

    // Becomes `move` followed by `rest`: how the best play is handed up the tree.
    void join(Move move, const Moves& rest) noexcept {
        clear();
        push(move);
        for (const Move next : rest) {
            push(next);
        }
    }

    // Moves `move` to the front; the others keep their order.
    void bring_forward(Move move) noexcept {
        for (int index = 0; index < count_; ++index) {
            if ((*this)[index] == move) {
                for (; index > 0; --index) {
                    (*this)[index] = (*this)[index - 1];
                }
                (*this)[0] = move;
                return;
            }
        }
    }

    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] Move& operator[](int index) noexcept { return moves_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] Move operator[](int index) const noexcept { return moves_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Move* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] const Move* end() const noexcept { return moves_.data() + count_; }

private:
    std::array<Move, capacity> moves_;
    int count_ = 0;
};

using MoveList = Moves<most_moves>;
using Line = Moves<longest_line>;

// What a position is remembered by: the stones of the side to move and those of the other.
struct Key {
    Bits own;
    Bits other;
    friend bool operator==(const Key&, const Key&) = default;
};

// What a search must know of a game. Its states are plain values seen by the side to move; turns alternate.
template <typename G>
concept Game = requires(const G& game, const typename G::State& state, Move move) {
    { game.is_over(state) } noexcept -> std::same_as<bool>;
    { game.score(state) } noexcept -> std::same_as<int>;       // of a finished game, for the side to move
    { game.moves(state) } noexcept -> std::same_as<MoveList>;  // of one that is not, in a fixed order
    { game.play(state, move) } noexcept -> std::same_as<typename G::State>;
    { game.key(state) } noexcept -> std::same_as<Key>;
    { game.best_score() } noexcept -> std::same_as<int>;  // results lie between its negative and itself
};

// Judges a position that is not over, for the side to move.
template <typename E, typename G>
concept Evaluator = requires(const E& evaluate, const G& game, const typename G::State& state) {
    { evaluate(game, state) } noexcept -> std::same_as<int>;
};

// Calls every unfinished position even.
struct Zero {
    template <Game G>
    int operator()(const G&, const typename G::State&) const noexcept {
        return 0;
    }
};

}  // namespace saizen
