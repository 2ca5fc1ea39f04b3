#include "games/xiangqi_evaluation.h"

#include <algorithm>

#include "games/xiangqi_sets.h"
#include "games/xiangqi_weights.h"

namespace garlic::xiangqi {
namespace {

constexpr auto kWeights = [] {
    std::array<Two, kFeatures> both{};
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
        both[feature] = two(xiangqi_weights::kMiddle[feature], xiangqi_weights::kEnd[feature]);
    return both;
}();

constexpr int place_feature_of(Piece piece, int square) {
    const int column = column_of(square);
    const int file = std::min(column, kColumns - 1 - column);
    const int rank = side_of(piece) == Side::kFirst ? kRows - 1 - row_of(square) : row_of(square);
    return kPlaces + (kind_of(piece) - kKing) * 50 + file * kRows + rank;
}

constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

// Adds up weights: what the engine asks.
class Sum {
public:
    void add(int feature, int number) { sum_ += number * kWeights[static_cast<std::size_t>(feature)]; }
    Two total() const { return sum_; }

private:
    Two sum_ = 0;
};

// Counts: what the trainer asks.
class Counts {
public:
    void add(int feature, int number) { counts_[static_cast<std::size_t>(feature)] += number; }
    const std::array<int, kFeatures>& all() const { return counts_; }

private:
    std::array<int, kFeatures> counts_{};
};

// The pieces of one side and what they attack, own pieces included: those are protected.
struct Army {
    struct Attacker {
        Kind kind;
        int square;
        int moves;
        Points attacks;  // of a cannon: what it could take
        Points goes;     // where it can go without taking, and what it attacks
    };
    std::array<Attacker, 6> attackers;  // horses, chariots, cannons
    int attacker_count = 0;
    std::array<int, 8> number{};        // by kind
    int crossed_pawns = 0;
    Points occupied = 0;
    Points attacked = 0;
    Points by_pawn = 0;
    Points by_small = 0;                // pawns, advisors, elephants
    Points by_less_than_chariot = 0;
    std::array<Points, 8> of_kind{};
};

// Both sides' pieces on the lines of the board.
struct Lines {
    explicit Lines(const Board& board) {
        for (int row = 0; row < kRows; ++row)
            rows[static_cast<std::size_t>(row)] =
                static_cast<Line>(board.row(Side::kFirst, row) | board.row(Side::kSecond, row));
        for (int column = 0; column < kColumns; ++column)
            columns[static_cast<std::size_t>(column)] =
                static_cast<Line>(board.column(Side::kFirst, column) | board.column(Side::kSecond, column));
    }
    std::array<Line, kRows> rows;
    std::array<Line, kColumns> columns;
};

Points gated_steps(const Board& board, Piece piece, int square) {
    Points found = 0;
    for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(square)])
        if (board.at(step.gate) == kEmpty) found |= point(step.square);
    return found;
}

