"""Errors of the sandbox."""

from garlic.core import GarlicError


class SandboxError(GarlicError):
    """A process could not be started, or was used after its end."""
