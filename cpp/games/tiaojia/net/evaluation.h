// The linear evaluation and a net that corrects it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "games/tiaojia/evaluation.h"
#include "games/tiaojia/net/inputs.h"
#include "nets/game.h"
#include "nets/net.h"

namespace garlic::tiaojia {

// Lets players made from now on evaluate with this net; null: without. ParseError if its shape is not kNetShape.
void set_net(nets::NetUse use, std::shared_ptr<const nets::Net> net);

// Without a net, on a smaller board, or with too many stones this is the linear evaluation alone.
class NetEvaluation {
public:
    explicit NetEvaluation(const Position& position);

    void made(const Position& position, Position::Move move, const Position::Cells& turned) {
        linear_.made(position, move, turned);
        remember(position);
    }
    void skipped(const Position& position) {
        linear_.skipped(position);
        remember(position);
    }
    int value(const Position& position, const Threats& threats) const;

private:
    // Accumulators are brought up to date when they are needed: many positions are never evaluated.
    struct Ply {
        std::array<Position::Cells, 2> stones;
        bool fresh = false;
        alignas(32) std::array<std::array<std::int16_t, kNetHidden>, 2> accumulators;  // by side
    };

    void remember(const Position& position) {
        Ply& here = plies_[static_cast<std::size_t>(position.ply())];
        here.stones = {position.stones(Side::kFirst), position.stones(Side::kSecond)};
        here.fresh = false;
    }
    const Ply& refreshed(int ply) const;

    LinearEvaluation linear_;
    std::shared_ptr<const nets::Net> net_;  // null if it is not used
    mutable std::array<Ply, Position::kLastPly + 1> plies_{};
};

static_assert(Evaluation<NetEvaluation>);

}  // namespace garlic::tiaojia
