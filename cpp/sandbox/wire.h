// The protocol between the judge's Python side and the keeper, over one stream socket.
//
// A frame is a little-endian u32 length of what follows, a byte for its kind, and a body. The judge sends Start once,
// then any number of Turns, then Quit; every frame gets exactly one answer. The other side is
// `src/garlic/sandbox/keeper.py`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace garlic::sandbox {

enum class Frame : std::uint8_t { Start = 'S', Turn = 'T', Quit = 'Q', Error = 'E' };

// The items of a Start frame: a byte, a u32 length, the bytes; repeated ones in order.
enum class Item : std::uint8_t {
    Argument = 1,
    Environment = 2,
    Readable = 3,         // a path, always readable by name; see Granted
    ReadableAtStart = 4,  // a path, readable until the first turn has ended
    Unseen = 5,           // a path that is answered with "no such file", without a fault
    Filter = 6,           // a BPF program
    Numbers = 7,
    Directory = 8,  // the working directory; without it, a private one is made and removed
    Cgroup = 9,
    Scratch = 10,   // where private directories are made
    Hidden = 11,    // a path below readable ones that is not readable itself; what is listed below it is
    Listable = 12,  // a directory whose entries may be listed, but not read
    Granted = 13,   // a real path that the kernel lets it read: Readable without Hidden
};

enum StartFlag : std::uint64_t {
    kOwnChannel = 1,
    kRollback = 2,
    kRestrict = 4,  // ring 1
    kNamespaces = 8,
    kDropUser = 16,
    kSilentLimits = 32,  // a request for more open files is refused without a fault
    kSilentNames = 64,   // so is asking the name service, over a socket, for the user's name
    kTerminal = 128,     // all three standard streams are a terminal, whose other end we hold
    kRest = 256,         // before a message, its threads may finish what they do; see `come_to_rest`
};

struct Numbers {
    std::uint64_t flags;
    std::uint64_t memory_bytes;
    std::uint64_t address_space_bytes;  // 0: no limit
    std::uint64_t data_bytes;           // 0: no limit
    std::uint64_t stack_bytes;
    std::uint64_t files;
    std::uint64_t cpu_seconds;  // backstop in case the keeper fails
    std::uint64_t threads;
    std::uint64_t reply_bytes;     // a longer reply is a fault
    std::uint64_t captured_bytes;  // kept of each stream per turn
    std::uint64_t printed_bytes;   // more in one turn is a fault; 0: never
    std::uint64_t snapshot_instruction;
    std::uint64_t cpus;  // one bit per processor; 0: any
};

// Line: one line; with a prefix, lines that begin with it are remarks, which come before the line and may come before
// the message. LinesUntil: all lines up to one that begins with the prefix. All: everything until it closes its output;
// its input ends after the message. Some: whatever has arrived, at least one byte; for prompts, which do not end with a
// newline.
enum class ReplyKind : std::uint8_t { Line = 0, Record = 1, LinesUntil = 2, All = 3, Some = 4 };

// What to do with bytes that arrived before the message was sent.
enum class Ahead : std::uint8_t { Fault = 0, Drop = 1, Keep = 2 };

struct TurnRequest {
    std::uint64_t wall_ns;
    std::uint64_t cpu_ns;
    std::uint64_t patience_ns;  // wall time after which a turn ends even if it is not late
    std::uint32_t record_bytes;
    std::uint32_t prefix_bytes;  // the prefix follows, then the message
    ReplyKind kind;
    Ahead ahead;
    std::uint8_t padding[6];
};

enum class Fault : std::uint8_t {
    None = 0,
    TooLate = 1,
    Memory = 2,
    Output = 3,
    Crash = 4,
    Forbidden = 5,
    SpokeEarly = 6,
    ClosedOutput = 7,
    Overload = 8,  // it got so little of the processors that patience ran out, or was killed from outside
    Judge = 9,     // our fault, or the machine's; the detail explains it
};

enum TurnFlag : std::uint8_t { kAlive = 1, kRolledBack = 2, kCpuClock = 4 };

struct TurnResult {
    Fault fault;
    std::uint8_t flags;
    std::uint8_t padding[2];
    std::int32_t signal;  // that ended it, or 0
    std::int32_t status;  // it exited with, or -1
    std::int32_t call;    // forbidden call, or -1
    std::uint32_t architecture;
    std::uint32_t reply_bytes;
    std::uint64_t wall_ns;
    std::uint64_t cpu_ns;
    std::uint64_t delay_ns;      // waiting for a processor
    std::uint64_t credit_ns;     // forgiven, because pages were copied; only if it was over its limit
    std::uint64_t copied_bytes;  // because of the snapshot, on this turn's clock; only if it was over its limit
    std::uint64_t rest_cpu_ns;   // used before the message, while it came to rest
    std::uint64_t memory_bytes;  // resident when the turn ended; at its peak if the process ended
    std::uint64_t stdout_total;
    std::uint64_t stderr_total;
    std::uint32_t stdout_bytes;
    std::uint32_t stderr_bytes;
    std::uint32_t detail_bytes;
    std::uint32_t padding2;
};  // then the reply, stdout, stderr, detail

enum Held : std::uint32_t {
    kHeldSeccomp = 1,
    kHeldLandlock = 2,
    kHeldNamespaces = 4,
    kHeldCgroup = 8,
};

struct StartResult {
    std::uint32_t held;
};  // then the private working directory, which is removed with the keeper

struct QuitResult {
    std::uint64_t cpu_ns;
    std::uint64_t peak_bytes;
    std::uint64_t processes;  // reaped, snapshots included
};

struct Spec {
    std::vector<std::string> arguments, environment;
    std::vector<std::string> readable, readable_at_start, unseen, hidden, listable, granted;
    std::string filter, directory, cgroup, scratch;
    Numbers numbers{};
    bool has_network = false;  // not from the judge: the keeper is in an empty network of its own already

    bool has(StartFlag flag) const { return (numbers.flags & flag) != 0; }
};

// Reads a Start body; false if it is not one.
bool parse_start(std::string_view body, Spec& spec);

// Blocks until a whole frame has arrived; false when the judge is gone.
bool receive_frame(int socket, Frame& kind, std::string& body);

// Sends a frame whose body is the given pieces; false when the judge is gone.
bool send_frame(int socket, Frame kind, std::initializer_list<std::string_view> pieces);

template <class T>
std::string_view bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace garlic::sandbox
