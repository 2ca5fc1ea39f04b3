// System calls without a C library function, each as a thin wrapper, and constants that older headers lack.
#pragma once

#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE (1UL << 0)
#endif
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#endif

namespace garlic::sandbox::kernel {

// Newer than some headers; the numbers are the same on every architecture.
constexpr long kPidfdSendSignal = 424, kPidfdOpen = 434, kCloseRange = 436, kMountSetattr = 442;
constexpr long kLandlockCreate = 444, kLandlockAdd = 445, kLandlockRestrict = 446;

// Landlock's structures at their widest; the kernel is passed the size it knows.
struct LandlockRuleset {
    std::uint64_t files, network, scoped;
};
struct [[gnu::packed]] LandlockPath {
    std::uint64_t access;
    std::int32_t fd;
};

inline int pidfd_open(pid_t pid) { return static_cast<int>(syscall(kPidfdOpen, pid, 0)); }

inline int pidfd_signal(int pidfd, int signal) {
    return static_cast<int>(syscall(kPidfdSendSignal, pidfd, signal, nullptr, 0));
}

// Closes the descriptors *first* to *last*; before Linux 5.9, one by one.
inline void close_from(unsigned first, unsigned last) {
    if (syscall(kCloseRange, first, last, 0) == 0) return;
    for (unsigned fd = first; fd <= last && fd < 65536; ++fd) close(static_cast<int>(fd));
}

// The Landlock version, or -1.
inline int landlock_version() { return static_cast<int>(syscall(kLandlockCreate, nullptr, 0, 1)); }

inline int seccomp(unsigned operation, unsigned flags, void* arguments) {
    return static_cast<int>(syscall(SYS_seccomp, operation, flags, arguments));
}

}  // namespace garlic::sandbox::kernel
