#include "games/tiaojia/net/game.h"

#include <utility>

#include "games/tiaojia/net/evaluation.h"
#include "games/tiaojia/net/inputs.h"
#include "games/tiaojia/net/training.h"

namespace garlic::tiaojia {
namespace {

void use(nets::NetUse, std::shared_ptr<const nets::Net> net) { set_engine_net(std::move(net)); }

}  // namespace

const nets::Game& net_game() {
    static const nets::Game game{kNetShape,        kRecordBytes, kKeyBytes, use, nets::samples_in<PackedSamples>,
                                 play_for_training};
    return game;
}

}  // namespace garlic::tiaojia
