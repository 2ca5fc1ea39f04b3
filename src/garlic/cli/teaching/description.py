"""Labs as JSON, and what their policies say."""

from typing import TYPE_CHECKING, Any

from garlic.core import say, user_language

if TYPE_CHECKING:
    from garlic.labs.lab import Lab


def lab_to_json(lab: "Lab") -> dict[str, Any]:
    """All that students may know about *lab*, in the user's language; see `Lab.for_students`."""
    language, policy = user_language(), lab.policy
    return {
        "name": lab.name,
        "title": lab.title.render(language),
        "about": lab.about.render(language),
        "hand_in": {
            "kind": lab.accepted.kind,
            "game": lab.accepted.game.name if lab.accepted.game else None,
            "protocol": lab.accepted.protocol if lab.accepted.game else None,
            "files": list(lab.accepted.files),
            "how": lab.how.render(language),
        },
        "limits": {
            "turn_seconds": lab.setting.limits.turn_seconds,
            "init_seconds": lab.setting.limits.init_seconds,
            "game_seconds": lab.setting.limits.game_seconds,
            "memory_bytes": lab.setting.limits.memory_bytes,
        },
        "policy": {
            "due": policy.due and policy.due.isoformat(),
            "late": policy.penalty and str(policy.penalty),
            "grace_seconds": policy.grace.total_seconds(),
            "late_most_percent": policy.most_percent,
            "attempts": policy.attempts,
            "counts": policy.counts.value,
        },
        "max_points": lab.max_points,
        "withheld_points": lab.withheld_points,
        "tests": [
            {
                "title": test.title.render(language),
                "points": test.max_points,
                "about": [text.render(language) for text in test.describe(lab.setting)],
            }
            for test in lab.tests
        ],
    }


def policy_lines(lab: "Lab") -> list[str]:
    """The due date of *lab*, what late submissions lose, and which attempt counts."""
    policy = lab.policy
    lines = []
    if policy.due is not None:
        due = f"{policy.due:%Y-%m-%d %H:%M %Z}"
        lines.append(say("due: {due}", due=due))
        if policy.grace:
            minutes = f"{policy.grace.total_seconds() / 60:g}"
            lines.append(say("grace period: {minutes} min", minutes=minutes))
        if policy.penalty is not None:
            lines.append(
                say(
                    "late: {penalty}, at most {most} %",
                    penalty=str(policy.penalty),
                    most=f"{policy.most_percent:g}",
                )
            )
    if policy.attempts is not None:
        lines.append(say("attempts: {count}", count=policy.attempts))
    if lines:
        lines.append(
            say("the last attempt counts")
            if policy.counts == "last"
            else say("the best attempt counts")
        )
    return lines
