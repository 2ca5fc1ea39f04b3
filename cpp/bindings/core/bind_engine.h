// Binds an engine for Python; the same for all games.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "bindings/core/bind_game.h"
#include "garlic/engine.h"
#include "garlic/self_play.h"

namespace garlic {

// Reports for Python, the same for every game: moves as text.
struct NativeLine {
    std::optional<double> points;  // of the game, for the side to move; none if the end is known
    std::optional<int> win_in;     // plies
    std::optional<int> loss_in;
    bool proven;
    std::vector<std::string> moves;
};

struct NativeReport {
    int depth;
    int deepest_ply;
    std::uint64_t nodes;
    double seconds;
    int table_permille;
    std::vector<NativeLine> lines;
};

template <Searchable P>
inline constexpr int kPointScaleOf = P::kPointScale;

template <Searchable P>
double in_points(Score score) {
    return static_cast<double>(score) / P::kPointScale;
}

template <Searchable P>
NativeReport to_native(const Report<P>& report, const P& position) {
    NativeReport native{report.depth, report.deepest_ply, report.nodes, report.seconds, report.table_permille, {}};
    for (const auto& line : report.lines) {
        NativeLine native_line{std::nullopt, std::nullopt, std::nullopt, line.proven, {}};
        if (is_win(line.score)) native_line.win_in = plies_to_end(line.score);
        else if (is_loss(line.score)) native_line.loss_in = plies_to_end(line.score);
        else native_line.points = in_points<P>(line.score);
        P game = position;
        for (const auto move : line.moves) {
            native_line.moves.push_back(game.move_str(move));
            game.make(move);
        }
        native.lines.push_back(std::move(native_line));
    }
    return native;
}

// A position that an engine has read, so that nothing asked of it reads the text again.
template <Searchable P>
struct ReadPosition {
    P position;
};

// The indices in legal_moves() of the moves called `names`.
template <WrittenGame P>
std::vector<std::size_t> places(const P& position, const std::vector<std::string>& names) {
    std::vector<std::size_t> found;
    if (names.empty()) return found;
    MoveList<P> moves;
    position.legal_moves(moves);
    std::size_t place = 0;
    for (const auto move : moves) {
        if (std::find(names.begin(), names.end(), position.move_str(move)) != names.end()) found.push_back(place);
        ++place;
    }
    return found;
}

template <Searchable P>
    requires WrittenGame<P>
class BoundEngine {
public:
    using OnReport = std::function<void(const NativeReport&)>;

    using Parameters = std::map<std::string, int>;

    BoundEngine(std::size_t table_megabytes, int threads, const Parameters& parameters)
        : engine_(table_megabytes, threads, tuning_with(parameters)) {}

    // The game's own numbers, but for those set by name; ParseError if there is no such number.
    static Tuning tuning_with(const Parameters& parameters) {
        Tuning tuning = tuning_of<P>();
        for (const auto& [name, value] : parameters) set_parameter(tuning, name, value);
        return tuning;
    }

    // Called with the GIL held. Searches in another thread, so that this one can handle Ctrl-C.
    NativeReport search(const P& position, const Limits& limits, const SearchOptions& options,
                        const OnReport& on_report) {
        stop_.store(false);
        NativeReport result{};
        std::exception_ptr fault;
        {
            const nanobind::gil_scoped_release without_gil;
            std::mutex mutex;
            std::condition_variable finished;
            bool done = false;
            std::thread thinker([&] {
                try {
                    result = to_native(
                        engine_.search(position, limits, options, stop_, forwarding(position, on_report)), position);
                } catch (...) {  // from the callback: the search itself does not throw
                    fault = std::current_exception();
                }
                const std::lock_guard lock(mutex);
                done = true;
                finished.notify_one();
            });
            std::unique_lock lock(mutex);
            while (!finished.wait_for(lock, kHearing, [&] { return done; })) {
                lock.unlock();
                if (!fault && is_interrupted()) {
                    stop_.store(true);
                    lock.lock();
                    finished.wait(lock, [&] { return done; });
                    fault = interrupted_;
                    break;
                }
                lock.lock();
            }
            lock.unlock();
            thinker.join();
        }
        if (fault) {
            interrupted_ = nullptr;
            std::rethrow_exception(fault);
        }
        return result;
    }

