#include "bindings/core/tiaojia_training.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <memory>
#include <optional>
#include <string>

#include "games/tiaojia/net/evaluation.h"
#include "games/tiaojia/net/training.h"
#include "nets/net.h"

namespace garlic::tiaojia {

void bind_training(nanobind::module_& module) {
    namespace nb = nanobind;
    nb::class_<PackedSamples, nets::Samples>(module, "TiaojiaSamples")
        .def(
            "__init__",
            [](PackedSamples* self, const nb::bytes& records) {
                new (self) PackedSamples(std::string(records.c_str(), records.size()));
            },
            nb::arg("records"));
    module.def("tiaojia_net_shape", [] { return kNetShape; });
    module.attr("tiaojia_record_bytes") = kRecordBytes;
    module.attr("tiaojia_key_bytes") = kKeyBytes;
    module.def(
        "set_tiaojia_net",
        [](const nets::Net* net) {
            set_engine_net(net == nullptr ? nullptr : std::make_shared<const nets::Net>(*net));
        },
        nb::arg("net").none(), "Let the player tiaojia/net evaluate with this net; None: without.");
    module.def(
        "play_tiaojia",
        [](std::string_view start, std::uint64_t seed, std::uint64_t nodes, int opening_plies, int random_one_in,
           bool with_net) {
            std::string records;
            {
                const nb::gil_scoped_release without_gil;
                records = play_for_training(
                    start, {.nodes = nodes, .opening_plies = opening_plies, .random_one_in = random_one_in}, with_net,
                    seed);
            }
            return nb::bytes(records.data(), records.size());
        },
        nb::arg("start"), nb::arg("seed"), nb::kw_only(), nb::arg("nodes"), nb::arg("opening_plies"),
        nb::arg("random_one_in"), nb::arg("with_net"), "The records of one game against itself.");
}

}  // namespace garlic::tiaojia
