// How large a net is.
//
//     inputs of the mover  -> accumulator \                   /-> (second layer ->) output of bucket 0
//                             (same weights)  squared, both --+-> ...
//     inputs of the enemy  -> accumulator /                   \-> (second layer ->) output of the last bucket
//
// An accumulator is the bias plus the weights of all active inputs. Its values are clamped to 0 ... 1 and squared.
#pragma once

#include <cstddef>
#include <string>

#include "garlic/text.h"

namespace garlic::nets {

struct Shape {
    int inputs = 0;       // of one perspective
    int hidden = 0;       // units of one accumulator, a multiple of 32
    int second = 0;       // units of a second layer; 0: there is none
    int buckets = 1;      // sets of layers after the accumulators; the game chooses one, for instance by phase
    int most_active = 0;  // inputs of one perspective that are active at once, at most

    bool operator==(const Shape&) const = default;

    // The numbers that go into one output: those of both accumulators, or of the second layer.
    int last() const { return second > 0 ? second : 2 * hidden; }

    // ParseError if such a net is not supported.
    void check() const {
        const auto within = [](const char* what, int number, int low, int high) {
            if (number < low || number > high)
                throw ParseError(std::string("expected ") + what + " from " + std::to_string(low) + " to " +
                                 std::to_string(high) + ", got " + std::to_string(number));
        };
        within("inputs", inputs, 1, 65'536);
        within("hidden units", hidden, 32, 1024);
        if (hidden % 32 != 0)
            throw ParseError("expected hidden units to be a multiple of 32, got " + std::to_string(hidden));
        within("units of the second layer", second, 0, 256);
        within("buckets", buckets, 1, 64);
        within("active inputs", most_active, 1, kMostActive);
    }

    static constexpr int kMostActive = 64;
};

constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

}  // namespace garlic::nets
