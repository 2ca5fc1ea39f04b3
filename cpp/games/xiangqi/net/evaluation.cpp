#include "games/xiangqi/net/evaluation.h"

#include <span>
#include <utility>

namespace garlic::xiangqi {
namespace {

nets::NetsInUse nets_in_use("Xiangqi", kNetShape);

// Beyond so many plies it is faster to begin anew.
constexpr std::size_t kMostPlies = 6;

template <std::size_t kMost>
class Inputs {
public:
    void add(nets::Input input) { inputs_[count_++] = input; }
    std::span<const nets::Input> span() const { return {inputs_.data(), count_}; }

private:
    std::array<nets::Input, kMost> inputs_;
    std::size_t count_ = 0;
};

std::array<Sight, 2> sights(const Board& board) {
    return {sight(Side::kFirst, board.king(Side::kFirst)), sight(Side::kSecond, board.king(Side::kSecond))};
}

}  // namespace

void set_net(nets::NetUse use, std::shared_ptr<const nets::Net> net) { nets_in_use.set(use, std::move(net)); }

NetEvaluation::NetEvaluation(const Board& board, nets::NetUse use) : net_(nets_in_use.get(use)) {
    if (!net_) return;
    plies_.resize(1);
    plies_[0].sights = sights(board);
    for (const Side side : {Side::kFirst, Side::kSecond}) refreshed(board, side);
}

void NetEvaluation::made(const Board& board, Piece piece, int from, int to, Piece taken) {
    if (!net_) return;
    if (++last_ == plies_.size()) plies_.emplace_back();
    Ply& here = plies_[last_];
    here.sights = kind_of(piece) == kKing ? sights(board) : plies_[last_ - 1].sights;
    here.piece = piece;
    here.taken = taken;
    here.from = static_cast<std::uint8_t>(from);
    here.to = static_cast<std::uint8_t>(to);
    here.fresh = {};
}

// The accumulator of a side, from the last earlier one that is up to date if the side's king stands in the same group.
const std::int16_t* NetEvaluation::refreshed(const Board& board, Side side) const {
    const auto index = static_cast<std::size_t>(side);
    Ply& here = plies_[last_];
    std::int16_t* const out = here.accumulators[index].data();
    if (here.fresh[index]) return out;
    here.fresh[index] = true;
    const Sight& view = here.sights[index];
    Inputs<kMostPlies> added;
    Inputs<2 * kMostPlies> removed;
    for (std::size_t ply = last_; ply > 0 && last_ - ply < kMostPlies; --ply) {
        const Ply& made = plies_[ply];
        added.add(net_input(view, made.piece, made.to));
        removed.add(net_input(view, made.piece, made.from));
        if (made.taken != kEmpty) removed.add(net_input(view, made.taken, made.to));
        const Ply& before = plies_[ply - 1];
        if (!before.fresh[index]) continue;
        if (before.sights[index] != view) break;
        net_->update(before.accumulators[index].data(), added.span(), removed.span(), out);
        return out;
    }
    Inputs<kNetPieces> active;
    for (const Side owner : {Side::kFirst, Side::kSecond})
        board.each_piece(owner, [&](int square) { active.add(net_input(view, board.at(square), square)); });
    net_->refresh(active.span(), out);
    return out;
}

int NetEvaluation::value(const Board& board, Side mover) const {
    if (!net_) return 0;
    return net_->evaluate(refreshed(board, mover), refreshed(board, other(mover)), net_bucket(board));
}

}  // namespace garlic::xiangqi
