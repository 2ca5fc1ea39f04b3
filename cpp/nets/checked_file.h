// The form of weight files and checkpoints: a head that people can read, a checksum, numbers.
//
//     garlic net 1
//     shape 288 32 0 8 18
//     command python -m garlic.engines.training.tiaojia_net ...
//     checksum 9f3c...
//     (an empty line, then the numbers, little-endian)
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "garlic/text.h"

namespace garlic::nets {

static_assert(std::endian::native == std::endian::little, "files are written as they are in memory");

class CheckedFile {
public:
    explicit CheckedFile(std::string kind) : kind_(std::move(kind)) {}

    // ParseError if the content is of another kind, incomplete, or damaged.
    static CheckedFile parse(std::string_view kind, std::string_view content);
    std::string str() const;

    // A value is one line. The last one set under a name counts.
    void set(std::string_view name, std::string_view value);
    void set_numbers(std::string_view name, const std::vector<std::int64_t>& numbers);
    // ParseError if there is none.
    const std::string& value(std::string_view name) const;
    // Exactly `count` whole numbers.
    std::vector<std::int64_t> numbers(std::string_view name, std::size_t count) const;
    const std::vector<std::pair<std::string, std::string>>& lines() const { return lines_; }

    template <class Number>
    void append(const std::vector<Number>& numbers) {
        body_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
    }
    // The next `count` numbers; ParseError if there are fewer.
    template <class Number>
    std::vector<Number> take(std::size_t count) {
        if ((body_.size() - taken_) / sizeof(Number) < count)
            throw ParseError("the numbers of the file are incomplete");
        std::vector<Number> numbers(count);
        if (count > 0) std::memcpy(numbers.data(), body_.data() + taken_, count * sizeof(Number));
        taken_ += count * sizeof(Number);
        return numbers;
    }
    // ParseError if numbers are left.
    void expect_end() const;

private:
    std::string head() const;

    std::string kind_;
    std::vector<std::pair<std::string, std::string>> lines_;
    std::string body_;
    std::size_t taken_ = 0;
};

}  // namespace garlic::nets
