// The private module garlic._core. `garlic.engines` is what the rest of the package uses.
#include "bindings/bind_engine.h"
#include "bindings/bind_game.h"
#include "bindings/bind_gomoku.h"
#include "bindings/bind_othello.h"
#include "bindings/othello_eval.h"
#include "bindings/stars.h"
#include "games/tiaojia.h"
#include "games/tiaojia_lab.h"
#include "games/tiaojia_player.h"
#include "games/xiangqi.h"
#include "games/xiangqi_lab.h"
#include "games/xiangqi_player.h"

NB_MODULE(_core, module) {
    module.doc() = "The native half: fast positions that equal the Python rules.";
    garlic::bind_registry(module);
    garlic::bind_engine_registry(module);
    garlic::bind_othello(module);
    garlic::bind_othello_eval(module);
    garlic::bind_stars(module);
    garlic::bind_gomoku(module);
    garlic::bind_game<garlic::Xiangqi>(module, "xiangqi", "Xiangqi");
    garlic::bind_game<garlic::Tiaojia>(module, "tiaojia", "Tiaojia");
    garlic::bind_engine<garlic::TiaojiaPlayer>(module, "tiaojia", "TiaojiaEngine");
    garlic::bind_engine<garlic::TiaojiaLab>(module, "tiaojia/lab", "TiaojiaLabEngine");
    garlic::bind_engine<garlic::XiangqiPlayer>(module, "xiangqi", "XiangqiEngine");
    garlic::bind_engine<garlic::XiangqiLab>(module, "xiangqi/lab", "XiangqiLabEngine");
}
