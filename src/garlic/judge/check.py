"""Checks a bot: does it build, start, and keep to the protocol, the rules and its limits?

The bot plays the first turns of several games, on both seats, against a random player, with the
usual referee. The turns are summed up in a list of findings; see `judge.checking`.
"""

from garlic.core import Game, Limits, UsageError, Verdict
from garlic.judge.bots import Bot, BotKind
from garlic.judge.build import NotInstalledError
from garlic.judge.checking.aspects import busy_remark, findings_of, not_built, same_moves
from garlic.judge.checking.memory import can_be_sanitized, memory_findings
from garlic.judge.checking.report import CheckReport, Finding, Result, Trial
from garlic.judge.checking.trials import OnProgress, Trials
from garlic.judge.patience import Patience

__all__ = ["CheckReport", "Finding", "OnProgress", "Result", "Trial", "check_bot"]


def check_bot(
    bot: Bot,
    game: Game,
    *,
    limits: Limits | None = None,
    seed: int = 0,
    rule: str | None = None,
    patience: Patience | None = None,
    sanitize: bool = False,
    on_progress: OnProgress = lambda *_: None,
) -> CheckReport:
    """Check *bot* in *game* with *rule*, by default with all rules of the game.

    If the machine is too busy to judge a game, it is played again a few times, and once the
    machine is quiet as long as there is *patience*. With *sanitize*, and after a crash, a bot in
    C or C++ plays the games once more, built with sanitizers, which name the line at fault.
    *on_progress* is called with the number of turns played so far and a note. Raises `UsageError`
    if the bot cannot play this game, or not be sanitized, or the game has no such rule, and
    `SandboxError` if the machine cannot run it.
    """
    if bot.kind is BotKind.HUMAN:
        raise UsageError("a human cannot be checked")
    if sanitize and not can_be_sanitized(bot):
        raise UsageError("expected a source in C or C++ to sanitize, got {name!r}", name=bot.name)
    patience = patience or Patience()
    trials = Trials(game, bot, limits or game.limits, seed, rule, patience, on_progress)
    try:
        trials.play()
    except NotInstalledError as missing:
        return CheckReport((not_built(missing.text),), (), trials.limits, 0)
    findings = findings_of(trials)
    if trials.moved:
        findings.append(same_moves(trials))
    crashed = any(turn.verdict is Verdict.CRASH for turn in trials.turns)
    built = all(turn.verdict is not Verdict.COMPILE_ERROR for turn in trials.turns)
    if built and (sanitize or (crashed and can_be_sanitized(bot))):
        findings += memory_findings(trials, asked=sanitize)
    if remark := busy_remark(trials):
        findings.append(remark)
    tried = len(trials.judged) + len(trials.given_up)
    return CheckReport(tuple(findings), tuple(trials.judged), trials.limits, tried)
