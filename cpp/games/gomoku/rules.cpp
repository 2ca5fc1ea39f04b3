#include "games/gomoku/rules.h"

#include <algorithm>
#include <bit>

#include "garlic/text.h"

namespace garlic::gomoku {
namespace {

constexpr int kReach = 5;         // how far along a line a stone can matter for a five
constexpr int kFewestStones = 4;  // a double-three takes two stones on each of two lines

struct Step {
    int right;
    int up;
};
constexpr Step kSteps[LineBits::kDirections] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

// ---- What a black stone makes on one line ---------------------------------------------------

struct LineShape {
    std::uint8_t run = 0;    // length of the unbroken row through it, at most 6
    std::uint8_t fours = 0;  // fours it is part of
    // Offsets from the stone that turn its three into a straight four; 0 for none.
    std::array<std::int8_t, 2> extensions{};
};

// A stretch: eleven points as bits with the stone in the middle.
constexpr std::uint32_t kMiddle = 1u << kReach;

constexpr std::uint32_t places(int first, int length) { return ((1u << length) - 1) << first; }

// Is the stretch of `length` points from `first` not touched by further black stones?
constexpr bool bounded(std::uint32_t black, int first, int length) {
    return ((black >> (first - 1)) & 1) == 0 && ((black >> (first + length)) & 1) == 0;
}

// Length of the unbroken row through `bit` of `word`.
constexpr int run_through(std::uint32_t word, int bit) {
    return std::countr_one(word >> bit) + std::countl_one(word << (31 - bit)) - 1;
}

constexpr LineShape shape_of(std::uint32_t black, std::uint32_t empty) {
    LineShape shape;
    shape.run = static_cast<std::uint8_t>(std::min(run_through(black, kReach), 6));

    // Fours are identified by their stones: a straight four counts once.
    std::uint32_t last_four = 0;
    for (int first = kReach - 4; first <= kReach; ++first) {
        const std::uint32_t five = places(first, 5);
        const std::uint32_t stones = black & five;
        if (std::popcount(stones) != 4 || (empty & five) == 0 || !bounded(black, first, 5)) continue;
        if (stones != last_four) ++shape.fours;
        last_four = stones;
    }

    std::size_t found = 0;
    for (int first = kReach - 3; first <= kReach; ++first) {
        const std::uint32_t four = places(first, 4);
        const std::uint32_t ends = places(first - 1, 1) | places(first + 4, 1);
        if (std::popcount(black & four) != 3 || (empty & four) == 0) continue;
        if ((empty & ends) != ends || !bounded(black, first - 1, 6)) continue;
        shape.extensions[found++] = static_cast<std::int8_t>(std::countr_zero(empty & four) - kReach);
    }
    return shape;
}

// All shapes, indexed by the ten points around the stone.
class RenjuShapeTable {
public:
    RenjuShapeTable() {
        for (std::uint32_t around = 0; around < kAround; ++around) {
            int digits = 0;
            for (int place = 0, power = 1; place < 2 * kReach; ++place, power *= 3)
                if ((around >> place) & 1) digits += power;
            ternary_[around] = static_cast<std::uint16_t>(digits);
        }
        for (std::uint32_t black = 0; black < kAround; ++black)
            for (std::uint32_t empty = 0; empty < kAround; ++empty)
                if ((black & empty) == 0)
                    shapes_[index(black, empty)] = shape_of(unfolded(black) | kMiddle, unfolded(empty));
    }

    // The shape of a black stone on `bit` of a line.
    const LineShape& at(std::uint32_t black, std::uint32_t empty, int bit) const {
        return shapes_[index(folded(black, bit), folded(empty, bit))];
    }

private:
    static constexpr std::uint32_t kAround = 1u << (2 * kReach);

    static std::uint32_t folded(std::uint32_t word, int bit) {
        const std::uint32_t stretch = (word << kReach) >> bit;
        return (stretch & places(0, kReach)) | ((stretch >> 1) & places(kReach, kReach));
    }
    static std::uint32_t unfolded(std::uint32_t around) {
        return (around & places(0, kReach)) | ((around & places(kReach, kReach)) << 1);
    }
    std::size_t index(std::uint32_t black, std::uint32_t empty) const {
        return static_cast<std::size_t>(ternary_[black]) + 2u * ternary_[empty];
    }

