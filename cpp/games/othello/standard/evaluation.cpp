#include "games/othello/standard/evaluation.h"

#include <string>
#include <utility>

#include "garlic/text.h"

namespace garlic::othello::standard {

Evaluation::Evaluation(std::span<const std::uint8_t> bytes) : bytes_(bytes.begin(), bytes.end()) {
    const std::size_t expected = kStages * bytes_a_stage();
    if (bytes.size() != expected)
        throw ParseError("expected " + std::to_string(expected) + " bytes of weights, got " +
                         std::to_string(bytes.size()));
    const std::size_t two_stages = 2 * bytes_a_stage();
    for (std::size_t at = two_stages; at < bytes_.size(); ++at)
        bytes_[at] = static_cast<std::uint8_t>(bytes_[at] + bytes_[at - two_stages]);
}

int Evaluation::scalar(std::size_t stage, std::size_t number) const {
    const std::size_t at = stage * bytes_a_stage() + Patterns::get().distinct() + 2 * number;
    return static_cast<std::int16_t>(bytes_[at] | bytes_[at + 1] << 8);
}

const Evaluation::Stage& Evaluation::unfolded(std::size_t number) const {
    Slot& slot = slots_[number];
    std::call_once(slot.once, [&] {
        auto stage = std::make_unique<Stage>();
        stage->values.reserve(Patterns::get().states());
        for (const Shape& shape : Patterns::get().shapes())
            for (const std::uint32_t home : shape.home)
                stage->values.push_back(static_cast<std::int16_t>(weight(number, shape.first_distinct + home)));
        for (std::size_t which = 0; which < kScalars; ++which) stage->scalars[which] = scalar(number, which);
        slot.stage = std::move(stage);
        slot.ready.store(slot.stage.get(), std::memory_order_release);
    });
    return *slot.stage;
}

int Evaluation::evaluate_directly(Grid8x8::Cells own, Grid8x8::Cells other, int empties) const {
    const auto stage = static_cast<std::size_t>(stage_of(empties));
    const Grid8x8::Cells free = Grid8x8::Cells::of(~(own.part(0) | other.part(0)));
    int sum = scalar(stage, scalar_of_empties(empties));
    sum += scalar(stage, scalar_of_moves(0, (Grid8x8::reach(own, other) & free).count()));
    sum += scalar(stage, scalar_of_moves(1, (Grid8x8::reach(other, own) & free).count()));
    for (const Site& site : Patterns::get().sites()) {
        const Shape& shape = Patterns::get().shapes()[site.shape];
        std::size_t state = 0;
        std::size_t power = 1;
        for (const int cell : site.cells) {
            state += power * (own.test(cell) ? 1 : other.test(cell) ? 2 : 0);
            power *= 3;
        }
        sum += weight(stage, shape.first_distinct + shape.home[state]);
    }
    return sum;
}

namespace {

std::mutex current_lock;
std::shared_ptr<const Evaluation> current;

}  // namespace

std::shared_ptr<const Evaluation> engine_evaluation() {
    const std::lock_guard guard(current_lock);
    return current;
}

void set_engine_evaluation(std::shared_ptr<const Evaluation> evaluation) {
    const std::lock_guard guard(current_lock);
    current = std::move(evaluation);
}

}  // namespace garlic::othello::standard
