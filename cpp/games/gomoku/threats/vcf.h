// VCF, victory by continuous fours: every stone of the attacker threatens five, so the defender has at most
// one reply. A win found here is a proof.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/gomoku/threats/board.h"
#include "garlic/limits.h"

namespace garlic::gomoku {

// Results of earlier VCF searches by position. Copies start empty: each thread has its own.
class VcfTable {
public:
    VcfTable() = default;
    VcfTable(const VcfTable&) {}
    VcfTable& operator=(const VcfTable&) { return *this; }

    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t budget = 0;  // if no win was found: the budget that was not enough
        std::uint16_t cell = 0;    // the first move of the win
        std::uint16_t plies = 0;   // 0: no win within the budget
    };

    // What is known of the position with this key, or nullptr.
    const Entry* find(std::uint64_t key) {
        const Entry& entry = place(key);
        return entry.key == (key ^ memory_->salt) ? &entry : nullptr;
    }
    void store(std::uint64_t key, Entry entry) {
        Entry& there = place(key);
        there = entry;
        there.key = key ^ memory_->salt;
    }

private:
    static constexpr std::size_t kEntries = 1 << 16;

    // Memory is used again by later tables, because clearing it would cost more than a short search. The salt makes
    // what earlier tables left in it unreadable.
    struct Memory {
        std::uint64_t salt = 0;
        std::array<Entry, kEntries> entries{};
    };
    struct GiveBack {
        void operator()(Memory* memory) const;
    };
    static Memory* take();

    Entry& place(std::uint64_t key) {
        if (!memory_) memory_.reset(take());
        return memory_->entries[key & (kEntries - 1)];
    }

    std::unique_ptr<Memory, GiveBack> memory_;
};

template <Rule kRule>
class VcfSearch {
public:
    using Board = ThreatBoard<kRule>;
    using Move = typename Board::Move;
    using Cells = typename Board::Cells;
    // With so little left, only fours that also build something are tried: others rarely lead anywhere, and where many
    // points make a four, their searches took nearly all nodes.
    static constexpr std::uint32_t kSmallBudget = 500;
    static constexpr std::uint32_t kNoLimit = 1'000'000'000;

    VcfSearch(Board& board, VcfTable& table, Meter& meter) : board_(board), table_(table), meter_(meter) {}

    // The number of plies in which the mover makes five by continuous fours; 0 if it cannot, or if no win was
    // found within `budget` stones or before the meter was spent.
    int solve(std::uint32_t budget);

    // Appends the winning line that solve() has just found, up to `most` moves. If renju forbids the last
    // reply, the line ends with the four before it.
    void append_line(std::vector<Move>& line, std::size_t most);

    // The points of which the defender must take one before the attacker, who is to move, wins by `line` (the
    // complete one from append_line()); no other stone changes anything. All empty points if a distant stone
    // might matter because of renju's forbidden points.
    Cells answers(const std::vector<Move>& line, std::size_t from = 0) const;

private:
    int search(std::uint32_t& budget);
    int try_four(int cell, std::uint32_t& budget);

    Board& board_;
    VcfTable& table_;
    Meter& meter_;
};

extern template class VcfSearch<Rule::kFreestyle>;
extern template class VcfSearch<Rule::kStandard>;
extern template class VcfSearch<Rule::kRenju>;

}  // namespace garlic::gomoku
