// The player of the course's Xiangqi lab, as `baselines.md` describes it: material, place, and
// what can be captured next. It is searched in exact mode, so by plain alpha-beta.
#pragma once

#include "games/xiangqi.h"
#include "garlic/engine.h"
#include "garlic/searchable.h"

namespace garlic {

class XiangqiLab : public Xiangqi {
public:
    static constexpr int kPointScale = 1;  // the lab's own points

    static XiangqiLab parse(std::string_view text) { return XiangqiLab(Xiangqi::parse(text)); }
    explicit XiangqiLab(const Xiangqi& position) : Xiangqi(position) {}

    Score evaluate() const;
    Score final_score() const { return result(); }

    // What is taken, the most first: alpha-beta then has less to look at.
    auto hints() const {
        return [this](Move move) { return worth_taking(move); };
    }

private:
    int worth_taking(Move move) const;
};

static_assert(WrittenGame<XiangqiLab> && Searchable<XiangqiLab> && Hashed<XiangqiLab>);
extern template class Engine<XiangqiLab>;

}  // namespace garlic