    std::array<std::uint16_t, kAround> ternary_{};
    std::array<LineShape, 59049> shapes_{};  // 3 to the 10th
};

const RenjuShapeTable kShapes;

// ---- Renju ----------------------------------------------------------------------------------

// The verdict on a black stone on an empty point by the recursive definition; below `depth` every three
// counts.
RenjuVerdict judge(const LineBits& black, const LineBits& empty, int column, int row, int depth) {
    std::array<const LineShape*, LineBits::kDirections> shapes;
    int fours = 0;
    int threes = 0;
    int longest = 0;
    bool five = false;
    for (int direction = 0; direction < LineBits::kDirections; ++direction) {
        const auto at = LineBits::line_of(column, row, direction);
        const LineShape& shape = kShapes.at(black.word(at.line), empty.word(at.line), at.bit);
        shapes[static_cast<std::size_t>(direction)] = &shape;
        five |= shape.run == 5;
        longest = std::max<int>(longest, shape.run);
        fours += shape.fours;
        threes += shape.extensions[0] != 0;
    }
    if (five) return RenjuVerdict::kFive;
    if (longest > 5) return RenjuVerdict::kOverline;
    if (fours >= 2) return RenjuVerdict::kDoubleFour;
    if (threes < 2) return RenjuVerdict::kLegal;
    if (depth == 0) return RenjuVerdict::kDoubleThree;

    LineBits black_after = black;
    LineBits empty_after = empty;
    black_after.flip(column, row);
    empty_after.flip(column, row);
    // A five is not a straight four, and a forbidden point cannot be played.
    const auto extends = [&](int distance, Step step) {
        return distance != 0 && judge(black_after, empty_after, column + distance * step.right,
                                      row + distance * step.up, depth - 1) == RenjuVerdict::kLegal;
    };
    int real = 0;
    for (std::size_t direction = 0; direction < shapes.size() && real + threes >= 2; ++direction) {
        const auto& extensions = shapes[direction]->extensions;
        if (extensions[0] == 0) continue;
        --threes;
        if (extends(extensions[0], kSteps[direction]) || extends(extensions[1], kSteps[direction])) ++real;
        if (real == 2) return RenjuVerdict::kDoubleThree;
    }
    return RenjuVerdict::kLegal;
}

bool forbids(RenjuVerdict verdict) { return verdict != RenjuVerdict::kLegal && verdict != RenjuVerdict::kFive; }

constexpr std::string_view rule_name(Rule rule) {
    switch (rule) {
        case Rule::kFreestyle: return "freestyle";
        case Rule::kStandard: return "standard";
        default: return "renju";
    }
}

// Calls visit(column, row) for every point of `lines`, row by row from the lower left corner.
template <class Visit>
void each_point(const LineBits& lines, int size, Visit visit) {
    for (int row = 0; row < size; ++row)
        for (std::uint32_t left = lines.word(row); left != 0; left &= left - 1) visit(std::countr_zero(left), row);
}

}  // namespace

const char* name(RenjuVerdict verdict) {
    switch (verdict) {
        case RenjuVerdict::kOverline: return "overline";
        case RenjuVerdict::kDoubleFour: return "double-four";
        case RenjuVerdict::kDoubleThree: return "double-three";
        default: return "legal";
    }
}

template <Rule kRule>
Position<kRule> Position<kRule>::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 4) throw ParseError("expected rule set, rows, side to move and passes");
    if (fields[0] != rule_name(kRule)) throw ParseError("expected the rule set " + std::string(rule_name(kRule)));
    const auto rows = split(fields[1], '/');
    Position game;
    game.size_ = static_cast<int>(rows.size());
    if (game.size_ < kSmallest || game.size_ > kLargest || (kRule == Rule::kRenju && game.size_ != kUsual))
        throw ParseError("expected 5 to 20 rows, or 15 for renju");
    for (int row = 0; row < game.size_; ++row) {
        const auto cells = rows[rows.size() - 1 - static_cast<std::size_t>(row)];
        if (cells.size() != rows.size()) throw ParseError("expected as many columns as rows");
        for (int column = 0; column < game.size_; ++column) {
            const char stone = cells[static_cast<std::size_t>(column)];
            if (stone == 'x') game.stones_[0].flip(column, row);
            else if (stone == 'o') game.stones_[1].flip(column, row);
            else if (stone == '.') game.empty_.flip(column, row);
            else throw ParseError("expected 'x', 'o' or '.'");
            game.black_count_ += stone == 'x';
            game.empties_ += stone == '.';
        }
    }
    if (fields[2] != "b" && fields[2] != "w") throw ParseError("expected the side to move, 'b' or 'w'");
    game.mover_ = fields[2] == "b" ? Side::kFirst : Side::kSecond;
    const auto passes = whole_number(fields[3], 0, kLastPass);
    if (!passes) throw ParseError("expected the passes made in a row, 0 to 2");
    game.passes_ = static_cast<std::uint8_t>(*passes);

    for (const Side side : {Side::kFirst, Side::kSecond})
        each_point(game.stones(side), game.size_, [&](int column, int row) {
            if (!game.wins(side, column, row)) return;
            if (game.winner_ && *game.winner_ != side) throw ParseError("expected a winning row of one colour at most");
            game.winner_ = side;
        });
    return game;
}

