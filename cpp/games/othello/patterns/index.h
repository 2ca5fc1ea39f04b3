// The states of all patterns of a board at once, from its discs as bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/othello/patterns/patterns.h"

namespace garlic::othello {

// For a few neighbouring bits and each of their fillings a row of a table holds what they add to the
// states of all sites. The sum of such rows, many sites at a time, gives all states.
class PatternIndex {
public:
    static constexpr std::size_t kLanes = 48;  // sites a block: all those of an 8x8 board

    // `stride` is the distance in bits of two rows of the board; a set of discs has `words` words.
    PatternIndex(int rows, int columns, int stride, int words);

    const std::vector<Site>& sites() const { return sites_; }
    // How many sites there would be if the last block were full.
    std::size_t lanes() const { return blocks_ * kLanes; }

    // Writes the states of all sites, in their order, then 0 for what fills up the last block.
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
    friend struct PatternIndexSums;  // one for each kind of processor

    using Sum = int (*)(const PatternIndex&, const std::uint64_t*, const std::uint64_t*, const std::int16_t*,
                        const std::uint32_t*);
    static Sum best_sum();
    static const Sum best_sum_;

    const Row* block_rows(std::size_t block) const { return rows_.data() + block * block_size_; }

    std::vector<Site> sites_;
    std::size_t words_;
    std::size_t bits_;  // looked up at once: 8 where all discs are in one word, else 4, for less memory
    std::size_t blocks_;
    std::size_t block_size_;  // in rows
    std::vector<Row> rows_;   // by block, bits and filling
};

}  // namespace garlic::othello
