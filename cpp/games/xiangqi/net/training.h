// Positions for training Xiangqi's net: games against itself, packed into a few bytes each.
#pragma once

#include <string>

#include "nets/game.h"
#include "nets/records.h"

namespace garlic::xiangqi {

// What identifies a position: the board from the mover's view, its own palace below. A bit for each point says whether a
// piece is there; then the pieces, four bits each.
constexpr std::size_t kTakenBytes = 12;
constexpr std::size_t kKeyBytes = kTakenBytes + 16;
constexpr std::size_t kRecordBytes = kKeyBytes + nets::kSaidBytes;
static_assert(kRecordBytes < 40);

class PackedSamples : public nets::RecordSamples {
public:
    // ParseError if these are no records.
    explicit PackedSamples(std::string records);

    int symmetries() const override { return 2; }

private:
    void read_key(std::string_view key, int symmetry, nets::Sample& out) const override;
};

const nets::Game& net_game();

}  // namespace garlic::xiangqi
