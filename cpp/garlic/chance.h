// Random choices that are the same on every machine, or given by the caller. The Python half is
// garlic/core/chance.py.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "garlic/text.h"

namespace garlic {

// A source of random choices: below(n) is a number from 0 to n - 1.
template <class C>
concept Chance = requires(C chance, std::uint64_t count) {
    { chance.below(count) } -> std::same_as<std::uint64_t>;
};

// SplitMix64, the seeded stream of a match.
class Stream {
public:
    explicit Stream(std::uint64_t seed) : state_(seed) {}

    std::uint64_t state() const { return state_; }

    std::uint64_t word() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    // Uniform: words from the last, incomplete block of `count` are drawn again. With one
    // possibility nothing is drawn.
    std::uint64_t below(std::uint64_t count) {
        if (count == 1) return 0;
        for (;;) {
            const std::uint64_t drawn = word();
            // Almost every word lies below the last block for any count: this avoids a division.
            if (drawn < 0 - count) return drawn % count;
            const std::uint64_t incomplete = (0 - count) % count;  // 2^64 modulo count
            if (incomplete == 0 || drawn < 0 - incomplete) return drawn % count;
        }
    }

private:
    std::uint64_t state_;
};

// Choices given by the caller, in order; ParseError if they do not fit.
class Recorded {
public:
    explicit Recorded(std::span<const std::uint64_t> numbers) : numbers_(numbers) {}

    std::size_t used() const { return used_; }

    std::uint64_t below(std::uint64_t count) {
        if (count == 1) return 0;
        if (used_ == numbers_.size()) throw ParseError("expected one more random choice");
        const std::uint64_t number = numbers_[used_++];
        if (number >= count)
            throw ParseError("expected random choice " + std::to_string(used_) + " below " + std::to_string(count));
        return number;
    }

private:
    std::span<const std::uint64_t> numbers_;
    std::size_t used_ = 0;
};

// Always the first possibility, for positions in which no choice matters.
struct FirstChoice {
    std::uint64_t below(std::uint64_t) { return 0; }
};

static_assert(Chance<Stream> && Chance<Recorded> && Chance<FirstChoice>);

}  // namespace garlic