    void stop() { stop_.store(true); }
    void clear() { engine_.clear(); }

    // Called without the GIL.
    SelfPlayedGame play_itself(std::string_view start, const SelfPlay& plan, std::uint64_t seed)
        requires HasOutcome<P>
    {
        engine_.clear();
        return self_play(engine_, parse_line<P>(start), plan, seed);
    }

private:
    static constexpr std::chrono::milliseconds kHearing{50};

    typename Engine<P>::OnReport forwarding(const P& position, const OnReport& on_report) {
        if (!on_report) return {};
        return [&](const Report<P>& report) {
            const nanobind::gil_scoped_acquire gil;
            try {
                on_report(to_native(report, position));
            } catch (...) {
                stop_.store(true);
                throw;
            }
        };
    }

    bool is_interrupted() {
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() == 0) return false;
        try {
            nanobind::raise_python_error();
        } catch (...) {
            interrupted_ = std::current_exception();
        }
        return true;
    }

    Engine<P> engine_;
    std::atomic<bool> stop_{false};
    std::exception_ptr interrupted_;
};

// The two report classes, and the registry behind native_engines().
inline void bind_engine_registry(nanobind::module_& module) {
    namespace nb = nanobind;
    nb::class_<NativeLine>(module, "Line")
        .def_ro("points", &NativeLine::points)
        .def_ro("win_in", &NativeLine::win_in)
        .def_ro("loss_in", &NativeLine::loss_in)
        .def_ro("proven", &NativeLine::proven)
        .def_ro("moves", &NativeLine::moves);
    nb::class_<NativeReport>(module, "Report")
        .def_ro("depth", &NativeReport::depth)
        .def_ro("deepest_ply", &NativeReport::deepest_ply)
        .def_ro("nodes", &NativeReport::nodes)
        .def_ro("seconds", &NativeReport::seconds)
        .def_ro("table_permille", &NativeReport::table_permille)
        .def_ro("lines", &NativeReport::lines);
    module.attr("_engines") = nb::dict();
    module.def(
        "native_engines",
        [engines = nb::dict(module.attr("_engines"))](const char* player) {
            return engines.contains(player) ? nb::list(engines[player]) : nb::list();
        },
        nb::arg("player"), nb::sig("def native_engines(player: str) -> list[type]"));
}

// Binds an engine as class `name` and registers it for a player: a game ("tiaojia") for our own, "tiaojia/lab" for
// a baseline. A player may have several engines: the first that accepts a position plays.
template <Searchable P>
    requires WrittenGame<P>
