"""Labs as JSON."""

from typing import TYPE_CHECKING, Any

from garlic.core import user_language

if TYPE_CHECKING:
    from garlic.labs.lab import Lab


def lab_to_json(lab: "Lab") -> dict[str, Any]:
    """All that students may know about *lab*, in the user's language."""
    language = user_language()
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
        "max_points": lab.max_points,
        "tests": [
            {
                "title": test.title.render(language),
                "points": test.max_points,
                "about": [text.render(language) for text in test.describe(lab.setting)],
            }
            for test in lab.tests
        ],
    }
