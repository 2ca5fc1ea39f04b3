// The transposition table. Shared by all threads without a lock.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "garlic/score.h"

namespace garlic {

// How a stored score relates to the true one.
enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

// A move as 16 bits. Moves of all games are trivially copyable and at most two bytes.
template <class Move>
    requires(sizeof(Move) <= 2 && std::is_trivially_copyable_v<Move>)
constexpr std::uint16_t packed(Move move) {
    if constexpr (sizeof(Move) == 2) {
        return std::bit_cast<std::uint16_t>(move);
    } else {
        return std::bit_cast<std::uint8_t>(move);
    }
}

template <class Move>
constexpr Move unpacked(std::uint16_t bits) {
    if constexpr (sizeof(Move) == 2) {
        return std::bit_cast<Move>(bits);
    } else {
        return std::bit_cast<Move>(static_cast<std::uint8_t>(bits));
    }
}

// What the table holds about a position.
struct TableEntry {
    std::uint16_t move = 0;
    bool has_move = false;
    bool was_pv = false;  // on a principal variation
    Bound bound = Bound::kNone;
    int depth = 0;
    Score score = 0;       // counted from the node, see score.h
    Score evaluation = 0;  // kInfinity if not computed

    bool found() const { return bound != Bound::kNone; }

    // The stored evaluation, or else evaluate().
    template <class Evaluate>
    Score evaluation_or(Evaluate evaluate) const {
        return found() && evaluation != kInfinity ? evaluation : evaluate();
    }
};

class Table {
public:
    explicit Table(std::size_t megabytes) { resize(megabytes); }

    // Clears the table and sets its size (rounded down to a power of two, at least 1).
    void resize(std::size_t megabytes) {
        const std::size_t bytes = std::bit_floor(std::max<std::size_t>(megabytes, 1)) << 20;
        buckets_.reset();
        void* const memory = std::aligned_alloc(std::min(bytes, kPage), bytes);
        if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
        madvise(memory, bytes, MADV_HUGEPAGE);  // a probe is a random access: large pages avoid a second cache miss
#endif
        buckets_.reset(new (memory) Bucket[bytes / sizeof(Bucket)]);
        mask_ = bytes / sizeof(Bucket) - 1;
        age_ = 0;
    }

    void clear() {
        for (std::size_t index = 0; index <= mask_; ++index) buckets_[index].wipe();
        age_ = 0;
    }

    // A new search begins: entries of earlier ones are replaced first.
    void start_search() { age_ = (age_ + 1) & kAgeMask; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    TableEntry probe(std::uint64_t key) const {
        for (const Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return decoded(data);
        }
        return {};
    }

    void store(std::uint64_t key, TableEntry known) {
        assert(known.depth >= 0 && known.depth <= kDeepest);
        Bucket& home = bucket(key);
        Slot* poorest = nullptr;
        int least = INT32_MAX;
        for (Slot& slot : home.slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
                const TableEntry old = decoded(data);
                // A shallow bound must not replace a deep one of this search.
                if (known.bound != Bound::kExact && old.depth > known.depth + 3 && age_of(data) == age_) return;
                if (!known.has_move) {
                    known.move = old.move;
                    known.has_move = old.has_move;
                }
                poorest = &slot;
                break;
            }
            const int age = static_cast<int>((age_ - age_of(data)) & kAgeMask);
            const int value = data == 0 ? INT32_MIN : depth_of(data) - 8 * age;
            if (value < least) {
                least = value;
                poorest = &slot;
            }
        }
        const std::uint64_t data = encoded(known);
        // Two threads may write here at once: a reader that gets halves of both finds no match.
        poorest->check.store(key ^ data, std::memory_order_relaxed);
        poorest->data.store(data, std::memory_order_relaxed);
    }

    // How full the table is with entries of this search, in thousandths.
    int used_permille() const {
        const std::size_t sample = std::min<std::size_t>(mask_ + 1, 250);
        int used = 0;
        for (std::size_t index = 0; index < sample; ++index)
            for (const Slot& slot : buckets_[index].slots) {
                const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
                used += data != 0 && age_of(data) == age_;
            }
        return static_cast<int>(static_cast<std::size_t>(used) * 1000 / (sample * kSlots));
    }

    static constexpr int kDeepest = 127;

private:
    static constexpr std::size_t kSlots = 4;
    static constexpr std::size_t kPage = 2 << 20;
    static constexpr std::uint64_t kAgeMask = 31;

    // data: move 16, score 16, evaluation 16, depth 7, has_move 1, bound 2, was_pv 1, age 5 bits.
    struct Slot {
        std::atomic<std::uint64_t> check{0};  // the key, xor data
        std::atomic<std::uint64_t> data{0};
    };
    static_assert(sizeof(Slot) == 16);

    struct alignas(64) Bucket {
        std::array<Slot, kSlots> slots;
        void wipe() {
            for (Slot& slot : slots) {
                slot.check.store(0, std::memory_order_relaxed);
                slot.data.store(0, std::memory_order_relaxed);
            }
        }
    };
    static_assert(sizeof(Bucket) == 64, "a bucket is one line of the cache");

    static std::uint64_t age_of(std::uint64_t data) { return data >> 59; }
    static int depth_of(std::uint64_t data) { return static_cast<int>((data >> 48) & 127); }

    std::uint64_t encoded(const TableEntry& known) const {
        const auto half = [](Score score) { return static_cast<std::uint64_t>(static_cast<std::uint16_t>(score)); };
        return std::uint64_t{known.move} | half(known.score) << 16 | half(known.evaluation) << 32 |
               static_cast<std::uint64_t>(known.depth) << 48 | std::uint64_t{known.has_move} << 55 |
               static_cast<std::uint64_t>(known.bound) << 56 | std::uint64_t{known.was_pv} << 58 | age_ << 59;
    }

    static TableEntry decoded(std::uint64_t data) {
        return {.move = static_cast<std::uint16_t>(data),
                .has_move = ((data >> 55) & 1) != 0,
                .was_pv = ((data >> 58) & 1) != 0,
                .bound = static_cast<Bound>((data >> 56) & 3),
                .depth = depth_of(data),
                .score = static_cast<std::int16_t>(data >> 16),
                .evaluation = static_cast<std::int16_t>(data >> 32)};
    }

    Bucket& bucket(std::uint64_t key) { return buckets_[(key >> 20) & mask_]; }
    const Bucket& bucket(std::uint64_t key) const { return buckets_[(key >> 20) & mask_]; }

    struct Free {
        void operator()(Bucket* memory) const { std::free(memory); }
    };

    std::unique_ptr<Bucket[], Free> buckets_;
    std::size_t mask_ = 0;
    std::uint64_t age_ = 0;
};

}  // namespace garlic
