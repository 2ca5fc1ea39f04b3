// The numbers of a search. Each game has its own; tuning.h also names them, so that they can be set for one engine.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "garlic/text.h"

namespace garlic {

// A game sets its own by `static constexpr Tuning kTuning{...}`. 0 turns a part off.
struct Tuning {
    int aspiration = 30;       // half of the first window, in score units
    int reduction_base = 50;   // late-move reductions, in hundredths of a ply:
    int reduction_slope = 45;  //   base + slope * ln(depth) * ln(number of the move)
    int null_depth = 3;        // null moves from this depth on
    int null_reduction = 3;    // plies, plus this share of the depth: a quarter
    int null_share = 4;
    int null_verify_depth = 10;  // from this depth on a null-move cut is verified
    int futility_depth = 6;      // futility pruning up to this depth,
    int futility_swing = 100;    //   with this percentage of the game's swing()
    int ahead_slope = 0;  //   or, to cut a node that is far above beta, with this much a ply (if improving, a ply less)
    int razor_depth = 0;  // up to this depth only noisy moves and proofs where the evaluation is so far below alpha:
    int razor_base = 0;   //   base + slope * depth
    int razor_slope = 0;
    int late_moves_depth = 5;  // late-move pruning up to this depth, after this many quiet moves:
    int late_moves_base = 6;   //   base + slope * depth^2
    int late_moves_slope = 3;
    int singular_depth = 0;           // extend a move that is far better than all others,
    int singular_twice = 0;           //   by two plies if by this much more,
    int singular_less = 0;            //   and by minus this many if others are as good
    int null_margin = 0;              // one more ply of reduction per this lead over beta,
    int null_most = 3;                //   at most this many
    int history_ply = 3000;           // this much history is one ply of reduction
    int probcut_margin = 150;         // hundredths of probcut_error() that a ProbCut must clear
    int root_proof = 0;               // proofs at the root are searched this much deeper
    bool trust_improving = false;     // if improving, futility needs one ply's swing less
    bool reduce_without_move = true;  // search one ply less where the table has no move
    bool extend_checks = true;        // answer checks one ply deeper

    // For games with exchanges (HasExchanges); reductions in hundredths of a ply.
    int cut_node_more = 0;        // reduce more where a cut is expected,
    int was_pv_less = 0;          //   and less where the principal variation was
    int deeper_lead = 40;         // a reduced move that is this much better than the best is searched deeper
    int hopeless_history = 1000;  // this much history below 0, for each ply left, and a move is not searched
    int capture_probcut = 0;      // ProbCut by captures, this much above beta
};

// A number that can be set by name. Within its bounds no search fails, though it may play badly.
struct TuningParameter {
    std::string_view name;
    int Tuning::* member;
    int least;
    int most;
};

inline constexpr std::array kTuningParameters{
    TuningParameter{"aspiration", &Tuning::aspiration, 1, 1000},
    TuningParameter{"reduction_base", &Tuning::reduction_base, 0, 300},
    TuningParameter{"reduction_slope", &Tuning::reduction_slope, 0, 200},
    TuningParameter{"null_depth", &Tuning::null_depth, 0, 20},
    TuningParameter{"null_reduction", &Tuning::null_reduction, 0, 8},
    TuningParameter{"null_verify_depth", &Tuning::null_verify_depth, 2, 60},
    TuningParameter{"null_margin", &Tuning::null_margin, 0, 2000},
    TuningParameter{"futility_depth", &Tuning::futility_depth, 0, 20},
    TuningParameter{"futility_swing", &Tuning::futility_swing, 1, 1000},
    TuningParameter{"ahead_slope", &Tuning::ahead_slope, 0, 1000},
    TuningParameter{"razor_depth", &Tuning::razor_depth, 0, 20},
    TuningParameter{"razor_base", &Tuning::razor_base, 0, 1000},
    TuningParameter{"razor_slope", &Tuning::razor_slope, 0, 1000},
    TuningParameter{"late_moves_depth", &Tuning::late_moves_depth, 0, 20},
    TuningParameter{"late_moves_base", &Tuning::late_moves_base, 1, 100},
    TuningParameter{"late_moves_slope", &Tuning::late_moves_slope, 0, 50},
    TuningParameter{"singular_depth", &Tuning::singular_depth, 0, 30},
    TuningParameter{"singular_twice", &Tuning::singular_twice, 0, 1000},
    TuningParameter{"singular_less", &Tuning::singular_less, 0, 3},
    TuningParameter{"history_ply", &Tuning::history_ply, 100, 30'000},
    TuningParameter{"probcut_margin", &Tuning::probcut_margin, 0, 1000},
    TuningParameter{"root_proof", &Tuning::root_proof, 0, 40},
    TuningParameter{"null_share", &Tuning::null_share, 1, 20},
    TuningParameter{"null_most", &Tuning::null_most, 0, 20},
    TuningParameter{"cut_node_more", &Tuning::cut_node_more, 0, 1000},
    TuningParameter{"was_pv_less", &Tuning::was_pv_less, 0, 1000},
    TuningParameter{"deeper_lead", &Tuning::deeper_lead, 0, 1000},
    TuningParameter{"hopeless_history", &Tuning::hopeless_history, 1, 30'000},
    TuningParameter{"capture_probcut", &Tuning::capture_probcut, 0, 2000},
};

// Sets a number by name; ParseError if there is none, or it is out of bounds.
inline void set_parameter(Tuning& tuning, std::string_view name, int value) {
    for (const TuningParameter& parameter : kTuningParameters) {
        if (parameter.name != name) continue;
        if (value < parameter.least || value > parameter.most)
            throw ParseError("expected " + std::string(name) + " from " + std::to_string(parameter.least) + " to " +
                             std::to_string(parameter.most) + ", got " + std::to_string(value));
        tuning.*parameter.member = value;
        return;
    }
    throw ParseError("there is no parameter " + std::string(name));
}

template <class P>
constexpr Tuning tuning_of() {
    if constexpr (requires { P::kTuning; }) {
        return P::kTuning;
    } else {
        return {};
    }
}

}  // namespace garlic
