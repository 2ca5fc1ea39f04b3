#include "games/othello/training/trainer.h"

#include <algorithm>
#include <numeric>

#include "games/othello/board/sizes.h"
#include "garlic/chance.h"

namespace garlic::othello {

Trainer::Size::Size(int rows, int columns, int stride, int words)
    : index(rows, columns, stride, words), family(WeightLayout::family(rows, columns)) {
    for (const auto& site : index.sites()) {
        auto& flat = cells.emplace_back();
        for (const BoardCell cell : site.cells)
            flat.push_back(static_cast<std::size_t>(cell.row * columns + cell.column));
    }
}

Trainer::Trainer(const Ridges& ridges) : weights_(WeightLayout::get().size(), 0.0F), ridges_(ridges) {}

void Trainer::add(std::string_view line, bool held_out) {
    constexpr std::string_view kMoves = " moves";
    const std::size_t end = line.find(kMoves);
    if (end == std::string_view::npos) throw ParseError("expected a game: a position, ' moves' and moves");
    with_position(line.substr(0, end),
                  [&](const auto& game) { add_game(game, line.substr(end + kMoves.size()), held_out); });
}

template <class Board>
void Trainer::add_game(Position<Board> game, std::string_view moves, bool held_out) {
    const int rows = game.rows();
    const int columns = game.columns();
    const Size& size =
        sizes_.try_emplace({rows, columns}, rows, columns, Board::kStride, Board::kPlaces / 64).first->second;
    std::vector<Sample> samples;
    std::vector<std::uint16_t> states;
    for (const auto name : split(moves, ' ')) {
        if (name.empty()) continue;
        const auto moves_of = [&](Side side) {
            const auto reach = Board::reach(game.discs(side), game.discs(other(side))) & game.empty();
            return static_cast<std::uint8_t>(moves_bucket(Board::count(reach), rows, columns));
        };
        const int empties = Board::count(game.empty());
        samples.push_back({.game = static_cast<std::uint32_t>(games_.size()),
                           .held_out = held_out,
                           .sign = static_cast<std::int8_t>(game.mover() == Side::kFirst ? 1 : -1),
                           .stage = static_cast<std::int8_t>(stage_of(empties, rows * columns)),
                           .odd = static_cast<std::int8_t>(empties % 2),
                           .moves = {moves_of(game.mover()), moves_of(other(game.mover()))},
                           .states = states_.size() + states.size()});
        states.resize(states.size() + size.index.lanes());
        size.index.states(game.own().data(), game.enemy().data(), &states[states.size() - size.index.lanes()]);

        MoveList<Position<Board>> legal;
        game.legal_moves(legal);
        const auto move = game.parse_move(name);
        if (std::find(legal.begin(), legal.end(), move) == legal.end())
            throw ParseError("illegal move " + std::string(name));
        game.make(move);
    }
    if (!game.over()) throw ParseError("expected a game to its end");

    Game& ended = games_.emplace_back();
    ended.size = &size;
    float total = 0;
    float squares = 0;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const int place = row * Board::kStride + column;
            const auto cell_value = static_cast<float>(game.cell_value(place));
            ended.cell_values.push_back(cell_value);
            ended.owners.push_back(
                static_cast<float>(game.discs(Side::kFirst).test(place) - game.discs(Side::kSecond).test(place)));
            total += cell_value;
            squares += cell_value * cell_value;
        }
    const auto cells = static_cast<float>(rows * columns);
    ended.mean_value = std::max(total / cells, 0.01F) * static_cast<float>(rows + columns) / 16;
    ended.weight = squares > 0 ? total * total / cells / squares : 0;
    samples_.insert(samples_.end(), samples.begin(), samples.end());
    states_.insert(states_.end(), states.begin(), states.end());
    missing_.clear();
    pull_.clear();
}

// Spreads the ridge evenly over the samples that have a weight.
void Trainer::prepare() {
    if (!pull_.empty()) return;
    pull_.assign(weights_.size(), 0.0F);
    for (const Sample& sample : samples_) {
        if (sample.held_out) continue;
        each_owner(sample, [&](std::size_t place, std::size_t) { ++pull_[place]; });
        each_rest(sample, [&](std::size_t place) { ++pull_[place]; });
    }
    const auto& layout = WeightLayout::get();
    const std::size_t other_boards = layout.rest(BoardFamily::kOther, 0, 0);
    for (std::size_t place = 0; place < pull_.size(); ++place) {
        const float ridge = place < layout.owners()     ? ridges_.owners
                            : place < other_boards      ? ridges_.rest_8x8
                            : place < layout.patterns() ? ridges_.rest_other
                                                        : 0;
        if (pull_[place] > 0) pull_[place] = ridge / pull_[place];
    }
}

template <class Visit>
void Trainer::each_shuffled(std::uint64_t seed, Visit visit) const {
    std::vector<std::uint32_t> order(samples_.size());
    std::iota(order.begin(), order.end(), 0U);
    Stream chance(seed);
    for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[chance.below(left)]);
    for (const std::uint32_t number : order)
        if (!samples_[number].held_out) visit(number);
}

