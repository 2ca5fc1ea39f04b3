#include "games/gomoku/threats/board.h"

#include <algorithm>
#include <cstdlib>

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

// The point sets that a threat level belongs to, as bits: fives, fours, winning, threats.
constexpr unsigned memberships(ThreatLevel level) {
    constexpr std::array<std::uint8_t, kThreatLevels> kSets{0, 0, 0, 8, 8, 8, 2, 2, 2, 6, 1, 0};
    return kSets[static_cast<std::size_t>(level)];
}

// The place values of the digits around a point, from the furthest behind it to the furthest ahead.
template <LineRule kLineRule>
constexpr auto kPowers = [] {
    constexpr int kReach = reach_of(kLineRule);
    std::array<std::uint16_t, 2 * kReach + 1> powers{};
    for (int distance = -kReach, power = 1; distance <= kReach; ++distance) {
        if (distance == 0) continue;
        powers[static_cast<std::size_t>(distance + kReach)] = static_cast<std::uint16_t>(power);
        power *= 3;
    }
    return powers;
}();

// How a stone at `distance` changes the stretch of a point; 0 beyond its reach.
template <LineRule kLineRule>
std::uint16_t change_by(int digit, int distance) {
    constexpr int kReach = reach_of(kLineRule);
    if (distance < -kReach || distance > kReach) return 0;
    return static_cast<std::uint16_t>(digit * kPowers<kLineRule>[static_cast<std::size_t>(distance + kReach)]);
}

}  // namespace

template <Rule kRule>
ThreatBoard<kRule>::ThreatBoard(const Rules& position) : Rules(position), evaluation_(&current_evaluation(kRule)) {
    const int size = this->size();
    for (const Side side : {Side::kFirst, Side::kSecond}) {
        const LineRule line_rule = line_rule_of(kRule, side);
        const ShapeTable& shapes = ShapeTable::of(line_rule);
        const int reach = reach_of(line_rule);
        shapes_[at(side)] = shapes.data();
        point_values_[at(side)] = evaluation_->values[at(side)].data();
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int cell = row * kLargest + column;
                const auto [ahead, behind] = room(move_to(cell));
                for (std::size_t line = 0; line < kDirections; ++line) {
                    int stretch = 0;
                    for (int distance = ahead[line] + 1; distance <= reach; ++distance)
                        stretch += ShapeTable::kBlocked * ShapeTable::power(line_rule, distance);
                    for (int distance = behind[line] + 1; distance <= reach; ++distance)
                        stretch += ShapeTable::kBlocked * ShapeTable::power(line_rule, -distance);
                    state_of(cell).stretches[line][at(side)] = static_cast<std::uint16_t>(stretch);
                    const auto shape = static_cast<unsigned>(shapes[static_cast<std::uint16_t>(stretch)]);
                    state_of(cell).shapes[at(side)] |= static_cast<ShapeSet>(shape << (4 * line));
                }
                empty_.set(cell);
                enter(side, cell, point_value(side, cell));
            }
    }
    Undo ignored;
    for (int row = 0; row < size; ++row) {
        for (std::uint32_t left = this->stones_in_row(Side::kFirst, row); left != 0; left &= left - 1)
            add_stone<Side::kFirst>(move_to(row * kLargest + std::countr_zero(left)), ignored);
        for (std::uint32_t left = this->stones_in_row(Side::kSecond, row); left != 0; left &= left - 1)
            add_stone<Side::kSecond>(move_to(row * kLargest + std::countr_zero(left)), ignored);
    }
    if (mover() == Side::kSecond) key_ ^= kSecondToMove;
    key_ ^= this->passes() * kPassed;
}

template <Rule kRule>
typename ThreatBoard<kRule>::Room ThreatBoard<kRule>::room(Move move) const {
    const int left = move.column;
    const int down = move.row;
    const int right = this->size() - 1 - left;
    const int up = this->size() - 1 - down;
    return {{right, up, std::min(right, up), std::min(right, down)},
            {left, down, std::min(left, down), std::min(left, up)}};
}

template <Rule kRule>
inline void ThreatBoard<kRule>::enter_sets(Side side, int cell, ThreatLevel level) {
    const unsigned member = memberships(level);
    for (std::size_t which = 0; which < kSets; ++which)
        if ((member >> which) & 1) sets_[at(side)][which].set(cell);
}

template <Rule kRule>
inline void ThreatBoard<kRule>::leave_sets(Side side, int cell, ThreatLevel level) {
    const unsigned member = memberships(level);
    for (std::size_t which = 0; which < kSets; ++which)
        if ((member >> which) & 1) sets_[at(side)][which].reset(cell);
}

template <Rule kRule>
void ThreatBoard<kRule>::enter(Side side, int cell, const PointValue& point) {
    values_[2 * at(side)] += point.value_to_move;
    values_[2 * at(side) + 1] += point.value_waiting;
    enter_sets(side, cell, point.threat);
}

template <Rule kRule>
void ThreatBoard<kRule>::leave(Side side, int cell, const PointValue& point) {
    values_[2 * at(side)] -= point.value_to_move;
    values_[2 * at(side) + 1] -= point.value_waiting;
    leave_sets(side, cell, point.threat);
}