void bind_engine(nanobind::module_& module, const char* player, const char* name) {
    namespace nb = nanobind;
    using Self = BoundEngine<P>;
    using Read = ReadPosition<P>;
    auto bound_position = nb::class_<Read>(module, (std::string(name) + "Position").c_str())
                              .def(
                                  "evaluate", [](const Read& read) { return in_points<P>(read.position.evaluate()); },
                                  "The evaluation for the side to move, in points of the game.")
                              .def(
                                  "level_unit",
                                  [](const Read& read) {
                                      if constexpr (requires(const P& view) { view.level_unit(); })
                                          return read.position.level_unit();
                                      else return 1.0;
                                  },
                                  "How many points a level's margin of 1 is in this position.");
    auto bound = nb::class_<Self>(module, name);
    nb::dict engines = module.attr("_engines");
    if (!engines.contains(player)) engines[player] = nb::list();
    nb::cast<nb::list>(engines[player]).append(bound);
    bound
        .def(nb::init<std::size_t, int, const typename Self::Parameters&>(), nb::arg("table_megabytes"),
             nb::arg("threads"), nb::arg("parameters") = typename Self::Parameters{})
        .def_static(
            "parameters",
            [] {
                const Tuning tuning = tuning_of<P>();
                std::vector<std::tuple<std::string, int, int, int>> all;
                for (const TuningParameter& one : kTuningParameters)
                    all.emplace_back(one.name, tuning.*one.member, one.least, one.most);
                return all;
            },
            "The numbers of the search that can be set: name, value, least and most.")
        .def(
            "search",
            [](Self& engine, const Read& read, std::optional<double> move_seconds, std::optional<double> game_seconds,
               int moves_left, std::optional<std::uint64_t> nodes, std::optional<int> depth, int lines, bool exact,
               bool with_table, const std::vector<std::string>& only,
               std::optional<typename Self::OnReport> on_report) {
                return engine.search(
                    read.position,
                    {.move_seconds = move_seconds,
                     .game_seconds = game_seconds,
                     .moves_left = moves_left,
                     .nodes = nodes,
                     .depth = depth},
                    {.lines = lines, .exact = exact, .with_table = with_table, .only = places(read.position, only)},
                    on_report.value_or(typename Self::OnReport{}));
            },
            nb::arg("position"), nb::kw_only(), nb::arg("move_seconds") = nb::none(),
            nb::arg("game_seconds") = nb::none(), nb::arg("moves_left") = 30, nb::arg("nodes") = nb::none(),
            nb::arg("depth") = nb::none(), nb::arg("lines") = 1, nb::arg("exact") = false, nb::arg("with_table") = true,
            nb::arg("only") = std::vector<std::string>{}, nb::arg("on_report") = nb::none())
        .def("stop", &Self::stop)
        .def("clear", &Self::clear)
        .def_static(
            "read",
            [](std::string_view text) -> std::optional<Read> {
                try {
                    return Read{parse_line<P>(text)};
                } catch (const ParseError&) {
                    return std::nullopt;
                }
            },
            nb::arg("text"), "The position that `text` describes; None if this engine cannot play it.")
        .def_ro_static("point_scale", &kPointScaleOf<P>);
    if constexpr (HasOutcome<P>)
        bound.def(
            "play_itself",
            [](Self& engine, std::string_view start, std::uint64_t seed, std::uint64_t nodes, int opening_plies,
               int random_one_in, int last_ply, double resign) {
                SelfPlayedGame game;
                {
                    const nb::gil_scoped_release without_gil;
                    game = engine.play_itself(start,
                                              {.nodes = nodes,
                                               .opening_plies = opening_plies,
                                               .random_one_in = random_one_in,
                                               .last_ply = last_ply,
                                               .resign = points(static_cast<int>(resign * P::kPointScale))},
                                              seed);
                }
                nb::list positions;
                for (const auto& [position, score, mover] : game.positions)
                    positions.append(nb::make_tuple(position, in_points<P>(score), mover == Side::kFirst ? 0 : 1));
                return nb::make_tuple(positions, game.outcome);
            },
            nb::arg("start"), nb::arg("seed"), nb::kw_only(), nb::arg("nodes"), nb::arg("opening_plies"),
            nb::arg("random_one_in"), nb::arg("last_ply"), nb::arg("resign"),
            nb::sig("def play_itself(self, start: str, seed: int, *, nodes: int, opening_plies: int, "
                    "random_one_in: int, last_ply: int, resign: float) "
                    "-> tuple[list[tuple[str, float, int]], str]"),
            "The quiet positions of a game against itself, their points, the seat to move, and the outcome.");
    if constexpr (requires(const P& view) { view.features(); })
        bound_position.def(
            "features",
            [](const Read& read) {
                const auto counts = read.position.features();
                return std::vector<int>(counts.begin(), counts.end());
            },
            "The numbers that evaluate() weighs.");
}

}  // namespace garlic
