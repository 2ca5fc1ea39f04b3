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
            "kind": lab.hand_in.kind,
            "game": lab.hand_in.game.name if lab.hand_in.game else None,
            "protocol": lab.hand_in.protocol if lab.hand_in.game else None,
            "files": list(lab.hand_in.files),
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
                "about": [text.render(language) for text in test.explained(lab.setting)],
            }
            for test in lab.tests
        ],
    }
