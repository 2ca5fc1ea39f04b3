"""Train Tiaojia's net: ``python -m garlic.engines.training tiaojia-net --folder F --out FILE``."""

from garlic.engines.training.net_rounds import NetGame
from garlic.engines.training.nets import NetPlan
from garlic.games.tiaojia import GAME

TIAOJIA = NetGame(
    GAME,
    NetPlan(scale=111),  # 1 / 0.9 stones, as the linear evaluation was fitted
)
main = TIAOJIA.main

if __name__ == "__main__":
    main()
