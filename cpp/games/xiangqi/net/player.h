// The Xiangqi engine with a net that corrects its linear evaluation. Without a net it is the engine of player.h.
#pragma once

#include "games/xiangqi/net/evaluation.h"
#include "games/xiangqi/player.h"

namespace garlic::xiangqi {

template <nets::NetUse use>
class PlayerWithNet : public Player {
public:
    static PlayerWithNet parse(std::string_view text) { return PlayerWithNet(Position::parse(text)); }
    explicit PlayerWithNet(const Position& position) : Player(position), net_(position.board(), use) {}

    Undo make(Move move) {
        const Piece piece = board().at(move.from);
        const Undo undo = Player::make(move);
        net_.made(board(), piece, move.from, move.to, undo.rules.taken);
        return undo;
    }
    template <class Announce>
    Undo make(Move move, Announce announce) {
        announce(key_after(move));
        return make(move);
    }
    void undo(Move move, const Undo& undo) {
        Player::undo(move, undo);
        net_.undone();
    }

    Score evaluate() const { return points(Player::evaluate() + net_.value(board(), mover())); }

private:
    NetEvaluation net_;
};

using CandidatePlayer = PlayerWithNet<nets::NetUse::kCandidate>;

static_assert(Searchable<CandidatePlayer> && AnnouncesKey<CandidatePlayer> && HasNullMove<CandidatePlayer>);

}  // namespace garlic::xiangqi

namespace garlic {

extern template class Engine<xiangqi::CandidatePlayer>;

}  // namespace garlic
