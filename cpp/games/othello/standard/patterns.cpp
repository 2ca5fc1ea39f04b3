#include "games/othello/standard/patterns.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "garlic/processor.h"

namespace garlic::othello::standard {
namespace {

constexpr std::size_t kBytes = 8;
constexpr std::size_t kFillings = 256;  // of a byte
constexpr int kSymmetries = 8;

int image(int cell, int symmetry) {
    int row = cell / 8;
    int column = cell % 8;
    if (symmetry & 1) column = 7 - column;
    if (symmetry & 2) row = 7 - row;
    if (symmetry & 4) std::swap(row, column);
    return row * 8 + column;
}

std::vector<int> image(const std::vector<int>& cells, int symmetry) {
    std::vector<int> images;
    for (const int cell : cells) images.push_back(image(cell, symmetry));
    return images;
}

bool same_cells(std::vector<int> one, std::vector<int> other) {
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    return one == other;
}

std::size_t power_of_3(std::size_t exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

// The number of a state whose cells are read in another order.
std::size_t reordered(std::size_t state, const std::vector<std::size_t>& order) {
    std::size_t other = 0;
    for (const std::size_t place : order) {
        other += state % 3 * power_of_3(place);
        state /= 3;
    }
    return other;
}

}  // namespace

const Patterns& Patterns::get() {
    static const Patterns patterns;
    return patterns;
}

Patterns::Patterns() {
    add({0, 1, 2, 8, 9, 10, 16, 17, 18});     // a corner, 3x3
    add({0, 1, 2, 3, 8, 9, 10, 16, 17, 24});  // a corner, as a triangle
    add({0, 1, 2, 3, 4, 8, 9, 10, 11, 12});   // a corner, 2x5
    add({0, 1, 2, 3, 4, 5, 6, 7, 9, 14});     // an edge with the cells diagonal to its corners
    add({0, 2, 3, 4, 5, 7, 10, 11, 12, 13});  // an edge with the block before it
    add({8, 9, 10, 11, 12, 13, 14, 15});      // the other rows
    add({16, 17, 18, 19, 20, 21, 22, 23});
    add({24, 25, 26, 27, 28, 29, 30, 31});
    add({0, 9, 18, 27, 36, 45, 54, 63});  // diagonals
    add({1, 10, 19, 28, 37, 46, 55});
    add({2, 11, 20, 29, 38, 47});
    add({3, 12, 21, 30, 39});
    add({4, 13, 22, 31});
}

void Patterns::add(const std::vector<int>& cells) {
    std::vector<std::vector<std::size_t>> orders;  // in which images of the first site have its cells
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
        const std::vector<int> found = image(cells, symmetry);
        const bool known = std::any_of(sites_.begin(), sites_.end(), [&](const Site& site) {
            return site.shape == shapes_.size() && same_cells(site.cells, found);
        });
        if (!known) sites_.push_back({shapes_.size(), found});
        if (!same_cells(cells, found)) continue;
        auto& order = orders.emplace_back();
        for (const int cell : found)
            order.push_back(static_cast<std::size_t>(std::find(cells.begin(), cells.end(), cell) - cells.begin()));
    }
    Shape shape{power_of_3(cells.size()), 0, states_, distinct_, {}};
    for (std::size_t state = 0; state < shape.states; ++state) {
        std::size_t lowest = state;
        for (const auto& order : orders) lowest = std::min(lowest, reordered(state, order));
        shape.home.push_back(lowest == state ? static_cast<std::uint32_t>(shape.distinct++) : shape.home[lowest]);
    }
    states_ += shape.states;
    distinct_ += shape.distinct;
    shapes_.push_back(std::move(shape));
}

// Inlined into one function for each instruction set.
struct IndexSums {
    using Part = std::uint16_t __attribute__((vector_size(32)));
    static constexpr std::size_t kParts = 4;  // of a row
    static_assert(kParts * sizeof(Part) == Index::kLanes * sizeof(std::uint16_t));

    [[gnu::always_inline]] static inline void add(Part (&sums)[kParts], const Index::Row& row) {
        const Part* const parts = reinterpret_cast<const Part*>(row.lanes.data());
        for (std::size_t part = 0; part < kParts; ++part) sums[part] += parts[part];
    }

    [[gnu::always_inline]] static inline void states(const Index& index, std::uint64_t own, std::uint64_t other,
                                                     std::uint16_t* states) {
        Part owns[kParts]{};
        Part others[kParts]{};
        const Index::Row* row = index.rows_.data();
#pragma GCC unroll 8
        for (std::size_t byte = 0; byte < kBytes; ++byte) {
            add(owns, row[own >> 8 * byte & (kFillings - 1)]);
            add(others, row[other >> 8 * byte & (kFillings - 1)]);
            row += kFillings;
        }
        for (std::size_t part = 0; part < kParts; ++part) {
            const Part both = owns[part] + others[part] + others[part];
            std::memcpy(states + part * sizeof(Part) / sizeof(*states), &both, sizeof both);
        }
    }

    [[gnu::always_inline]] static inline int sum(const Index& index, std::uint64_t own, std::uint64_t other,
                                                 const std::int16_t* values) {
        alignas(32) std::uint16_t found[Index::kLanes];
        states(index, own, other, found);
        int total = 0;
#pragma GCC unroll 54
        for (std::size_t site = 0; site < Index::kSites; ++site)
            total += values[index.first_state_[site] + found[site]];
        return total;
    }
};

namespace portable {
#define GARLIC_FOUR_LANES 0
#include "games/othello/standard/sum.h"
#undef GARLIC_FOUR_LANES
}  // namespace portable

#ifdef GARLIC_HAS_AVX2
GARLIC_BEGIN_AVX2
namespace avx2 {
#define GARLIC_FOUR_LANES 1
#include "games/othello/standard/sum.h"
#undef GARLIC_FOUR_LANES
}  // namespace avx2
GARLIC_END_AVX2
#endif

Index::Sum Index::best_sum() {
#ifdef GARLIC_HAS_AVX2
    if (may_use_avx2()) return avx2::sum;
#endif
    return portable::sum;
}

const Index::Sum Index::best_sum_ = best_sum();

const Index& Index::get() {
    static const Index index;
    return index;
}

Index::Index() : rows_(kBytes * kFillings) {
    const auto& patterns = Patterns::get();
    assert(patterns.sites().size() == kSites);
    for (std::size_t number = 0; number < kSites; ++number) {
        const Site& site = patterns.sites()[number];
        first_state_[number] = static_cast<std::uint32_t>(patterns.shapes()[site.shape].first_state);
        std::size_t power = 1;
        for (const int cell : site.cells) {
            const auto bit = static_cast<std::size_t>(cell);
            for (std::size_t filling = 0; filling < kFillings; ++filling) {
                std::uint16_t& lane = rows_[bit / 8 * kFillings + filling].lanes[number];
                if (filling >> bit % 8 & 1) lane = static_cast<std::uint16_t>(lane + power);
            }
            power *= 3;
        }
    }
}

Index::States Index::states(std::uint64_t own, std::uint64_t other) const {
    States found;
    IndexSums::states(*this, own, other, found.data());
    return found;
}

}  // namespace garlic::othello::standard