void enlist(const Board& board, const Lines& lines, int square, Army& army) {
    const Piece piece = board.at(square);
    const Kind kind = kind_of(piece);
    const auto at = static_cast<std::size_t>(square);
    ++army.number[kind];
    army.of_kind[kind] |= point(square);
    army.occupied |= point(square);
    Points attacks = 0;
    switch (kind) {
        case kHorse: {
            int moves = 0;
            for (const Step step : kStepsFrom[piece][at]) {
                if (board.at(step.gate) != kEmpty) continue;
                attacks |= point(step.square);
                moves += (board.at(step.square) & piece & 24) == 0;
            }
            army.by_less_than_chariot |= attacks;
            army.attackers[static_cast<std::size_t>(army.attacker_count++)] = {kind, square, moves, attacks, attacks};
            break;
        }
        case kChariot: {
            const std::size_t row = kRowOf[at];
            const std::size_t column = kColumnOf[at];
            const Line along_row = kChariotAlongRow[column][lines.rows[row]];
            const Line along_column = kChariotAlongColumn[row][lines.columns[column]];
            attacks = row_points(along_row, static_cast<int>(row)) | column_points(along_column, static_cast<int>(column));
            const Side side = side_of(piece);
            const int moves = kOnes[along_row & ~board.row(side, static_cast<int>(row))] +
                              kOnes[along_column & ~board.column(side, static_cast<int>(column))];
            army.attackers[static_cast<std::size_t>(army.attacker_count++)] = {kind, square, moves, attacks, attacks};
            break;
        }
        case kCannon: {
            const std::size_t row = kRowOf[at];
            const std::size_t column = kColumnOf[at];
            attacks = row_points(kCannonAlongRow[column][lines.rows[row]], static_cast<int>(row)) |
                      column_points(kCannonAlongColumn[row][lines.columns[column]], static_cast<int>(column));
            const auto open_row = static_cast<Line>(kChariotAlongRow[column][lines.rows[row]] & ~lines.rows[row]);
            const auto open_column =
                static_cast<Line>(kChariotAlongColumn[row][lines.columns[column]] & ~lines.columns[column]);
            army.by_less_than_chariot |= attacks;
            army.attackers[static_cast<std::size_t>(army.attacker_count++)] = {
                kind, square, kOnes[open_row] + kOnes[open_column], attacks,
                row_points(open_row, static_cast<int>(row)) | column_points(open_column, static_cast<int>(column))};
            break;
        }
        case kPawn:
            attacks = kStepPoints[piece][at];
            army.by_pawn |= attacks;
            army.by_small |= attacks;
            army.by_less_than_chariot |= attacks;
            army.crossed_pawns += crossed_river(square, side_of(piece));
            break;
        case kElephant:
            attacks = gated_steps(board, piece, square);
            army.by_small |= attacks;
            army.by_less_than_chariot |= attacks;
            break;
        default:
            attacks = kStepPoints[piece][at];
            if (kind == kAdvisor) {
                army.by_small |= attacks;
                army.by_less_than_chariot |= attacks;
            }
    }
    army.attacked |= attacks;
}

// From where the king of a side can be checked, by the kind of the checker.
struct CheckPoints {
    CheckPoints(const Board& board, const Lines& lines, Side side) {
        const int king = board.king(side);
        const std::size_t row = kRowOf[static_cast<std::size_t>(king)];
        const std::size_t column = kColumnOf[static_cast<std::size_t>(king)];
        chariot = row_points(kChariotAlongRow[column][lines.rows[row]], static_cast<int>(row)) |
                  column_points(kChariotAlongColumn[row][lines.columns[column]], static_cast<int>(column));
        cannon = row_points(kCannonAlongRow[column][lines.rows[row]], static_cast<int>(row)) |
                 column_points(kCannonAlongColumn[row][lines.columns[column]], static_cast<int>(column));
        for (const Step step : kHorsesTo[static_cast<std::size_t>(king)])
            if (board.at(step.gate) == kEmpty) horse |= point(step.square);
    }
    Points horse = 0;
    Points chariot = 0;
    Points cannon = 0;
};

// How many pieces stand between two places of a line.
int between(Line line, int one, int two) {
    const int low = std::min(one, two);
    const int high = std::max(one, two);
    return kOnes[line & (bit(high) - 1u) & ~(bit(low + 1) - 1u)];
}

template <class Sink>
class View {
public:
    View(const Board& board, Sink& sink) : board_(board), lines_(board), sink_(sink) {
        for (const Side side : {Side::kFirst, Side::kSecond})
            board.each_piece(side, [&](int square) { enlist(board, lines_, square, armies_[index(side)]); });
    }

    void look(Side side, int sign) {
        side_ = side;
        sign_ = sign;
        attackers();
        threats();
        shapes();
        together();
    }

    const Army& army(Side side) const { return armies_[index(side)]; }

private:
    void add(int feature, int number = 1) { sink_.add(feature, sign_ * number); }
    const Army& own() const { return armies_[index(side_)]; }
    const Army& enemy() const { return armies_[1 - index(side_)]; }

