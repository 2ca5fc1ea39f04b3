// A set of up to 64 * Words board squares as bits, for boards that do not fit one word.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace garlic {

template <int Words>
class Bits {
public:
    static constexpr int kWords = Words;

    constexpr Bits() = default;

    // The set whose members are the bits of `word`.
    static constexpr Bits of(std::uint64_t word)
        requires(Words == 1)
    {
        Bits bits;
        bits.words_[0] = word;
        return bits;
    }

    static constexpr Bits of(const std::array<std::uint64_t, Words>& words) {
        Bits bits;
        bits.words_ = words;
        return bits;
    }

    static constexpr Bits single(int place) {
        Bits bits;
        bits.set(place);
        return bits;
    }

    constexpr bool test(int place) const { return (words_[word(place)] >> (place & 63)) & 1; }
    constexpr void set(int place) { words_[word(place)] |= mask(place); }
    constexpr void reset(int place) { words_[word(place)] &= ~mask(place); }
    constexpr void flip(int place) { words_[word(place)] ^= mask(place); }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (const auto part : words_) all |= part;
        return all != 0;
    }
    constexpr bool none() const { return !any(); }

    constexpr int count() const {
        int sum = 0;
        for (const auto part : words_) sum += std::popcount(part);
        return sum;
    }

    // Has the set more than one member?
    constexpr bool several() const {
        std::uint64_t seen = 0;
        std::uint64_t again = 0;
        for (const auto part : words_) {
            again |= (part & (part - 1)) | (part != 0 ? seen : 0);
            seen |= part;
        }
        return again != 0;
    }

    // The lowest member; the set must not be empty.
    constexpr int first() const {
        std::size_t index = 0;
        if constexpr (Words > 1)
            while (words_[index] == 0) ++index;
        return static_cast<int>(index * 64) + std::countr_zero(words_[index]);
    }

    constexpr std::uint64_t part(int index) const { return words_[static_cast<std::size_t>(index)]; }
    constexpr const std::uint64_t* data() const { return words_.data(); }

    // Calls visit(place) for every member, ascending.
    template <class Visit>
    constexpr void each(Visit visit) const {
        for (std::size_t index = 0; index < Words; ++index)
            for (std::uint64_t left = words_[index]; left != 0; left &= left - 1)
                visit(static_cast<int>(index * 64) + std::countr_zero(left));
    }

    // The members shifted up by Distance (down if negative); bits that leave the set are lost.
    template <int Distance>
    constexpr Bits shifted() const {
        if constexpr (Distance >= 0) {
            return up<Distance / 64, Distance % 64>();
        } else {
            return down<-Distance / 64, -Distance % 64>();
        }
    }

    constexpr Bits operator&(const Bits& other) const {
        return joined(other, [](auto a, auto b) { return a & b; });
    }
    constexpr Bits operator|(const Bits& other) const {
        return joined(other, [](auto a, auto b) { return a | b; });
    }
    constexpr Bits operator^(const Bits& other) const {
        return joined(other, [](auto a, auto b) { return a ^ b; });
    }
    // The members that are not in other.
    constexpr Bits without(const Bits& other) const {
        return joined(other, [](auto a, auto b) { return a & ~b; });
    }
    constexpr Bits& operator|=(const Bits& other) { return *this = *this | other; }
    constexpr Bits& operator&=(const Bits& other) { return *this = *this & other; }
    constexpr Bits& operator^=(const Bits& other) { return *this = *this ^ other; }
    constexpr bool operator==(const Bits&) const = default;

private:
    static constexpr std::size_t word(int place) {
        assert(place >= 0 && place < Words * 64);
        return static_cast<std::size_t>(place) >> 6;
    }
    static constexpr std::uint64_t mask(int place) { return std::uint64_t{1} << (place & 63); }

    template <class Join>
    constexpr Bits joined(const Bits& other, Join join) const {
        Bits result;
        for (std::size_t index = 0; index < Words; ++index)
            result.words_[index] = join(words_[index], other.words_[index]);
        return result;
    }

    template <int Whole, int Part>
    constexpr Bits up() const {
        Bits result;
        for (int index = Words - 1; index >= Whole; --index) {
            std::uint64_t value = part(index - Whole) << Part;
            if constexpr (Part != 0)
                if (index - Whole >= 1) value |= part(index - Whole - 1) >> (64 - Part);
            result.words_[static_cast<std::size_t>(index)] = value;
        }
        return result;
    }

    template <int Whole, int Part>
    constexpr Bits down() const {
        Bits result;
        for (int index = 0; index + Whole < Words; ++index) {
            std::uint64_t value = part(index + Whole) >> Part;
            if constexpr (Part != 0)
                if (index + Whole + 1 < Words) value |= part(index + Whole + 1) << (64 - Part);
            result.words_[static_cast<std::size_t>(index)] = value;
        }
        return result;
    }

    std::array<std::uint64_t, Words> words_{};
};

}  // namespace garlic
