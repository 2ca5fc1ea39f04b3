// garlic-keeper: started by `garlic.sandbox`, never by hand.
//
//   garlic-keeper --probe    print what this machine offers
//   garlic-keeper            serve one bot; standard input is a socket to the judge

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "confining/confine.h"
#include "confining/kernel.h"
#include "keeper.h"

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

    Frame kind{};
    std::string body;
    Spec spec;
    if (!receive_frame(STDIN_FILENO, kind, body)) return 0;
    if (kind != Frame::Start || !parse_start(body, spec)) {
        send_frame(STDIN_FILENO, Frame::Error, {"expected a start frame"});
        return 2;
    }
    Keeper keeper{STDIN_FILENO, std::move(spec)};
    if (keeper.start()) keeper.serve();
    return 0;
}
