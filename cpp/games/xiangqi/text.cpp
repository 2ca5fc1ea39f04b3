// Parsing and printing FEN and moves. The Python rules explain errors; this half only rejects.
#include "garlic/text.h"

#include "games/xiangqi/board/keys.h"
#include "games/xiangqi/rules.h"

namespace garlic::xiangqi {

namespace {

constexpr std::string_view kLetters = ".kabnrcp";
constexpr int kMost[] = {0, 1, 2, 2, 2, 2, 2, 5};  // pieces of a kind in one set

Piece read_piece(char letter) {
    const bool red = letter >= 'A' && letter <= 'Z';
    const std::size_t kind = kLetters.find(static_cast<char>(red ? letter - 'A' + 'a' : letter));
    if (kind == std::string_view::npos || kind == 0) throw ParseError("expected a piece");
    return piece_of(red ? Side::kFirst : Side::kSecond, static_cast<Kind>(kind));
}

char write_piece(Piece piece) {
    const char letter = kLetters[kind_of(piece)];
    return side_of(piece) == Side::kFirst && piece != kEmpty ? static_cast<char>(letter - 'a' + 'A') : letter;
}

Board read_board(std::string_view text) {
    const auto rows = split(text, '/');
    if (rows.size() != kRows) throw ParseError("expected 10 rows");
    Board board;
    int counts[kPieceCodes] = {};
    for (int row = 0; row < kRows; ++row) {
        int column = 0;
        for (const char letter : rows[static_cast<std::size_t>(row)]) {
            if (letter >= '1' && letter <= '9') {
                column += letter - '0';
                continue;
            }
            const Piece piece = read_piece(letter);
            if (column >= kColumns) throw ParseError("expected rows of 9 points");
            if (++counts[piece] > kMost[kind_of(piece)]) throw ParseError("expected at most one set of pieces");
            board.put(row * kColumns + column++, piece);
        }
        if (column != kColumns) throw ParseError("expected rows of 9 points");
    }
    for (const Side side : {Side::kFirst, Side::kSecond})
        if (counts[piece_of(side, kKing)] != 1 || !in_a_palace(board.king(side)) ||
            crossed_river(board.king(side), side))
            throw ParseError("expected a king of each side in its palace");
    return board;
}

int read_square(std::string_view name) {
    if (name[0] < 'a' || name[0] > 'i' || name[1] < '0' || name[1] > '9')
        throw ParseError("expected a move like 'h2e2'");
    return ('9' - name[1]) * kColumns + name[0] - 'a';
}

std::string square_str(int square) {
    return {static_cast<char>('a' + column_of(square)), static_cast<char>('9' - row_of(square))};
}

}  // namespace

Position Position::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 2 && fields.size() != 6) throw ParseError("expected a FEN");
    Position game;
    game.board_ = read_board(fields[0]);
    if (fields[1] != "w" && fields[1] != "b") throw ParseError("expected the side to move, 'w' or 'b'");
    game.mover_ = fields[1] == "w" ? Side::kFirst : Side::kSecond;
    if (fields.size() == 6) {
        const auto quiet = whole_number(fields[4], 0, kLastQuietPly);
        const auto fullmove = whole_number(fields[5], 1, kLastFullmove);
        if (!quiet || !fullmove || fields[2] != "-" || fields[3] != "-") throw ParseError("expected a FEN");
        game.quiet_ = *quiet;
        game.fullmove_ = *fullmove;
    }
    if (game.board_.in_check(other(game.mover_))) throw ParseError("the side that moved last is in check");
    game.key_ = game.mover_ == Side::kFirst ? 0 : kBlackToMove;
    for (int square = 0; square < kSquares; ++square) {
        const Piece piece = game.board_.at(square);
        if (piece == kEmpty) continue;
        game.key_ ^= key_of(piece, square);
        game.attackers_ += kind_of(piece) >= kHorse;
    }
    return game;
}

std::string Position::str() const {
    std::string text;
    for (int row = 0; row < kRows; ++row) {
        if (row > 0) text += '/';
        int empty = 0;
        for (int column = 0; column < kColumns; ++column) {
            const Piece piece = board_.at(row * kColumns + column);
            if (piece == kEmpty) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
            text += write_piece(piece);
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
    }
    text += mover_ == Side::kFirst ? " w - - " : " b - - ";
    return text + std::to_string(quiet_) + ' ' + std::to_string(fullmove_);
}

Position::Move Position::parse_move(std::string_view text) const {
    if (text.size() != 4) throw ParseError("expected a move like 'h2e2'");
    return {static_cast<std::uint8_t>(read_square(text.substr(0, 2))),
            static_cast<std::uint8_t>(read_square(text.substr(2)))};
}

std::string Position::move_str(Move move) const { return square_str(move.from) + square_str(move.to); }

}  // namespace garlic::xiangqi
