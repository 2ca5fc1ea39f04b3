#include "games/kayles/rules.h"

#include "garlic/text.h"

namespace garlic::kayles {
namespace {

std::uint32_t pins(Position::Move move) { return (1u << move.first) | (1u << move.last); }

}  // namespace

Position Position::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 2 || fields[0].empty() || fields[0].size() > 32) throw ParseError("expected pins");
    if (fields[1] != "a" && fields[1] != "b") throw ParseError("expected the player to move");
    Position game;
    for (const char pin : fields[0]) {
        if (pin != 'o' && pin != '.') throw ParseError("expected 'o' or '.'");
        if (pin == 'o') game.up_ |= 1u << game.size_;
        ++game.size_;
    }
    game.mover_ = fields[1] == "a" ? Side::kFirst : Side::kSecond;
    return game;
}

std::string Position::str() const {
    std::string text;
    for (int pin = 0; pin < size_; ++pin) text += (up_ >> pin) & 1 ? 'o' : '.';
    return text + (mover_ == Side::kFirst ? " a" : " b");
}

Position::Move Position::parse_move(std::string_view text) const {
    const auto parts = split(text, '-');
    const auto first = whole_number(parts[0], 1, 32);
    const auto last = parts.size() == 2 ? whole_number(parts[1], 1, 32) : first;
    if (parts.size() > 2 || !first || !last) throw ParseError("expected a pin like '3'");
    return {static_cast<std::uint8_t>(*first - 1), static_cast<std::uint8_t>(*last - 1)};
}

std::string Position::move_str(Move move) const {
    const auto first = std::to_string(move.first + 1);
    return move.first == move.last ? first : first + '-' + std::to_string(move.last + 1);
}

void Position::legal_moves(MoveList<Position>& out) const {
    for (std::uint8_t pin = 0; pin < size_; ++pin)
        for (std::uint8_t last = pin; last <= pin + 1 && last < size_; ++last)
            if ((up_ & pins({pin, last})) == pins({pin, last})) out.push({pin, last});
}

Position::Undo Position::make(Move move) {
    up_ &= ~pins(move);
    mover_ = other(mover_);
    return {};
}

void Position::undo(Move move, Undo) {
    up_ |= pins(move);
    mover_ = other(mover_);
}

}  // namespace garlic::kayles

namespace garlic {

template std::uint64_t perft<kayles::Position>(kayles::Position&, int);

}  // namespace garlic
