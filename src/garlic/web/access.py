"""Access to a server with a token: tokens, sessions of browsers, and those who guess.

A browser shows the token once and then has a session: a random value with an end, signed with a
key that is derived from the token. Sessions need no memory, survive a restart with the same token
and end when the token is changed.
"""

import asyncio
import hmac
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from garlic.people.tries import network_of

_LOG = logging.getLogger("garlic.web")

_SESSION_SECONDS = 30 * 24 * 3600
_CODE_SECONDS = 120.0
_MOST_ADDRESSES = 4_096
_MOST_WAITING = 100  # of all addresses
_MOST_WAITING_PER_ADDRESS = 5
_FIRST_DELAY_SECONDS, _LONGEST_DELAY_SECONDS = 0.25, 8.0
_FORGET_SECONDS = 600.0  # without another wrong token


class Access:
    """Checks what clients show: the token itself, a session, or a code that works once."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()
        self._key = hmac.digest(self._token, b"garlic session", "sha256")
        self._codes: dict[str, float] = {}  # each with its end

    def is_token(self, given: str) -> bool:
        """Is it the token?"""
        return hmac.compare_digest(given.encode(errors="replace"), self._token)

    def new_session(self) -> str:
        """A session for a browser that has shown the token."""
        content = f"{int(time.time()) + _SESSION_SECONDS}.{secrets.token_urlsafe(12)}"
        return f"{content}.{self._signature(content)}"

    def is_session(self, given: str) -> bool:
        """Is it one of our sessions, and not over?"""
        content, _, signature = given.rpartition(".")
        right = self._signature(content)
        if not hmac.compare_digest(signature.encode(errors="replace"), right.encode()):
            return False
        return time.time() < int(content.partition(".")[0])  # we wrote it ourselves

    def new_code(self) -> str:
        """A code that works once and soon, for the command line that opens a browser."""
        code = secrets.token_urlsafe(24)
        self._codes[code] = time.monotonic() + _CODE_SECONDS
        return code

    def use_code(self, given: str) -> bool:
        """Was it an unused code? From now on it is not."""
        return time.monotonic() < self._codes.pop(given, 0.0)

    def _signature(self, content: str) -> str:
        return hmac.digest(self._key, content.encode(errors="replace"), "sha256").hex()


@dataclass(slots=True)
class _Guesser:
    wrong: int = 0  # wrong tokens so far
    last: float = 0.0  # when the last one came
    waiting: int = 0  # requests that are being delayed


class Guesses:
    """Delays and logs wrong tokens by address. Right ones are not delayed, whoever else guesses."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()  # the latest is last
        self._waiting = 0

    def __len__(self) -> int:
        """How many addresses are known."""
        return len(self._guessers)

    async def slow_down(self, address: str) -> bool:
        """Log a wrong token and wait; False, at once, if too many wait already."""
        network = network_of(address)
        guesser = self._guesser(network)
        guesser.wrong, guesser.last = guesser.wrong + 1, self._now()
        if guesser.wrong.bit_count() == 1:  # the 1st, 2nd, 4th, 8th, ...
            _LOG.warning("wrong token from %s, number %d", network, guesser.wrong)
        if guesser.waiting >= _MOST_WAITING_PER_ADDRESS or self._waiting >= _MOST_WAITING:
            return False
        guesser.waiting, self._waiting = guesser.waiting + 1, self._waiting + 1
        try:
            await asyncio.sleep(_delay_seconds(guesser.wrong))
        finally:
            guesser.waiting, self._waiting = guesser.waiting - 1, self._waiting - 1
        return True

    def _guesser(self, network: str) -> _Guesser:
        guesser = self._guessers.pop(network, None)
        if guesser is None or self._now() - guesser.last > _FORGET_SECONDS:
            guesser = _Guesser()
        self._guessers[network] = guesser
        while len(self._guessers) > _MOST_ADDRESSES:
            self._guessers.popitem(last=False)
        return guesser


def _delay_seconds(wrong: int) -> float:
    # The exponent is bounded, because a float is.
    return float(min(_FIRST_DELAY_SECONDS * 2 ** min(wrong - 1, 10), _LONGEST_DELAY_SECONDS))
