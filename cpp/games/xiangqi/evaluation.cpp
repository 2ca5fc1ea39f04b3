#include "games/xiangqi/evaluation.h"

#include <algorithm>
#include <span>

#include "games/xiangqi/board/point_sets.h"
#include "games/xiangqi/weights.h"

namespace garlic::xiangqi {
namespace {

constexpr auto kWeights = [] {
    std::array<PhasePair, kFeatures> both{};
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
        both[feature] = phase_pair(weights::kMiddle[feature], weights::kEnd[feature]);
    return both;
}();

constexpr int place_feature_of(Piece piece, int square) {
    const int column = column_of(square);
    const int file = std::min(column, kColumns - 1 - column);
    const int rank = side_of(piece) == Side::kFirst ? kRows - 1 - row_of(square) : row_of(square);
    return kPlaces + (kind_of(piece) - kKing) * 50 + file * kRows + rank;
}

constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

// A sink that sums weights, for the engine.
class Sum {
public:
    void add(int feature, int number) { sum_ += number * kWeights[static_cast<std::size_t>(feature)]; }
    PhasePair total() const { return sum_; }

private:
    PhasePair sum_ = 0;
};

// A sink that counts features, for training.
class Counts {
public:
    void add(int feature, int number) { counts_[static_cast<std::size_t>(feature)] += number; }
    const std::array<int, kFeatures>& all() const { return counts_; }

private:
    std::array<int, kFeatures> counts_{};
};

// Both sides' occupancy of the lines.
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

PointSet gated_steps(const Board& board, Piece piece, int square) {
    PointSet found = 0;
    for (const Step step : kStepsFrom[piece][static_cast<std::size_t>(square)])
        if (board.at(step.gate) == kEmpty) found |= point(step.square);
    return found;
}

PointSet horse_points(const Board& board, int square) {
    const auto& legs = kLegs[static_cast<std::size_t>(square)];
    unsigned blocked = 0;
    for (unsigned leg = 0; leg < 4; ++leg) blocked |= unsigned{board.at(legs[leg]) != kEmpty} << leg;
    return kHorsePoints[static_cast<std::size_t>(square)][blocked];
}

// The pieces of one side and what they attack or protect.
class Army {
public:
    struct Attacker {
        Kind kind;
        int square;
        int moves;
        PointSet attacks;  // of a cannon: what it could capture
        PointSet goes;     // targets without capture, and attacks
    };

    Army(const Board& board, const Lines& lines, Side side) : board_(board), lines_(lines), side_(side) {
        by_pawn = pawn_attacks(of(kPawn), side);
        by_small = by_pawn;
        each_point(of(kAdvisor), [&](int square) { by_small |= steps(kAdvisor, square); });
        each_point(of(kElephant),
                   [&](int square) { by_small |= gated_steps(board, piece_of(side, kElephant), square); });
        by_less_than_chariot = by_small;
        each_point(of(kHorse), [&](int square) { enlist_horse(square); });
        each_point(of(kCannon), [&](int square) { enlist_cannon(square); });
        attacked = by_less_than_chariot | steps(kKing, board.king(side));
        each_point(of(kChariot), [&](int square) { enlist_chariot(square); });
    }

    PointSet occupied() const { return board_.pieces(side_); }
    PointSet of(Kind kind) const { return board_.pieces(side_, kind); }
    int number(Kind kind) const { return board_.number(side_, kind); }
    PointSet crossed_pawns() const {
        constexpr PointSet kFar = (PointSet{1} << kSquares / 2) - 1;
        return of(kPawn) & (side_ == Side::kFirst ? kFar : ~kFar);
    }
    std::span<const Attacker> attackers() const { return {attackers_.data(), attacker_count_}; }

    PointSet attacked;
    PointSet by_pawn;
    PointSet by_small;  // pawns, advisors, elephants
    PointSet by_less_than_chariot;

private:
    static constexpr std::size_t kMostAttackers = 6;

    PointSet steps(Kind kind, int square) const {
        return kStepPoints[piece_of(side_, kind)][static_cast<std::size_t>(square)];
    }
    void enlist(const Attacker& attacker) { attackers_[attacker_count_++] = attacker; }

    void enlist_horse(int square) {
        const PointSet attacks = horse_points(board_, square);
        by_less_than_chariot |= attacks;
        enlist({kHorse, square, count(attacks & ~occupied()), attacks, attacks});
    }

