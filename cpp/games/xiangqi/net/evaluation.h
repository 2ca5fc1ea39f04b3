// The net's part of the evaluation, kept up to date as moves are made and taken back.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/xiangqi/net/inputs.h"
#include "nets/game.h"
#include "nets/net.h"

namespace garlic::xiangqi {

// Lets players made from now on evaluate with this net; null: without. ParseError if its shape is not kNetShape.
void set_net(nets::NetUse use, std::shared_ptr<const nets::Net> net);

class NetEvaluation {
public:
    NetEvaluation(const Board& board, nets::NetUse use);

    // `piece` has gone from one point to another and captured `taken`.
    void made(const Board& board, Piece piece, int from, int to, Piece taken);
    void undone() { last_ -= net_ ? 1 : 0; }
    // What the net adds to the linear evaluation; 0 without a net.
    int value(const Board& board, Side mover) const;

private:
    // Accumulators are brought up to date when they are needed: many positions are never evaluated.
    struct Ply {
        std::array<Sight, 2> sights;
        Piece piece, taken;
        std::uint8_t from, to;
        std::array<bool, 2> fresh;
        alignas(32) std::array<std::array<std::int16_t, kNetHidden>, 2> accumulators;  // by side
    };

    const std::int16_t* refreshed(const Board& board, Side side) const;

    std::shared_ptr<const nets::Net> net_;  // null if there is none
    std::size_t last_ = 0;
    mutable std::vector<Ply> plies_;  // a search grows it once
};

}  // namespace garlic::xiangqi
