#include "games/othello/patterns/index.h"

#include <cstring>

#include "garlic/processor.h"

#if defined(__GNUC__)
#define GARLIC_INLINE inline __attribute__((always_inline))
#else
#define GARLIC_INLINE inline
#endif

namespace garlic::othello {
namespace {

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kParts = 3;  // parts of a row, each one register wide

using Part = std::uint16_t __attribute__((vector_size(32)));
static_assert(kParts * sizeof(Part) == PatternIndex::kLanes * sizeof(std::uint16_t));

}  // namespace

// Inlined into one function per instruction set.
struct PatternIndexSums {
    using Row = PatternIndex::Row;
    using Word = std::uint64_t;

    static GARLIC_INLINE void add(Part (&sums)[kParts], const Row& row) {
        const Part* const parts = reinterpret_cast<const Part*>(row.lanes.data());
        for (std::size_t part = 0; part < kParts; ++part) sums[part] += parts[part];
    }

    // The states of the sites of one block, whose rows begin at `row`.
    template <std::size_t Bits>
    static GARLIC_INLINE void block_states(const Row* row, std::size_t words, const Word* own, const Word* other,
                                           std::uint16_t* states) {
        constexpr std::size_t kFillings = std::size_t{1} << Bits;
        Part owns[kParts]{};
        Part others[kParts]{};
        for (std::size_t word = 0; word < words; ++word) {
            const Word word_own = own[word];
            const Word word_other = other[word];
#pragma GCC unroll 8
            for (std::size_t shift = 0; shift < kWordBits; shift += Bits) {
                add(owns, row[word_own >> shift & (kFillings - 1)]);
                add(others, row[word_other >> shift & (kFillings - 1)]);
                row += kFillings;
            }
        }
        for (std::size_t part = 0; part < kParts; ++part) {
            const Part both = owns[part] + others[part] + others[part];
            std::memcpy(states + part * sizeof(Part) / sizeof(*states), &both, sizeof both);
        }
    }

    template <std::size_t Bits>
    static GARLIC_INLINE int sum(const PatternIndex& index, std::size_t words, const Word* own, const Word* other,
                                 const std::int16_t* values, const std::uint32_t* offsets) {
        int total = 0;
        for (std::size_t block = 0; block < index.blocks_; ++block) {
            alignas(32) std::uint16_t states[PatternIndex::kLanes];
            block_states<Bits>(index.block_rows(block), words, own, other, states);
#pragma GCC unroll 48
            for (std::size_t lane = 0; lane < PatternIndex::kLanes; ++lane)
                total += values[offsets[lane] + states[lane]];
            offsets += PatternIndex::kLanes;
        }
        return total;
    }

    static GARLIC_INLINE int any_sum(const PatternIndex& index, const Word* own, const Word* other,
                                     const std::int16_t* values, const std::uint32_t* offsets) {
        return index.words_ == 1 ? sum<8>(index, 1, own, other, values, offsets)
                                 : sum<4>(index, index.words_, own, other, values, offsets);
    }
};

namespace {

int portable_sum(const PatternIndex& index, const std::uint64_t* own, const std::uint64_t* other,
                 const std::int16_t* values, const std::uint32_t* offsets) {
    return PatternIndexSums::any_sum(index, own, other, values, offsets);
}

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
int avx2_sum(const PatternIndex& index, const std::uint64_t* own, const std::uint64_t* other,
             const std::int16_t* values, const std::uint32_t* offsets) {
    return PatternIndexSums::any_sum(index, own, other, values, offsets);
}
GARLIC_END_AVX2
#endif

}  // namespace

PatternIndex::Sum PatternIndex::best_sum() {
#ifdef GARLIC_HAS_AVX2
    if (may_use_avx2()) return avx2_sum;
#endif
    return portable_sum;
}

const PatternIndex::Sum PatternIndex::best_sum_ = best_sum();

PatternIndex::PatternIndex(int rows, int columns, int stride, int words)
    : sites_(sites_of(rows, columns)),
      words_(static_cast<std::size_t>(words)),
      bits_(words == 1 ? 8 : 4),
      blocks_((sites_.size() + kLanes - 1) / kLanes),
      block_size_(words_ * (kWordBits / bits_) << bits_),
      rows_(blocks_ * block_size_) {
    for (std::size_t site = 0; site < sites_.size(); ++site) {
        std::uint16_t power = 1;
        for (const BoardCell cell : sites_[site].cells) {
            const auto place = static_cast<std::size_t>(cell.row * stride + cell.column);
            Row* const fillings = &rows_[site / kLanes * block_size_ + (place / bits_ << bits_)];
            for (std::size_t filling = 0; filling < std::size_t{1} << bits_; ++filling) {
                std::uint16_t& lane = fillings[filling].lanes[site % kLanes];
                if (filling >> place % bits_ & 1) lane = static_cast<std::uint16_t>(lane + power);
            }
            power = static_cast<std::uint16_t>(3 * power);
        }
    }
}

void PatternIndex::states(const std::uint64_t* own, const std::uint64_t* other, std::uint16_t* states) const {
    for (std::size_t block = 0; block < blocks_; ++block, states += kLanes) {
        if (words_ == 1) PatternIndexSums::block_states<8>(block_rows(block), 1, own, other, states);
        else PatternIndexSums::block_states<4>(block_rows(block), words_, own, other, states);
    }
}

}  // namespace garlic::othello
