#include "games/kayles.h"

#include "garlic/text.h"

namespace garlic {
namespace {

std::uint32_t pins(Kayles::Move move) { return (1u << move.first) | (1u << move.last); }

}  // namespace

Kayles Kayles::parse(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 2 || fields[0].empty() || fields[0].size() > 32) throw ParseError("expected pins");
    if (fields[1] != "a" && fields[1] != "b") throw ParseError("expected the player to move");
    Kayles game;
    for (const char pin : fields[0]) {
        if (pin != 'o' && pin != '.') throw ParseError("expected 'o' or '.'");
        if (pin == 'o') game.up_ |= 1u << game.size_;
        ++game.size_;
    }
    game.mover_ = fields[1] == "a" ? Side::kFirst : Side::kSecond;
    return game;
}

std::string Kayles::str() const {
    std::string text;
    for (int pin = 0; pin < size_; ++pin) text += (up_ >> pin) & 1 ? 'o' : '.';
    return text + (mover_ == Side::kFirst ? " a" : " b");
}

Kayles::Move Kayles::parse_move(std::string_view text) const {
    const auto parts = split(text, '-');
    const auto first = whole_number(parts[0], 1, 32);
    const auto last = parts.size() == 2 ? whole_number(parts[1], 1, 32) : first;
    if (parts.size() > 2 || !first || !last) throw ParseError("expected a pin like '3'");
    return {static_cast<std::uint8_t>(*first - 1), static_cast<std::uint8_t>(*last - 1)};
}

std::string Kayles::move_str(Move move) const {
    const auto first = std::to_string(move.first + 1);
    return move.first == move.last ? first : first + '-' + std::to_string(move.last + 1);
}

void Kayles::legal_moves(MoveList<Kayles>& out) const {
    for (std::uint8_t pin = 0; pin < size_; ++pin)
        for (std::uint8_t last = pin; last <= pin + 1 && last < size_; ++last)
            if ((up_ & pins({pin, last})) == pins({pin, last})) out.push({pin, last});
}

Kayles::Undo Kayles::make(Move move) {
    up_ &= ~pins(move);
    mover_ = other(mover_);
    return {};
}

void Kayles::undo(Move move, Undo) {
    up_ |= pins(move);
    mover_ = other(mover_);
}

template std::uint64_t perft<Kayles>(Kayles&, int);

}  // namespace garlic
