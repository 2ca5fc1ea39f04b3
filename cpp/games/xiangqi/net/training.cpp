#include "games/xiangqi/net/training.h"

#include <array>
#include <memory>
#include <utility>

#include "games/xiangqi/net/inputs.h"
#include "games/xiangqi/net/player.h"

namespace garlic::xiangqi {
namespace {

constexpr unsigned kEnemyBit = 8;

unsigned byte_at(std::string_view text, std::size_t place) { return static_cast<unsigned char>(text[place]); }

std::string packed(const Position& position) {
    std::array<unsigned, kKeyBytes> bytes{};
    std::size_t number = 0;
    for (int point = 0; point < kSquares; ++point) {
        const Piece piece = position.board().at(seen(position.mover(), false, point));
        if (piece == kEmpty) continue;
        bytes[static_cast<std::size_t>(point / 8)] |= 1U << (point % 8);
        const unsigned code = kind_of(piece) | (side_of(piece) == position.mover() ? 0 : kEnemyBit);
        bytes[kTakenBytes + number / 2] |= code << (number % 2 * 4);
        ++number;
    }
    std::string key;
    for (const unsigned byte : bytes) key += static_cast<char>(byte);
    return key;
}

// Calls visit(piece, square) for the pieces of a key; the mover's are red. False if there are too many, or one is none.
template <class Visit>
bool each_packed(std::string_view key, Visit visit) {
    std::size_t number = 0;
    for (std::size_t byte = 0; byte < kTakenBytes; ++byte)
        for (unsigned left = byte_at(key, byte); left != 0; left &= left - 1) {
            const int square = static_cast<int>(8 * byte) + std::countr_zero(left);
            if (number == kNetPieces || square >= kSquares) return false;
            const unsigned code = byte_at(key, kTakenBytes + number / 2) >> (number % 2 * 4) & 15;
            const auto kind = static_cast<Kind>(code % kEnemyBit);
            if (kind == kNone) return false;
            visit(piece_of(code < kEnemyBit ? Side::kFirst : Side::kSecond, kind), square);
            ++number;
        }
    return true;
}

bool is_key(std::string_view key) {
    std::array<int, 2> kings{};
    bool in_palaces = true;
    const bool all_pieces = each_packed(key, [&](Piece piece, int square) {
        if (kind_of(piece) != kKing) return;
        ++kings[static_cast<std::size_t>(side_of(piece))];
        in_palaces = in_palaces && in_a_palace(square) && !crossed_river(square, side_of(piece));
    });
    return all_pieces && in_palaces && kings == std::array{1, 1};
}

std::string play(std::string_view start, const SelfPlay& plan, bool with_net, std::uint64_t seed) {
    const auto linear = [](const Player& position) { return position.evaluate(); };
    return with_net ? nets::play_records<CandidatePlayer>(start, plan, seed, packed, linear)
                    : nets::play_records<Player>(start, plan, seed, packed, linear);
}

}  // namespace

PackedSamples::PackedSamples(std::string records) : RecordSamples(std::move(records), kRecordBytes, is_key) {}

void PackedSamples::read_key(std::string_view key, int symmetry, nets::Sample& out) const {
    std::array<std::pair<Piece, int>, kNetPieces> pieces;
    std::size_t count = 0;
    std::array<int, 2> kings{};
    int phase = 0;
    each_packed(key, [&](Piece piece, int square) {
        const int point = seen(Side::kFirst, symmetry == 1, square);
        if (kind_of(piece) == kKing) kings[static_cast<std::size_t>(side_of(piece))] = point;
        phase += phase_of(piece);
        pieces[count++] = {piece, point};
    });
    const Sight own = sight(Side::kFirst, kings[0]);
    const Sight enemy = sight(Side::kSecond, kings[1]);
    for (std::size_t place = 0; place < count; ++place) {
        const auto [piece, point] = pieces[place];
        out.own[place] = net_input(own, piece, point);
        out.enemy[place] = net_input(enemy, piece, point);
    }
    out.own_count = out.enemy_count = static_cast<int>(count);
    out.bucket = net_bucket(phase);
}

const nets::Game& net_game() {
    static const nets::Game game{kNetShape, kRecordBytes, kKeyBytes, set_net, nets::samples_in<PackedSamples>, play};
    return game;
}

}  // namespace garlic::xiangqi