    void enlist_chariot(int square) {
        const std::size_t row = kRowOf[static_cast<std::size_t>(square)];
        const std::size_t column = kColumnOf[static_cast<std::size_t>(square)];
        const Line along_row = kChariotAlongRow[column][lines_.rows[row]];
        const Line along_column = kChariotAlongColumn[row][lines_.columns[column]];
        const PointSet attacks = points(along_row, along_column, row, column);
        attacked |= attacks;
        const int moves = kOnes[along_row & ~board_.row(side_, static_cast<int>(row))] +
                          kOnes[along_column & ~board_.column(side_, static_cast<int>(column))];
        enlist({kChariot, square, moves, attacks, attacks});
    }

    void enlist_cannon(int square) {
        const std::size_t row = kRowOf[static_cast<std::size_t>(square)];
        const std::size_t column = kColumnOf[static_cast<std::size_t>(square)];
        const Line full_row = lines_.rows[row];
        const Line full_column = lines_.columns[column];
        const PointSet attacks =
            points(kCannonAlongRow[column][full_row], kCannonAlongColumn[row][full_column], row, column);
        const auto open_row = static_cast<Line>(kChariotAlongRow[column][full_row] & ~full_row);
        const auto open_column = static_cast<Line>(kChariotAlongColumn[row][full_column] & ~full_column);
        by_less_than_chariot |= attacks;
        enlist({kCannon, square, kOnes[open_row] + kOnes[open_column], attacks,
                points(open_row, open_column, row, column)});
    }

    static PointSet points(Line in_row, Line in_column, std::size_t row, std::size_t column) {
        return row_points(in_row, static_cast<int>(row)) | column_points(in_column, static_cast<int>(column));
    }

    const Board& board_;
    const Lines& lines_;
    const Side side_;
    std::array<Attacker, kMostAttackers> attackers_;  // horses, chariots, cannons
    std::size_t attacker_count_ = 0;
};

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
    PointSet horse = 0;
    PointSet chariot = 0;
    PointSet cannon = 0;
};

// The number of pieces between two points of a line.
int between(Line line, int one, int another) {
    const int low = std::min(one, another);
    const int high = std::max(one, another);
    return kOnes[line & (bit(high) - 1u) & ~(bit(low + 1) - 1u)];
}

template <class Sink>
class View {
public:
    View(const Board& board, Sink& sink)
        : board_(board),
          lines_(board),
          sink_(sink),
          armies_{Army(board, lines_, Side::kFirst), Army(board, lines_, Side::kSecond)} {}

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
        const int advisors = std::min(enemy().number(kAdvisor), 2);
        for (const auto& piece : own().attackers()) {
            const int order = piece.kind - kHorse;
            PointSet from = 0;
            if (piece.kind == kHorse) {
                add(kHorseMoves + piece.moves);
                from = checks.horse & piece.goes;
            } else if (piece.kind == kChariot) {
                add(kChariotMoves + piece.moves);
                from = checks.chariot & piece.goes;
            } else {
                add(kCannonMoves + piece.moves);
                from = checks.cannon & (piece.goes | (piece.attacks & enemy().occupied()));
                cannon_before_king(piece.square);
            }
            add(kPalaceHits + order * 3 + advisors, count_in_palace(piece.attacks, other(side_)));
            from &= ~own().occupied();
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
            const int pieces =
                between(lines_.columns[kColumnOf[static_cast<std::size_t>(king)]], row_of(square), row_of(king));
            if (pieces == 0) add(kHollowCannon);
            if (pieces == 2) add(kPinningCannon);
        } else if (row_of(square) == row_of(king)) {
            const int pieces =
                between(lines_.rows[kRowOf[static_cast<std::size_t>(king)]], column_of(square), column_of(king));
            if (pieces == 0) add(kBottomCannon);
            if (pieces == 2) add(kPinningBottomCannon);
        }
    }

    void threats() {
        const PointSet prey = own().attacked & enemy().occupied() & ~enemy().of(kKing);
        each_point(prey & ~enemy().attacked,
                   [&](int square) { add(kHanging + (kind_of(board_.at(square)) - kAdvisor)); });
        const PointSet dear = (enemy().of(kChariot) & own().by_less_than_chariot) |
                              ((enemy().of(kHorse) | enemy().of(kCannon)) & own().by_small);
        each_point(dear & enemy().attacked,
                   [&](int square) { add(kAttackedByLess + (kind_of(board_.at(square)) - kHorse)); });
    }

