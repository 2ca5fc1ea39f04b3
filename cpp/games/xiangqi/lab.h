// The player of the course's Xiangqi lab as `baselines.md` describes it: material, squares, and the captures that
// are possible next. It is searched in exact mode, so by plain alpha-beta.
#pragma once

#include "games/xiangqi/rules.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic::xiangqi {

class Lab : public Position {
public:
    static constexpr int kPointScale = 1;  // the lab's own points

    static Lab parse(std::string_view text) { return Lab(Position::parse(text)); }
    explicit Lab(const Position& position) : Position(position) {}

    Score evaluate() const;
    Score final_score() const { return result(); }

    // The most valuable victim first, for earlier cutoffs.
    auto hints() const {
        return [this](Move move) { return capture_value(move); };
    }

private:
    int capture_value(Move move) const;
};

static_assert(WrittenGame<Lab> && Searchable<Lab> && Hashed<Lab>);

}  // namespace garlic::xiangqi

namespace garlic {

extern template class Engine<xiangqi::Lab>;

}  // namespace garlic
