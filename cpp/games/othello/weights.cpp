#include "games/othello/weights.h"

#include <mutex>
#include <string>
#include <utility>

#include "garlic/text.h"

namespace garlic::othello {

WeightLayout::WeightLayout() {
    const auto& shapes = all_shapes();
    places_.resize(shapes.size());
    const auto place_all = [&](std::size_t Place::* first, std::size_t Place::* a_stage, int stages, auto has_them) {
        for (std::size_t number = 0; number < shapes.size(); ++number) {
            places_[number].*first = patterns_;
            if (has_them(shapes[number])) patterns_ += static_cast<std::size_t>(stages) * places_[number].*a_stage;
        }
    };
    for (std::size_t number = 0; number < shapes.size(); ++number) {
        const auto states = static_cast<std::size_t>(shapes[number].distinct_states());
        places_[number].rest_a_stage = states;
        places_[number].owners_a_stage = states * static_cast<std::size_t>(shapes[number].cells);
    }
    place_all(&Place::owners, &Place::owners_a_stage, kCoarseStages,
              [](const auto& shape) { return shape.has_owners; });
    owners_ = patterns_;
    place_all(&Place::rest_8x8, &Place::rest_a_stage, kStages, [](const auto& shape) { return shape.on_8x8; });
    place_all(&Place::rest, &Place::rest_a_stage, kCoarseStages, [](const auto&) { return true; });
    size_ = patterns_ + 2 * kStages * (2 * kMostMoves + 2);
}

const WeightLayout& WeightLayout::get() {
    static const WeightLayout layout;
    return layout;
}

std::shared_ptr<const Weights> Weights::parse(std::span<const std::uint8_t> bytes) {
    const auto& layout = WeightLayout::get();
    const std::size_t scalars = layout.size() - layout.patterns();
    const std::size_t expected = layout.patterns() + 2 * scalars;
    if (bytes.size() != expected)
        throw ParseError("expected " + std::to_string(expected) + " bytes of weights, got " +
                         std::to_string(bytes.size()));
    auto weights = std::make_shared<Weights>();
    for (const std::uint8_t byte : bytes.first(layout.patterns()))
        weights->patterns_.push_back(static_cast<std::int8_t>(byte));
    for (std::size_t at = layout.patterns(); at < expected; at += 2)
        weights->scalars_.push_back(static_cast<std::int16_t>(bytes[at] | bytes[at + 1] << 8));
    weights->write_out_owners();
    return weights;
}

std::shared_ptr<const Weights> Weights::by_hand() {
    constexpr int kCorner = 5;     // in mean cell values
    constexpr int kDiagonal = -3;  // beside an empty corner
    constexpr int kCornerCell = 1;
    constexpr int kDiagonalCell = 81;  // 3^4: the middle of the nine
    constexpr int kMove = kScalarUnit * 2 / 5;
    const auto& layout = WeightLayout::get();
    const auto& corner = all_shapes()[0];
    const auto balance = [](int digit) { return digit == 0 ? 0 : digit == 1 ? 1 : -1; };
    auto weights = std::make_shared<Weights>();
    weights->patterns_.resize(layout.patterns());
    weights->scalars_.resize(layout.size() - layout.patterns());
    for (const auto family : {BoardFamily::k8x8, BoardFamily::kOther})
        for (int stage = 0; stage < kStages; ++stage) {
            for (int state = 0; state < corner.states(); ++state) {
                const int in_corner = balance(state / kCornerCell % 3);
                const int cell_value =
                    in_corner != 0 ? kCorner * in_corner : kDiagonal * balance(state / kDiagonalCell % 3);
                weights->patterns_[layout.rest(family, 0, stage) + static_cast<std::size_t>(corner.home(state))] =
                    static_cast<std::int8_t>(cell_value * kRestUnit);
            }
            for (std::size_t moves = 0; moves < WeightLayout::kMostMoves; ++moves)
                for (const int whose : {0, 1})
                    weights->scalars_[layout.moves(family, stage, whose) + moves - layout.patterns()] =
                        static_cast<std::int16_t>((whose == 0 ? kMove : -kMove) * static_cast<int>(moves));
        }
    weights->write_out_owners();
    return weights;
}

void Weights::write_out_owners() {
    const auto& shapes = all_shapes();
    owners_.resize(shapes.size());
    for (std::size_t number = 0; number < shapes.size(); ++number) {
        const auto& shape = shapes[number];
        if (!shape.has_owners) continue;
        for (int stage = 0; stage < kStages; stage += 2) {
            const std::size_t first = WeightLayout::get().owners(static_cast<int>(number), stage);
            auto& all = owners_[number][static_cast<std::size_t>(stage / 2)];
            for (int cell = 0; cell < shape.cells; ++cell)
                for (int state = 0; state < shape.states(); ++state)
                    all.push_back(patterns_[first + static_cast<std::size_t>(shape.home(state) * shape.cells +
                                                                             shape.slot(state, cell))]);
        }
    }
}

namespace {

std::mutex current_lock;
std::shared_ptr<const Weights> current;

}  // namespace

std::shared_ptr<const Weights> engine_weights() {
    const std::lock_guard guard(current_lock);
    return current;
}

void set_engine_weights(std::shared_ptr<const Weights> weights) {
    const std::lock_guard guard(current_lock);
    current = std::move(weights);
}

}  // namespace garlic::othello
