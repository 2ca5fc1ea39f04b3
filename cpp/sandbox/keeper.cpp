#include "keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "confining/kernel.h"
#include "measuring/proc.h"
#include "shared.h"

namespace garlic::sandbox {
namespace {

// How many processors a bot can use at the same time.
Nanoseconds usable_processors(const Numbers& numbers) {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    int count = 0;
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        const bool pinned = numbers.cpus != 0 && (cpu >= 64 || (numbers.cpus >> cpu & 1) == 0);
        if (CPU_ISSET(cpu, &set) && !pinned) ++count;
    }
    return std::max<Nanoseconds>(std::min<Nanoseconds>(count, static_cast<Nanoseconds>(numbers.threads)), 1);
}

}  // namespace

Keeper::Keeper(int control, Spec spec)
    : control_(control),
      spec_(std::move(spec)),
      own_schedstat_(open_proc(getpid(), "schedstat")),
      processors_(usable_processors(spec_.numbers)),
      snapshots_(spec_.has(kRollback), spec_.numbers.snapshot_instruction),
      out_(spec_.numbers.captured_bytes),
      err_(spec_.numbers.captured_bytes) {}

Keeper::~Keeper() {
    end_everything();
    if (!child_.directory.empty()) remove_directory(child_.directory);
}

bool Keeper::start() {
    // If the bot gets children past the filter, or has no filter, orphans come to us.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    std::string trouble = launch(spec_, child_);
    if (child_.pid > 0) adopt(child_.pid);
    if (trouble.empty()) {
        out_.attach(child_.captured_out);
        err_.attach(child_.captured_err);
        if (child_.listener >= 0) {
            // Since Linux 6.6: wake the answering thread on the same processor. Only a speed-up.
            ioctl(child_.listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, 1);
            const Nanoseconds patience = now() + 10'000'000'000;
            while (exec_question_ == 0 && !exited_ && !judge_gone_ && now() < patience) pump(patience);
            if (exec_question_ == 0) trouble = "the process ended before it was confined";
        }
    }
    if (!trouble.empty()) {
        send_frame(control_, Frame::Error, {trouble});
        return false;
    }
    return send_frame(control_, Frame::Start, {bytes_of(StartResult{child_.held}), child_.directory});
}

void Keeper::serve() {
    std::string body;
    for (;;) {
        pollfd waiting[] = {{control_, POLLIN, 0},
                            {questions_ended_ ? -1 : child_.listener, POLLIN, 0},
                            {exited_ ? -1 : pidfd_, POLLIN, 0}};
        if (poll(waiting, 3, -1) < 0 && errno != EINTR) return;
        if ((waiting[1].revents & POLLIN) != 0) take_question();
        if ((waiting[1].revents & (POLLHUP | POLLERR)) != 0) questions_ended_ = true;
        if ((waiting[2].revents & POLLIN) != 0) exited_ = true;
        if (waiting[0].revents == 0) continue;
        Frame kind{};
        if (!receive_frame(control_, kind, body)) return;
        if (kind == Frame::Turn) {
            turn(body);
            if (judge_gone_) return;
        } else {
            quit();
            return;
        }
    }
}

// Releases the program that was held before exec.
void Keeper::let_go() {
    started_ = true;
    if (exec_question_ != 0) respond(std::exchange(exec_question_, 0), 0, 0, true);
    close(std::exchange(child_.release, -1));
}

