// The private module garlic._core. The rest of the package uses `garlic.engines`.
#include "bindings/core/bind_engine.h"
#include "bindings/core/bind_game.h"
#include "bindings/core/gomoku.h"
#include "bindings/core/gomoku_training.h"
#include "bindings/core/nets.h"
#include "bindings/core/othello.h"
#include "bindings/core/othello_standard.h"
#include "bindings/core/othello_training.h"
#include "bindings/core/stars.h"
#include "games/tiaojia/lab.h"
#include "games/tiaojia/net/training.h"
#include "games/tiaojia/player.h"
#include "games/tiaojia/rules.h"
#include "games/xiangqi/lab.h"
#include "games/xiangqi/net/player.h"
#include "games/xiangqi/net/training.h"
#include "games/xiangqi/player.h"
#include "games/xiangqi/rules.h"

NB_MODULE(_core, module) {
    module.doc() = "The native half: fast positions that equal the Python rules.";
    garlic::bind_registry(module);
    garlic::bind_engine_registry(module);
    garlic::nets::bind(module);
    garlic::othello::bind(module);
    garlic::othello::bind_training(module);
    garlic::othello::standard::bind(module);
    garlic::stars::bind(module);
    garlic::gomoku::bind(module);
    garlic::gomoku::bind_training(module);
    garlic::bind_game<garlic::xiangqi::Position>(module, "xiangqi", "Xiangqi");
    garlic::bind_game<garlic::tiaojia::Position>(module, "tiaojia", "Tiaojia");
    garlic::bind_engine<garlic::tiaojia::Player>(module, "tiaojia", "TiaojiaEngine");
    garlic::bind_engine<garlic::tiaojia::NetPlayer>(module, "tiaojia/net", "TiaojiaNetEngine");
    garlic::nets::bind_game(module, "tiaojia", garlic::tiaojia::net_game());
    garlic::bind_engine<garlic::tiaojia::Lab>(module, "tiaojia/lab", "TiaojiaLabEngine");
    garlic::bind_engine<garlic::xiangqi::Player>(module, "xiangqi", "XiangqiEngine");
    garlic::bind_engine<garlic::xiangqi::CandidatePlayer>(module, "xiangqi/net", "XiangqiCandidateEngine");
    garlic::nets::bind_game(module, "xiangqi", garlic::xiangqi::net_game());
    garlic::bind_engine<garlic::xiangqi::Lab>(module, "xiangqi/lab", "XiangqiLabEngine");
}
