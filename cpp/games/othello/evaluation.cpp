#include "games/othello/evaluation.h"

#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace garlic::othello {
namespace {

constexpr int kMeanUnit = 256;

int rounded_share(int number, int unit) { return (number >= 0 ? number + unit / 2 : number - unit / 2) / unit; }

}  // namespace

FoldedWeights::FoldedWeights(std::shared_ptr<const Weights> weights, PatternIndex index, int rows, int columns,
                             std::span<const int> cell_values_by_row)
    : weights_(std::move(weights)),
      index_(std::move(index)),
      family_(WeightLayout::family(rows, columns)),
      cells_(rows * columns) {
    for (const int cell_value : cell_values_by_row) total_ += cell_value;
    // On a larger board a pattern influences more of the rest.
    mean_value_ = total_ * kMeanUnit / cells_ * (rows + columns) / 16;
    for (const auto& site : index_.sites()) {
        auto& cell_values = site_cell_values_.emplace_back();
        for (const BoardCell cell : site.cells)
            cell_values.push_back(cell_values_by_row[static_cast<std::size_t>(cell.row * columns + cell.column)]);
    }
    for (std::size_t moves = 0; moves < buckets_.size(); ++moves)
        buckets_[moves] = static_cast<std::uint8_t>(moves_bucket(static_cast<int>(moves), rows, columns));
}

int FoldedWeights::in_mean_values(int weight, int unit) const {
    return rounded_share(weight * (kUnit / unit) * mean_value_, kMeanUnit);
}

int FoldedWeights::direct(std::size_t site, int state, int empties) const {
    const int stage = stage_of(empties, cells_);
    const int number = index_.sites()[site].shape;
    const auto& shape = all_shapes()[static_cast<std::size_t>(number)];
    const auto& layout = WeightLayout::get();
    const auto home = static_cast<std::size_t>(shape.home(state));
    int sum = in_mean_values(weights_->pattern(layout.rest(family_, number, stage) + home), Weights::kRestUnit);
    for (int cell = 0; shape.has_owners && cell < shape.cells; ++cell)
        sum += site_cell_values_[site][static_cast<std::size_t>(cell)] *
               weights_->pattern(layout.owners(number, stage) + home * static_cast<std::size_t>(shape.cells) +
                                 static_cast<std::size_t>(shape.slot(state, cell)));
    return sum;
}

// Appends the values of a site's states. They fit: |direct()| is at most (1 * 9 * 9 + 8 * 9 * 2.5) * kUnit.
void FoldedWeights::fold_site(std::size_t site, int stage, std::vector<std::int16_t>& values) const {
    const int number = index_.sites()[site].shape;
    const auto& shape = all_shapes()[static_cast<std::size_t>(number)];
    const auto states = static_cast<std::size_t>(shape.states());
    const std::size_t rest = WeightLayout::get().rest(family_, number, stage);
    std::array<std::int16_t, 256> in_points;
    for (int weight = -128; weight < 128; ++weight)
        in_points[static_cast<std::uint8_t>(weight)] =
            static_cast<std::int16_t>(in_mean_values(weight, Weights::kRestUnit));
    for (int state = 0; state < shape.states(); ++state) {
        const int weight = weights_->pattern(rest + static_cast<std::size_t>(shape.home(state)));
        values.push_back(in_points[static_cast<std::uint8_t>(weight)]);
    }
    if (!shape.has_owners) return;
    std::int16_t* const folded = values.data() + values.size() - states;
    for (int cell = 0; cell < shape.cells; ++cell) {
        const int cell_value = site_cell_values_[site][static_cast<std::size_t>(cell)];
        const std::int8_t* const owners = weights_->owners(number, stage, cell).data();
        for (std::size_t state = 0; state < states; ++state)
            folded[state] = static_cast<std::int16_t>(folded[state] + cell_value * owners[state]);
    }
}

const FoldedWeights::Stage& FoldedWeights::fold(int stage) const {
    Slot& slot = slots_[static_cast<std::size_t>(stage)];
    std::call_once(slot.once, [&] {
        slot.stage = std::make_unique<const Stage>(folded(stage));
        slot.ready.store(slot.stage.get(), std::memory_order_release);
    });
    return *slot.stage;
}

FoldedWeights::Stage FoldedWeights::folded(int stage) const {
    Stage folded;
    folded.values.push_back(0);  // for unused lanes
    // Sites of one shape on cells of equal values share their table: on a map of ones most do.
    std::map<std::pair<int, std::vector<int>>, std::uint32_t> shared;
    for (std::size_t site = 0; site < index_.sites().size(); ++site) {
        const int number = index_.sites()[site].shape;
        const auto [entry, is_new] =
            shared.try_emplace({number, site_cell_values_[site]}, static_cast<std::uint32_t>(folded.values.size()));
        folded.offsets.push_back(entry->second);
        if (!is_new) continue;
        fold_site(site, stage, folded.values);
    }
    folded.offsets.resize(index_.lanes(), 0);

    const auto& layout = WeightLayout::get();
    for (int whose = 0; whose < 2; ++whose)
        for (std::size_t moves = 0; moves < WeightLayout::kMostMoves; ++moves)
            folded.moves[static_cast<std::size_t>(whose)][moves] =
                in_mean_values(weights_->scalar(layout.moves(family_, stage, whose) + moves), Weights::kScalarUnit);
    for (int odd = 0; odd < 2; ++odd)
        folded.turn[static_cast<std::size_t>(odd)] =
            in_mean_values(weights_->scalar(layout.turn(family_, stage, odd)), Weights::kScalarUnit);
    return folded;
}