template <Rule kRule>
template <class Visit>
inline void ThreatBoard<kRule>::each_around(Move move, Visit visit) const {
    const int cell = cell_of(move);
    const auto [ahead, behind] = room(move);
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto line = static_cast<std::size_t>(direction);
        const int step = kSteps[line];
        // Seen from a point ahead, the stone lies behind.
        for (int distance = 1, most = std::min(ahead[line], kReach); distance <= most; ++distance)
            visit(cell + distance * step, direction, -distance);
        for (int distance = 1, most = std::min(behind[line], kReach); distance <= most; ++distance)
            visit(cell - distance * step, direction, distance);
    }
}

template <Rule kRule>
template <Side kView, int kDigit>
inline void ThreatBoard<kRule>::update_line(int cell, int direction, int distance, Undo& undo) {
    constexpr auto kAt = static_cast<std::size_t>(kView);
    PointState& here = state_of(cell);
    std::uint16_t& stretch = here.stretches[static_cast<std::size_t>(direction)][kAt];
    stretch = static_cast<std::uint16_t>(stretch + change_by<line_rule_of(kRule, kView)>(kDigit, distance));
    if (!empty_.test(cell)) return;
    const auto shape = static_cast<unsigned>(shapes_[kAt][stretch]);
    const unsigned before = here.shapes[kAt];
    const unsigned after = (before & ~(15u << (4 * direction))) | shape << (4 * direction);
    if (before == after) return;
    // The other side's update may have recorded this point just before.
    auto* recorded = &undo.points[static_cast<std::size_t>(undo.count)];
    if (undo.count > 0 && (recorded - 1)->cell == cell) --recorded;
    else ++undo.count, *recorded = {static_cast<std::uint16_t>(cell), false, here.shapes};
    here.shapes[kAt] = static_cast<ShapeSet>(after);
    const PointValue& was = point_values_[kAt][before];
    const PointValue& is = point_values_[kAt][after];
    values_[2 * kAt] += is.value_to_move - was.value_to_move;
    values_[2 * kAt + 1] += is.value_waiting - was.value_waiting;
    if (memberships(was.threat) == memberships(is.threat)) return;
    leave_sets(kView, cell, was.threat);
    enter_sets(kView, cell, is.threat);
    recorded->moved = true;
}

template <Rule kRule>
template <Side kSide>
void ThreatBoard<kRule>::add_stone(Move move, Undo& undo) {
    const int cell = cell_of(move);
    key_ ^= kKeys[at(kSide)][static_cast<std::size_t>(cell)];
    undo.value = values_;
    undo.count = 0;
    for (const Side view : {Side::kFirst, Side::kSecond}) leave(view, cell, point_value(view, cell));
    empty_.reset(cell);
    each_around(move, [&](int there, int direction, int distance) {
        update_line<kSide, ShapeTable::kOwn>(there, direction, distance, undo);
        update_line<other(kSide), ShapeTable::kBlocked>(there, direction, distance, undo);
    });
}

template <Rule kRule>
template <Side kSide>
void ThreatBoard<kRule>::remove_stone(Move move, const Undo& undo) {
    const int cell = cell_of(move);
    key_ ^= kKeys[at(kSide)][static_cast<std::size_t>(cell)];
    each_around(move, [&](int there, int direction, int distance) {
        auto& stretches = state_of(there).stretches[static_cast<std::size_t>(direction)];
        const auto forget = [&](Side view, std::uint16_t change) {
            stretches[at(view)] = static_cast<std::uint16_t>(stretches[at(view)] - change);
        };
        forget(kSide, change_by<line_rule_of(kRule, kSide)>(ShapeTable::kOwn, distance));
        forget(other(kSide), change_by<line_rule_of(kRule, other(kSide))>(ShapeTable::kBlocked, distance));
    });
    for (int index = 0; index < undo.count; ++index) {
        const auto& point = undo.points[static_cast<std::size_t>(index)];
        if (point.moved)
            for (const Side view : {Side::kFirst, Side::kSecond})
                leave_sets(view, point.cell, threat_level(view, point.cell));
        state_of(point.cell).shapes = point.shapes;
        if (point.moved)
            for (const Side view : {Side::kFirst, Side::kSecond})
                enter_sets(view, point.cell, threat_level(view, point.cell));
    }
    // All later stones are gone, so the point's shapes are valid again.
    for (const Side view : {Side::kFirst, Side::kSecond}) enter_sets(view, cell, threat_level(view, cell));
    empty_.set(cell);
    values_ = undo.value;
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
    if (move != Rules::kPass) {
        if (side == Side::kFirst) add_stone<Side::kFirst>(move, undo);
        else add_stone<Side::kSecond>(move, undo);
    }
    return undo;
}

template <Rule kRule>
void ThreatBoard<kRule>::undo(Move move, const Undo& undo) {
    key_ ^= this->passes() * kPassed;
    Rules::undo(move, undo.rules);
    key_ ^= this->passes() * kPassed;
    key_ ^= kSecondToMove;
    if (move == Rules::kPass) return;
    if (mover() == Side::kFirst) remove_stone<Side::kFirst>(move, undo);
    else remove_stone<Side::kSecond>(move, undo);
}

template class ThreatBoard<Rule::kFreestyle>;
template class ThreatBoard<Rule::kStandard>;
template class ThreatBoard<Rule::kRenju>;

}  // namespace garlic::gomoku
