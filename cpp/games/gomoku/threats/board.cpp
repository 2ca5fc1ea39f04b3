#include "games/gomoku/threats/board.h"

#include <bit>
#include <map>
#include <string>

#include "games/gomoku/evaluation.h"

namespace garlic::gomoku {
namespace {

constexpr std::uint64_t random_word(std::uint64_t number) {
    std::uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

constexpr int kCells = LineBits::kLargest * LineBits::kLargest;

constexpr auto kKeys = [] {
    std::array<std::array<std::uint64_t, kCells>, 2> keys{};
    std::uint64_t number = 0;
    for (auto& side : keys)
        for (auto& key : side) key = random_word(number++);
    return keys;
}();
constexpr std::uint64_t kPassed = random_word(0x70617373);

// The place in a stretch (see ShapeTable) of what a half of a line holds, as one side reads it.
int stretch_of(std::uint64_t half, int reach, bool ahead, Side side, LineRule line_rule) {
    const int own_reach = reach_of(line_rule);
    int stretch = 0;
    for (int distance = 1; distance <= own_reach; ++distance) {
        const int place = ahead ? distance - 1 : reach - distance;
        const auto content = (half >> (2 * place)) & 3;
        if (content == 0) continue;
        const bool own = content == (side == Side::kFirst ? 1u : 2u);
        stretch += (own ? ShapeTable::kOwn : ShapeTable::kBlocked) *
                   ShapeTable::power(line_rule, ahead ? distance : -distance);
    }
    return stretch;
}

// Is a half of a line possible: nothing but edge beyond the edge?
bool is_possible(std::uint64_t half, int reach, bool ahead) {
    bool edge = false;
    for (int distance = 1; distance <= reach; ++distance) {
        const bool here = ((half >> (2 * (ahead ? distance - 1 : reach - distance))) & 3) == 3;
        if (edge && !here) return false;
        edge = here;
    }
    return true;
}

}  // namespace

std::uint8_t sets_of(ThreatLevel level) {
    constexpr std::array<std::uint8_t, kThreatLevels> kSets{0, 0, 0, 8, 8, 8, 2, 2, 2, 6, 1, 0};
    return kSets[static_cast<std::size_t>(level)];
}

template <Rule kRule>
LineShapes<kRule>::LineShapes() {
    constexpr std::array kSides = {Side::kFirst, Side::kSecond};
    // What every possible half reads as: by side.
    struct Half {
        std::size_t bits;
        std::array<int, 2> stretches;
    };
    const auto halves = [&](bool ahead) {
        std::vector<Half> found;
        for (std::size_t bits = 0; bits < kHalves; ++bits) {
            if (!is_possible(bits, kReach, ahead)) continue;
            const auto read = [&](Side side) {
                return stretch_of(bits, kReach, ahead, side, line_rule_of(kRule, side));
            };
            found.push_back({bits, {read(Side::kFirst), read(Side::kSecond)}});
        }
        return found;
    };
    const auto pair_of = [&](const Half& behind, const Half& ahead) {
        unsigned pair = 0;
        for (const Side side : kSides) {
            const auto index = static_cast<std::size_t>(side);
            const auto stretch = static_cast<std::uint16_t>(behind.stretches[index] + ahead.stretches[index]);
            pair |= static_cast<unsigned>(ShapeTable::of(line_rule_of(kRule, side))[stretch]) << (4 * index);
        }
        return static_cast<std::uint8_t>(pair);
    };
    // Halves that give the same shapes whatever the other half is are one.
    const auto different = [](const std::vector<Half>& all, std::array<std::uint16_t, kHalves>& places, auto row_of) {
        std::map<std::string, std::uint16_t> rows;
        std::vector<Half> examples;
        for (const Half& half : all) {
            const auto [at, added] = rows.try_emplace(row_of(half), static_cast<std::uint16_t>(rows.size()));
            if (added) examples.push_back(half);
            places[half.bits] = at->second;
        }
        return examples;
    };
    const std::vector<Half> all_behind = halves(false);
    const std::vector<Half> all_ahead = halves(true);
    const auto behind = different(all_behind, behind_, [&](const Half& half) {
        std::string row;
        for (const Half& ahead : all_ahead) row.push_back(static_cast<char>(pair_of(half, ahead)));
        return row;
    });
    const auto ahead = different(all_ahead, ahead_, [&](const Half& half) {
        std::string row;
        for (const Half& one : behind) row.push_back(static_cast<char>(pair_of(one, half)));
        return row;
    });
    for (auto& place : behind_) place = static_cast<std::uint16_t>(place * ahead.size());
    for (const Half& one : behind)
        for (const Half& other : ahead) pairs_.push_back(pair_of(one, other));
}

template <Rule kRule>
ThreatBoard<kRule>::ThreatBoard(const Rules& position) : Rules(position), evaluation_(&current_evaluation(kRule)) {
    static const LineShapes<kRule> kLineShapes;
    line_shapes_ = &kLineShapes;
    draw_edges();
    constexpr std::array kSides = {Side::kFirst, Side::kSecond};
    for (const Side side : kSides) point_values_[at(side)] = evaluation_->values[at(side)].data();
    const int size = this->size();
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const int cell = row * kLargest + column;
            for (int direction = 0; direction < kDirections; ++direction) {
                const auto [number, bit] = LineBits::line_of(column, row, direction);
                shapes_of(cell) |= (*line_shapes_)[line(number) >> (2 * bit)] << (4 * direction);
            }
            empty_.set(cell);
            for (const Side side : kSides) {
                const PointValue& point = point_value(side, cell);
                value_ += point;
                move_between(side, cell, point.sets());
            }
        }
    Undo ignored;
    for (const Side side : kSides)
        for (int row = 0; row < size; ++row)
            for (std::uint32_t left = this->stones_in_row(side, row); left != 0; left &= left - 1)
                add_stone(side, move_to(row * kLargest + std::countr_zero(left)), ignored);
    if (mover() == Side::kSecond) key_ ^= kSecondToMove;
    key_ ^= this->passes() * kPassed;
}

// All points that are not on the board are edge.
template <Rule kRule>
void ThreatBoard<kRule>::draw_edges() {
    lines_.fill(~std::uint64_t{0});
    for (int row = 0; row < this->size(); ++row)
        for (int column = 0; column < this->size(); ++column)
            for (int direction = 0; direction < kDirections; ++direction) {
                const auto [number, bit] = LineBits::line_of(column, row, direction);
                line(number) ^= LineShapes<kRule>::kEdge << (2 * (bit + kReach));
            }
}

template <Rule kRule>
inline void ThreatBoard<kRule>::move_between(Side side, int cell, unsigned sets) {
    for (; sets != 0; sets &= sets - 1) sets_[at(side)][static_cast<std::size_t>(std::countr_zero(sets))].flip(cell);
}

template <Rule kRule>
inline void ThreatBoard<kRule>::add_stone(Side side, Move move, Undo& undo) {
    const int stone = cell_of(move);
    key_ ^= kKeys[at(side)][static_cast<std::size_t>(stone)];
    undo.value = value_;
    for (const Side view : {Side::kFirst, Side::kSecond}) {
        const PointValue& point = point_value(view, stone);
        value_ -= point;
        move_between(view, stone, point.sets());
    }
    empty_.reset(stone);
    PointValue::Sum value = value_;
    auto* changed = undo.points.data();
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto [number, bit] = LineBits::line_of(move.column, move.row, direction);
        std::uint64_t& contents = line(number);
        contents ^= LineShapes<kRule>::kStone[at(side)] << (2 * (bit + kReach));
        // The empty points within reach.
        constexpr std::uint64_t kWindow = (1u << (2 * kReach + 1)) - 1;
        std::uint64_t near = this->empty_on(number) & static_cast<std::uint32_t>((kWindow << bit) >> kReach);
        for (; near != 0; near &= near - 1) {
            const int there = std::countr_zero(near);
            const int cell = stone + (there - bit) * kSteps[static_cast<std::size_t>(direction)];
            const std::uint32_t before = shapes_of(cell);
            const std::uint32_t mask = 0x000F000Fu << (4 * direction);
            const std::uint32_t after = (before & ~mask) | (*line_shapes_)[contents >> (2 * there)] << (4 * direction);
            if (before == after) continue;
            shapes_of(cell) = after;
            const auto update = [&](Side view) {
                const unsigned shift = 16 * static_cast<unsigned>(view);
                const PointValue was = point_values_[at(view)][(before >> shift) & 0xFFFF];
                const PointValue is = point_values_[at(view)][(after >> shift) & 0xFFFF];
                value -= was;
                value += is;
                return was.sets() ^ is.sets();
            };
            const unsigned first = update(Side::kFirst);
            const unsigned second = update(Side::kSecond);
            move_between(Side::kFirst, cell, first);
            move_between(Side::kSecond, cell, second);
            *changed++ = {static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(first | second << 8), before};
        }
    }
    value_ = value;
    undo.count = static_cast<int>(changed - undo.points.data());
}

