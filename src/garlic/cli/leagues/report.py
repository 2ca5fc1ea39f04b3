"""What the league commands print: the table, the profile of a bot, games and prizes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from garlic.core import say, user_language

if TYPE_CHECKING:
    from garlic.courses.finals import Prize
    from garlic.courses.league_table import BotProfile, HeadToHead, LeagueTable, TableLine
    from garlic.store.league_games import ShownGame
    from garlic.store.leagues import LeagueEntryRow
    from garlic.store.notifications import NotificationRow


def print_league(table: "LeagueTable", *, names: bool = False) -> None:
    """Print the table of a season; with *names* who is behind nicknames."""
    from garlic.cli.output import print_table

    print(headline(table))
    headings = ["rank", "bot", "rating (95 %)", "trend", "played", "won", "drawn", "lost", "state"]
    rows = [_row(line) for line in table.lines]
    if names:
        headings.insert(2, "its name")
        for row, line in zip(rows, table.lines, strict=True):
            row.insert(2, line.entry.bot if line.entry else "-")
    print_table(headings, rows)
    if not table.is_measured:
        sentence = "{game} has no measured ladder: the rating is relative to random moves, rated 0"
        print(say(sentence, game=table.league.game))
    for line in table.lines:
        if line.rank == 1 and line.above is not None:
            print(
                say(
                    "{name} is above {milestone} (95 % certain)",
                    name=line.name,
                    milestone=line.above,
                )
            )


def headline(table: "LeagueTable") -> str:
    """The league in one line."""
    league, season = table.league, table.season
    state = "frozen" if league.frozen_at and season.number == league.season else "open"
    return say(
        "league {number}, {name}: {game}, season {season}, {state}, {played} games",
        number=league.id,
        name=league.name,
        game=league.game,
        season=season.number,
        state=say("season over" if season.ended_at else state),
        played=season.counted,
    )


def _row(line: "TableLine") -> list[str]:
    entry = line.entry
    rating = f"{line.rating:z.0f}"
    if not line.is_milestone or (entry and entry.deviation):
        rating += f" [{line.low:z.0f}, {line.high:z.0f}]"
    counts = (entry.games, entry.wins, entry.draws, entry.losses) if entry else ("-",) * 4
    return [
        "-" if line.rank is None else str(line.rank),
        line.name,
        rating,
        "-" if line.trend is None else f"{line.trend:+.0f}",
        *map(str, counts),
        say(state_of_line(line)),
    ]


def state_of_line(line: "TableLine") -> str:
    """What a bot does, in a word."""
    if line.is_milestone:
        return "milestone"
    if line.entry and line.entry.state == "paused":
        return "paused"
    return "being placed" if line.is_placing else "plays"


def table_document(table: "LeagueTable") -> dict[str, Any]:
    """The table as plain values."""
    league, season = table.league, table.season
    return {
        "number": league.id,
        "name": league.name,
        "game": league.game,
        "season": season.number,
        "frozen": league.frozen_at is not None,
        "season_over": season.ended_at is not None,
        "games": season.counted,
        "placing_games": table.placing_games,
        "is_relative": not table.is_measured,
        "lines": [line_document(line) for line in table.lines],
    }


def line_document(line: "TableLine") -> dict[str, Any]:
    """A line of the table as plain values."""
    document: dict[str, Any] = {
        "rank": line.rank,
        "name": line.name,
        "rating": line.rating,
        "low": line.low,
        "high": line.high,
        "state": state_of_line(line),
        "trend": line.trend,
        "climbed": line.climbed,
        "above": line.above,
    }
    return document if line.entry is None else document | _entry_document(line.entry)


def _entry_document(entry: "LeagueEntryRow") -> dict[str, Any]:
    return {
        "bot": entry.bot,
        "version": entry.version,
        "season": entry.season,
        "rating": entry.rating,
        "games": entry.games,
        "wins": entry.wins,
        "draws": entry.draws,
        "losses": entry.losses,
        "fault_losses": entry.fault_losses,
        "delayed_games": entry.delayed,
    }


# One bot ----------------------------------------------------------------------------------------


def print_profile(profile: "BotProfile", names: Mapping[int, str]) -> None:
    """Print all about a bot."""
    from garlic.cli.output import print_table

    line = profile.line
    place = say("rank {rank}", rank=line.rank) if line.rank else say(state_of_line(line))
    values = {"name": line.name, "place": place, "rating": f"{line.rating:.0f}"}
    sentence = "{name}: {place}, {rating}, between {low} and {high} (95 %)"
    print(say(sentence, **values, low=f"{line.low:.0f}", high=f"{line.high:.0f}"))
    if line.above is not None:
        print(
            say("{name} is above {milestone} (95 % certain)", name=line.name, milestone=line.above)
        )
    print()
    print_table(
        ["version", "season", "rating", "played", "won", "drawn", "lost", "lost by fault", "state"],
        [
            [
                *map(str, (entry.version, entry.season, round(entry.rating), entry.games)),
                *map(str, (entry.wins, entry.draws, entry.losses, entry.fault_losses)),
                say(_STATES[entry.state]),
            ]
            for entry in profile.versions
        ],
    )
    if profile.opponents:
        print()
        rows = ([each.name, *map(str, _counts(each))] for each in profile.opponents)
        print_table(["opponent", "won", "drawn", "lost"], rows)
    if profile.games:
        print()
        print_games(profile.games, names)


_STATES = {"playing": "plays", "paused": "paused", "retired": "replaced or withdrawn"}


def _counts(found: "HeadToHead") -> tuple[int, int, int]:
    return found.won, found.drawn, found.lost


def print_games(games: "Iterable[ShownGame]", names: Mapping[int, str]) -> None:
    """Print one row per game."""
    from garlic.cli.output import print_table
    from garlic.judge.patience import ending

    print_table(
        ["number", "first", "second", "result", "reason", "time"],
        [
            [
                str(game.number),
                names[game.first],
                names[game.second],
                {1.0: "1 : 0", 0.5: "½ : ½"}.get(game.score, "0 : 1"),
                ending(game.reason, delayed=game.delayed).render(user_language()),
                game.played_at.astimezone().strftime("%Y-%m-%d %H:%M"),
            ]
            for game in games
        ],
    )


def profile_document(profile: "BotProfile", names: Mapping[int, str]) -> dict[str, Any]:
    """All about a bot as plain values."""
    return {
        **line_document(profile.line),
        "versions": [
            {**_entry_document(entry), "state": entry.state} for entry in profile.versions
        ],
        "curve": [
            {
                "games": point.counted,
                "at": point.at.isoformat(),
                "rank": point.rank,
                "rating": point.rating,
                "deviation": point.deviation,
            }
            for point in profile.curve
        ],
        "opponents": [opponent_document(each) for each in profile.opponents],
        "latest_games": games_document(profile.games, names),
    }


def opponent_document(found: "HeadToHead") -> dict[str, Any]:
    """The games against another bot as plain values."""
    return {"name": found.name, "won": found.won, "drawn": found.drawn, "lost": found.lost}


def games_document(games: "Iterable[ShownGame]", names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Games as plain values."""
    return [
        {
            "number": game.number,
            "first": names[game.first],
            "second": names[game.second],
            "score": game.score,
            "reason": game.reason,
            "turns": game.turns,
            "faults": list(game.faults),
            "delayed": game.delayed,
            "key": game.key,
            "played_at": game.played_at.isoformat(),
        }
        for game in games
    ]


