#include "bindings/core/nets.h"

#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "nets/duplicates.h"
#include "nets/net.h"
#include "nets/trainer.h"

namespace garlic::nets {
namespace {

namespace nb = nanobind;

using Accumulator = std::vector<std::int16_t>;

// Inputs of both perspectives, bucket, base, score, result.
using Listed = std::tuple<std::vector<Input>, std::vector<Input>, int, float, float, float>;

std::string_view viewed(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
nb::bytes as_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

void check_inputs(const Shape& shape, const std::vector<Input>& inputs) {
    if (inputs.size() > at(shape.most_active)) throw ParseError("there are too many active inputs");
    for (const Input input : inputs)
        if (input >= shape.inputs) throw ParseError("there is no such input");
}

void check_accumulator(const Net& net, const Accumulator& accumulator) {
    if (accumulator.size() != at(net.shape().hidden)) throw ParseError("the accumulator does not fit the net");
}

Accumulator refreshed(const Net& net, const std::vector<Input>& active) {
    check_inputs(net.shape(), active);
    Accumulator made(at(net.shape().hidden));
    net.refresh(active, made.data());
    return made;
}

Accumulator updated(const Net& net, const Accumulator& before, const std::vector<Input>& added,
                    const std::vector<Input>& removed) {
    check_accumulator(net, before);
    check_inputs(net.shape(), added);
    check_inputs(net.shape(), removed);
    Accumulator made(at(net.shape().hidden));
    net.update(before.data(), added, removed, made.data());
    return made;
}

int evaluated(const Net& net, const Accumulator& own, const Accumulator& enemy, int bucket) {
    check_accumulator(net, own);
    check_accumulator(net, enemy);
    if (bucket < 0 || bucket >= net.shape().buckets) throw ParseError("there is no such bucket");
    return net.evaluate(own.data(), enemy.data(), bucket);
}

// Moves an input in both perspectives and evaluates, `times` times: to time that.
int exercise(const Net& net, int times) {
    const auto hidden = at(net.shape().hidden);
    std::vector<Input> active;
    for (int number = 0; number < net.shape().most_active; ++number)
        active.push_back(static_cast<Input>(number % net.shape().inputs));
    Accumulator own[2] = {refreshed(net, active), Accumulator(hidden)};
    Accumulator enemy[2] = {own[0], Accumulator(hidden)};
    int sum = 0;
    for (int time = 0; time < times; ++time) {
        const Input added[] = {static_cast<Input>(time * 7 % net.shape().inputs)};
        const Input removed[] = {static_cast<Input>(time * 11 % net.shape().inputs)};
        net.update(own[time % 2].data(), added, removed, own[1 - time % 2].data());
        net.update(enemy[time % 2].data(), removed, added, enemy[1 - time % 2].data());
        sum += net.evaluate(own[1 - time % 2].data(), enemy[1 - time % 2].data(), time % net.shape().buckets);
    }
    return sum;
}

// Samples that Python lists, for tests and experiments.
class ListedSamples : public Samples {
public:
    ListedSamples(const Shape& shape, const std::vector<Listed>& listed) {
        for (const auto& [own, enemy, bucket, base, score, result] : listed) {
            check_inputs(shape, own);
            check_inputs(shape, enemy);
            if (bucket < 0 || bucket >= shape.buckets) throw ParseError("there is no such bucket");
            Sample& made = samples_.emplace_back();
            std::copy(own.begin(), own.end(), made.own);
            std::copy(enemy.begin(), enemy.end(), made.enemy);
            made.own_count = static_cast<int>(own.size());
            made.enemy_count = static_cast<int>(enemy.size());
            made.bucket = bucket;
            made.base = base;
            made.score = score;
            made.result = result;
        }
    }
    std::size_t size() const override { return samples_.size(); }
    void read(std::size_t index, int, Sample& out) const override { out = samples_[index]; }

private:
    std::vector<Sample> samples_;
};

Sample sample_at(const Samples& samples, std::size_t index) {
    if (index >= samples.size()) throw nb::index_error();
    Sample sample;
    samples.read(index, 0, sample);
    return sample;
}

// The loss of one sample and its gradient, by the loops for this processor or the portable ones.
std::tuple<float, std::vector<float>> gradient(const FloatNet& net, const Samples& samples, std::size_t index,
                                               float scale, float result_share, bool portable) {
    std::vector<float> made(net.weights().size());
    const float loss = net.loss(sample_at(samples, index), {scale, result_share}, made.data(),
                                portable ? Passes::portable() : Passes::best());
    return {loss, std::move(made)};
}

template <NetUse how>
void use(const Game& game, const Net* net) {
    game.use(how, net == nullptr ? nullptr : std::make_shared<const Net>(*net));
}

nb::bytes played(const Game& game, std::string_view start, std::uint64_t seed, std::uint64_t nodes, int opening_plies,
                 int random_one_in, int last_ply, Score resign, bool with_net) {
    std::string records;
    {
        const nb::gil_scoped_release without_gil;
        records = game.play(start,
                            {.nodes = nodes,
                             .opening_plies = opening_plies,
                             .random_one_in = random_one_in,
                             .last_ply = last_ply,
                             .resign = points(resign)},
                            with_net, seed);
    }
    return as_bytes(records);
}

double run_epoch(Trainer& trainer, const std::optional<std::function<bool(std::size_t, double)>>& on_progress) {
    const nb::gil_scoped_release without_gil;
    if (!on_progress) return trainer.epoch();
    return trainer.epoch([&](std::size_t done, double loss) {
        const nb::gil_scoped_acquire gil;
        return (*on_progress)(done, loss);
    });
}

}  // namespace

void bind(nb::module_& module) {
    nb::class_<Shape>(module, "NetShape")
        .def(
            "__init__",
            [](Shape* self, int inputs, int hidden, int second, int buckets, int most_active) {
                new (self) Shape{inputs, hidden, second, buckets, most_active};
                self->check();
            },
            nb::arg("inputs"), nb::arg("hidden"), nb::kw_only(), nb::arg("second") = 0, nb::arg("buckets") = 1,
            nb::arg("most_active"))
        .def_ro("inputs", &Shape::inputs)
        .def_ro("hidden", &Shape::hidden)
        .def_ro("second", &Shape::second)
        .def_ro("buckets", &Shape::buckets)
        .def_ro("most_active", &Shape::most_active)
        .def(
            "__eq__",
            [](const Shape& one, nb::object two) {
                return nb::isinstance<Shape>(two) && one == nb::cast<const Shape&>(two);
            },
            nb::sig("def __eq__(self, other: object) -> bool"));
    nb::class_<Net>(module, "Net")
        .def_static(
            "parse",
            [](const nb::bytes& content, bool portable) {
                return Net::parse(viewed(content), portable ? Kernels::portable() : Kernels::best());
            },
            nb::arg("content"), nb::kw_only(), nb::arg("portable") = false,
            "The net in a weight file; ValueError if it is damaged. `portable` nets use no vectors.")
        .def_prop_ro("content", [](const Net& net) { return as_bytes(net.str()); })
        .def_prop_ro("shape", &Net::shape)
        .def_prop_ro("scale", &Net::scale)
        .def_prop_ro("name", [](const Net& net) { return net.origin().name; })
        .def_prop_ro("command", [](const Net& net) { return net.origin().command; })
        .def_prop_ro("date", [](const Net& net) { return net.origin().date; })
        .def_prop_ro("positions", [](const Net& net) { return net.origin().positions; })
        .def("accumulator", &refreshed, nb::arg("active"))
        .def("updated", &updated, nb::arg("accumulator"), nb::arg("added"), nb::arg("removed"))
        .def("evaluate", &evaluated, nb::arg("own"), nb::arg("enemy"), nb::arg("bucket") = 0,
             "The score for the mover by the accumulators of both perspectives.")
        .def("exercise", &exercise, nb::arg("times"), nb::call_guard<nb::gil_scoped_release>(),
             "Move an input and evaluate so many times, to time that.");

    nb::class_<Samples>(module, "NetSamples").def("__len__", &Samples::size);
    nb::class_<ListedSamples, Samples>(module, "ListedSamples")
        .def(nb::init<const Shape&, const std::vector<Listed>&>(), nb::arg("shape"), nb::arg("samples"),
             "Each sample: active inputs of the mover's and the enemy's view, bucket, base, score, result.");
    nb::class_<FloatNet>(module, "FloatNet")
        .def(nb::init<const Shape&, std::uint64_t>(), nb::arg("shape"), nb::arg("seed"))
        .def_prop_rw(
            "weights", [](const FloatNet& net) { return net.weights(); },
            [](FloatNet& net, const std::vector<float>& weights) {
                if (weights.size() != net.weights().size()) throw ParseError("the weights do not fit the net");
                net.weights() = weights;
            })
        .def(
            "output",
            [](const FloatNet& net, const Samples& samples, std::size_t index) {
                return net.output(sample_at(samples, index));
            },
            nb::arg("samples"), nb::arg("index"))
        .def("gradient", &gradient, nb::arg("samples"), nb::arg("index"), nb::kw_only(), nb::arg("scale"),
             nb::arg("result_share"), nb::arg("portable") = false)
        .def(
            "quantised",
            [](const FloatNet& net, int scale, const std::string& name, const std::string& command,
               const std::string& date,
               std::int64_t positions) { return net.quantised(scale, {name, command, date, positions}); },
            nb::arg("scale"), nb::arg("name"), nb::kw_only(), nb::arg("command") = "-", nb::arg("date") = "-",
            nb::arg("positions") = 0);
    nb::class_<Trainer>(module, "NetTrainer")
        .def(
            "__init__",
            [](Trainer* self, const Shape& shape, const Samples& samples, float scale, float result_share, int epochs,
               int batch, float rate, float last_rate, float held_out, int threads, std::uint64_t seed,
               float first_inputs) {
                const TrainingPlan plan{.goal = {scale, result_share},
                                        .epochs = epochs,
                                        .batch = batch,
                                        .rate = rate,
                                        .last_rate = last_rate,
                                        .first_inputs = first_inputs,
                                        .held_out = held_out,
                                        .threads = threads,
                                        .seed = seed};
                new (self) Trainer(shape, plan, samples);
            },
            nb::arg("shape"), nb::arg("samples"), nb::kw_only(), nb::arg("scale"), nb::arg("result_share"),
            nb::arg("epochs"), nb::arg("batch"), nb::arg("rate"), nb::arg("last_rate"), nb::arg("held_out"),
            nb::arg("threads"), nb::arg("seed"), nb::arg("first_inputs") = 1, nb::keep_alive<1, 3>())
        .def_prop_ro("epochs_done", &Trainer::epochs_done)
        .def_prop_ro("samples_per_epoch", &Trainer::samples_per_epoch)
        .def("epoch", &run_epoch, nb::arg("on_progress") = nb::none(),
             "One epoch; its mean loss. on_progress(samples so far, their loss) returns False to stop it.")
        .def(
            "validation_loss", [](const Trainer& trainer) { return trainer.validation_loss(); },
            nb::call_guard<nb::gil_scoped_release>())
        .def(
            "quantised_loss", [](const Trainer& trainer, const Net& net) { return trainer.validation_loss(net); },
            nb::arg("net"), nb::call_guard<nb::gil_scoped_release>(), "The validation loss of the net as it is used.")
        .def_prop_ro("net", &Trainer::net, nb::rv_policy::reference_internal)
        .def("checkpoint", [](const Trainer& trainer) { return as_bytes(trainer.checkpoint()); })
        .def(
            "restore", [](Trainer& trainer, const nb::bytes& content) { trainer.restore(viewed(content)); },
            nb::arg("content"), "Continue after the last epoch of a checkpoint; ValueError if it does not fit.");

    nb::class_<Duplicates>(module, "Duplicates")
        .def(nb::init<>())
        .def("__len__", &Duplicates::size)
        .def(
            "removed_from",
            [](Duplicates& known, const nb::bytes& records, std::size_t size, std::size_t key_size) {
                if (size == 0 || key_size > size || records.size() % size != 0)
                    throw ParseError("expected whole records");
                std::string kept;
                for (std::size_t place = 0; place < records.size(); place += size) {
                    const std::string_view record = viewed(records).substr(place, size);
                    if (known.add(record.substr(0, key_size))) kept += record;
                }
                return as_bytes(kept);
            },
            nb::arg("records"), nb::arg("size"), nb::arg("key_size"),
            "The records, of `size` bytes each, whose first `key_size` bytes were not seen before.");

    nb::class_<Game>(module, "NetGame")
        .def_ro("shape", &Game::shape)
        .def_ro("record_bytes", &Game::record_bytes)
        .def_ro("key_bytes", &Game::key_bytes)
        .def("install", &use<NetUse::kInstalled>, nb::arg("net").none(),
             "Let engines made from now on evaluate with this net; None: without.")
        .def("try_out", &use<NetUse::kCandidate>, nb::arg("net").none(),
             "The same for players called GAME/net, to compare a net with the installed one.")
        .def(
            "samples",
            [](const Game& game, const nb::bytes& records) { return game.samples(std::string(viewed(records))); },
            nb::arg("records"), "ValueError if these are no records.")
        .def("play", &played, nb::arg("start"), nb::arg("seed"), nb::kw_only(), nb::arg("nodes"),
             nb::arg("opening_plies"), nb::arg("random_one_in"), nb::arg("last_ply"), nb::arg("resign"),
             nb::arg("with_net"), "The records of one game against itself. `resign` is in units of score.");
    module.attr("_net_games") = nb::dict();
    module.def(
        "net_game",
        [games = nb::dict(module.attr("_net_games"))](const char* game) {
            return games.contains(game) ? nb::object(games[game]) : nb::none();
        },
        nb::arg("game"), nb::sig("def net_game(game: str) -> NetGame | None"),
        "What a game offers to train a net and to use it.");
}

void bind_game(nb::module_& module, const char* name, const Game& game) {
    module.attr("_net_games")[name] = nb::cast(game);
}

}  // namespace garlic::nets
