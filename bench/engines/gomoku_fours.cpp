// The speed of the search for wins by fours: reads positions, one per line, searches each of them
// twenty times with a new table, and prints the number of stones placed and the processor time.
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

#include "games/gomoku/threats/vcf.h"

using namespace garlic;
using namespace garlic::gomoku;

namespace {

constexpr int kTimes = 20;
std::uint64_t stones = 0;
double seconds = 0;

double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <Rule kRule>
void solve(const std::string& text) {
    ThreatBoard<kRule> board(Position<kRule>::parse(text));
    for (int time = 0; time < kTimes; ++time) {
        VcfTable table;
        table.find(0);  // takes its memory
        std::atomic<bool> stop{false};
        Budget budget(Limits{}, stop);
        Meter meter(budget);
        VcfSearch<kRule> vcf(board, table, meter);
        const double began = now();
        vcf.solve(VcfSearch<kRule>::kNoLimit);
        seconds += now() - began;
        meter.settle();
        stones += budget.nodes();
    }
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.starts_with("renju")) solve<Rule::kRenju>(line);
        else if (line.starts_with("standard")) solve<Rule::kStandard>(line);
        else solve<Rule::kFreestyle>(line);
    }
    std::printf("%llu %f\n", static_cast<unsigned long long>(stones), seconds);
}