// Waits until something happens, or until *until*, and handles it. What the bot has written is handled before what it
// did afterwards: an answer counts even if a fault follows it.
void Keeper::pump(Nanoseconds until) {
    const bool sending = !message_.empty();
    pollfd waiting[] = {
        {control_, POLLIN, 0},
        {reply_ended_ ? -1 : child_.from_bot, POLLIN, 0},
        {questions_ended_ ? -1 : child_.listener, POLLIN, 0},
        {exited_ ? -1 : pidfd_, POLLIN, 0},
        {out_.fd(), POLLIN, 0},
        {err_.fd(), POLLIN, 0},
        {sending ? child_.to_bot : -1, POLLOUT, 0},
    };
    const Nanoseconds left = std::max<Nanoseconds>(until - now(), 0);
    const timespec timeout{left / 1'000'000'000, left % 1'000'000'000};
    if (ppoll(waiting, std::size(waiting), &timeout, nullptr) <= 0) return;
    if (waiting[0].revents != 0) judge_gone_ = true;  // it sends only between turns
    if (waiting[4].revents != 0) out_.read_some();
    if (waiting[5].revents != 0) err_.read_some();
    if (waiting[1].revents != 0) read_reply();
    if (waiting[6].revents != 0) send_message();
    if (reply_time_ != 0) return;
    if ((waiting[2].revents & POLLIN) != 0) take_question();
    if ((waiting[2].revents & (POLLHUP | POLLERR)) != 0) questions_ended_ = true;
    if ((waiting[3].revents & POLLIN) != 0) exited_ = true;
}

