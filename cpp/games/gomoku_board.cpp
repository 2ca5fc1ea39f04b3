#include "games/gomoku_board.h"

#include <algorithm>
#include <cstdlib>

#include "games/gomoku_worth.h"

namespace garlic {
namespace {

constexpr std::uint64_t random_word(std::uint64_t number) {
    std::uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

constexpr int kCells = GomokuLines::kLargest * GomokuLines::kLargest;

constexpr auto kKeys = [] {
    std::array<std::array<std::uint64_t, kCells>, 2> keys{};
    std::uint64_t number = 0;
    for (auto& side : keys)
        for (auto& key : side) key = random_word(number++);
    return keys;
}();
constexpr std::uint64_t kPassed = random_word(0x70617373);

// In which of the board's sets a kind of point is, as bits: fives, fours, winning, threats.
constexpr unsigned memberships(GomokuKind kind) {
    constexpr std::array<std::uint8_t, kGomokuKinds> kSets{0, 0, 0, 8, 8, 8, 2, 2, 2, 6, 1, 0};
    return kSets[static_cast<std::size_t>(kind)];
}

// What a digit counts on the places around a point, from the furthest behind it to the furthest ahead.
template <GomokuReading kReading>
constexpr auto kPowers = [] {
    constexpr int kReach = gomoku_reach(kReading);
    std::array<std::uint16_t, 2 * kReach + 1> powers{};
    for (int distance = -kReach, power = 1; distance <= kReach; ++distance) {
        if (distance == 0) continue;
        powers[static_cast<std::size_t>(distance + kReach)] = static_cast<std::uint16_t>(power);
        power *= 3;
    }
    return powers;
}();

// How much the stretch of a point changes by a stone at `distance`; nothing where it is too far.
template <GomokuReading kReading>
std::uint16_t change_by(int digit, int distance) {
    constexpr int kReach = gomoku_reach(kReading);
    if (distance < -kReach || distance > kReach) return 0;
    return static_cast<std::uint16_t>(digit * kPowers<kReading>[static_cast<std::size_t>(distance + kReach)]);
}

}  // namespace

template <GomokuRule kRule>
GomokuBoard<kRule>::GomokuBoard(const Rules& position) : Rules(position) {
    const int size = this->size();
    for (const Side side : {Side::kFirst, Side::kSecond}) {
        const GomokuReading reading = gomoku_reading(kRule, side);
        const GomokuShapes& shapes = GomokuShapes::of(reading);
        const int reach = gomoku_reach(reading);
        shapes_[at(side)] = shapes.data();
        verdicts_[at(side)] = gomoku_verdicts(kRule, side);
        for (int row = 0; row < size; ++row)
            for (int column = 0; column < size; ++column) {
                const int cell = row * kLargest + column;
                const auto [ahead, behind] = room(move_to(cell));
                for (std::size_t line = 0; line < kDirections; ++line) {
                    int stretch = 0;
                    for (int distance = ahead[line] + 1; distance <= reach; ++distance)
                        stretch += GomokuShapes::kBlocked * GomokuShapes::power(reading, distance);
                    for (int distance = behind[line] + 1; distance <= reach; ++distance)
                        stretch += GomokuShapes::kBlocked * GomokuShapes::power(reading, -distance);
                    spot(cell).stretches[line][at(side)] = static_cast<std::uint16_t>(stretch);
                    const auto shape = static_cast<unsigned>(shapes[static_cast<std::uint16_t>(stretch)]);
                    spot(cell).shapes[at(side)] |= static_cast<GomokuShapeSet>(shape << (4 * line));
                }
                empty_.set(cell);
                enter(side, cell, verdict(side, cell));
            }
    }
    Undo forgotten;
    for (int row = 0; row < size; ++row) {
        for (std::uint32_t left = this->stones_in_row(Side::kFirst, row); left != 0; left &= left - 1)
            put<Side::kFirst>(move_to(row * kLargest + std::countr_zero(left)), forgotten);
        for (std::uint32_t left = this->stones_in_row(Side::kSecond, row); left != 0; left &= left - 1)
            put<Side::kSecond>(move_to(row * kLargest + std::countr_zero(left)), forgotten);
    }
    if (mover() == Side::kSecond) key_ ^= kSecondToMove;
    key_ ^= this->passes() * kPassed;
}

template <GomokuRule kRule>
typename GomokuBoard<kRule>::Room GomokuBoard<kRule>::room(Move move) const {
    const int left = move.column;
    const int down = move.row;
    const int right = this->size() - 1 - left;
    const int up = this->size() - 1 - down;
    return {{right, up, std::min(right, up), std::min(right, down)}, {left, down, std::min(left, down), std::min(left, up)}};
}

template <GomokuRule kRule>
inline void GomokuBoard<kRule>::enter_sets(Side side, int cell, GomokuKind kind) {
    const unsigned member = memberships(kind);
    for (std::size_t which = 0; which < kSets; ++which)
        if ((member >> which) & 1) sets_[at(side)][which].set(cell);
}

template <GomokuRule kRule>
inline void GomokuBoard<kRule>::leave_sets(Side side, int cell, GomokuKind kind) {
    const unsigned member = memberships(kind);
    for (std::size_t which = 0; which < kSets; ++which)
        if ((member >> which) & 1) sets_[at(side)][which].reset(cell);
}

template <GomokuRule kRule>
void GomokuBoard<kRule>::enter(Side side, int cell, const GomokuVerdict& verdict) {
    worth_[2 * at(side)] += verdict.worth_to_mover;
    worth_[2 * at(side) + 1] += verdict.worth_to_other;
    enter_sets(side, cell, verdict.kind);
}

template <GomokuRule kRule>
void GomokuBoard<kRule>::leave(Side side, int cell, const GomokuVerdict& verdict) {
    worth_[2 * at(side)] -= verdict.worth_to_mover;
    worth_[2 * at(side) + 1] -= verdict.worth_to_other;
    leave_sets(side, cell, verdict.kind);
}

template <GomokuRule kRule>
template <class Visit>
inline void GomokuBoard<kRule>::each_around(Move move, Visit visit) const {
    const int cell = cell_of(move);
    const auto [ahead, behind] = room(move);
    for (int direction = 0; direction < kDirections; ++direction) {
        const auto line = static_cast<std::size_t>(direction);
        const int step = kSteps[line];
        // From a point ahead of it, the stone lies behind.
        for (int distance = 1, most = std::min(ahead[line], kReach); distance <= most; ++distance)
            visit(cell + distance * step, direction, -distance);
        for (int distance = 1, most = std::min(behind[line], kReach); distance <= most; ++distance)
            visit(cell - distance * step, direction, distance);
    }
}

template <GomokuRule kRule>
template <Side kView, int kDigit>
inline void GomokuBoard<kRule>::see(int cell, int direction, int distance, Undo& undo) {
    constexpr auto kAt = static_cast<std::size_t>(kView);
    Spot& here = spot(cell);
    std::uint16_t& stretch = here.stretches[static_cast<std::size_t>(direction)][kAt];
    stretch = static_cast<std::uint16_t>(stretch + change_by<gomoku_reading(kRule, kView)>(kDigit, distance));
    if (!empty_.test(cell)) return;
    const auto shape = static_cast<unsigned>(shapes_[kAt][stretch]);
    const unsigned before = here.shapes[kAt];
    const unsigned after = (before & ~(15u << (4 * direction))) | shape << (4 * direction);
    if (before == after) return;
    // The other side may have noted this point a moment ago.
    auto* noted = &undo.points[static_cast<std::size_t>(undo.count)];
    if (undo.count > 0 && (noted - 1)->cell == cell) --noted;
    else ++undo.count, *noted = {static_cast<std::uint16_t>(cell), false, here.shapes};
    here.shapes[kAt] = static_cast<GomokuShapeSet>(after);
    const GomokuVerdict& was = verdicts_[kAt][before];
    const GomokuVerdict& is = verdicts_[kAt][after];
    worth_[2 * kAt] += is.worth_to_mover - was.worth_to_mover;
    worth_[2 * kAt + 1] += is.worth_to_other - was.worth_to_other;
    if (memberships(was.kind) == memberships(is.kind)) return;
    leave_sets(kView, cell, was.kind);
    enter_sets(kView, cell, is.kind);
    noted->moved = true;
}

template <GomokuRule kRule>
template <Side kSide>
void GomokuBoard<kRule>::put(Move move, Undo& undo) {
    const int cell = cell_of(move);
    key_ ^= kKeys[at(kSide)][static_cast<std::size_t>(cell)];
    undo.worth = worth_;
    undo.count = 0;
    for (const Side view : {Side::kFirst, Side::kSecond}) leave(view, cell, verdict(view, cell));
    empty_.reset(cell);
    each_around(move, [&](int there, int direction, int distance) {
        see<kSide, GomokuShapes::kOwn>(there, direction, distance, undo);
        see<other(kSide), GomokuShapes::kBlocked>(there, direction, distance, undo);
    });
}

template <GomokuRule kRule>
template <Side kSide>
void GomokuBoard<kRule>::take(Move move, const Undo& undo) {
    const int cell = cell_of(move);
    key_ ^= kKeys[at(kSide)][static_cast<std::size_t>(cell)];
    each_around(move, [&](int there, int direction, int distance) {
        auto& stretches = spot(there).stretches[static_cast<std::size_t>(direction)];
        const auto forget = [&](Side view, std::uint16_t change) {
            stretches[at(view)] = static_cast<std::uint16_t>(stretches[at(view)] - change);
        };
        forget(kSide, change_by<gomoku_reading(kRule, kSide)>(GomokuShapes::kOwn, distance));
        forget(other(kSide), change_by<gomoku_reading(kRule, other(kSide))>(GomokuShapes::kBlocked, distance));
    });
    for (int index = 0; index < undo.count; ++index) {
        const auto& point = undo.points[static_cast<std::size_t>(index)];
        if (point.moved)
            for (const Side view : {Side::kFirst, Side::kSecond}) leave_sets(view, point.cell, kind(view, point.cell));
        spot(point.cell).shapes = point.shapes;
        if (point.moved)
            for (const Side view : {Side::kFirst, Side::kSecond}) enter_sets(view, point.cell, kind(view, point.cell));
    }
    // The stones that came after it are gone: what the point said before is true again.
    for (const Side view : {Side::kFirst, Side::kSecond}) enter_sets(view, cell, kind(view, cell));
    empty_.set(cell);
    worth_ = undo.worth;
}

template <GomokuRule kRule>
typename GomokuBoard<kRule>::Undo GomokuBoard<kRule>::make(Move move) {
    Undo undo;
    const Side side = mover();
    key_ ^= this->passes() * kPassed;
    undo.rules = Rules::make(move);
    key_ ^= this->passes() * kPassed;
    key_ ^= kSecondToMove;
    if (move != Rules::kPass) {
        if (side == Side::kFirst) put<Side::kFirst>(move, undo);
        else put<Side::kSecond>(move, undo);
    }
    return undo;
}

template <GomokuRule kRule>
void GomokuBoard<kRule>::undo(Move move, const Undo& undo) {
    key_ ^= this->passes() * kPassed;
    Rules::undo(move, undo.rules);
    key_ ^= this->passes() * kPassed;
    key_ ^= kSecondToMove;
    if (move == Rules::kPass) return;
    if (mover() == Side::kFirst) take<Side::kFirst>(move, undo);
    else take<Side::kSecond>(move, undo);
}

template class GomokuBoard<GomokuRule::kFreestyle>;
template class GomokuBoard<GomokuRule::kStandard>;
template class GomokuBoard<GomokuRule::kRenju>;

}  // namespace garlic
