// Dispatch to the class for a board size.
#pragma once

#include <string_view>

#include "games/othello/rules.h"
#include "garlic/text.h"

namespace garlic::othello {

// Calls use(game) with the position in `text`, in the class for its size. ParseError if it is not a position.
template <class Use>
auto with_position(std::string_view text, Use use) {
    const auto rows = split(text.substr(0, text.find(' ')), '/');
    const int height = static_cast<int>(rows.size());
    const int width = static_cast<int>(rows[0].size());
    if (Grid8x8::fits(height, width)) return use(Position8x8::parse(text));
    if (Grid<9, 1>::fits(height, width)) return use(Position7x8::parse(text));
    if (Grid<11, 2>::fits(height, width)) return use(Position11x10::parse(text));
    if (Grid<13, 3>::fits(height, width)) return use(Position14x12::parse(text));
    return use(Position20x20::parse(text));
}

}  // namespace garlic::othello
