// The private module garlic._paths. The rest of the package uses `garlic.puzzles`.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "paths/graph.h"
#include "paths/ranked.h"
#include "paths/second.h"
#include "paths/shortest.h"
#include "paths/trek.h"

namespace nb = nanobind;

namespace garlic::paths {
namespace {

template <class T>
using Grid = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<nb::numpy, std::int32_t, nb::ndim<1>>;
using Found = std::optional<std::pair<Cost, std::vector<Vertex>>>;

// Passes the numbers to Python without copying.
Numbers to_python(std::vector<std::int32_t>&& numbers) {
    auto kept = std::make_unique<std::vector<std::int32_t>>(std::move(numbers));
    auto* const raw = kept.release();
    const nb::capsule owner(raw, [](void* held) noexcept { delete static_cast<std::vector<std::int32_t>*>(held); });
    return Numbers(raw->data(), {raw->size()}, owner);
}

Found found(std::optional<Path> path) {
    if (!path) return std::nullopt;
    return std::pair{path->cost, std::move(path->vertices)};
}

// A country's graph with its two ends: the first state and the last.
class Roads {
public:
    explicit Roads(Grid<std::int32_t> industry)
        : graph_(hexagons({industry.data(), industry.size()}, static_cast<int>(industry.shape(0)),
                          static_cast<int>(industry.shape(1)))) {
        if (graph_.size() == 0) throw nb::value_error("there is no state");
    }
    explicit Roads(Graph graph) : graph_(std::move(graph)) {}

    Found shortest() const { return found(shortest_path(graph_, 0, end())); }
    Found second() const { return found(second_path(graph_, 0, end())); }
    Found shortest_without(Vertex from, Vertex to) const { return found(shortest_path(graph_, 0, end(), {from, to})); }
    RankedPaths ranked() const { return {graph_, 0, end()}; }

private:
    Vertex end() const { return graph_.size() - 1; }

    Graph graph_;
};

Roads roads_from_edges(std::vector<Cost> costs, const std::vector<std::pair<Vertex, Vertex>>& edges) {
    const auto size = static_cast<Vertex>(costs.size());
    const bool dear = std::all_of(costs.begin(), costs.end(), [](Cost cost) { return cost > 0; });
    const bool known = std::all_of(edges.begin(), edges.end(), [size](const auto& edge) {
        return edge.first >= 0 && edge.first < size && edge.second >= 0 && edge.second < size;
    });
    if (size == 0 || !dear || !known) throw nb::value_error("expected costs above 0 and edges between vertices");
    return Roads(from_edges(std::move(costs), edges));
}

Land land_of(const Grid<std::uint8_t>& cells, std::int32_t rations) {
    return {{cells.data(), cells.size()}, static_cast<int>(cells.shape(0)), static_cast<int>(cells.shape(1)), rations};
}

// Searches run without the GIL; the pulse takes it back, so that Ctrl-C and exceptions in the callback stop the
// search.
nb::tuple python_trek(Grid<std::uint8_t> cells, std::int32_t rations, Heuristic heuristic, bool cell_only,
                      const nb::object& pulse) {
    const Land land = land_of(cells, rations);
    const Pulse call = [&pulse](std::int64_t expanded) {
        const nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!pulse.is_none()) pulse(expanded);
    };
    Journey journey;
    {
        const nb::gil_scoped_release release;
        journey = trek(land, heuristic, cell_only ? Closed::kCellOnly : Closed::kByRations, call);
    }
    return nb::make_tuple(journey.arrived, to_python(std::move(journey.route)),
                          to_python(std::move(journey.expanded_cells)), to_python(std::move(journey.expanded_rations)),
                          journey.generated, journey.prepared);
}

}  // namespace
}  // namespace garlic::paths

NB_MODULE(_paths, module) {
    using namespace garlic::paths;
    const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
    module.doc() = "The native half of the path-finding labs.";

    nb::class_<RankedPaths>(module, "RankedPaths")
        .def(
            "next", [](RankedPaths& paths) { return found(paths.next()); }, unlocked,
            "The next cheapest simple path as (cost, vertices), None once all have been given.");

    nb::class_<Roads>(module, "Roads")
        .def(nb::init<Grid<std::int32_t>>(), nb::arg("industry"))
        .def_static("from_edges", &roads_from_edges, nb::arg("costs"), nb::arg("edges"),
                    "Any other graph: what its vertices cost, and its edges, each once.")
        .def("shortest", &Roads::shortest, unlocked)
        .def("second", &Roads::second, unlocked)
        .def("shortest_without", &Roads::shortest_without, nb::arg("start"), nb::arg("end"), unlocked)
        .def("ranked", &Roads::ranked, nb::keep_alive<0, 1>());

    nb::enum_<Heuristic>(module, "Heuristic")
        .value("ZERO", Heuristic::kZero)
        .value("MANHATTAN", Heuristic::kManhattan)
        .value("SUPPLIES", Heuristic::kSupplies);

    module.def("trek", &python_trek, nb::arg("cells"), nb::arg("rations"), nb::arg("heuristic"),
               nb::arg("cell_only") = false, nb::arg("pulse").none() = nb::none(),
               nb::sig("def trek(cells: numpy.typing.NDArray[numpy.uint8], rations: int, "
                       "heuristic: Heuristic, cell_only: bool = False, "
                       "pulse: collections.abc.Callable[[int], object] | None = None) -> "
                       "tuple[bool, numpy.typing.NDArray[numpy.int32], "
                       "numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], "
                       "int, int]"),
               "Whether the goal was reached, the route, the cells and rations expanded in order, and "
               "how many states were generated and labels prepared.");
}
