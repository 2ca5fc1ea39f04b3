#include "games/tiaojia/net/training.h"

#include <array>
#include <string>
#include <utility>

#include "games/tiaojia/net/inputs.h"
#include "games/tiaojia/player.h"

namespace garlic::tiaojia {
namespace {

constexpr int kBoardBytes = 29;
// The five cells of each byte, 0 empty, 1 own, 2 enemy.
constexpr auto kCells = [] {
    std::array<std::array<std::uint8_t, 5>, 243> cells{};
    for (std::size_t byte = 0; byte < cells.size(); ++byte)
        for (std::size_t place = 0, left = byte; place < 5; ++place, left /= 3)
            cells[byte][place] = static_cast<std::uint8_t>(left % 3);
    return cells;
}();

// Where each cell comes to lie in the eight symmetric forms of the board.
constexpr auto kSymmetric = [] {
    constexpr int kSide = Position::kSide;
    std::array<std::array<std::uint8_t, kNetCells>, 8> places{};
    for (int form = 0; form < 8; ++form)
        for (int cell = 0; cell < kNetCells; ++cell) {
            int row = cell / kSide;
            int column = cell % kSide;
            if ((form & 1) != 0) row = kSide - 1 - row;
            if ((form & 2) != 0) column = kSide - 1 - column;
            if ((form & 4) != 0) std::swap(row, column);
            places[static_cast<std::size_t>(form)][static_cast<std::size_t>(cell)] =
                static_cast<std::uint8_t>(row * kSide + column);
        }
    return places;
}();

std::uint8_t byte_at(std::string_view text, std::size_t place) { return static_cast<std::uint8_t>(text[place]); }

std::string packed(const Position& position) {
    std::array<int, kBoardBytes> bytes{};
    constexpr std::array<int, 5> kPowers{1, 3, 9, 27, 81};
    for (const int kind : {1, 2})
        position.stones(kind == 1 ? position.mover() : other(position.mover())).each([&](int cell) {
            const int number = net_input(cell / Position::kStride * Position::kSide + cell % Position::kStride, true);
            bytes[static_cast<std::size_t>(number / 5)] += kind * kPowers[static_cast<std::size_t>(number % 5)];
        });
    std::string key;
    for (const int byte : bytes) key += static_cast<char>(byte);
    return key + static_cast<char>(position.ply());
}

bool is_key(std::string_view key) {
    int stones = 0;
    for (std::size_t byte = 0; byte < kBoardBytes; ++byte) {
        if (byte_at(key, byte) >= kCells.size()) return false;
        for (const std::uint8_t kind : kCells[byte_at(key, byte)]) stones += kind != 0;
    }
    return stones <= kNetStones && kCells[byte_at(key, kBoardBytes - 1)][4] == 0 &&
           byte_at(key, kBoardBytes) <= Position::kLastPly;
}

std::string play(std::string_view start, const SelfPlay& plan, bool with_net, std::uint64_t seed) {
    const auto linear = [](const Position& position) { return Player(position).evaluate(); };
    return with_net ? nets::play_records<NetPlayer>(start, plan, seed, packed, linear)
                    : nets::play_records<Player>(start, plan, seed, packed, linear);
}

}  // namespace

PackedSamples::PackedSamples(std::string records) : RecordSamples(std::move(records), kRecordBytes, is_key) {}

void PackedSamples::read_key(std::string_view key, int symmetry, nets::Sample& out) const {
    const auto& places = kSymmetric[static_cast<std::size_t>(symmetry)];
    int count = 0;
    for (std::size_t byte = 0; byte < kBoardBytes; ++byte) {
        if (key[byte] == 0) continue;
        const auto& cells = kCells[byte_at(key, byte)];
        for (std::size_t place = 0; place < 5; ++place) {
            if (cells[place] == 0) continue;
            const int cell = places[5 * byte + place];
            out.own[count] = net_input(cell, cells[place] == 1);
            out.enemy[count] = net_input(cell, cells[place] == 2);
            ++count;
        }
    }
    out.own_count = out.enemy_count = count;
    out.bucket = net_bucket(byte_at(key, kBoardBytes));
}

const nets::Game& net_game() {
    static const nets::Game game{kNetShape, kRecordBytes, kKeyBytes, set_net, nets::samples_in<PackedSamples>, play};
    return game;
}

}  // namespace garlic::tiaojia
