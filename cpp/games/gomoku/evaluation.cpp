#include "games/gomoku/evaluation.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace garlic::gomoku {
namespace {

constexpr std::size_t kShapeSets = 1 << 16;

bool exists(std::size_t shapes) {
    for (int direction = 0; direction < 4; ++direction)
        if (((shapes >> (4 * direction)) & 15) >= kShapeCount) return false;
    return true;
}

using All = std::array<std::unique_ptr<const Evaluation>, kRules>;

// Everything that was ever set: positions refer to it.
struct Kept {
    std::mutex mutex;
    std::vector<std::unique_ptr<const All>> all;
    std::atomic<const All*> current{nullptr};

    const All* keep(const std::array<RuleWeights, kRules>& weights) {
        auto made = std::make_unique<All>();
        for (std::size_t rule = 0; rule < kRules; ++rule)
            (*made)[rule] = std::make_unique<const Evaluation>(static_cast<Rule>(rule), weights[rule]);
        const std::scoped_lock lock(mutex);
        all.push_back(std::move(made));
        return all.back().get();
    }
};

Kept& kept() {
    static Kept& one = *new Kept;
    return one;
}

}  // namespace

Evaluation::Evaluation(Rule rule, const RuleWeights& weights) : situations(weights.situations) {
    for (const Side side : {Side::kFirst, Side::kSecond}) {
        const auto at = static_cast<std::size_t>(side);
        const auto& own = weights.sides[at];
        values[at].resize(kShapeSets);
        orders[at].resize(kShapeSets);
        for (std::size_t shapes = 0; shapes < kShapeSets; ++shapes) {
            if (!exists(shapes)) continue;
            const auto set = static_cast<ShapeSet>(shapes);
            const auto place = static_cast<std::size_t>(combination_of(set));
            const ThreatLevel threat = threat_level(set, line_rule_of(rule, side));
            const int to_move = own.to_move[place];
            const int waiting = -own.waiting[place];
            const bool first = side == Side::kFirst;
            values[at][shapes] = {first ? to_move : waiting, first ? waiting : to_move, threat, sets_of(threat)};
            orders[at][shapes] = {own.attack[place], own.defence[place]};
        }
    }
}

const Evaluation& current_evaluation(Rule rule) {
    const All* current = kept().current.load();
    if (current == nullptr) {
        const All* handmade = kept().keep(handmade_weights());
        current = kept().current.compare_exchange_strong(current, handmade) ? handmade : kept().current.load();
    }
    return *(*current)[static_cast<std::size_t>(rule)];
}

void set_weights(const std::array<RuleWeights, kRules>& weights) { kept().current.store(kept().keep(weights)); }

}  // namespace garlic::gomoku
