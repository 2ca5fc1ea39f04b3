// The private module garlic._core. `garlic.engines` is what the rest of the package uses.
#include "bindings/bind_game.h"
#include "games/tiaojia.h"
#include "games/xiangqi.h"

NB_MODULE(_core, module) {
    module.doc() = "The native half: fast positions that equal the Python rules.";
    garlic::bind_registry(module);
    garlic::bind_game<garlic::Xiangqi>(module, "xiangqi", "Xiangqi");
    garlic::bind_game<garlic::Tiaojia>(module, "tiaojia", "Tiaojia");
}
