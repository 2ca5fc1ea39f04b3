// Positions for training Tiaojia's net: games against itself, packed into a few bytes each.
#pragma once

#include <string>

#include "nets/game.h"
#include "nets/records.h"

namespace garlic::tiaojia {

// What identifies a position: the board from the mover's view, five cells a byte; ply.
constexpr std::size_t kKeyBytes = 30;
constexpr std::size_t kRecordBytes = kKeyBytes + nets::kSaidBytes;
static_assert(kRecordBytes < 40);

class PackedSamples : public nets::RecordSamples {
public:
    // ParseError if these are no records.
    explicit PackedSamples(std::string records);

    int symmetries() const override { return 8; }

private:
    void read_key(std::string_view key, int symmetry, nets::Sample& out) const override;
};

// Games on the full board.
const nets::Game& net_game();

}  // namespace garlic::tiaojia
