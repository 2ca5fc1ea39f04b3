// Fits the weights of Othello's evaluation on games.
//
// Every position of a game is a sample; what it is held against is who owned each cell at the end.
// First `owners` is fitted to the owners, then `rest`, the moves and the turn to what is missing of
// the margin: least squares with a ridge, which holds what few games show near 0, by stochastic
// gradient descent.
//
// The end of a game is a noisy witness of its opening. So `rest` may be held partly against what the
// weights themselves say a few plies later, where they know better.
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
    // A weight that as many samples have as its ridge says is held about half-way to 0. Large boards
    // need a higher one: their games are fewer and tell less of a single pattern.
    struct Ridges {
        float owners;
        float rest_8x8;
        float rest_other;
    };
    explicit Trainer(const Ridges& ridges);

    // Adds the positions of a game written as `POSITION moves m1 m2 ...`. Those of games that are
    // held out are only for errors(). ParseError if it is no game, or one without an end.
    void add(std::string_view line, bool held_out);

    std::size_t samples() const { return samples_.size(); }

    // Goes through all samples that are not held out once, in an order of its own for each seed.
    void fit_owners(float rate, std::uint64_t seed);
    // `share` of what a sample is held against is what the weights say later, after a tenth of the
    // game.
    void fit_rest(float rate, float share, std::uint64_t seed);

    // Squared errors of samples that are held out, for 8x8 and for other boards, by stage; all in
    // mean worths of a map.
    struct Error {
        int count = 0;
        double model = 0;    // of the weights
        double owners = 0;   // of `owners` alone
        double nothing = 0;  // of foretelling a draw
        double cells = 0;    // of the owners of cells, for each cell
    };
    using Errors = std::array<std::array<Error, kStages>, 2>;
    Errors errors() const;

    // In the order of WeightLayout, in cells and in mean worths.
    const std::vector<float>& weights() const { return weights_; }

private:
    // What all positions on boards of one size share.
    struct Size {
        Size(int rows, int columns, int stride, int words);

        PatternIndex index;
        BoardFamily family;
        std::vector<std::vector<std::size_t>> cells;  // of every site, row by row
    };
    struct Game {
        const Size* size;
        std::vector<float> worths;  // of the cells, row by row, as are all that follow
        std::vector<float> owners;  // at the end: 1 red, -1 blue, 0 nobody
        float mean_worth;           // as the evaluation counts it
        float weight;               // of its samples for `rest`: the less, the more single cells decide
    };
    struct Sample {
        std::uint32_t game;
        bool held_out;
        std::int8_t sign;  // 1 if red is to move, -1 if blue
        std::int8_t stage;
        std::int8_t odd;                    // number of empty cells
        std::array<std::uint8_t, 2> moves;  // of the mover and of the other side, in buckets
        std::size_t states;                 // where they begin
    };

    template <class Board>
    void add_game(Position<Board> game, std::string_view moves, bool held_out);
    template <class Visit>
    void each_shuffled(std::uint64_t seed, Visit visit) const;
    // Calls visit(place of the weight, cell) for every weight that foretells a cell's owner.
    template <class Visit>
    void each_owner(const Sample& sample, Visit visit) const;
    // Calls visit(place of the weight) for every weight that foretells the rest.
    template <class Visit>
    void each_rest(const Sample& sample, Visit visit) const;
    void foretell_owners(const Sample& sample, std::vector<float>& owners) const;
    // What `rest` has to foretell: the margin without what `owners` foretells, in mean worths.
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
    std::vector<float> pull_;  // of every weight towards 0, for each sample that has it; empty until fitted
    Ridges ridges_;
};

}  // namespace garlic::othello
