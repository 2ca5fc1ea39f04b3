// Fits the weights of Othello's evaluation on games.
//
// Every position of a game is a sample; its target is the owner of each cell at the end of the game. First `owners`
// is fitted to these owners, then `rest`, mobility and turn to the remaining error of the margin: least squares
// with a ridge, which keeps weights with few samples near 0, by stochastic gradient descent.
//
// The end of a game is a noisy target for its opening. So the target of `rest` may be mixed with the model's own
// evaluation a few plies later, where it knows better.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "games/othello/patterns/index.h"
#include "games/othello/rules.h"
#include "games/othello/weights.h"

namespace garlic::othello {

class Trainer {
public:
    // A weight with as many samples as its ridge is pulled about half-way to 0. Large boards need a higher ridge:
    // there are fewer games, and each says less about a single pattern.
    struct Ridges {
        float owners;
        float rest_8x8;
        float rest_other;
    };
    explicit Trainer(const Ridges& ridges);

    // Adds the positions of a game written as `POSITION moves m1 m2 ...`. Held-out games are used only in errors().
    // ParseError if it is not a game, or an unfinished one.
    void add(std::string_view line, bool held_out);

    std::size_t samples() const { return samples_.size(); }

    // One epoch over all samples that are not held out, in an order by seed.
    void fit_owners(float rate, std::uint64_t seed);
    // `share` of a sample's target is the model's own evaluation a tenth of the game later.
    void fit_rest(float rate, float share, std::uint64_t seed);

    // Squared errors of held-out samples, for 8x8 and for other boards, by stage; in mean cell values of a map.
    struct Error {
        int count = 0;
        double model = 0;    // of the model
        double owners = 0;   // of `owners` alone
        double nothing = 0;  // of always predicting a draw
        double cells = 0;    // of the predicted owners, per cell
    };
    using Errors = std::array<std::array<Error, kStages>, 2>;
    Errors errors() const;

    // In the order of WeightLayout, in units of cells and of mean cell values.
    const std::vector<float>& weights() const { return weights_; }

private:
    // Shared by all positions on boards of one size.
    struct Size {
        Size(int rows, int columns, int stride, int words);

        PatternIndex index;
        BoardFamily family;
        std::vector<std::vector<std::size_t>> cells;  // of every site, row by row
    };
    struct Game {
        const Size* size;
        std::vector<float> cell_values;  // of the cells, row by row, like all that follow
        std::vector<float> owners;       // at the end: 1 red, -1 blue, 0 nobody
        float mean_value;                // as the evaluation counts it
        float weight;                    // of its samples for `rest`: lower if single cells decide
    };
    struct Sample {
        std::uint32_t game;
        bool held_out;
        std::int8_t sign;  // 1 if red is to move, -1 if blue
        std::int8_t stage;
        std::int8_t odd;                    // parity of the number of empty cells
        std::array<std::uint8_t, 2> moves;  // of the mover and of the opponent, in buckets
        std::size_t states;                 // index of the first one
    };

    template <class Board>
    void add_game(Position<Board> game, std::string_view moves, bool held_out);
    template <class Visit>
    void each_shuffled(std::uint64_t seed, Visit visit) const;
    // Calls visit(index of the weight, cell) for every weight that predicts a cell's owner.
    template <class Visit>
    void each_owner(const Sample& sample, Visit visit) const;
    // Calls visit(index of the weight) for every weight of the other terms.
    template <class Visit>
    void each_rest(const Sample& sample, Visit visit) const;
    void predict_owners(const Sample& sample, std::vector<float>& owners) const;
    // The target of `rest`: the margin minus the prediction of `owners`, in mean cell values.
    float missing(const Sample& sample, std::vector<float>& owners) const;
    float rest(const Sample& sample) const;
    std::vector<float> targets(float share) const;
    void prepare();

    std::map<std::pair<int, int>, Size> sizes_;
    std::vector<Game> games_;
    std::vector<Sample> samples_;
    std::vector<std::uint16_t> states_;
    std::vector<float> missing_;  // of every sample; empty while `owners` is being fitted
    std::vector<float> weights_;
    std::vector<float> pull_;  // ridge of every weight per sample that has it; empty until fitted
    Ridges ridges_;
};

}  // namespace garlic::othello