namespace {

template <class Board>
std::vector<int> cell_values_by_row(const Position<Board>& map) {
    std::vector<int> cell_values;
    for (int row = 0; row < map.rows(); ++row)
        for (int column = 0; column < map.columns(); ++column)
            cell_values.push_back(map.cell_value(row * Board::kStride + column));
    return cell_values;
}

// Caches the evaluations of the last maps, because folding is slow.
template <class Board>
class LastMaps {
public:
    using Shared = std::shared_ptr<const Evaluation<Board>>;

    Shared find(const Position<Board>& position, const std::shared_ptr<const Weights>& weights,
                std::shared_ptr<const standard::Evaluation> standard) {
        if (weights == nullptr) throw std::logic_error("Othello's evaluation has no weights yet");
        if (!Evaluation<Board>::is_standard(position)) standard = nullptr;
        const Key key{weights, standard, position.rows(), position.columns(), cell_values_by_row(position)};
        const std::lock_guard guard(lock_);
        const auto known =
            std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) { return kept.first == key; });
        if (known != kept_.end()) {
            std::rotate(kept_.begin(), known, known + 1);
        } else {
            kept_.emplace_front(key, std::make_shared<const Evaluation<Board>>(weights, position, standard));
            if (kept_.size() > kMost) kept_.pop_back();
        }
        return kept_.front().second;
    }

private:
    static constexpr std::size_t kMost = 4;  // all stages of one may take 22 MB

    struct Key {
        std::shared_ptr<const Weights> weights;
        std::shared_ptr<const standard::Evaluation> standard;
        int rows;
        int columns;
        std::vector<int> cell_values;
        bool operator==(const Key&) const = default;
    };

    std::mutex lock_;
    std::deque<std::pair<Key, Shared>> kept_;  // most recent first
};

}  // namespace

template <class Board>
Evaluation<Board>::Evaluation(std::shared_ptr<const Weights> weights, const Position<Board>& map,
                              std::shared_ptr<const standard::Evaluation> standard)
    : folding_(std::move(weights),
               PatternIndex(map.rows(), map.columns(), Board::kStride, static_cast<int>(Board::kPlaces / 64)),
               map.rows(), map.columns(), cell_values_by_row(map)),
      board_(map.empty() | map.own() | map.enemy()),
      most_(folding_.total() * kScale),
      standard_(std::move(standard)),
      cell_value_(map.cell_value(0)) {}

template <class Board>
bool Evaluation<Board>::is_standard(const Position<Board>& map) {
    if constexpr (!std::is_same_v<Board, Grid8x8>) {
        return false;
    } else {
        for (int place = 0; place < Board::kPlaces; ++place)
            if (map.cell_value(place) != map.cell_value(0)) return false;
        return map.cell_value(0) > 0;
    }
}

template <class Board>
int Evaluation<Board>::evaluate_directly(const Position<Board>& position) const {
    const int empties = Board::count(position.empty());
    if constexpr (std::is_same_v<Board, Grid8x8>) {
        if (standard_ != nullptr)
            return scaled(cell_value_ * standard_->evaluate_directly(position.own(), position.enemy(), empties));
    }
    int sum = other_terms(folding_.stage(empties), position.own(), position.enemy(), empties);
    const auto& sites = folding_.index().sites();
    for (std::size_t site = 0; site < sites.size(); ++site) {
        int state = 0;
        int power = 1;
        for (const BoardCell cell : sites[site].cells) {
            const int place = cell.row * Board::kStride + cell.column;
            state += power * (position.own().test(place) ? 1 : position.enemy().test(place) ? 2 : 0);
            power *= 3;
        }
        sum += folding_.direct(site, state, empties);
    }
    return scaled(sum);
}

namespace {

template <class Board>
std::shared_ptr<const Evaluation<Board>> cached(const Position<Board>& position,
                                                const std::shared_ptr<const Weights>& weights,
                                                std::shared_ptr<const standard::Evaluation> standard) {
    static LastMaps<Board> maps;
    return maps.find(position, weights, std::move(standard));
}

}  // namespace

template <class Board>
std::shared_ptr<const Evaluation<Board>> Evaluation<Board>::of(const Position<Board>& position) {
    return cached(position, engine_weights(), standard::engine_evaluation());
}

template <class Board>
std::shared_ptr<const Evaluation<Board>> Evaluation<Board>::of(const Position<Board>& position,
                                                               const std::shared_ptr<const Weights>& weights) {
    return cached(position, weights, nullptr);
}

template class Evaluation<Grid8x8>;
template class Evaluation<Grid<9, 1>>;
template class Evaluation<Grid<11, 2>>;
template class Evaluation<Grid<13, 3>>;
template class Evaluation<Grid<21, 7>>;

}  // namespace garlic::othello
