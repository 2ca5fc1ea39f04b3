// Finds records that were seen before, by a hash of 64 bits.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace garlic::nets {

class Duplicates {
public:
    // Is it new? It is remembered.
    bool add(std::string_view record) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        std::uint64_t* const slot = find(slots_, hash(record));
        if (*slot != 0) return false;
        *slot = hash(record);
        ++count_;
        return true;
    }
    std::size_t size() const { return count_; }

private:
    static std::uint64_t hash(std::string_view record) {
        std::uint64_t mixed = record.size();
        for (std::size_t place = 0; place < record.size(); place += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, record.data() + place, record.size() - place < 8 ? record.size() - place : 8);
            mixed = (mixed ^ word) * 0x9E3779B97F4A7C15;
            mixed ^= mixed >> 32;
        }
        return mixed == 0 ? 1 : mixed;  // 0 is an empty slot
    }
    static std::uint64_t* find(std::vector<std::uint64_t>& slots, std::uint64_t wanted) {
        std::size_t place = wanted & (slots.size() - 1);
        while (slots[place] != 0 && slots[place] != wanted) place = (place + 1) & (slots.size() - 1);
        return &slots[place];
    }
    void grow() {
        std::vector<std::uint64_t> larger(slots_.empty() ? 1024 : 2 * slots_.size());
        for (const std::uint64_t known : slots_)
            if (known != 0) *find(larger, known) = known;
        slots_.swap(larger);
    }

    std::vector<std::uint64_t> slots_;  // a power of two
    std::size_t count_ = 0;
};

}  // namespace garlic::nets
