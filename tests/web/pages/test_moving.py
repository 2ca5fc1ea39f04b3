"""Moving pieces in a real browser: at once, by dragging, by a fast player; drawn arrows."""

import re
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Locator, Page, Request, Route, expect

from support.present import present
from web.pages.tracing import Task, start_trace, stop_trace
from web.pages.visits import StartVisit, Visit

MOST_MS = 16  # from the release of the button to the new board
DRAG_MS = 6  # per pointer event, at the 95th percentile
LONGEST_MS = 50
NOT_NOW = {"problem": {"code": "problem.internal"}}


COUNT_ANIMATIONS = """window.animations = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    window.animations += 1;
    return animate.apply(this, given);
};"""


def begin(visit: StartVisit, game: str, position: str | None = None, **options: Any) -> Visit:
    """Open a game of two people at one screen."""
    seen = visit(**{"calm": False, **options})
    seen.begin(game=game, seats=["human", "human"], position=position)
    seen.page.locator("p.said.mine").wait_for()
    return seen


def place(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def labelled(page: Page, name: str, words: str) -> None:
    """Wait until the label of the place *name* contains *words*."""
    page.locator(f'[data-name="{name}"][aria-label*="{words}"]').wait_for()


def middle(page: Page, name: str) -> tuple[float, float]:
    box = present(place(page, name).bounding_box())
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: tuple[float, float], steps: int = 6) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def hold_moves(page: Page) -> list[Route]:
    """Keep the requests with moves, so that the server does not answer."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/plays/*/moves", hold)
    return held


TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def until_drawn(tasks: list[Task]) -> float:
    """Processor time of the main thread from the release of the button to the next frame."""
    (released,) = (number for number, task in enumerate(tasks) if "pointerup" in task.events)
    later = tasks[released:]
    drawn = next(number for number, task in enumerate(later) if task.drew)
    return sum(task.cpu_milliseconds for task in later[: drawn + 1])


def test_a_move_is_drawn_at_once_and_taken_back_if_it_is_refused(
    visit: StartVisit, browser: Browser
) -> None:
    seen = begin(visit, "othello")
    page = seen.page
    held = hold_moves(page)
    spent = []
    for number in range(5):
        place(page, "d3").hover()
        start_trace(browser, page)
        page.mouse.down()
        page.mouse.up()
        labelled(page, "d3", "red disc")  # although the server has not answered
        page.evaluate(TWO_FRAMES)  # a label can be read before it is drawn
        spent.append(until_drawn(stop_trace(browser)))
        labelled(page, "d4", "red disc, turned by the last move")
        assert len(held) == number + 1
        held[number].fulfill(status=500, json=NOT_NOW)
        labelled(page, "d3", "empty")
        labelled(page, "d4", "blue disc")
    print("own move, ms:", [round(each, 1) for each in spent])
    assert 0 < median(spent) < MOST_MS


def test_a_very_fast_player_sends_one_move(visit: StartVisit) -> None:
    seen = begin(visit, "gomoku")
    page = seen.page
    held = hold_moves(page)
    place(page, "h8").dblclick()
    place(page, "j8").click()
    labelled(page, "h8", "black stone")
    assert "empty" in present(place(page, "j8").get_attribute("aria-label"))
    assert len(held) == 1
    held[0].continue_()
    page.locator("p.said.mine", has_text="white").wait_for()
    labelled(page, "h8", "last move")


def test_a_move_on_its_way_stays_on_the_board_when_the_game_is_loaded_again(
    visit: StartVisit,
) -> None:
    """As after every new connection to the server."""
    seen = begin(visit, "gomoku")
    page = seen.page
    held = hold_moves(page)
    place(page, "h8").click()
    labelled(page, "h8", "black stone")
    with page.expect_response(re.compile(r"/api/plays/[\w-]+$")):
        page.evaluate("key => { location.hash = `seat=${key}`; }", seen.key)
    page.wait_for_timeout(100)
    labelled(page, "h8", "black stone")
    held[0].continue_()
    page.locator("p.said.mine", has_text="white").wait_for()
    labelled(page, "h8", "last move")


def test_pieces_are_dragged(visit: StartVisit, browser: Browser) -> None:
    seen = begin(visit, "xiangqi")
    page = seen.page
    moves: list[Request] = []

    def note(sent: Request) -> None:
        if sent.url.endswith("/moves"):
            moves.append(sent)

    page.on("request", note)
    board = present(page.locator("svg.board").bounding_box())
    drag(page, "h2", (board["x"] - 30, board["y"] + 30))  # off the board: put back
    drag(page, "h2", middle(page, "h1"))
    expect(place(page, "h1")).to_have_attribute("aria-label", "h1, red cannon, last move")
    labelled(page, "b9", "black horse, can move")
    drag(page, "b9", middle(page, "b8"))  # no legal move: put back
    labelled(page, "b9", "black horse, can move")
    drag(page, "b9", middle(page, "b9"), steps=1)
    page.mouse.move(*middle(page, "b9"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c8"), steps=3)
    start_trace(browser, page)
    page.mouse.move(*middle(page, "c7"), steps=40)
    tasks = stop_trace(browser)
    # A second finger lets go of the piece.
    page.locator("svg.board").dispatch_event(
        "pointerdown", {"pointerId": 7, "isPrimary": False, "button": 0}
    )
    page.mouse.up()
    labelled(page, "b9", "black horse, can move")
    drag(page, "b9", middle(page, "c7"))
    labelled(page, "c7", "black horse, last move")
    assert len(moves) == 2
    events = sorted(task.cpu_milliseconds for task in tasks if "pointermove" in task.events)
    longest = max(task.cpu_milliseconds for task in tasks)
    print(f"{len(events)} pointer events, ms: {events[len(events) * 95 // 100]:.1f}, {longest:.1f}")
    assert events[len(events) * 95 // 100] < DRAG_MS
    assert longest < LONGEST_MS


def test_the_right_button_draws_arrows_and_circles(visit: StartVisit) -> None:
    seen = begin(visit, "tiaojia")
    page = seen.page
    arrows = page.locator("path.arrow.own")

    def draw(start: str, end: str) -> None:
        page.mouse.move(*middle(page, start))
        page.mouse.down(button="right")
        page.mouse.move(*middle(page, end))
        page.mouse.up(button="right")

    draw("5 3", "4 3")
    draw("6 6", "6 6")
    expect(arrows).to_have_count(2)
    seen.shoot("play-arrows")
    draw("5 3", "4 3")  # the same again removes it
    expect(arrows).to_have_count(1)
    place(page, "0 0").click()
    expect(arrows).to_have_count(0)


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Send a touch event with these fingers on the screen."""
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_fingers_tap_and_drag_and_two_of_them_move_nothing(visit: StartVisit) -> None:
    seen = begin(visit, "xiangqi", width=390, height=844, touch=True)
    page = seen.page
    session = page.context.new_cdp_session(page)
    for name in ("h2", "e2"):
        page.touchscreen.tap(*middle(page, name))
    labelled(page, "e2", "red cannon, last move")
    labelled(page, "b9", "black horse, can move")

    def points(*names: str) -> list[tuple[float, float]]:
        return [middle(page, name) for name in names]

    touch(session, "touchStart", *points("b9"))
    touch(session, "touchMove", *points("c8"))
    touch(session, "touchStart", *points("c8", "h9"))
    touch(session, "touchMove", *points("c7", "g7"))
    touch(session, "touchEnd", *points("c7"))
    touch(session, "touchEnd")
    labelled(page, "b9", "black horse, can move")
    assert "empty" in present(place(page, "c7").get_attribute("aria-label"))

    touch(session, "touchStart", *points("b9"))
    for name in ("c8", "c7"):
        touch(session, "touchMove", *points(name))
    touch(session, "touchEnd")
    labelled(page, "c7", "black horse, last move")
    assert page.evaluate("[scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


def test_nothing_slides_if_motion_is_reduced(visit: StartVisit) -> None:
    for calm in (False, True):
        seen = visit(calm=calm)
        page = seen.page
        page.add_init_script(COUNT_ANIMATIONS)
        seen.begin(game="othello", seats=["human", "human"])
        page.locator("p.said.mine").wait_for()
        place(page, "d3").click()
        labelled(page, "d3", "last move")
        assert (page.evaluate("animations") == 0) is calm