    void shapes() {
        const PointSet attacked = own().attacked;
        if (own().number(kChariot) == 2) {
            for (const auto& piece : own().attackers()) {
                if (piece.kind != kChariot) continue;
                if ((piece.attacks & own().of(kChariot)) != 0) add(kLinkedChariots);
                break;
            }
        }
        // Neighbours in a row: the shift must not wrap from one row to the next.
        constexpr PointSet kNotFirstFile = ~kFirstColumn[(1u << kRows) - 1];
        const PointSet over = own().crossed_pawns();
        if (const PointSet pairs = over & (over << 1) & kNotFirstFile; pairs != 0) add(kPawnPairs, count(pairs));
        if (own().number(kElephant) == 2 && protect_each_other(kElephant)) add(kLinkedElephants);
        if (own().number(kAdvisor) == 2 && protect_each_other(kAdvisor)) add(kLinkedAdvisors);
        add(kProtected, count(own().of(kHorse) & attacked));
        add(kProtected + 1, count(own().of(kCannon) & attacked));
        add(kProtected + 2, count(own().of(kPawn) & attacked));

        const int king = board_.king(side_);
        const std::size_t column = kColumnOf[static_cast<std::size_t>(king)];
        const unsigned ahead = side_ == Side::kFirst ? bit(row_of(king)) - 1u : ~(bit(row_of(king) + 1) - 1u);
        if (kOnes[lines_.columns[column] & ahead] == 1) add(kKingsFile);
    }

    bool protect_each_other(Kind kind) const {
        const PointSet both = own().of(kind);
        return (gated_steps(board_, piece_of(side_, kind), lowest(both)) & both) != 0;
    }

    void together() {
        const int horses = own().number(kHorse);
        const int chariots = own().number(kChariot);
        const int cannons = own().number(kCannon);
        const int missing_advisors = 2 - std::min(enemy().number(kAdvisor), 2);
        const int missing_elephants = 2 - std::min(enemy().number(kElephant), 2);
        if (missing_advisors + missing_elephants > 0) {
            const std::array<int, 4> forces = {horses, chariots, cannons, count(own().crossed_pawns())};
            for (int force = 0; force < 4; ++force) {
                add(kAgainstAdvisors + force, missing_advisors * forces[static_cast<std::size_t>(force)]);
                add(kAgainstElephants + force, missing_elephants * forces[static_cast<std::size_t>(force)]);
            }
        }
        add(kCannonScreens, cannons * (own().number(kAdvisor) + own().number(kElephant)));
        add(kHorsesInCrowd, horses * crowd_);
        add(kCannonsInCrowd, cannons * crowd_);
        if (chariots > 0 && enemy().number(kChariot) == 0) add(kChariotAhead);
        if (horses > 0 && cannons > 0) add(kHorseAndCannon);
        for (const Kind kind : {kHorse, kChariot, kCannon})
            if (own().number(kind) == 2) add(kTwoOf + (kind - kHorse));
    }

    const Board& board_;
    const Lines lines_;
    Sink& sink_;
    const std::array<Army, 2> armies_;
    const int crowd_ = count(armies_[0].occupied() | armies_[1].occupied());
    Side side_ = Side::kFirst;
    int sign_ = 1;
};

// Few attackers seldom win: the share of an advantage that is kept, in sixteenths.
int winning_chances(const Army& own, const Army& enemy) {
    if (own.number(kChariot) > 0) return 16;
    const int minor = own.number(kHorse) + own.number(kCannon) + own.number(kPawn);
    if (minor == 0) return 1;
    const int guards = enemy.number(kAdvisor) + enemy.number(kElephant);
    if (minor == 1 && guards >= 2) return 4;
    return 16;
}

}  // namespace

int place_feature(Piece piece, int square) { return place_feature_of(piece, square); }

constexpr std::array<std::array<PhasePair, kSquares>, kPieceCodes> kPlaceValue = [] {
    std::array<std::array<PhasePair, kSquares>, kPieceCodes> table{};
    for (const Side side : {Side::kFirst, Side::kSecond})
        for (const Kind kind : {kKing, kAdvisor, kElephant, kHorse, kChariot, kCannon, kPawn}) {
            const Piece piece = piece_of(side, kind);
            for (int square = 0; square < kSquares; ++square) {
                PhasePair value = kWeights[static_cast<std::size_t>(place_feature_of(piece, square))];
                if (kind != kKing) value += kWeights[static_cast<std::size_t>(kMaterial + (kind - kAdvisor))];
                table[piece][static_cast<std::size_t>(square)] = side == Side::kFirst ? value : -value;
            }
        }
    return table;
}();

int evaluate(const Board& board, Side mover, PhasePair places, int phase) {
    Sum sum;
    View<Sum> view(board, sum);
    view.look(mover, 1);
    view.look(other(mover), -1);
    sum.add(kTempo, 1);
    const PhasePair total = sum.total() + (mover == Side::kFirst ? places : -places);
    const int middle = std::min(phase, kAllPhase);
    const int value = (middle_of(total) * middle + end_of(total) * (kAllPhase - middle)) / kAllPhase;
    const Side better = value > 0 ? mover : other(mover);
    return value * winning_chances(view.army(better), view.army(other(better))) / 16;
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
