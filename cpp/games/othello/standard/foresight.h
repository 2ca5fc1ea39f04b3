// How well searches of standard Othello predict deeper ones: measured with `python -m
// garlic.engines.training.othello_standard_foresight` (docs/engines/othello.md).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace garlic::othello::standard {

// Searches to the end of the game are first selective, each iteration less so than the one before it.
inline constexpr int kSelectivePasses = 4;

// The shallower searches that are tried before one of `depth`; 0 for no more.
constexpr int probcut_depth(int depth, int number) {
    if (depth < 3) return 0;
    const int first = depth < 5 ? depth - 2 : depth / 4 * 2 - (depth >= 12 ? 2 : 0) + (depth & 1);
    const int second = depth < 9 ? 0 : first + 2;
    return number == 0 ? first : number == 1 ? second : 0;
}

// One standard deviation of what a search of `deep` plies finds less what one of `shallow` finds, in hundredths of a
// disc, or of a mean cell value on 8x8 with other values. In a search to the end of the game, the deeper past the end,
// the surer a cut must be.
class Foresight {
public:
    static int error(int empties, int shallow, int deep) {
        constexpr std::array<int, kSelectivePasses> kSurer = {100, 140, 180, 240};  // per cent
        static const Foresight foresight({1.622, -0.0234, -0.0748, 0.2217});
        if (deep < empties) return foresight.middle_[at(empties)][at(shallow)][at(deep - shallow)];
        const int beyond = std::min(deep - empties, kSelectivePasses - 1);
        return foresight.end_[at(empties)][at(shallow)] * kSurer[static_cast<std::size_t>(beyond)] / 100;
    }

    // The same with the general evaluation, before the end.
    static int general_error(int empties, int shallow, int deep) {
        static const Foresight foresight({1.514, -0.0077, -0.0889, 0.2920});
        return foresight.middle_[at(empties)][at(shallow)][at(deep - shallow)];
    }

private:
    // Of the logarithm of a standard deviation.
    struct Factors {
        double constant, empties, shallow, logarithm_of_gap;
    };
    static constexpr int kMost = 60;
    static constexpr std::size_t kSize = kMost + 1;

    explicit Foresight(const Factors& factors) {
        for (int empties = 0; empties <= kMost; ++empties)
            for (int shallow = 0; shallow <= kMost; ++shallow) {
                const auto row = at(empties);
                const auto column = at(shallow);
                end_[row][column] = hundredths(1.738 + 0.0111 * empties - 0.0543 * shallow);
                for (int more = 0; more <= kMost; ++more)
                    middle_[row][column][at(more)] =
                        hundredths(factors.constant + factors.empties * empties + factors.shallow * shallow +
                                   factors.logarithm_of_gap * std::log(std::max(more, 1)));
            }
    }
    static std::size_t at(int number) { return static_cast<std::size_t>(std::clamp(number, 0, kMost)); }
    static int hundredths(double logarithm) { return static_cast<int>(std::lround(100 * std::exp(logarithm))); }

    std::array<std::array<std::array<int, kSize>, kSize>, kSize> middle_{};
    std::array<std::array<int, kSize>, kSize> end_{};
};

}  // namespace garlic::othello::standard
