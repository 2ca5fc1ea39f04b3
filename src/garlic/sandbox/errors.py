from garlic.core import GarlicError


class SandboxError(GarlicError):
    """A process could not be started, or was asked for something after its end."""
