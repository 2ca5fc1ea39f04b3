"""Train Xiangqi's net: ``python -m garlic.engines.training xiangqi-net --folder F --out FILE``."""

from garlic.engines.training.net_rounds import NetGame
from garlic.engines.training.nets import NetPlan
from garlic.games.xiangqi import GAME

XIANGQI = NetGame(
    GAME,
    NetPlan(
        scale=222,  # 1 / 0.45 points, as the linear evaluation was fitted
        result_share=0.0,  # docs/engines/training.md says why
        epochs=6,
        batch=4096,
        rate=5e-4,
        first_inputs=0.0,
    ),
    nodes=500,
    last_ply=240,
    resign=1000,
)
main = XIANGQI.main

if __name__ == "__main__":
    main()
