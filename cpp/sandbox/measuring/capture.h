// Reading a bot's output with a limit on what is kept.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

namespace garlic::sandbox {

enum class Stream { Open, Ended };

// Reads what is available now, at most *most* bytes, and passes each piece to *take*.
template <class Take>
Stream read_some(int fd, std::size_t most, Take take) {
    char piece[65536];
    while (most > 0) {
        const ssize_t got = read(fd, piece, std::min(sizeof piece, most));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EIO) return Stream::Ended;  // a terminal that nobody has open
        if (got < 0) return Stream::Open;
        if (got == 0) return Stream::Ended;
        take(std::string_view{piece, static_cast<std::size_t>(got)});
        most -= static_cast<std::size_t>(got);
        if (static_cast<std::size_t>(got) < sizeof piece) break;
    }
    return Stream::Open;
}

// Discards what is available now.
inline void drain(int fd) {
    char nowhere[4096];
    while (read(fd, nowhere, sizeof nowhere) > 0) {}
}

// What a bot prints besides its replies: the beginning is kept, the rest is counted.
class Capture {
public:
    explicit Capture(std::size_t room) : room_(room) {}

    void attach(int fd) { fd_ = fd; }
    int fd() const { return fd_; }
    const std::string& kept() const { return kept_; }
    std::uint64_t total() const { return total_; }

    void clear() {
        kept_.clear();
        total_ = 0;
    }

    void read_some() {
        if (fd_ < 0) return;
        const auto end = sandbox::read_some(fd_, 1 << 20, [&](std::string_view piece) {
            total_ += piece.size();
            kept_.append(piece.substr(0, room_ - std::min(room_, kept_.size())));
        });
        if (end == Stream::Ended) fd_ = -1;
    }

private:
    std::size_t room_;
    int fd_ = -1;
    std::string kept_;
    std::uint64_t total_ = 0;
};

}  // namespace garlic::sandbox
