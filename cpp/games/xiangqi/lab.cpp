#include "games/xiangqi/lab.h"

#include <array>

namespace garlic::xiangqi {
namespace {

// By kind: none, king, advisor, elephant, horse, chariot, cannon, pawn.
constexpr std::array<int, 8> kMaterial = {0, 10000, 10, 30, 300, 500, 300, 90};
constexpr std::array<int, 8> kNextCapture = {0, 9999, 0, 0, 100, 500, 100, -20};

// Files a to e, each from the own back rank to the opponent's.
using HalfTable = std::array<std::array<int, kRows>, 5>;
constexpr HalfTable kKingPlaces = {{{}, {}, {}, {1, -8, -9}, {5, -8, -9}}};
constexpr HalfTable kAdvisorPlaces = {{{}, {}, {}, {}, {0, 3}}};
constexpr HalfTable kElephantPlaces = {{{0, 0, -2}, {}, {}, {}, {0, 0, 3}}};
constexpr HalfTable kHorsePlaces = {{{0, -3, 5, 4, 2, 2, 5, 4, 2, 2},
                                     {-3, 2, 4, 6, 10, 12, 20, 10, 8, 2},
                                     {2, 4, 6, 10, 13, 11, 12, 11, 15, 2},
                                     {0, 5, 7, 7, 14, 15, 19, 15, 9, 8},
                                     {2, -10, 4, 10, 15, 16, 12, 11, 6, 2}}};
constexpr HalfTable kCannonPlaces = {{{0, 0, 1, 0, -1, 0, 0, 1, 2, 4},
                                      {0, 1, 0, 0, 0, 0, 3, 1, 2, 4},
                                      {1, 2, 4, 0, 3, 0, 3, 0, 0, 0},
                                      {3, 2, 3, 0, 0, 0, 2, -5, -4, -5},
                                      {3, 2, 5, 0, 4, 4, 4, -4, -7, -6}}};
constexpr HalfTable kChariotPlaces = {{{-6, 5, -2, 4, 8, 8, 6, 6, 6, 6},
                                       {6, 8, 8, 9, 12, 11, 13, 8, 12, 8},
                                       {4, 6, 4, 4, 12, 11, 13, 7, 9, 7},
                                       {12, 12, 12, 12, 14, 14, 16, 14, 16, 13},
                                       {0, 0, 12, 14, 15, 15, 16, 16, 33, 14}}};
constexpr HalfTable kPawnPlaces = {{{0, 0, 0, -2, 3, 10, 20, 20, 20, 0},
                                    {0, 0, 0, 0, 0, 18, 27, 30, 30, 0},
                                    {0, 0, 0, -2, 4, 22, 30, 45, 50, 0},
                                    {0, 0, 0, 0, 0, 35, 40, 55, 65, 2},
                                    {0, 0, 0, 6, 7, 40, 42, 55, 70, 4}}};
constexpr std::array<HalfTable, 8> kPlaces = {HalfTable{},  kKingPlaces,    kAdvisorPlaces, kElephantPlaces,
                                              kHorsePlaces, kChariotPlaces, kCannonPlaces,  kPawnPlaces};

int place_worth(Piece piece, int square) {
    const int column = column_of(square);
    const int file = column > 4 ? kColumns - 1 - column : column;
    const int rank = side_of(piece) == Side::kFirst ? kRows - 1 - row_of(square) : row_of(square);
    return kPlaces[kind_of(piece)][static_cast<std::size_t>(file)][static_cast<std::size_t>(rank)];
}

// The lab's value of one side; evaluate() is the difference. Every capture counts, even if it leaves the own king
// attacked, as in the lab.
int value(const Board& board, Side side) {
    int sum = 0;
    board.each_piece(side, [&](int square) {
        const Piece piece = board.at(square);
        sum += kMaterial[kind_of(piece)] + place_worth(piece, square);
        board.each_target(square, [&](int target) { sum += kNextCapture[kind_of(board.at(target))]; });
    });
    return sum;
}

}  // namespace

Score Lab::evaluate() const { return points(value(board(), mover()) - value(board(), other(mover()))); }

int Lab::capture_value(Move move) const { return kMaterial[kind_of(board().at(move.to))]; }

}  // namespace garlic::xiangqi

namespace garlic {

template class Engine<xiangqi::Lab>;

}  // namespace garlic