# Prizes and notices -----------------------------------------------------------------------------


def print_prizes(prizes: "Sequence[Prize]") -> None:
    """Print the places of a final."""
    from garlic.cli.output import print_table

    print_table(
        ["place", "bot", "points", "rank in the league", "rating"],
        [
            [
                str(prize.place),
                prize.name,
                f"{prize.points:g}",
                str(prize.line.rank) if prize.line and prize.line.rank else "-",
                f"{prize.line.rating:.0f}" if prize.line else "-",
            ]
            for prize in prizes
        ],
    )


def prizes_document(prizes: "Sequence[Prize]") -> list[dict[str, Any]]:
    """The places of a final as plain values."""
    return [
        {
            "place": prize.place,
            "name": prize.name,
            "points": prize.points,
            "line": prize.line and line_document(prize.line),
        }
        for prize in prizes
    ]


def notice_sentence(row: "NotificationRow", bot: str) -> str:
    """A notification in one line."""
    details = row.details
    if row.kind == "paused":
        return say("{bot} is paused: {reason}", bot=bot, reason=say(details["reason"]))
    sentence = "{bot} lost by a fault: {verdict} x {count}; the last game is {key}"
    return say(
        sentence,
        bot=bot,
        verdict=say(details["verdict"]),
        count=details["count"],
        key=(row.match_key or "-")[:16],
    )
