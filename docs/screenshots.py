"""Take the animated picture of the README: ``make screenshots``.

A game is played and reviewed on a separate server, so it shows real data.
"""

import io
import json
import tempfile
import time
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from garlic.games import GAMES
from garlic.judge.bots import find_bot
from garlic.judge.game_run import GameRun, play
from garlic.judge.settings import start_of
from support.web import CHROMIUM, running_server

IMAGES = Path(__file__).parent / "images"
_FRAME = {"width": 1040, "height": 700}
_FRAME_MILLISECONDS, _LAST_MILLISECONDS = 350, 4000
_COLOURS = 96


def request(address: str, path: str, body: object = None) -> dict:
    """The answer of the API."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    prepared = urllib.request.Request(address + path, data, headers)  # noqa: S310
    with urllib.request.urlopen(prepared, timeout=60) as answer:  # noqa: S310
        return json.loads(answer.read())


def reviewed_game(address: str) -> str:
    """Play, store and review a game of Othello; the key of its record."""
    game = GAMES["othello"]
    bots = (find_bot("engine:othello?level=4"), find_bot("engine:othello?level=3"))
    start = start_of(game, map_name="task4-8x8-1", rule=None, opening=None, seed=1)
    record = play(GameRun("othello", bots, str(start), seed=1, map="task4-8x8-1"))
    key = request(address, "/api/records", record.to_json())["key"]
    request(address, f"/api/records/{key}/review", {"seconds": 0.05})
    while request(address, f"/api/records/{key}/review")["state"] == "running":
        time.sleep(0.5)
    return key


def animate(browser: Browser, address: str, name: str, moves: range) -> None:
    """Write the animated picture *name* of a replay: its board after each of *moves*."""
    page = browser.new_context(viewport=_FRAME, reduced_motion="reduce").new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    frames = []
    for move in range(moves.stop):
        page.keyboard.press("ArrowRight")
        if move in moves:
            page.wait_for_timeout(150)
            frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    page.close()
    # One palette for all frames, so that only what changes is stored.
    palette = frames[-1].quantize(_COLOURS)
    first, *others = (frame.quantize(palette=palette, dither=0) for frame in frames)
    first.save(
        IMAGES / f"{name}.gif",
        save_all=True,
        append_images=others,
        duration=[_FRAME_MILLISECONDS] * len(others) + [_LAST_MILLISECONDS],
        loop=0,
        optimize=True,
    )


def main() -> None:
    """Play, review and take the picture."""
    IMAGES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        key = reviewed_game(server.address)
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        animate(browser, f"{server.address}/replay/{key}", "arena", range(9, 41))
        browser.close()
    print(*sorted(path.name for path in IMAGES.iterdir()))


if __name__ == "__main__":
    main()