    void attackers() {
        const CheckPoints checks(board_, lines_, other(side_));
        const int advisors = std::min(enemy().number[kAdvisor], 2);
        for (int number = 0; number < own().attacker_count; ++number) {
            const auto& piece = own().attackers[static_cast<std::size_t>(number)];
            const int order = piece.kind - kHorse;
            Points from = 0;
            if (piece.kind == kHorse) {
                add(kHorseMoves + piece.moves);
                from = checks.horse & piece.goes;
            } else if (piece.kind == kChariot) {
                add(kChariotMoves + piece.moves);
                from = checks.chariot & piece.goes;
            } else {
                add(kCannonMoves + piece.moves);
                from = checks.cannon & (piece.goes | (piece.attacks & enemy().occupied));
                cannon_before_king(piece.square);
            }
            add(kPalaceHits + order * 3 + advisors, count_in_palace(piece.attacks, other(side_)));
            from &= ~own().occupied;
            if ((from & ~enemy().attacked) != 0) {
                add(kSafeChecks + order);
            } else if (from != 0) {
                add(kOtherChecks + order);
            }
        }
        add(kPalaceHits + 3 * 3 + advisors, count_in_palace(own().by_pawn, other(side_)));
    }

    void cannon_before_king(int square) {
        const int king = board_.king(other(side_));
        if (column_of(square) == column_of(king)) {
            const int pieces = between(lines_.columns[kColumnOf[static_cast<std::size_t>(king)]], row_of(square), row_of(king));
            if (pieces == 0) add(kHollowCannon);
            if (pieces == 2) add(kPinningCannon);
        } else if (row_of(square) == row_of(king)) {
            const int pieces = between(lines_.rows[kRowOf[static_cast<std::size_t>(king)]], column_of(square), column_of(king));
            if (pieces == 0) add(kBottomCannon);
            if (pieces == 2) add(kPinningBottomCannon);
        }
    }

    void threats() {
        for (Points left = own().attacked & enemy().occupied; left != 0; left &= left - 1) {
            const int square = lowest(left);
            const Kind kind = kind_of(board_.at(square));
            if (kind == kKing) continue;
            if (!has(enemy().attacked, square)) {
                add(kHanging + (kind - kAdvisor));
            } else if (kind == kChariot ? has(own().by_less_than_chariot, square)
                                        : (kind == kHorse || kind == kCannon) && has(own().by_small, square)) {
                add(kAttackedByLess + (kind - kHorse));
            }
        }
    }

    void shapes() {
        const auto& kinds = own().of_kind;
        const Points attacked = own().attacked;
        if (own().number[kChariot] == 2) {
            for (int number = 0; number < own().attacker_count; ++number) {
                const auto& piece = own().attackers[static_cast<std::size_t>(number)];
                if (piece.kind != kChariot) continue;
                if ((piece.attacks & kinds[kChariot]) != 0) add(kLinkedChariots);
                break;
            }
        }
        // Side by side: no pawn reaches the edge of the next row by a shift, as one file apart is meant.
        constexpr Points kNotFirstFile = ~kFirstColumn[(1u << kRows) - 1];
        const Points over = kinds[kPawn] & (side_ == Side::kFirst ? point(kSquares / 2) - 1 : ~(point(kSquares / 2) - 1));
        add(kPawnPairs, count(over & (over << 1) & kNotFirstFile));
        if (own().number[kElephant] == 2 &&
            (gated_steps(board_, piece_of(side_, kElephant), lowest(kinds[kElephant])) & kinds[kElephant]) != 0)
            add(kLinkedElephants);
        if (own().number[kAdvisor] == 2 &&
            (kStepPoints[piece_of(side_, kAdvisor)][static_cast<std::size_t>(lowest(kinds[kAdvisor]))] &
             kinds[kAdvisor]) != 0)
            add(kLinkedAdvisors);
        add(kProtected, count(kinds[kHorse] & attacked));
        add(kProtected + 1, count(kinds[kCannon] & attacked));
        add(kProtected + 2, count(kinds[kPawn] & attacked));

        const int king = board_.king(side_);
        const std::size_t column = kColumnOf[static_cast<std::size_t>(king)];
        const unsigned ahead = side_ == Side::kFirst ? bit(row_of(king)) - 1u : ~(bit(row_of(king) + 1) - 1u);
        if (kOnes[lines_.columns[column] & ahead] == 1) add(kKingsFile);
    }

