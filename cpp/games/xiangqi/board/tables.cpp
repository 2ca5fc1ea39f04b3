#include "games/xiangqi/board/tables.h"

namespace garlic::xiangqi {

namespace {

// The points that a chariot on `place` reaches (screens = 0), or that a cannon there attacks over one piece
// (screens = 1), on a line of `length` points with this occupancy.
constexpr Line reach(int place, Line occupied, int length, int screens) {
    Line found = 0;
    for (const int step : {-1, 1}) {
        int passed = 0;
        for (int here = place + step; here >= 0 && here < length && passed <= screens; here += step) {
            if (passed == screens) found = static_cast<Line>(found | bit(here));
            if ((occupied & bit(here)) != 0) ++passed;
        }
    }
    return found;
}

template <int Length>
constexpr LineTable<Length> reach_table(int screens) {
    LineTable<Length> table{};
    for (int place = 0; place < Length; ++place)
        for (std::size_t occupied = 0; occupied < table[0].size(); ++occupied)
            table[static_cast<std::size_t>(place)][occupied] =
                reach(place, static_cast<Line>(occupied), Length, screens);
    return table;
}

}  // namespace

constexpr LineTable<kColumns> kChariotAlongRow = reach_table<kColumns>(0);
constexpr LineTable<kColumns> kCannonAlongRow = reach_table<kColumns>(1);
constexpr LineTable<kRows> kChariotAlongColumn = reach_table<kRows>(0);
constexpr LineTable<kRows> kCannonAlongColumn = reach_table<kRows>(1);

}  // namespace garlic::xiangqi
