// The static evaluation of Xiangqi.
//
// Linear in the features listed in Feature, with one set of weights for the middlegame and one for the endgame.
// The weights are in weights.h, written by garlic.engines.training.xiangqi.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/board/board.h"

namespace garlic::xiangqi {

// The first index of each group of features: a side's own count minus the other's.
enum Feature : int {
    kTempo,                                    // always 1: the mover's turn
    kMaterial,                                 // advisors, elephants, horses, chariots, cannons, pawns
    kPlaces = kMaterial + 6,                   // by kind from the king on: files a-e, ranks from the own side
    kChariotMoves = kPlaces + 7 * 50,          // chariots by number of targets
    kCannonMoves = kChariotMoves + 18,         // cannons by number of empty targets
    kHorseMoves = kCannonMoves + 18,           // horses by number of targets
    kPalaceHits = kHorseMoves + 9,             // points of the enemy's palace attacked by a horse, chariot,
                                               //   cannon or pawn, if it has 0, 1 or 2 advisors
    kSafeChecks = kPalaceHits + 4 * 3,         // horses, chariots, cannons with a safe check next
    kOtherChecks = kSafeChecks + 3,            // and with a check only where they could be captured
    kHollowCannon = kOtherChecks + 3,          // on the king's file, nothing between
    kPinningCannon,                            // on the king's file, two pieces between
    kBottomCannon,                             // on the king's row, nothing between
    kPinningBottomCannon,                      // on the king's row, two pieces between
    kLinkedChariots,                           // two that protect each other
    kPawnPairs,                                // crossed pawns side by side
    kHanging,                                  // enemy pieces attacked and not protected, by kind from the advisor on
    kAttackedByLess = kHanging + 6,            // protected horses, chariots, cannons attacked by something cheaper
    kAgainstAdvisors = kAttackedByLess + 3,    // horses, chariots, cannons, crossed pawns, times advisors missing
    kAgainstElephants = kAgainstAdvisors + 4,  // and times missing elephants
    kCannonScreens = kAgainstElephants + 4,    // cannons times own advisors and elephants
    kHorsesInCrowd,                            // horses times pieces on the board
    kCannonsInCrowd,                           // cannons, likewise
    kChariotAhead,                             // a chariot where the enemy has none
    kHorseAndCannon,                           // at least one of each
    kTwoOf,                                    // two horses, chariots, cannons
    kKingsFile = kTwoOf + 3,                   // the king's file is open except for one enemy piece
    kLinkedElephants,                          // two that protect each other
    kLinkedAdvisors,
    kProtected,  // protected horses, cannons, pawns
    kFeatures = kProtected + 3,
};

// Two sums in one number: middlegame and endgame.
using PhasePair = std::int32_t;
constexpr PhasePair phase_pair(int middle, int end) {
    return static_cast<PhasePair>(static_cast<std::uint32_t>(end) << 16) + middle;
}
constexpr int middle_of(PhasePair sum) { return static_cast<std::int16_t>(static_cast<std::uint32_t>(sum) & 0xFFFF); }
constexpr int end_of(PhasePair sum) {
    return static_cast<std::int16_t>((static_cast<std::uint32_t>(sum) + 0x8000) >> 16);
}

// The game phase from the pieces on the board: kAllPhase (opening) to 0.
constexpr int kAllPhase = 40;
constexpr int phase_of(Piece piece) {
    constexpr std::array<std::int8_t, 8> parts = {0, 0, 0, 0, 2, 5, 2, 1};
    return parts[kind_of(piece)];
}

// The index in Feature of a piece's square, and the value of square and material for red.
int place_feature(Piece piece, int square);
extern const std::array<std::array<PhasePair, kSquares>, kPieceCodes> kPlaceValue;

// The evaluation for `mover`, in hundredths; `places` is the sum of kPlaceValue over all pieces, `phase` that of
// phase_of.
int evaluate(const Board& board, Side mover, PhasePair places, int phase);

// The feature counts that evaluate() weighs, for `mover`.
std::array<int, kFeatures> features(const Board& board, Side mover);

}  // namespace garlic::xiangqi
