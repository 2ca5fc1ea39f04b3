#include "wire.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace garlic::sandbox {
namespace {

constexpr std::uint32_t kLongestFrame = 64u << 20;

bool read_exactly(int fd, char* into, std::size_t size) {
    while (size > 0) {
        const ssize_t got = read(fd, into, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        into += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send_exactly(int socket, const char* from, std::size_t size) {
    while (size > 0) {
        const ssize_t sent = send(socket, from, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        from += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

}  // namespace

bool parse_start(std::string_view body, Spec& spec) {
    while (!body.empty()) {
        std::uint32_t size = 0;
        if (body.size() < 5) return false;
        const auto item = static_cast<Item>(body[0]);
        std::memcpy(&size, body.data() + 1, sizeof size);
        if (body.size() - 5 < size) return false;
        const std::string value{body.substr(5, size)};
        body.remove_prefix(5 + size);
        switch (item) {
            case Item::Argument: spec.arguments.push_back(value); break;
            case Item::Environment: spec.environment.push_back(value); break;
            case Item::Readable: spec.readable.push_back(value); break;
            case Item::ReadableAtStart: spec.readable_at_start.push_back(value); break;
            case Item::Unseen: spec.unseen.push_back(value); break;
            case Item::Filter: spec.filter = value; break;
            case Item::Directory: spec.directory = value; break;
            case Item::Cgroup: spec.cgroup = value; break;
            case Item::Scratch: spec.scratch = value; break;
            case Item::Hidden: spec.hidden.push_back(value); break;
            case Item::Listable: spec.listable.push_back(value); break;
            case Item::Granted: spec.granted.push_back(value); break;
            case Item::Numbers:
                if (value.size() != sizeof spec.numbers) return false;
                std::memcpy(&spec.numbers, value.data(), sizeof spec.numbers);
                break;
            default: return false;
        }
    }
    return !spec.arguments.empty() && spec.numbers.memory_bytes > 0;
}

bool receive_frame(int socket, Frame& kind, std::string& body) {
    char head[5];
    if (!read_exactly(socket, head, sizeof head)) return false;
    std::uint32_t size = 0;
    std::memcpy(&size, head, sizeof size);
    if (size < 1 || size > kLongestFrame) return false;
    kind = static_cast<Frame>(head[4]);
    body.resize(size - 1);
    return read_exactly(socket, body.data(), body.size());
}

bool send_frame(int socket, Frame kind, std::initializer_list<std::string_view> pieces) {
    std::uint32_t size = 1;
    for (const auto piece : pieces) size += static_cast<std::uint32_t>(piece.size());
    std::string frame;
    frame.reserve(size + 4);
    frame.append(bytes_of(size));
    frame.push_back(static_cast<char>(kind));
    for (const auto piece : pieces) frame.append(piece);
    return send_exactly(socket, frame.data(), frame.size());
}

}  // namespace garlic::sandbox
