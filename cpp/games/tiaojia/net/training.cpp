#include "games/tiaojia/net/training.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "games/tiaojia/net/inputs.h"
#include "games/tiaojia/player.h"
#include "garlic/engine.h"

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

int score_at(std::string_view text, std::size_t place) {
    std::int16_t score = 0;
    std::memcpy(&score, text.data() + place, sizeof score);
    return score;
}

void append_score(std::string& out, Score score) {
    const auto number = static_cast<std::int16_t>(score);
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// The record of a position, but for the result.
std::string packed(const Position& position, Score score, Score base) {
    std::array<int, kBoardBytes> bytes{};
    constexpr std::array<int, 5> kPowers{1, 3, 9, 27, 81};
    for (const int kind : {1, 2})
        position.stones(kind == 1 ? position.mover() : other(position.mover())).each([&](int cell) {
            const int number = net_input(cell / Position::kStride * Position::kSide + cell % Position::kStride, true);
            bytes[static_cast<std::size_t>(number / 5)] += kind * kPowers[static_cast<std::size_t>(number % 5)];
        });
    std::string record;
    for (const int byte : bytes) record += static_cast<char>(byte);
    record += static_cast<char>(position.ply());
    append_score(record, score);
    append_score(record, base);
    return record;
}

template <class P>
std::string play(std::string_view start, const SelfPlay& plan, std::uint64_t seed) {
    Engine<P> engine(1);
    P game = P::parse(start);
    std::vector<std::pair<std::string, Side>> seen;
    const SelfPlayEnd end = self_play(engine, game, plan, seed, [&](const P& position, Score score) {
        const Position& plain = position;
        seen.emplace_back(packed(plain, score, Player(plain).evaluate()), position.mover());
    });
    std::string records;
    if (end == SelfPlayEnd::kUndecided) return records;
    const Score last = end == SelfPlayEnd::kOver            ? game.result()
                       : end == SelfPlayEnd::kFirstResigned ? loss_in(0)
                                                            : win_in(0);
    const Side whose = end == SelfPlayEnd::kOver ? game.mover() : Side::kFirst;
    for (const auto& [record, mover] : seen) {
        const Score result = mover == whose ? last : -last;
        records += record;
        records += static_cast<char>(result > 0 ? 2 : result < 0 ? 0 : 1);
    }
    return records;
}

}  // namespace

std::string play_for_training(std::string_view start, const SelfPlay& plan, bool with_net, std::uint64_t seed) {
    return with_net ? play<NetPlayer>(start, plan, seed) : play<Player>(start, plan, seed);
}

PackedSamples::PackedSamples(std::string records) : records_(std::move(records)) {
    if (records_.size() % kRecordBytes != 0) throw ParseError("expected whole records");
    for (std::size_t place = 0; place < records_.size(); place += kRecordBytes) {
        const std::string_view record = std::string_view(records_).substr(place, kRecordBytes);
        int stones = 0;
        for (std::size_t byte = 0; byte < kBoardBytes; ++byte) {
            if (byte_at(record, byte) >= kCells.size()) throw ParseError("expected records of Tiaojia");
            for (const std::uint8_t kind : kCells[byte_at(record, byte)]) stones += kind != 0;
        }
        if (stones > kNetStones || kCells[byte_at(record, kBoardBytes - 1)][4] != 0 ||
            byte_at(record, kBoardBytes) > Position::kLastPly || byte_at(record, kRecordBytes - 1) > 2)
            throw ParseError("expected records of Tiaojia");
    }
}

void PackedSamples::read(std::size_t index, int symmetry, nets::Sample& out) const {
    const std::string_view record = std::string_view(records_).substr(index * kRecordBytes, kRecordBytes);
    const auto& places = kSymmetric[static_cast<std::size_t>(symmetry)];
    int count = 0;
    for (std::size_t byte = 0; byte < kBoardBytes; ++byte) {
        if (record[byte] == 0) continue;
        const auto& cells = kCells[byte_at(record, byte)];
        for (std::size_t place = 0; place < 5; ++place) {
            if (cells[place] == 0) continue;
            const int cell = places[5 * byte + place];
            out.own[count] = net_input(cell, cells[place] == 1);
            out.enemy[count] = net_input(cell, cells[place] == 2);
            ++count;
        }
    }
    out.own_count = out.enemy_count = count;
    out.bucket = net_bucket(byte_at(record, kBoardBytes));
    out.score = static_cast<float>(score_at(record, kKeyBytes));
    out.base = static_cast<float>(score_at(record, kKeyBytes + 2));
    out.result = static_cast<float>(byte_at(record, kRecordBytes - 1)) / 2;
}

}  // namespace garlic::tiaojia
