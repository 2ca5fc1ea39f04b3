#include "games/xiangqi_player.h"

namespace garlic {

using xiangqi::kEmpty;
using xiangqi::kind_of;
using xiangqi::Piece;
using xiangqi::Points;

namespace {

// Whoever is to lose by a cycle the rules have not yet counted to the end.
constexpr Score kCycleLost = -20'000;

xiangqi::Two worth(Piece piece, int square) { return xiangqi::kPlaceWorth[piece][static_cast<std::size_t>(square)]; }

}  // namespace

XiangqiPlayer::XiangqiPlayer(const Xiangqi& position) : Xiangqi(position), checked_(Xiangqi::in_check()) {
    for (const Side side : {Side::kFirst, Side::kSecond})
        board().each_piece(side, [&](int square) {
            const Piece piece = board().at(square);
            places_ += worth(piece, square);
            phase_ = static_cast<std::int16_t>(phase_ + xiangqi::phase_of(piece));
        });
}

XiangqiPlayer::Undo XiangqiPlayer::make(Move move) {
    const Piece piece = board().at(move.from);
    const Undo undo{Xiangqi::make(move), places_, phase_, checked_};
    places_ += worth(piece, move.to) - worth(piece, move.from);
    if (const Piece taken = undo.rules.taken; taken != kEmpty) {
        places_ -= worth(taken, move.to);
        phase_ = static_cast<std::int16_t>(phase_ - xiangqi::phase_of(taken));
    }
    checked_ = Xiangqi::in_check();
    return undo;
}

void XiangqiPlayer::undo(Move move, const Undo& undo) {
    Xiangqi::undo(move, undo.rules);
    places_ = undo.places;
    phase_ = undo.phase;
    checked_ = undo.checked;
}

std::optional<Score> XiangqiPlayer::repetition(int ply) const {
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

int XiangqiPlayer::capture_hint(Move move) const {
    const Piece taken = board().at(move.to);
    if (taken == kEmpty) return 0;
    const int gain = xiangqi::exchange_worth(taken, move.to);
    const int price = xiangqi::exchange_worth(board().at(move.from), move.from);
    if (gain < price)
        if (const int loss = exchange(move); loss < 0) return loss;
    return gain * 16 - price / 8 + 2000;
}

std::array<Points, 8> XiangqiPlayer::check_points() const {
    std::array<Points, 8> found{};
    const auto king = static_cast<std::size_t>(board().king(other(mover())));
    const int row = xiangqi::kRowOf[king];
    const int column = xiangqi::kColumnOf[king];
    const auto full_row = static_cast<std::size_t>(board().row(Side::kFirst, row) | board().row(Side::kSecond, row));
    const auto full_column =
        static_cast<std::size_t>(board().column(Side::kFirst, column) | board().column(Side::kSecond, column));
    const auto row_at = static_cast<std::size_t>(row);
    const auto column_at = static_cast<std::size_t>(column);
    found[xiangqi::kChariot] = xiangqi::row_points(xiangqi::kChariotAlongRow[column_at][full_row], row) |
                               xiangqi::column_points(xiangqi::kChariotAlongColumn[row_at][full_column], column);
    found[xiangqi::kCannon] = xiangqi::row_points(xiangqi::kCannonAlongRow[column_at][full_row], row) |
                              xiangqi::column_points(xiangqi::kCannonAlongColumn[row_at][full_column], column);
    for (const xiangqi::Step step : xiangqi::kHorsesTo[king])
        if (board().at(step.gate) == kEmpty) found[xiangqi::kHorse] |= xiangqi::point(step.square);
    for (const xiangqi::Step step : xiangqi::kPawnsTo[static_cast<std::size_t>(mover())][king])
        found[xiangqi::kPawn] |= xiangqi::point(step.square);
    return found;
}

void XiangqiPlayer::noisy_moves(MoveList<XiangqiPlayer>& out, int below) const {
    const auto add = [&](int from, int to) {
        const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
        if (capture_hint(move) >= 0 && board().is_safe(from, to)) out.push(move);
    };
    board().each_piece(mover(), [&](int from) { board().each_capture(from, [&](int to) { add(from, to); }); });
    if (below > 0) return;
    const auto checks = check_points();
    board().each_piece(mover(), [&](int from) {
        const auto kind = kind_of(board().at(from));
        if (kind < xiangqi::kHorse || checks[kind] == 0) return;
        board().each_target(from, [&](int to) {
            if (xiangqi::has(checks[kind], to) && board().at(to) == kEmpty &&
                board().exchange(from, to) >= 0)
                add(from, to);
        });
    });
}

Score XiangqiPlayer::most_gain(Move move, int) const {
    const Piece taken = board().at(move.to);
    return taken == kEmpty ? 600 : xiangqi::exchange_worth(taken, move.to) + 150;
}

bool XiangqiPlayer::may_skip() const {
    int strong = 0;
    board().each_piece(mover(), [&](int square) {
        const auto kind = kind_of(board().at(square));
        strong += kind == xiangqi::kHorse || kind == xiangqi::kChariot || kind == xiangqi::kCannon;
    });
    return strong >= 2;
}

XiangqiPlayer::Undo XiangqiPlayer::skip() {
    const Undo undo{Xiangqi::skip(), places_, phase_, checked_};
    checked_ = false;
    return undo;
}

void XiangqiPlayer::unskip(const Undo& undo) {
    Xiangqi::unskip(undo.rules);
    checked_ = undo.checked;
}

template class Engine<XiangqiPlayer>;

}  // namespace garlic
