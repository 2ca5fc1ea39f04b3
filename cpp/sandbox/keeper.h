// The keeper: one small process per bot. It starts the bot, passes it one message after the other, measures it, answers
// its system calls, and leaves nothing of it behind.
//
// It has one thread and one loop. Whatever the bot does, the loop waits no longer than the turn's clocks allow; if the
// judge dies, the socket closes and the bot is ended.
#pragma once

#include <linux/seccomp.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "confining/confine.h"
#include "confining/policy.h"
#include "measuring/capture.h"
#include "measuring/clocks.h"
#include "measuring/threads.h"
#include "snapshots.h"
#include "wire.h"

namespace garlic::sandbox {

// A bot is not charged for waiting while a busy machine delays the keeper's answers to its system calls; but
// once it has started up, more calls than these are its own choice.
constexpr int kForgivenQuestions = 64;

// How a turn's time is counted; see `timing.cpp`.
struct TurnClock {
    Nanoseconds start = 0, cpu = 0, user = 0, keeper_delay = 0, stolen = 0;  // readings at the start
    Nanoseconds next_look = 0;
    int late_looks = 0;              // in a row: late by its own time
    Nanoseconds late_since = 0;      // the second of them
    int questions = 0;               // system calls that waited for the keeper
    Nanoseconds forgiven_delay = 0;  // the keeper's reading after the last one that is forgiven
};

// What a turn has used so far.
struct Spent {
    Nanoseconds wall = 0, cpu = 0, delay = 0;
    Nanoseconds own() const { return wall - delay; }
};

class Keeper {
public:
    Keeper(int control, Spec spec);
    ~Keeper();

    // Starts the bot and reports to the judge; false if there is nothing to keep.
    bool start();
    // Serves the judge until it quits or goes away.
    void serve();

private:
    // keeper.cpp: the bot's life
    void let_go();
    void pump(Nanoseconds until);
    void take_question();
    void answer_question(const seccomp_notif& question);
    void answer_host(const seccomp_notif& question);
    void host_finishes();
    void respond(std::uint64_t question, std::int64_t value, int error, bool go_on);
    void retire(pid_t snapshot);
    void forbid(const seccomp_notif& question, std::string path);
    void adopt(pid_t pid);
    void end_worker();
    void roll_back();
    void empty_pipes();
    void end_everything();
    void quit();

    // A host program reports itself that it waits, and needs no signal to be stopped.
    bool is_host() const { return spec_.has(kOwnChannel) && child_.listener >= 0; }

    // turn.cpp: one turn
    void turn(std::string_view body);
    Fault run_turn();
    Fault make_ready();
    void come_to_rest();
    void wait_unasked(Nanoseconds until);
    Fault wait_for_reply();
    Fault reply_is_there();
    bool exceeds_memory();
    Fault after_exit();
    Fault crash();
    bool killed_from_outside() const;
    bool group_was_full() const;
    bool find_reply();
    bool next_line_has_prefix() const;
    bool next_line_is_remark() const;
    bool only_remarks();
    void read_reply();
    void read_last_words();
    void send_message();
    void resume();

    // timing.cpp: whether it is late
    void start_clock();
    void end_clock();
    Fault out_of_time();
    Fault look_at_clocks(Nanoseconds time);
    Spent measure(Nanoseconds end);
    Nanoseconds keeper_delay() const;
    Spent spent_until(Nanoseconds end, Nanoseconds cpu) const;
    Fault lateness(const Spent& spent);
    Nanoseconds copying_credit(const Spent& spent);

    int control_;
    Spec spec_;
    int own_schedstat_;
    Nanoseconds processors_;  // that the bot can use at the same time
    Child child_;
    Gauges gauges_;
    Threads threads_;
    StolenTime stolen_;
    Snapshots snapshots_;
    Capture out_, err_;

    pid_t worker_ = -1, retired_ = -1;
    int pidfd_ = -1;
    std::uint64_t exec_question_ = 0;  // the program is held before it runs
    bool started_ = false;             // it has been released
    bool settled_ = false;             // its first turn has ended
    bool stopped_ = false;             // by us, between turns
    bool asking_ = false;              // it has a message to answer
    bool exited_ = false;              // known to have ended
    bool judge_gone_ = false;
    bool questions_ended_ = false;
    std::uint64_t own_signals_ = 0;  // a bit for each signal that it has ever sent itself

    // Findings about the current turn.
    bool forbidden_ = false, memory_exhausted_ = false, reply_ended_ = false;
    bool reply_complete_ = false;  // all of it has arrived; the turn ends with it, or with the host
    bool measured_ = false;        // the clocks were read for good
    int wait_status_ = 0;
    TurnRequest request_{};
    TurnClock clock_;
    TurnResult result_{};
    std::string_view prefix_, message_;
    std::string reply_, detail_;
    std::size_t reply_size_ = 0, scanned_ = 0;
    Nanoseconds reply_time_ = 0, reply_cpu_ = 0;  // when the turn ended, if it did

    Nanoseconds used_cpu_ = 0, ended_cpu_ = 0;  // by all, and by the worker that ended last
    std::uint64_t peak_bytes_ = 0, processes_ = 0;
};

}  // namespace garlic::sandbox
