#include "games/tiaojia/net/evaluation.h"

#include <span>
#include <utility>

namespace garlic::tiaojia {
namespace {

using Cells = Position::Cells;

nets::NetsInUse nets_in_use("Tiaojia", kNetShape);

// The inputs that a set of stones stands for.
struct Inputs {
    std::array<nets::Input, 2 * kNetCells> inputs;
    std::size_t count = 0;

    void add(const Cells& stones, bool own) {
        stones.each([&](int cell) { inputs[count++] = stone_input(cell, own); });
    }
    std::span<const nets::Input> span() const { return {inputs.data(), count}; }
};

}  // namespace

void set_net(nets::NetUse use, std::shared_ptr<const nets::Net> net) { nets_in_use.set(use, std::move(net)); }

NetEvaluation::NetEvaluation(const Position& position) : linear_(position) {
    const int stones = position.stones(Side::kFirst).count() + position.stones(Side::kSecond).count();
    if (position.rows() != Position::kSide || position.columns() != Position::kSide || stones > kNetStones) return;
    net_ = nets_in_use.get(nets::NetUse::kCandidate);
    if (!net_) return;
    remember(position);
    Ply& here = plies_[static_cast<std::size_t>(position.ply())];
    for (const std::size_t side : {0U, 1U}) {
        Inputs active;
        active.add(here.stones[side], true);
        active.add(here.stones[1 - side], false);
        net_->refresh(active.span(), here.accumulators[side].data());
    }
    here.fresh = true;
}

// The accumulators of a ply, from the last earlier ones that are up to date; those of the root always are.
const NetEvaluation::Ply& NetEvaluation::refreshed(int ply) const {
    Ply& here = plies_[static_cast<std::size_t>(ply)];
    if (here.fresh) return here;
    const Ply* before = &here - 1;
    while (!before->fresh) --before;
    std::array<Cells, 2> added;
    std::array<Cells, 2> removed;
    for (const std::size_t side : {0U, 1U}) {
        added[side] = here.stones[side].without(before->stones[side]);
        removed[side] = before->stones[side].without(here.stones[side]);
    }
    for (const std::size_t side : {0U, 1U}) {
        Inputs on;
        Inputs off;
        on.add(added[side], true);
        on.add(added[1 - side], false);
        off.add(removed[side], true);
        off.add(removed[1 - side], false);
        net_->update(before->accumulators[side].data(), on.span(), off.span(), here.accumulators[side].data());
    }
    here.fresh = true;
    return here;
}

int NetEvaluation::value(const Position& position, const Threats& threats) const {
    const int linear = linear_.value(position, threats);
    if (!net_) return linear;
    const Ply& here = refreshed(position.ply());
    const auto us = static_cast<std::size_t>(position.mover());
    return linear +
           net_->evaluate(here.accumulators[us].data(), here.accumulators[1 - us].data(), net_bucket(position.ply()));
}

}  // namespace garlic::tiaojia