template <class Visit>
void Trainer::each_owner(const Sample& sample, Visit visit) const {
    const auto& layout = WeightLayout::get();
    const Size& size = *games_[sample.game].size;
    for (std::size_t site = 0; site < size.cells.size(); ++site) {
        const int number = size.index.sites()[site].shape;
        const auto& shape = all_shapes()[static_cast<std::size_t>(number)];
        if (!shape.has_owners) continue;
        const int state = states_[sample.states + site];
        const std::size_t first =
            layout.owners(number, sample.stage) + static_cast<std::size_t>(shape.home(state) * shape.cells);
        for (int cell = 0; cell < shape.cells; ++cell)
            visit(first + static_cast<std::size_t>(shape.slot(state, cell)),
                  size.cells[site][static_cast<std::size_t>(cell)]);
    }
}

template <class Visit>
void Trainer::each_rest(const Sample& sample, Visit visit) const {
    const auto& layout = WeightLayout::get();
    const Size& size = *games_[sample.game].size;
    for (std::size_t site = 0; site < size.cells.size(); ++site) {
        const int number = size.index.sites()[site].shape;
        const int home = all_shapes()[static_cast<std::size_t>(number)].home(states_[sample.states + site]);
        visit(layout.rest(size.family, number, sample.stage) + static_cast<std::size_t>(home));
    }
    for (int whose = 0; whose < 2; ++whose)
        visit(layout.moves(size.family, sample.stage, whose) + sample.moves[static_cast<std::size_t>(whose)]);
    visit(layout.turn(size.family, sample.stage, sample.odd));
}

void Trainer::predict_owners(const Sample& sample, std::vector<float>& owners) const {
    owners.assign(games_[sample.game].owners.size(), 0.0F);
    each_owner(sample, [&](std::size_t place, std::size_t cell) { owners[cell] += weights_[place]; });
}

float Trainer::missing(const Sample& sample, std::vector<float>& owners) const {
    const Game& game = games_[sample.game];
    predict_owners(sample, owners);
    float sum = 0;
    for (std::size_t cell = 0; cell < owners.size(); ++cell)
        sum += game.cell_values[cell] * (game.owners[cell] * sample.sign - owners[cell]);
    return sum / game.mean_value;
}

float Trainer::rest(const Sample& sample) const {
    float sum = 0;
    each_rest(sample, [&](std::size_t place) { sum += weights_[place]; });
    return sum;
}

void Trainer::fit_owners(float rate, std::uint64_t seed) {
    prepare();
    missing_.clear();
    std::vector<float> owners;
    each_shuffled(seed, [&](std::uint32_t number) {
        const Sample& sample = samples_[number];
        const Game& game = games_[sample.game];
        predict_owners(sample, owners);
        for (std::size_t cell = 0; cell < owners.size(); ++cell)
            owners[cell] = rate * (game.owners[cell] * sample.sign - owners[cell]);
        each_owner(sample, [&](std::size_t place, std::size_t cell) {
            weights_[place] += owners[cell] - std::min(rate * pull_[place], 1.0F) * weights_[place];
        });
    });
}

// The target of `rest` for every sample.
std::vector<float> Trainer::targets(float share) const {
    std::vector<float> targets = missing_;
    for (std::size_t number = 0; share > 0 && number < samples_.size(); ++number) {
        const Sample& sample = samples_[number];
        const std::size_t ahead = number + games_[sample.game].owners.size() / 10;
        if (ahead >= samples_.size() || samples_[ahead].game != sample.game) continue;  // the end is near
        const Sample& later = samples_[ahead];
        // The error of the weights later in the game, from the view of the current mover.
        const float off = static_cast<float>(sample.sign * later.sign) * (missing_[ahead] - rest(later));
        targets[number] -= share * off;
    }
    return targets;
}

void Trainer::fit_rest(float rate, float share, std::uint64_t seed) {
    prepare();
    if (missing_.empty()) {
        std::vector<float> owners;
        for (const Sample& sample : samples_) missing_.push_back(missing(sample, owners));
    }
    const std::vector<float> wanted = targets(share);
    each_shuffled(seed, [&](std::uint32_t number) {
        const Sample& sample = samples_[number];
        const float step = rate * games_[sample.game].weight * (wanted[number] - rest(sample));
        each_rest(sample, [&](std::size_t place) {
            weights_[place] += step - std::min(rate * pull_[place], 1.0F) * weights_[place];
        });
    });
}

Trainer::Errors Trainer::errors() const {
    Errors errors;
    std::vector<float> owners;
    for (const Sample& sample : samples_) {
        if (!sample.held_out) continue;
        const Game& game = games_[sample.game];
        Error& error = errors[static_cast<std::size_t>(game.size->family)][static_cast<std::size_t>(sample.stage)];
        const float rest_missing = missing(sample, owners);
        float margin = 0;
        double cells = 0;
        for (std::size_t cell = 0; cell < owners.size(); ++cell) {
            const float owner = game.owners[cell] * sample.sign;
            margin += game.cell_values[cell] * owner / game.mean_value;
            cells += (owner - owners[cell]) * (owner - owners[cell]);
        }
        const double left = rest_missing - rest(sample);
        ++error.count;
        error.model += left * left;
        error.owners += static_cast<double>(rest_missing) * rest_missing;
        error.nothing += static_cast<double>(margin) * margin;
        error.cells += cells / static_cast<double>(owners.size());
    }
    return errors;
}

}  // namespace garlic::othello
