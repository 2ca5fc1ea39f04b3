// Positions for training Tiaojia's net: games against itself, packed into a few bytes each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "garlic/self_play.h"
#include "nets/samples.h"

namespace garlic::tiaojia {

// A record: the board from the mover's view, five cells a byte; ply; score of the search and linear evaluation, 16
// bits each; result of the game for the mover in half points.
constexpr std::size_t kKeyBytes = 30;  // board and ply: two records with the same are the same position
constexpr std::size_t kRecordBytes = kKeyBytes + 5;
static_assert(kRecordBytes < 40);

// The records of one game from `start`, on the full board; the same seed gives the same game. ParseError if `start` is
// no position.
std::string play_for_training(std::string_view start, const SelfPlay& plan, bool with_net, std::uint64_t seed);

class PackedSamples : public nets::Samples {
public:
    // ParseError if these are no records.
    explicit PackedSamples(std::string records);

    std::size_t size() const override { return records_.size() / kRecordBytes; }
    int symmetries() const override { return 8; }
    void read(std::size_t index, int symmetry, nets::Sample& out) const override;

private:
    std::string records_;
};

}  // namespace garlic::tiaojia
