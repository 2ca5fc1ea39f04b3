// What a Xiangqi position looks worth without searching.
//
// The evaluation is linear in the counts that Feature lists, with one set of weights for the
// middle of the game and one for its end. The weights are in weights.h, written by
// garlic.engines.training.xiangqi.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/board/board.h"

namespace garlic::xiangqi {

// Where each kind of feature begins in a position's list of counts: a side's own minus the other's.
enum Feature : int {
    kTempo,                                    // 1: it is the mover's turn
    kMaterial,                                 // advisors, elephants, horses, chariots, cannons, pawns
    kPlaces = kMaterial + 6,                   // by kind from the king on: files a-e, ranks from the own side
    kChariotMoves = kPlaces + 7 * 50,          // chariots by how many points they can go to
    kCannonMoves = kChariotMoves + 18,         // cannons by how many empty points they can go to
    kHorseMoves = kCannonMoves + 18,           // horses by how many points they can go to
    kPalaceHits = kHorseMoves + 9,             // points of the enemy's palace attacked by a horse, chariot,
                                               //   cannon or pawn, where it has 0, 1 or 2 advisors
    kSafeChecks = kPalaceHits + 4 * 3,         // horses, chariots, cannons with a safe check next
    kOtherChecks = kSafeChecks + 3,            // and with one only where they could be taken
    kHollowCannon = kOtherChecks + 3,          // on the king's file, nothing between
    kPinningCannon,                            // on the king's file, two pieces between
    kBottomCannon,                             // on the king's row, nothing between
    kPinningBottomCannon,                      // on the king's row, two pieces between
    kLinkedChariots,                           // two that protect each other
    kPawnPairs,                                // crossed pawns side by side
    kHanging,                                  // enemy pieces attacked and not protected, by kind from the advisor on
    kAttackedByLess = kHanging + 6,            // protected horses, chariots, cannons attacked by something cheaper
    kAgainstAdvisors = kAttackedByLess + 3,    // horses, chariots, cannons, crossed pawns, times advisors missing
    kAgainstElephants = kAgainstAdvisors + 4,  // and times elephants missing
    kCannonScreens = kAgainstElephants + 4,    // cannons times own advisors and elephants
    kHorsesInCrowd,                            // horses times pieces on the board
    kCannonsInCrowd,                           // cannons likewise
    kChariotAhead,                             // a chariot where the enemy has none
    kHorseAndCannon,                           // at least one of each
    kTwoOf,                                    // two horses, chariots, cannons
    kKingsFile = kTwoOf + 3,                   // the king's file is open but for one enemy piece
    kLinkedElephants,                          // two that protect each other
    kLinkedAdvisors,
    kProtected,  // horses, cannons, pawns that are protected
    kFeatures = kProtected + 3,
};

// Two sums in one number: for the middle of the game, and for its end.
using Two = std::int32_t;
constexpr Two two(int middle, int end) { return static_cast<Two>(static_cast<std::uint32_t>(end) << 16) + middle; }
constexpr int middle_of(Two sum) { return static_cast<std::int16_t>(static_cast<std::uint32_t>(sum) & 0xFFFF); }
constexpr int end_of(Two sum) { return static_cast<std::int16_t>((static_cast<std::uint32_t>(sum) + 0x8000) >> 16); }

// How much of the middle of the game is left, from what is on the board: kAllPhase to 0.
constexpr int kAllPhase = 40;
constexpr int phase_of(Piece piece) {
    constexpr std::array<std::int8_t, 8> parts = {0, 0, 0, 0, 2, 5, 2, 1};
    return parts[kind_of(piece)];
}

// The place in Feature of a piece's place, and what that and its material are worth to red.
int place_feature(Piece piece, int square);
extern const std::array<std::array<Two, kSquares>, kPieceCodes> kPlaceValue;

// What the board is worth to `mover`, in hundredths; `places` is the sum of kPlaceValue over all
// pieces and `phase` that of phase_of.
int evaluate(const Board& board, Side mover, Two places, int phase);

// The counts that evaluate() weighs, for `mover`.
std::array<int, kFeatures> features(const Board& board, Side mover);

}  // namespace garlic::xiangqi
