// Turns a fresh child into a confined program: the steps before exec, in order.
#pragma once

#include <sys/types.h>

#include <string>

#include "wire.h"

namespace garlic::sandbox {

// The keeper's ends of what it shares with the bot.
struct Child {
    pid_t pid = -1;
    int lifeline = -1;      // closing it ends the bot's namespaces, if it has its own
    int listener = -1;      // where its system calls are reported; -1 without ring 1
    int to_bot = -1;        // messages
    int from_bot = -1;      // replies
    int bot_input = -1;     // a second handle on the bot's end of `to_bot`, to empty it
    int captured_out = -1;  // what it prints, if that is not the reply
    int captured_err = -1;
    int status = -1;         // reports why exec failed; closed when exec succeeds
    int release = -1;        // without ring 1: closing it lets the child go on to exec
    std::uint32_t held = 0;  // which protections are active
    std::string directory;   // private working directory, to be removed; or empty
};

// Starts the program of *spec*, stopped just before it runs. Returns "" or what went wrong.
std::string launch(const Spec& spec, Child& child);

// Removes a private working directory with its contents.
void remove_directory(const std::string& path);

// Whether this machine takes seccomp filters with notifications.
bool filters_work();

// What this machine offers, as the lines of `keeper --probe`: a word and 0 or an errno. For "landlock" the version or
// a negative errno.
std::string probe();

}  // namespace garlic::sandbox