    void together() {
        const auto& number = own().number;
        const int missing_advisors = 2 - std::min(enemy().number[kAdvisor], 2);
        const int missing_elephants = 2 - std::min(enemy().number[kElephant], 2);
        const std::array<int, 4> forces = {number[kHorse], number[kChariot], number[kCannon], own().crossed_pawns};
        for (int force = 0; force < 4; ++force) {
            add(kAgainstAdvisors + force, missing_advisors * forces[static_cast<std::size_t>(force)]);
            add(kAgainstElephants + force, missing_elephants * forces[static_cast<std::size_t>(force)]);
        }
        const int crowd = count(own().occupied | enemy().occupied);
        add(kCannonScreens, number[kCannon] * (number[kAdvisor] + number[kElephant]));
        add(kHorsesInCrowd, number[kHorse] * crowd);
        add(kCannonsInCrowd, number[kCannon] * crowd);
        if (number[kChariot] > 0 && enemy().number[kChariot] == 0) add(kChariotAhead);
        if (number[kHorse] > 0 && number[kCannon] > 0) add(kHorseAndCannon);
        for (int kind = kHorse; kind <= kCannon; ++kind)
            if (number[static_cast<std::size_t>(kind)] == 2) add(kTwoOf + kind - kHorse);
    }

    const Board& board_;
    const Lines lines_;
    Sink& sink_;
    std::array<Army, 2> armies_;
    Side side_ = Side::kFirst;
    int sign_ = 1;
};

// Few attackers seldom win: in sixteenths, what is left of an advantage.
int winning_chances(const Army& own, const Army& enemy) {
    const int minor = own.number[kHorse] + own.number[kCannon] + own.number[kPawn];
    if (own.number[kChariot] > 0) return 16;
    if (minor == 0) return 1;
    const int guards = enemy.number[kAdvisor] + enemy.number[kElephant];
    if (minor == 1 && guards >= 2) return 4;
    return 16;
}

}  // namespace

int place_feature(Piece piece, int square) { return place_feature_of(piece, square); }

constexpr std::array<std::array<Two, kSquares>, kPieceCodes> kPlaceWorth = [] {
    std::array<std::array<Two, kSquares>, kPieceCodes> table{};
    for (const Side side : {Side::kFirst, Side::kSecond})
        for (const Kind kind : {kKing, kAdvisor, kElephant, kHorse, kChariot, kCannon, kPawn}) {
            const Piece piece = piece_of(side, kind);
            for (int square = 0; square < kSquares; ++square) {
                Two worth = kWeights[static_cast<std::size_t>(place_feature_of(piece, square))];
                if (kind != kKing) worth += kWeights[static_cast<std::size_t>(kMaterial + (kind - kAdvisor))];
                table[piece][static_cast<std::size_t>(square)] = side == Side::kFirst ? worth : -worth;
            }
        }
    return table;
}();

int evaluate(const Board& board, Side mover, Two places, int phase) {
    Sum sum;
    View<Sum> view(board, sum);
    view.look(mover, 1);
    view.look(other(mover), -1);
    sum.add(kTempo, 1);
    const Two total = sum.total() + (mover == Side::kFirst ? places : -places);
    const int middle = std::min(phase, kAllPhase);
    const int worth = (middle_of(total) * middle + end_of(total) * (kAllPhase - middle)) / kAllPhase;
    const Side better = worth > 0 ? mover : other(mover);
    return worth * winning_chances(view.army(better), view.army(other(better))) / 16;
}

std::array<int, kFeatures> features(const Board& board, Side mover) {
    Counts counts;
    View<Counts> view(board, counts);
    view.look(mover, 1);
    view.look(other(mover), -1);
    counts.add(kTempo, 1);
    for (const Side side : {Side::kFirst, Side::kSecond})
        board.each_piece(side, [&](int square) {
            const Piece piece = board.at(square);
            const int sign = side == mover ? 1 : -1;
            counts.add(place_feature_of(piece, square), sign);
            if (kind_of(piece) != kKing) counts.add(kMaterial + (kind_of(piece) - kAdvisor), sign);
        });
    return counts.all();
}

}  // namespace garlic::xiangqi
