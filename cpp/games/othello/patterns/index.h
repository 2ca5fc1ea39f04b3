// The states of all patterns of a board at once, from the disc bitboards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/patterns/patterns.h"

namespace garlic::othello {

// For each group of neighbouring bits and each of their values, a table row holds what they add to the states
// of all sites. The sum of such rows, many sites at a time, gives all states.
class PatternIndex {
public:
    static constexpr std::size_t kLanes = 48;  // sites per block: all those of an 8x8 board

    // `stride` is the distance in bits of two rows of the board; a bitboard has `words` words.
    PatternIndex(int rows, int columns, int stride, int words);

    const std::vector<Site>& sites() const { return sites_; }
    // The number of sites, rounded up to whole blocks.
    std::size_t lanes() const { return blocks_ * kLanes; }

    // Writes the states of all sites in order, then 0 for the unused lanes of the last block.
    void states(const std::uint64_t* own, const std::uint64_t* other, std::uint16_t* states) const;

    // The sum over all lanes of values[offsets[lane] + state].
    int sum(const std::uint64_t* own, const std::uint64_t* other, const std::int16_t* values,
            const std::uint32_t* offsets) const {
        return best_sum_(*this, own, other, values, offsets);
    }

private:
    struct alignas(128) Row {
        std::array<std::uint16_t, kLanes> lanes{};
    };
    friend struct PatternIndexSums;  // one for each instruction set

    using Sum = int (*)(const PatternIndex&, const std::uint64_t*, const std::uint64_t*, const std::int16_t*,
                        const std::uint32_t*);
    static Sum best_sum();
    static const Sum best_sum_;

    const Row* block_rows(std::size_t block) const { return rows_.data() + block * block_size_; }

    std::vector<Site> sites_;
    std::size_t words_;
    std::size_t bits_;  // per lookup: 8 if a bitboard is one word, else 4, to save memory
    std::size_t blocks_;
    std::size_t block_size_;  // in rows
    std::vector<Row> rows_;   // by block, bit group and value
};

}  // namespace garlic::othello
