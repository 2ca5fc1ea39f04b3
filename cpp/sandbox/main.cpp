// garlic-keeper: started by `garlic.sandbox`, never by hand.
//
//   garlic-keeper --probe    print what this machine offers
//   garlic-keeper            serve one bot; standard input is a socket to the judge
//   garlic-keeper --source   become keepers, one after the other, each for a socket that arrives on standard input

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "confining/confine.h"
#include "confining/kernel.h"
#include "confining/namespaces.h"
#include "keeper.h"
#include "source.h"

namespace garlic::sandbox {
namespace {

// Serves one bot. With *has_network* this process is in an empty network of its own already.
int keep(bool has_network) {
    Frame kind{};
    std::string body;
    Spec spec;
    if (!receive_frame(STDIN_FILENO, kind, body)) return 0;
    if (kind != Frame::Start || !parse_start(body, spec)) {
        send_frame(STDIN_FILENO, Frame::Error, {"expected a start frame"});
        return 2;
    }
    // A bot without ring 1 can open sockets: it gets a network that nobody has ever used.
    spec.has_network = has_network && spec.has(kRestrict);
    Keeper keeper{STDIN_FILENO, std::move(spec)};
    if (keeper.start()) keeper.serve();
    return 0;
}

}  // namespace
}  // namespace garlic::sandbox

int main(int count, char** arguments) {
    using namespace garlic::sandbox;
    if (count == 2 && std::strcmp(arguments[1], "--probe") == 0) {
        const std::string text = probe();
        return write(STDOUT_FILENO, text.data(), text.size()) < 0 ? 1 : 0;
    }
    if (chdir("/") != 0) return 1;
    kernel::close_from(3, ~0U);  // descriptors of the judge must not leak to the bot
    prctl(PR_SET_TIMERSLACK, 1000);
    std::signal(SIGPIPE, SIG_IGN);
    if (count == 2 && std::strcmp(arguments[1], "--source") == 0) {
        // Where the machine takes no filters, no bot has ring 1, whatever was asked for.
        const bool has_network = filters_work() && enter_network();
        return become_keepers() ? keep(has_network) : 0;
    }
    return keep(false);
}
