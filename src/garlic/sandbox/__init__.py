"""Confinement."""

from garlic.sandbox.confinement import Confinement, Profile
from garlic.sandbox.errors import SandboxError
from garlic.sandbox.outcome import Fault, Turn, Usage
from garlic.sandbox.process import LINE, Ahead, Confined, Reply, start
from garlic.sandbox.rings import Ring, Rings, rings
from garlic.sandbox.snapshots import Snapshots

__all__ = [
    "LINE",
    "Ahead",
    "Confined",
    "Confinement",
    "Fault",
    "Profile",
    "Reply",
    "Ring",
    "Rings",
    "SandboxError",
    "Snapshots",
    "Turn",
    "Usage",
    "rings",
    "start",
]
