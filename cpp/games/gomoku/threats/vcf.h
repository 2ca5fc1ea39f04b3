// Wins by fours alone (VCF): every stone of the attacker threatens five, so the defender has one
// answer, or none. What is found is a proof.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "games/gomoku/threats/board.h"
#include "garlic/limits.h"

namespace garlic::gomoku {

// What earlier searches for wins by fours found out, by position. Copies begin empty: each thread
// has its own.
class VcfTable {
public:
    VcfTable() = default;
    VcfTable(const VcfTable&) {}
    VcfTable& operator=(const VcfTable&) { return *this; }

    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t budget = 0;  // that did not suffice, where nothing was won
        std::uint16_t cell = 0;    // the first stone of the win
        std::uint16_t plies = 0;   // 0: no win within the budget
    };

    Entry* find(std::uint64_t key) {
        if (!entries_) entries_ = std::make_unique<Entry[]>(kEntries);
        return &entries_[key & (kEntries - 1)];
    }

private:
    static constexpr std::size_t kEntries = 1 << 16;
    std::unique_ptr<Entry[]> entries_;
};

template <Rule kRule>
class VcfSearch {
public:
    using Board = ThreatBoard<kRule>;
    using Move = typename Board::Move;
    using Cells = typename Board::Cells;
    static constexpr std::uint32_t kNoLimit = 1'000'000'000;

    VcfSearch(Board& board, VcfTable& table, Meter& meter) : board_(board), table_(table), meter_(meter) {}

    // How many plies the mover needs to make five by fours, the last one included; 0 if it cannot,
    // or if that was not found within `budget` stones, or the meter was spent.
    int solve(std::uint32_t budget);

    // Adds the line of a win that solve() has just found, until it has `most` moves. Where renju
    // forbids the last answer, it ends with the four that asks for it.
    void tell(std::vector<Move>& line, std::size_t most);

    // The points of which the defender has to take one before the attacker, who is to move, wins as
    // `line` says (all of it, as tell() gave it): no other stone changes anything. Every empty
    // point where a stone far away might, because renju's forbidden points play a part.
    Cells answers(const std::vector<Move>& line, std::size_t from = 0) const;

private:
    int search(std::uint32_t& budget);
    int first_try(int cell, std::uint32_t& budget);

    Board& board_;
    VcfTable& table_;
    Meter& meter_;
};

extern template class VcfSearch<Rule::kFreestyle>;
extern template class VcfSearch<Rule::kStandard>;
extern template class VcfSearch<Rule::kRenju>;

}  // namespace garlic::gomoku
