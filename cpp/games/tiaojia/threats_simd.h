// Threats of both sides, compiled once per instruction set.
//
// No #pragma once: threats.cpp includes this once per instruction set, each time in its own namespace, with
// GARLIC_SIXTEEN_LANES set to 1 where the compiler may use vectors of 256 bits. All headers must be included
// before, so that nothing in them is compiled for that set.

namespace simd {

#if GARLIC_SIXTEEN_LANES

// Cells as sixteen rows of sixteen, the last four rows empty.
class Set {
public:
    explicit Set(const Cells& cells) {
        const FourWords words = {cells.part(0), cells.part(1), cells.part(2), 0};
        rows_ = reinterpret_cast<Rows>(words);
    }
    Set operator&(const Set& other) const { return Set(rows_ & other.rows_); }
    Set operator|(const Set& other) const { return Set(rows_ | other.rows_); }
    template <int Down, int Right>
    Set shifted() const {
        const Rows moved = down<Down>(std::make_integer_sequence<int, 16>{});
        if constexpr (Right >= 0) {
            return Set(moved << Right);
        } else {
            return Set(moved >> -Right);
        }
    }
    bool none() const { return cells().none(); }
    int count() const { return cells().count(); }
    Cells cells() const {
        const auto words = reinterpret_cast<FourWords>(rows_);
        return Cells::of({words[0], words[1], words[2]});
    }

private:
    using FourWords = std::uint64_t __attribute__((vector_size(32)));
    using Rows = std::uint16_t __attribute__((vector_size(32)));

    explicit Set(const Rows& rows) : rows_(rows) {}

    template <int Down, int... Row>
    Rows down(std::integer_sequence<int, Row...>) const {
        return __builtin_shufflevector(rows_, Rows{}, (Row - Down >= 0 && Row - Down < 16 ? Row - Down : 16)...);
    }

    Rows rows_;
};

#else

// Cells as they are, shifted by rows and columns.
class Set {
public:
    explicit Set(const Cells& cells) : cells_(cells) {}
    Set operator&(const Set& other) const { return Set(cells_ & other.cells_); }
    Set operator|(const Set& other) const { return Set(cells_ | other.cells_); }
    template <int Down, int Right>
    Set shifted() const {
        return Set(cells_.shifted<Down * Position::kStride + Right>());
    }
    bool none() const { return cells_.none(); }
    int count() const { return cells_.count(); }
    Cells cells() const { return cells_; }

private:
    Cells cells_;
};

#endif

// The cells from which a step leads onto one of `stones`.
template <int Down, int Right>
inline Set before(const Set& stones) {
    return stones.shifted<-Down, -Right>();
}

inline Set beside(const Set& stones) {
    const Set row = stones | stones.shifted<0, 1>() | stones.shifted<0, -1>();
    return row | row.shifted<1, 0>() | row.shifted<-1, 0>();
}

// A stone that steps onto a cell turns an enemy stone beside it if an own stone is right behind that one (a nip),
// or if another enemy stone is on the opposite side (a pick).
struct Found {
    Set turning;     // cells where the mover turns something
    Set threatened;  // the mover's stones that the enemy could turn

    template <int Down, int Right>
    void look(const Set& own, const Set& enemy, const Set& contact) {
        turning = turning | (before<Down, Right>(enemy) & before<-Down, -Right>(enemy));
        look_one_way<Down, Right>(own, enemy, contact);
        look_one_way<-Down, -Right>(own, enemy, contact);
    }

    template <int Down, int Right>
    void look_one_way(const Set& own, const Set& enemy, const Set& contact) {
        turning = turning | (before<Down, Right>(enemy) & before<2 * Down, 2 * Right>(own));
        const Set picked_or_nipped = before<-Down, -Right>(own) | before<2 * Down, 2 * Right>(enemy);
        const Set from = contact & before<Down, Right>(own) & picked_or_nipped;
        threatened = threatened | before<-Down, -Right>(from);
    }
};

inline Threats threats(const Cells& own_stones, const Cells& enemy_stones, const Cells& empty_cells) {
    const Set own(own_stones);
    const Set enemy(enemy_stones);
    const Set empty(empty_cells);
    const Set reach = beside(own) & empty;
    const Set enemy_reach = beside(enemy) & empty;
    const Set contact = reach & enemy_reach;  // only here can a stone turn another
    if (contact.none()) return {{}, {}, reach.count(), enemy_reach.count(), 0};
    Found found{Set(Cells{}), Set(Cells{})};
    found.look<1, 0>(own, enemy, contact);
    found.look<0, 1>(own, enemy, contact);
    found.look<1, 1>(own, enemy, contact);
    found.look<1, -1>(own, enemy, contact);
    return {(found.turning & contact).cells(), found.threatened.cells(), reach.count(), enemy_reach.count(),
            found.threatened.count()};
}

}  // namespace simd
