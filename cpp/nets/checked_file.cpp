#include "nets/checked_file.h"

#include <array>
#include <charconv>

namespace garlic::nets {
namespace {

constexpr std::string_view kChecksum = "checksum";

// FNV-1a.
std::uint64_t checksum(std::string_view head, std::string_view body) {
    std::uint64_t sum = 0xcbf29ce484222325;
    for (const std::string_view part : {head, body})
        for (const char letter : part) sum = (sum ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return sum;
}

std::string as_hex(std::uint64_t number) {
    std::string text(16, '0');
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    const auto count = static_cast<std::size_t>(end - digits.data());
    text.replace(16 - count, count, digits.data(), count);
    return text;
}

}  // namespace

std::string CheckedFile::head() const {
    std::string text = kind_ + "\n";
    for (const auto& [name, value] : lines_) text += name + " " + value + "\n";
    return text;
}

std::string CheckedFile::str() const {
    const std::string text = head();
    return text + std::string(kChecksum) + " " + as_hex(checksum(text, body_)) + "\n\n" + body_;
}

CheckedFile CheckedFile::parse(std::string_view kind, std::string_view content) {
    const std::string first = std::string(kind) + "\n";
    if (!content.starts_with(first)) throw ParseError("expected a file that begins with '" + std::string(kind) + "'");
    CheckedFile file{std::string(kind)};
    std::string_view left = content.substr(first.size());
    while (true) {
        const std::size_t end = left.find('\n');
        if (end == std::string_view::npos) throw ParseError("the head of the file is incomplete");
        const std::string_view line = left.substr(0, end);
        left.remove_prefix(end + 1);
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos) throw ParseError("expected a name and a value in each line of the head");
        const std::string_view name = line.substr(0, space);
        const std::string_view value = line.substr(space + 1);
        if (name != kChecksum) {
            file.lines_.emplace_back(name, value);
            continue;
        }
        if (!left.starts_with('\n')) throw ParseError("expected an empty line after the checksum");
        file.body_ = left.substr(1);
        if (value != as_hex(checksum(file.head(), file.body_)))
            throw ParseError("the file is damaged: its checksum does not fit");
        return file;
    }
}

void CheckedFile::set(std::string_view name, std::string_view value) {
    if (value.find('\n') != std::string_view::npos || name.find_first_of(" \n") != std::string_view::npos)
        throw ParseError("expected a name and a value in one line");
    for (auto& [known, old] : lines_)
        if (known == name) {
            old = value;
            return;
        }
    lines_.emplace_back(name, value);
}

void CheckedFile::set_numbers(std::string_view name, const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) {
        if (!text.empty()) text += ' ';
        text += std::to_string(number);
    }
    set(name, text);
}

const std::string& CheckedFile::value(std::string_view name) const {
    for (const auto& [known, value] : lines_)
        if (known == name) return value;
    throw ParseError("the head of the file has no line '" + std::string(name) + "'");
}

std::vector<std::int64_t> CheckedFile::numbers(std::string_view name, std::size_t count) const {
    std::vector<std::int64_t> found;
    for (const std::string_view word : split(value(name), ' ')) {
        std::int64_t number = 0;
        const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (fault != std::errc{} || end != word.data() + word.size())
            throw ParseError("expected whole numbers in the line '" + std::string(name) + "'");
        found.push_back(number);
    }
    if (found.size() != count)
        throw ParseError("expected " + std::to_string(count) + " numbers in the line '" + std::string(name) + "'");
    return found;
}

void CheckedFile::expect_end() const {
    if (taken_ != body_.size()) throw ParseError("the file has more numbers than its shape needs");
}

}  // namespace garlic::nets
