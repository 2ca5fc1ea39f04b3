// Records of training positions, all of one size: the bytes that identify a position, then what was said of it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "garlic/self_play.h"
#include "garlic/text.h"
#include "nets/samples.h"

namespace garlic::nets {

// Score of the search and evaluation without a net, 16 bits each; result of the game for the mover in half points.
constexpr std::size_t kSaidBytes = 5;

inline void append_score(std::string& out, Score score) {
    const auto number = static_cast<std::int16_t>(score);
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// The records of one game of P against itself; the same seed gives the same game. key(position) identifies a position,
// base(position) is the evaluation that the net corrects. A game without an end counts as drawn. ParseError if `start`
// is no position.
template <Searchable P, class Key, class Base>
std::string play_records(std::string_view start, const SelfPlay& plan, std::uint64_t seed, Key key, Base base) {
    Engine<P> engine(1);
    P game = P::parse(start);
    std::vector<std::pair<std::string, Side>> seen;
    const SelfPlayEnd end = self_play(engine, game, plan, seed, [&](const P& position, Score score) {
        std::string record = key(position);
        append_score(record, score);
        append_score(record, base(position));
        seen.emplace_back(std::move(record), position.mover());
    });
    Score last = kDraw;
    Side whose = Side::kFirst;
    switch (end) {
        case SelfPlayEnd::kOver:
            last = game.final_score();
            whose = game.mover();
            break;
        case SelfPlayEnd::kFirstResigned: last = loss_in(0); break;
        case SelfPlayEnd::kSecondResigned: last = win_in(0); break;
        case SelfPlayEnd::kUndecided: break;
    }
    std::string records;
    for (const auto& [record, mover] : seen) {
        const Score result = mover == whose ? last : -last;
        records += record;
        records += static_cast<char>(result > 0 ? 2 : result < 0 ? 0 : 1);
    }
    return records;
}

// Samples in such records. A game says how to read what identifies its positions.
class RecordSamples : public Samples {
public:
    std::size_t size() const override { return records_.size() / bytes_; }
    void read(std::size_t index, int symmetry, Sample& out) const override {
        const std::string_view record = record_at(index);
        const auto score_at = [&](std::size_t place) {
            std::int16_t score = 0;
            std::memcpy(&score, record.data() + place, sizeof score);
            return static_cast<float>(score);
        };
        read_key(record.substr(0, bytes_ - kSaidBytes), symmetry, out);
        out.score = score_at(bytes_ - kSaidBytes);
        out.base = score_at(bytes_ - kSaidBytes + 2);
        out.result = static_cast<float>(record.back()) / 2;
    }

protected:
    // ParseError if these are no records of so many bytes; is_key says whether the first ones are a position.
    template <class IsKey>
    RecordSamples(std::string records, std::size_t bytes, IsKey is_key) : records_(std::move(records)), bytes_(bytes) {
        if (records_.size() % bytes_ != 0) throw ParseError("expected whole records");
        for (std::size_t index = 0; index < size(); ++index) {
            const std::string_view record = record_at(index);
            if (!is_key(record.substr(0, bytes_ - kSaidBytes)) || static_cast<unsigned char>(record.back()) > 2)
                throw ParseError("expected records of training positions");
        }
    }

private:
    virtual void read_key(std::string_view key, int symmetry, Sample& out) const = 0;
    std::string_view record_at(std::size_t index) const {
        return std::string_view(records_).substr(index * bytes_, bytes_);
    }

    std::string records_;
    std::size_t bytes_;
};

}  // namespace garlic::nets
