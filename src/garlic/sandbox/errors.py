"""Errors of the sandbox."""

from garlic.core import GarlicError


class SandboxError(GarlicError):
    """A process could not be started, or was used after its end."""


class KeeperLostError(SandboxError):
    """The keeper was killed, or hangs: no fault of the process it held."""
