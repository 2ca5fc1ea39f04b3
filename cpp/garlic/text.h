// Helpers for parsing positions, and their one error type.
#pragma once

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace garlic {

// The text does not follow the notation. The Python rules explain errors to users; the native half only
// rejects.
class ParseError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t start = 0;;) {
        const std::size_t end = text.find(separator, start);
        parts.push_back(text.substr(start, end == std::string_view::npos ? end : end - start));
        if (end == std::string_view::npos) return parts;
        start = end + 1;
    }
}

// A whole number in plain digits, without sign or leading zero, if it lies in [low, high].
inline std::optional<int> whole_number(std::string_view text, int low, int high) {
    int number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc{} || stop != end || text.empty() || text[0] == '-') return std::nullopt;
    if (text.size() > 1 && text[0] == '0') return std::nullopt;
    if (number < low || number > high) return std::nullopt;
    return number;
}

}  // namespace garlic
