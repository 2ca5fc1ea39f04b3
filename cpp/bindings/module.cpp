// The private module garlic._core. `garlic.engines` is what the rest of the package uses.
#include "bindings/bind_engine.h"
#include "bindings/bind_game.h"
#include "games/tiaojia.h"
#include "games/tiaojia_lab.h"
#include "games/tiaojia_player.h"

NB_MODULE(_core, module) {
    module.doc() = "The native half: fast positions that equal the Python rules.";
    garlic::bind_registry(module);
    garlic::bind_engine_registry(module);
    garlic::bind_game<garlic::Tiaojia>(module, "tiaojia", "Tiaojia");
    garlic::bind_engine<garlic::TiaojiaPlayer>(module, "tiaojia", "TiaojiaEngine");
    garlic::bind_engine<garlic::TiaojiaLab>(module, "tiaojia/lab", "TiaojiaLabEngine");
}
