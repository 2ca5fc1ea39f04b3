#include "games/xiangqi/player.h"

namespace garlic::xiangqi {

namespace {

// The score of a side that loses by a cycle which the rules have not yet counted to the end.
constexpr Score kCycleLost = -20'000;

// A set of points as a hash.
std::uint64_t hash(PointSet set, std::uint64_t before = 0) {
    constexpr std::uint64_t kFactor = 0x9E37'79B9'7F4A'7C15;
    for (const auto half : {static_cast<std::uint64_t>(set), static_cast<std::uint64_t>(set >> 64)}) {
        before = (before ^ half) * kFactor;
        before ^= before >> 29;
    }
    return before * kFactor;
}

PhasePair value(Piece piece, int square) { return kPlaceValue[piece][static_cast<std::size_t>(square)]; }

}  // namespace

Player::Player(const Position& position) : Position(position), checked_(Position::in_check()) {
    for (const Side side : {Side::kFirst, Side::kSecond})
        board().each_piece(side, [&](int square) {
            const Piece piece = board().at(square);
            places_ += value(piece, square);
            phase_ = static_cast<std::int16_t>(phase_ + phase_of(piece));
        });
}

Player::Undo Player::make(Move move) {
    const Piece piece = board().at(move.from);
    const Undo undo{Position::make(move), places_, phase_, checked_};
    places_ += value(piece, move.to) - value(piece, move.from);
    if (const Piece taken = undo.rules.taken; taken != kEmpty) {
        places_ -= value(taken, move.to);
        phase_ = static_cast<std::int16_t>(phase_ - phase_of(taken));
    }
    checked_ = Position::in_check();
    return undo;
}

void Player::undo(Move move, const Undo& undo) {
    Position::undo(move, undo.rules);
    places_ = undo.places;
    phase_ = undo.phase;
    checked_ = undo.checked;
}

std::optional<Score> Player::repetition(int ply) const {
    if (is_exhausted()) return can_move() ? kDraw : loss_in(0);
    const int last = place_of_appearance(1);
    if (last < 0) return std::nullopt;
    const bool third = place_of_appearance(2) >= 0;
    if (!third && plies_since(last) > ply) return std::nullopt;
    const auto ending = judge_cycle(third ? 2 : 1);
    if (!ending.winner) return kDraw;
    const bool won = *ending.winner == mover();
    if (third) return won ? win_in(0) : loss_in(0);
    return won ? -kCycleLost : kCycleLost;
}

int Player::capture_hint(Move move) const {
    const Piece taken = board().at(move.to);
    if (taken == kEmpty) return 0;
    const int gain = exchange_value(taken, move.to);
    const int price = exchange_value(board().at(move.from), move.from);
    if (gain < price)
        if (const int loss = exchange(move); loss < 0) return loss;
    return gain * 16 - price / 8 + 2000;
}

std::array<PointSet, 8> Player::check_points() const {
    std::array<PointSet, 8> found{};
    const auto king = static_cast<std::size_t>(board().king(other(mover())));
    const int row = kRowOf[king];
    const int column = kColumnOf[king];
    const auto full_row = static_cast<std::size_t>(board().row(Side::kFirst, row) | board().row(Side::kSecond, row));
    const auto full_column =
        static_cast<std::size_t>(board().column(Side::kFirst, column) | board().column(Side::kSecond, column));
    const auto row_at = static_cast<std::size_t>(row);
    const auto column_at = static_cast<std::size_t>(column);
    found[kChariot] = row_points(kChariotAlongRow[column_at][full_row], row) |
                      column_points(kChariotAlongColumn[row_at][full_column], column);
    found[kCannon] = row_points(kCannonAlongRow[column_at][full_row], row) |
                     column_points(kCannonAlongColumn[row_at][full_column], column);
    for (const Step step : kHorsesTo[king])
        if (board().at(step.gate) == kEmpty) found[kHorse] |= point(step.square);
    for (const Step step : kPawnsTo[static_cast<std::size_t>(mover())][king]) found[kPawn] |= point(step.square);
    return found;
}

std::array<std::uint64_t, 5> Player::patterns() const {
    constexpr std::array kSides = {Side::kFirst, Side::kSecond};
    std::array<std::uint64_t, 5> found{};
    for (const Side side : kSides) {
        const auto of = [&](Kind kind) { return board().pieces(side, kind); };
        found[0] = hash(of(kPawn), found[0]);
        found[1] = hash(of(kKing) | of(kAdvisor) | of(kElephant), found[1]);
        auto& attackers = found[2 + static_cast<std::size_t>(side)];
        for (const Kind kind : {kHorse, kChariot, kCannon}) attackers = hash(of(kind), attackers);
        std::uint64_t numbers = 0;
        for (const Kind kind : {kAdvisor, kElephant, kHorse, kChariot, kCannon, kPawn})
            numbers = numbers * 8 + static_cast<std::uint64_t>(board().number(side, kind));
        found[4] = hash(numbers, found[4]);
    }
    return found;
}

void Player::noisy_moves(MoveList<Player>& out, int below) const {
    const auto add = [&](int from, int to) {
        if (board().is_safe(from, to)) out.push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
    };
    board().each_piece(mover(), [&](int from) { board().each_capture(from, [&](int to) { add(from, to); }); });
    if (below > 0) return;
    const auto checks = check_points();
    board().each_piece(mover(), [&](int from) {
        const auto kind = kind_of(board().at(from));
        if (kind < kHorse || checks[kind] == 0) return;
        board().each_target(from, [&](int to) {
            if (has(checks[kind], to) && board().at(to) == kEmpty && board().exchange(from, to) >= 0) add(from, to);
        });
    });
}

Score Player::most_gain(Move move, int) const {
    const Piece taken = board().at(move.to);
    return taken == kEmpty ? 600 : exchange_value(taken, move.to) + 150;
}

bool Player::may_skip() const {
    int strong = 0;
    board().each_piece(mover(), [&](int square) {
        const auto kind = kind_of(board().at(square));
        strong += kind == kHorse || kind == kChariot || kind == kCannon;
    });
    return strong >= 2;
}

Player::Undo Player::skip() {
    const Undo undo{Position::skip(), places_, phase_, checked_};
    checked_ = false;
    return undo;
}

void Player::unskip(const Undo& undo) {
    Position::unskip(undo.rules);
    checked_ = undo.checked;
}

}  // namespace garlic::xiangqi

namespace garlic {

template class Engine<xiangqi::Player>;

}  // namespace garlic
