// What a game offers so that a net of its own can be trained and used.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "garlic/self_play.h"
#include "garlic/text.h"
#include "nets/net.h"
#include "nets/samples.h"
#include "nets/shape.h"

namespace garlic::nets {

// The net that an engine plays with, and one that is trained and compared with it.
enum class NetUse : std::uint8_t { kInstalled, kCandidate };

struct Game {
    Shape shape;
    std::size_t record_bytes;  // of a training position
    std::size_t key_bytes;     // the first of them: two records with the same are the same position
    // Lets players made from now on evaluate with this net; null: without. ParseError if it has another shape.
    void (*use)(NetUse use, std::shared_ptr<const Net> net);
    // ParseError if these are no records.
    std::unique_ptr<Samples> (*samples)(std::string records);
    // The records of one game from `start`, searched with the candidate or without a net; the same seed gives the same game.
    // ParseError if `start` is no position.
    std::string (*play)(std::string_view start, const SelfPlay& plan, bool with_net, std::uint64_t seed);
};

template <class S>
std::unique_ptr<Samples> samples_in(std::string records) {
    return std::make_unique<S>(std::move(records));
}

// The nets that a game's players use. Players keep the one that they began with.
class NetsInUse {
public:
    NetsInUse(std::string name, const Shape& shape) : name_(std::move(name)), shape_(shape) {}

    void set(NetUse use, std::shared_ptr<const Net> net) {
        if (net && net->shape() != shape_) throw ParseError("expected a net for " + name_ + ": it has another shape");
        const std::lock_guard lock(changing_);
        nets_[static_cast<std::size_t>(use)] = std::move(net);
    }
    std::shared_ptr<const Net> get(NetUse use) const {
        const std::lock_guard lock(changing_);
        return nets_[static_cast<std::size_t>(use)];
    }

private:
    const std::string name_;
    const Shape shape_;
    mutable std::mutex changing_;
    std::array<std::shared_ptr<const Net>, 2> nets_;
};

}  // namespace garlic::nets
