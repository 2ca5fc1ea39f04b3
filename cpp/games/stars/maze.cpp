#include "games/stars/maze.h"

#include <algorithm>

namespace garlic::stars {
namespace {

// All distances of a 60x60 maze fit; on larger ones the rest is computed again when needed.
constexpr std::size_t kKeptBytes = std::size_t{64} << 20;

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

// This thread's latest distances of a maze too large to keep them all.
struct Scratch {
    static constexpr std::size_t kAnswers = 128;

    std::uint64_t maze = 0;
    std::array<Cell, kAnswers> targets{};
    std::array<std::vector<std::uint16_t>, kAnswers> steps;
    std::vector<std::uint8_t> place;  // by target: the index of its distances, if still there
    std::size_t next = 0;             // the oldest
};
thread_local std::array<Scratch, Maze::kSlots> scratches;

}  // namespace

Maze::Maze(std::span<const std::string_view> rows, std::array<Cell, 2> births)
    : rows_(static_cast<int>(rows.size())),
      columns_(static_cast<int>(rows[0].size())),
      births_(births),
      id_(next_id()),
      kept_(rows.size() * rows[0].size()) {
    for (const auto row : rows)
        for (const char found : row) {
            if (found == 'O') supers_.push_back(static_cast<Cell>(open_.size()));
            open_.push_back(found != '#');
            super_.push_back(found == 'O');
        }
    around_.resize(open_.size());
    for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column) {
            const auto consider = [&](int there_row, int there_column) {
                if (there_row < 0 || there_row >= rows_ || there_column < 0 || there_column >= columns_) return;
                const Cell there = cell(there_row, there_column);
                if (open(there)) around_[cell(row, column)].push(there);
            };
            consider(row - 1, column);
            consider(row + 1, column);
            consider(row, column - 1);
            consider(row, column + 1);
        }
}

Maze::~Maze() {
    for (const auto& kept : kept_) delete[] kept.load(std::memory_order_relaxed);
}

bool Maze::fits(std::span<const std::string_view> rows, std::array<Cell, 2> births) const {
    if (births != births_ || static_cast<int>(rows.size()) != rows_ || static_cast<int>(rows[0].size()) != columns_)
        return false;
    std::size_t cell = 0;
    for (const auto row : rows)
        for (const char found : row) {
            const bool star = found == 'o' || found == 'O';
            if ((found != '#') != open_[cell] || (star && (found == 'O') != super_[cell])) return false;
            ++cell;
        }
    return true;
}

std::vector<bool> Maze::reachable(Cell source) const {
    std::vector<std::uint16_t> steps(open_.size());
    search(source, steps.data());
    std::vector<bool> found(open_.size());
    std::transform(steps.begin(), steps.end(), found.begin(), [](auto count) { return count != kFar; });
    return found;
}

Maze::Steps Maze::find_steps(Cell target, std::size_t slot) const {
    const std::size_t size = open_.size();
    const auto limit = static_cast<int>(kKeptBytes / (size * sizeof(std::uint16_t)));
    if (kept_count_.load(std::memory_order_relaxed) < limit) {
        auto* const found = new std::uint16_t[size];
        search(target, found);
        Steps expected = nullptr;
        if (kept_[target].compare_exchange_strong(expected, found, std::memory_order_acq_rel)) {
            kept_count_.fetch_add(1, std::memory_order_relaxed);
            return found;
        }
        delete[] found;  // another thread was faster
        return expected;
    }
    Scratch& scratch = scratches[slot];
    if (scratch.maze != id_) {
        scratch.maze = id_;
        scratch.targets.fill(kNowhere);
        scratch.place.assign(size, 0);
    }
    std::uint8_t& place = scratch.place[target];
    if (scratch.targets[place] != target) {
        place = static_cast<std::uint8_t>(scratch.next);
        scratch.next = (scratch.next + 1) % Scratch::kAnswers;
        scratch.targets[place] = target;
        scratch.steps[place].resize(size);
        search(target, scratch.steps[place].data());
    }
    return scratch.steps[place].data();
}

bool Maze::keeps_all_steps() const { return open_.size() * open_.size() * sizeof(std::uint16_t) <= kKeptBytes; }

void Maze::search(Cell target, std::uint16_t* steps) const {
    std::fill_n(steps, open_.size(), kFar);
    std::vector<Cell> queue;
    queue.reserve(open_.size());
    queue.push_back(target);
    steps[target] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const Cell here = queue[next];
        for (const Cell there : around(here))
            if (steps[there] == kFar) {
                steps[there] = static_cast<std::uint16_t>(steps[here] + 1);
                queue.push_back(there);
            }
    }
}

}  // namespace garlic::stars