template <Rule kRule>
inline void ThreatBoard<kRule>::remove_stone(Side side, Move move, const Undo& undo) {
    const int stone = cell_of(move);
    key_ ^= kKeys[at(side)][static_cast<std::size_t>(stone)];
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto [number, bit] = LineBits::line_of(move.column, move.row, direction);
        line(number) ^= LineShapes<kRule>::kStone[at(side)] << (2 * (bit + kReach));
    }
    for (int index = 0; index < undo.count; ++index) {
        const auto& point = undo.points[static_cast<std::size_t>(index)];
        shapes_of(point.cell) = point.shapes;
        move_between(Side::kFirst, point.cell, point.moved & 255u);
        move_between(Side::kSecond, point.cell, point.moved >> 8);
    }
    // All later stones are gone, so the point's shapes are valid again.
    for (const Side view : {Side::kFirst, Side::kSecond}) move_between(view, stone, point_value(view, stone).sets());
    empty_.set(stone);
    value_ = undo.value;
}

template <Rule kRule>
std::uint64_t ThreatBoard<kRule>::key_after(Move move) const {
    const std::uint64_t turned = key_ ^ this->passes() * kPassed ^ kSecondToMove;
    if (move == Rules::kPass) return turned ^ (this->passes() + 1) * kPassed;
    return turned ^ kKeys[at(mover())][static_cast<std::size_t>(cell_of(move))];
}

template <Rule kRule>
typename ThreatBoard<kRule>::Undo ThreatBoard<kRule>::make(Move move) {
    Undo undo;
    const Side side = mover();
    key_ ^= this->passes() * kPassed;
    undo.rules = Rules::make(move);
    key_ ^= this->passes() * kPassed;
    key_ ^= kSecondToMove;
    if (move != Rules::kPass) add_stone(side, move, undo);
    return undo;
}

template <Rule kRule>
void ThreatBoard<kRule>::undo(Move move, const Undo& undo) {
    key_ ^= this->passes() * kPassed;
    Rules::undo(move, undo.rules);
    key_ ^= this->passes() * kPassed;
    key_ ^= kSecondToMove;
    if (move != Rules::kPass) remove_stone(mover(), move, undo);
}

template class ThreatBoard<Rule::kFreestyle>;
template class ThreatBoard<Rule::kStandard>;
template class ThreatBoard<Rule::kRenju>;

}  // namespace garlic::gomoku
