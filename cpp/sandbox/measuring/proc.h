// Reading the files of a process under /proc.
#pragma once

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace garlic::sandbox {

inline int open_proc(pid_t pid, const char* name) {
    char path[128];
    std::snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

// The beginning of the file as a string; empty if it cannot be read.
template <std::size_t N>
const char* reread(int fd, char (&text)[N]) {
    const ssize_t got = fd < 0 ? -1 : pread(fd, text, N - 1, 0);
    text[std::max<ssize_t>(got, 0)] = 0;
    return text;
}

// The content of a stat file from its third field on: the second, the program's name, may contain anything.
inline const char* after_name(const char* stat) {
    const char* closing = std::strrchr(stat, ')');
    return closing != nullptr && closing[1] == ' ' ? closing + 2 : "";
}

}  // namespace garlic::sandbox
