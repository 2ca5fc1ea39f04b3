#include "games/gomoku/threats/vcf.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <vector>

namespace garlic::gomoku {
namespace {

// Memory of tables that are gone. Never destroyed: a table may outlive static objects.
struct Idle {
    std::mutex mutex;
    std::vector<void*> memories;
};
Idle& idle() {
    static Idle& all = *new Idle;
    return all;
}

}  // namespace

VcfTable::Memory* VcfTable::take() {
    constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15u;
    Memory* memory = nullptr;
    {
        const std::scoped_lock lock(idle().mutex);
        if (!idle().memories.empty()) {
            memory = static_cast<Memory*>(idle().memories.back());
            idle().memories.pop_back();
        }
    }
    if (memory == nullptr) memory = new Memory;
    memory->salt += kStep;
    return memory;
}

void VcfTable::GiveBack::operator()(Memory* memory) const {
    constexpr std::size_t kMost = 64;
    {
        const std::scoped_lock lock(idle().mutex);
        if (idle().memories.size() < kMost) {
            idle().memories.push_back(memory);
            return;
        }
    }
    delete memory;
}

template <Rule kRule>
int VcfSearch<kRule>::solve(std::uint32_t budget) {
    return search(budget);
}

// The attacker is to move. `budget` is what is left; if it ends at 0, a failure proves nothing.
template <Rule kRule>
int VcfSearch<kRule>::search(std::uint32_t& budget) {
    const Side us = board_.mover();
    const Side them = other(us);
    if (board_.fives(us).any()) return 1;
    Cells stones = board_.fours(us);
    // The defender's own four must be answered, by a four.
    if (const Cells& enemy = board_.fives(them); enemy.any()) {
        if (enemy.several()) return 0;
        stones &= enemy;
    }
    if (stones.none()) return 0;
    bool wins = false;
    (stones & board_.winning(us)).each([&](int cell) { wins = wins || board_.may_play(us, cell); });
    if (wins) return 3;

    const std::uint64_t key = board_.key();
    if (const auto* known = table_.find(key)) {
        if (known->plies > 0) return known->plies;
        if (known->budget >= budget) return 0;
    }
    const std::uint32_t allowed = budget;
    const bool with_plain = allowed > kSmallBudget;
    for (const ThreatLevel level : {ThreatLevel::kFourOpenThree, ThreatLevel::kFourBuilds, ThreatLevel::kFour}) {
        if (level == ThreatLevel::kFour && !with_plain) continue;
        // The set changes while its members are tried: iterate over a copy.
        std::array<std::int16_t, Board::kCells> cells;
        int count = 0;
        stones.each([&](int cell) {
            if (board_.threat_level(us, cell) == level)
                cells[static_cast<std::size_t>(count++)] = static_cast<std::int16_t>(cell);
        });
        for (int index = 0; index < count; ++index) {
            const int cell = cells[static_cast<std::size_t>(index)];
            if (!board_.may_play(us, cell)) continue;
            if (budget == 0 || !meter_.spend()) break;
            --budget;
            if (const int plies = try_four(cell, budget); plies > 0) {
                table_.store(key, {0, 0, static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(plies)});
                return plies;
            }
        }
    }
    if (!meter_.spent()) table_.store(key, {0, budget == 0 || !with_plain ? allowed : kNoLimit, 0, 0});
    return 0;
}

// Plies to the win that starts with a four on `cell`, or 0.
template <Rule kRule>
int VcfSearch<kRule>::try_four(int cell, std::uint32_t& budget) {
    const Side us = board_.mover();
    const Played four{board_, Board::move_to(cell)};
    const Cells& fives = board_.fives(us);
    if (fives.several()) return 3;
    const int answer = fives.first();
    // Renju may forbid the only reply.
    if (!board_.may_play(other(us), answer)) return 3;
    if (!meter_.spend()) return 0;
    const Played answered{board_, Board::move_to(answer)};
    const int rest = search(budget);
    return rest > 0 ? rest + 2 : 0;
}

template <Rule kRule>
void VcfSearch<kRule>::append_line(std::vector<Move>& line, std::size_t most) {
    if (line.size() >= most) return;
    const Side us = board_.mover();
    if (board_.fives(us).any()) {
        line.push_back(Board::move_to(board_.fives(us).first()));
        return;
    }
    int cell = -1;
    Cells stones = board_.fours(us) & board_.winning(us);
    if (board_.fives(other(us)).any()) stones &= board_.fives(other(us));
    stones.each([&](int wins) {
        if (cell < 0 && board_.may_play(us, wins)) cell = wins;
    });
    if (cell < 0) {
        std::uint32_t budget = kNoLimit;
        if (search(budget) == 0) return;  // out of time
        const auto* known = table_.find(board_.key());
        if (known == nullptr) return;
        cell = known->cell;
    }
    line.push_back(Board::move_to(cell));
    const Played four{board_, Board::move_to(cell)};
    const int answer = board_.fives(us).first();
    if (!board_.may_play(other(us), answer)) return;
    line.push_back(Board::move_to(answer));
    const Played answered{board_, Board::move_to(answer)};
    append_line(line, most);
}

template <Rule kRule>
typename VcfSearch<kRule>::Cells VcfSearch<kRule>::answers(const std::vector<Move>& line, std::size_t from) const {
    const Side us = board_.mover();
    const Side them = other(us);
    if (from >= line.size()) return board_.empty();  // an incomplete line proves nothing
    Cells found = board_.fours(them) | board_.fives(them);
    const int cell = Board::cell_of(line[from]);
    if (Board::kRenju && us == Side::kFirst && board_.is_doubtful(cell)) return board_.empty();
    const Cells all = board_.empty();
    found.set(cell);
    if (board_.fives(us).any()) return found;
    const Played four{board_, line[from]};
    const Cells& fives = board_.fives(us);
    found |= fives;
    if (fives.several()) return found;
    const int answer = fives.first();
    if (!board_.may_play(them, answer)) return all;
    const Played answered{board_, Board::move_to(answer)};
    return found | answers(line, from + 2);
}

template class VcfSearch<Rule::kFreestyle>;
template class VcfSearch<Rule::kStandard>;
template class VcfSearch<Rule::kRenju>;

}  // namespace garlic::gomoku