template <Rule kRule>
std::string Position<kRule>::str() const {
    std::string text{rule_name(kRule)};
    for (int row = size_ - 1; row >= 0; --row) {
        text += row == size_ - 1 ? ' ' : '/';
        for (int column = 0; column < size_; ++column) {
            const auto has = [&](const LineBits& lines) { return (lines.word(row) >> column) & 1; };
            text += has(stones_[0]) ? 'x' : has(stones_[1]) ? 'o' : '.';
        }
    }
    return text + (mover_ == Side::kFirst ? " b " : " w ") + std::to_string(passes_);
}

template <Rule kRule>
typename Position<kRule>::Move Position<kRule>::parse_move(std::string_view text) const {
    if (text == "pass") return kPass;
    if (text.size() >= 2 && text[0] >= 'a' && text[0] < 'a' + kLargest)
        if (const auto row = whole_number(text.substr(1), 1, kLargest))
            return {static_cast<std::uint8_t>(text[0] - 'a'), static_cast<std::uint8_t>(*row - 1)};
    throw ParseError("expected a crossing like 'h8', or 'pass'");
}

template <Rule kRule>
std::string Position<kRule>::move_str(Move move) const {
    if (move == kPass) return "pass";
    return static_cast<char>('a' + move.column) + std::to_string(move.row + 1);
}

template <Rule kRule>
bool Position<kRule>::wins(Side side, int column, int row) const {
    const bool longer_wins = kRule == Rule::kFreestyle || (kRule == Rule::kRenju && side == Side::kSecond);
    for (int direction = 0; direction < LineBits::kDirections; ++direction) {
        const auto at = LineBits::line_of(column, row, direction);
        const int run = run_through(stones(side).word(at.line), at.bit);
        if (run == 5 || (longer_wins && run > 5)) return true;
    }
    return false;
}

template <Rule kRule>
bool Position<kRule>::black_restricted() const {
    return kRule == Rule::kRenju && black_count_ >= kFewestStones;
}

template <Rule kRule>
bool Position<kRule>::is_forbidden(int column, int row, int depth) const {
    return forbids(judge(stones_[0], empty_, column, row, depth));
}

template <Rule kRule>
void Position<kRule>::legal_moves(MoveList<Position>& out) const {
    if (over()) return;
    const bool restricted = mover_ == Side::kFirst && black_restricted();
    each_point(empty_, size_, [&](int column, int row) {
        if (!restricted || !is_forbidden(column, row))
            out.push({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
    });
    out.push(kPass);
}

template <Rule kRule>
std::size_t Position<kRule>::count_moves() const {
    if (over()) return 0;
    auto count = static_cast<std::size_t>(empties_) + 1;
    if (mover_ == Side::kFirst && black_restricted())
        each_point(empty_, size_, [&](int column, int row) { count -= is_forbidden(column, row); });
    return count;
}

template <Rule kRule>
typename Position<kRule>::Undo Position<kRule>::make(Move move) {
    const Undo undo{passes_};
    if (move == kPass) {
        ++passes_;
    } else {
        stones_[static_cast<std::size_t>(mover_)].flip(move.column, move.row);
        empty_.flip(move.column, move.row);
        --empties_;
        black_count_ += mover_ == Side::kFirst;
        passes_ = 0;
        if (wins(mover_, move.column, move.row)) winner_ = mover_;
    }
    mover_ = other(mover_);
    return undo;
}

template <Rule kRule>
void Position<kRule>::undo(Move move, Undo undo) {
    mover_ = other(mover_);
    passes_ = undo.passes;
    if (move == kPass) return;
    stones_[static_cast<std::size_t>(mover_)].flip(move.column, move.row);
    empty_.flip(move.column, move.row);
    ++empties_;
    black_count_ -= mover_ == Side::kFirst;
    winner_.reset();  // nothing is played after a win
}

template <Rule kRule>
std::vector<std::pair<typename Position<kRule>::Move, RenjuVerdict>> Position<kRule>::forbidden() const {
    std::vector<std::pair<Move, RenjuVerdict>> points;
    if (over() || !black_restricted()) return points;
    each_point(empty_, size_, [&](int column, int row) {
        const RenjuVerdict verdict = judge(stones_[0], empty_, column, row, kAnyDepth);
        if (forbids(verdict))
            points.push_back({{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}, verdict});
    });
    return points;
}

template class Position<Rule::kFreestyle>;
template class Position<Rule::kStandard>;
template class Position<Rule::kRenju>;

}  // namespace garlic::gomoku

namespace garlic {

template std::uint64_t perft<gomoku::FreestylePosition>(gomoku::FreestylePosition&, int);
template std::uint64_t perft<gomoku::StandardPosition>(gomoku::StandardPosition&, int);
template std::uint64_t perft<gomoku::RenjuPosition>(gomoku::RenjuPosition&, int);

}  // namespace garlic
