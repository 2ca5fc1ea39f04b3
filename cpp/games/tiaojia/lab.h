// The course's Tiaojia player as a baseline: its evaluation, for a plain search of four plies.
#pragma once

#include "games/tiaojia/rules.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::tiaojia {

class Lab : public Position {
public:
    static constexpr int kPointScale = 1;
    static constexpr std::size_t kMoveIndices = kStride * kSide * kDirections;

    static Lab parse(std::string_view text) { return Lab(Position::parse(text)); }
    explicit Lab(const Position& position) : Position(position) {}

    Score evaluate() const;
    Score final_score() const { return result(); }

    static std::size_t move_index(Move move) { return std::size_t{move.from} * kDirections + move.direction; }
    auto hints() const {
        return [this, turning = turning_cells(mover())](Move move) {
            const int cell = target(move);
            return turning.test(cell) ? turned_at(cell).count() : 0;
        };
    }

private:
    // The lab's value of one side; evaluate() is the difference.
    double value(Side side) const;
};

static_assert(WrittenGame<Lab> && Searchable<Lab> && Hashed<Lab>);

}  // namespace garlic::tiaojia

namespace garlic {

extern template class Engine<tiaojia::Lab>;

}  // namespace garlic