void Keeper::take_question() {
    seccomp_notif question{};
    // ENOENT: the caller is gone.
    if (ioctl(child_.listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return;
    if (++clock_.questions == kForgivenQuestions) clock_.forgiven_delay = keeper_delay();
    answer_question(question);
}

void Keeper::answer_question(const seccomp_notif& question) {
    Situation situation{spec_, started_, settled_};
    const auto number = question.data.nr;
    if (number == SYS_mmap || number == SYS_mremap) situation.address_space = gauges_.memory().total;
    if (number == SYS_clone) situation.threads = gauges_.threads();
    auto answer = decide(question, situation);
    // Memory was read by process number: it must still be the same caller.
    std::uint64_t id = question.id;
    if (ioctl(child_.listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) != 0) return;
    if (number == SYS_execve && !started_) {
        exec_question_ = question.id;
        return;
    }
    memory_exhausted_ |= answer.memory_exhausted;
    if (answer.signal > 0 && answer.signal < 64) own_signals_ |= std::uint64_t{1} << answer.signal;
    switch (answer.kind) {
        case Answer::Continue: respond(question.id, 0, 0, true); break;
        case Answer::Refuse: respond(question.id, 0, answer.error, false); break;
        case Answer::Value: respond(question.id, answer.value, 0, false); break;
        case Answer::Forbid: forbid(question, std::move(answer.path)); break;
        case Answer::Host: answer_host(question); break;
    }
}

void Keeper::answer_host(const seccomp_notif& question) {
    if (question.data.nr == SYS_clone) {
        host_finishes();
        if (snapshots_.approves_clone(question, worker_, gauges_)) respond(question.id, 0, 0, true);
        else forbid(question, clone_purpose(question));
        return;
    }
    if (question.data.args[0] == GARLIC_HELLO) {
        respond(question.id, snapshots_.wanted() ? 1 : 0, 0, false);
        return;
    }
    Parked older;
    if (question.data.args[0] == GARLIC_PARK && snapshots_.parks(question, worker_, older)) {
        if (older.there()) retire(older.pid);
        return;
    }
    if (question.data.args[0] == GARLIC_READY) host_finishes();
    if (question.data.args[0] != GARLIC_READY || asking_ || !snapshots_.waits(question, worker_)) forbid(question, {});
}

// A host asks for its snapshot, or reports that it is ready: if it has replied, its turn ends here, not with the
// reply. So bot code that writes the reply itself cannot run on unnoticed.
void Keeper::host_finishes() {
    if (!asking_) return;
    read_reply();
    if (!reply_complete_) return;
    asking_ = false;
    end_clock();
    snapshots_.open_window();
}

void Keeper::respond(std::uint64_t question, std::int64_t value, int error, bool go_on) {
    seccomp_notif_resp response{};
    response.id = question;
    response.val = value;
    response.error = -error;
    if (go_on) response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(child_.listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

// Ends an outdated snapshot. Freeing its memory takes a while, so it is reaped when the next one follows it.
void Keeper::retire(pid_t snapshot) {
    if (retired_ > 0 && waitpid(retired_, nullptr, 0) == retired_) ++processes_;
    kill(snapshot, SIGKILL);
    retired_ = snapshot;
}

// The call never happens: the caller is killed while it waits for the answer.
void Keeper::forbid(const seccomp_notif& question, std::string path) {
    if (spec_.has(kRollback) && static_cast<pid_t>(question.pid) != worker_) {
        kill(static_cast<pid_t>(question.pid), SIGKILL);  // left over from a worker that is gone
        return;
    }
    if (!forbidden_) {
        result_.call = question.data.nr;
        result_.architecture = question.data.arch;
        detail_ = std::move(path);
        forbidden_ = true;
    }
    kernel::pidfd_signal(pidfd_, SIGKILL);
}

void Keeper::adopt(pid_t pid) {
    worker_ = pid;
    if (pidfd_ >= 0) close(pidfd_);
    pidfd_ = kernel::pidfd_open(pid);
    fcntl(pidfd_, F_SETFD, FD_CLOEXEC);
    gauges_ = Gauges{pid};
    threads_ = Threads{pid, spec_.numbers.threads > 1};
    exited_ = false;
    stopped_ = false;
}

// Ends the worker if it still runs, and reaps it.
void Keeper::end_worker() {
    if (worker_ < 0) return;
    rusage used{};
    kernel::pidfd_signal(pidfd_, SIGKILL);
    while (wait4(worker_, &wait_status_, 0, &used) < 0 && errno == EINTR) {}
    ++processes_;
    const auto nanoseconds = [](const timeval& time) {
        return Nanoseconds{time.tv_sec} * 1'000'000'000 + Nanoseconds{time.tv_usec} * 1000;
    };
    ended_cpu_ = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
    used_cpu_ += ended_cpu_;
    peak_bytes_ = std::max(peak_bytes_, static_cast<std::uint64_t>(used.ru_maxrss) * 1024);
    result_.memory_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    worker_ = -1;
    exited_ = true;
    snapshots_.worker_ended();
}

// The snapshot becomes the worker, with the pipes as they were before the turn.
void Keeper::roll_back() {
    const Parked next = snapshots_.take_snapshot();
    if (!next.there()) return;
    empty_pipes();
    adopt(next.pid);
    respond(next.question, 1, 0, false);
    result_.flags |= kRolledBack;
}

void Keeper::empty_pipes() {
    char nowhere[4096];
    int waiting = 0;
    while (ioctl(child_.bot_input, FIONREAD, &waiting) == 0 && waiting > 0)
        if (read(child_.bot_input, nowhere, std::min<std::size_t>(sizeof nowhere, static_cast<std::size_t>(waiting))) <=
            0)
            break;
    drain(child_.from_bot);
    reply_ended_ = false;
}

// Kills and reaps every child. ECHILD from the kernel proves that none is left.
void Keeper::end_everything() {
    end_worker();
    for (const pid_t known : {snapshots_.take_snapshot().pid, std::exchange(retired_, -1)})
        if (known > 0) kill(known, SIGKILL);
    // With pid 1 everything in a namespace dies. Without one there may be an unknown child, a snapshot just made or the
    // bot's own, which must be searched for.
    const bool confined = child_.listener >= 0 && !snapshots_.wanted();
    const bool all_will_die = child_.lifeline >= 0 || confined;
    if (child_.lifeline >= 0) close(std::exchange(child_.lifeline, -1));
    for (int rounds = 0;;) {
        const pid_t ended = waitpid(-1, nullptr, all_will_die ? 0 : WNOHANG);
        if (ended < 0 && errno != EINTR) return;
        if (ended > 0) ++processes_;
        if (ended != 0) continue;
        if (rounds++ % 50 == 0) kill_children();
        const timespec moment{0, 200'000};
        nanosleep(&moment, nullptr);
    }
}

void Keeper::quit() {
    end_everything();
    const QuitResult result{static_cast<std::uint64_t>(used_cpu_), peak_bytes_, processes_};
    if (!child_.directory.empty()) remove_directory(std::exchange(child_.directory, {}));
    send_frame(control_, Frame::Quit, {bytes_of(result)});
}

}  // namespace garlic::sandbox
