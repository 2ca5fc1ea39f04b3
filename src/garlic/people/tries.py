"""Wrong passwords and links, counted by account and by address, for all servers of a database.

Each wrong one makes the next wait longer. A right password is refused, too, while its account
waits: whoever guesses must not learn that they were right. A try with a password counts as wrong
for its account before the password is looked at, so that many at once are not all free.
"""

import ipaddress
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, select

from garlic.people.persons import one_line
from garlic.store.connect import insert_new
from garlic.store.schema import sign_in_tries

_FREE = {"account": 5, "address": 30}  # wrong ones that do not make anybody wait
_FIRST_SECONDS, _LONGEST_SECONDS = 1.0, 300.0
_FORGET = timedelta(hours=1)  # without another wrong one
_LONGEST_KEY = 160


def seconds_to_wait(connection: Connection, login: str, address: str) -> float:
    """How long whoever signs in as *login* from *address* must wait first; often 0."""
    t = sign_in_tries.c
    query = select(t.key, t.wrong, t.last_at).where(t.key.in_(_keys(login, address)))
    now = datetime.now(UTC)
    waits = [0.0]
    for key, wrong, last_at in connection.execute(query):
        beyond = wrong - _FREE[key.partition(":")[0]]
        if beyond < 0 or now - last_at > _FORGET:
            continue
        wait = min(_FIRST_SECONDS * 2.0 ** min(beyond, 20), _LONGEST_SECONDS)
        # If the clock was set back, it counts from now on.
        waits.append(wait - max(0.0, (now - last_at).total_seconds()))
    return min(max(waits), _LONGEST_SECONDS)


def begin_try(connection: Connection, login: str, address: str) -> float:
    """How long whoever signs in must wait first; if that is 0, the try is counted as wrong.

    It counts for the account: `forget_wrong` if it was right, `end_try` if not.
    """
    t, now = sign_in_tries.c, datetime.now(UTC)
    for key in _keys(login, ""):  # locked, so that no other try is between the look and the count
        insert_new(connection, sign_in_tries, [{"key": key, "wrong": 0, "last_at": now}])
        connection.execute(select(t.key).where(t.key == key).with_for_update())
    wait = seconds_to_wait(connection, login, address)
    if wait <= 0:
        note_wrong(connection, login, "")
    return wait


def end_try(connection: Connection, login: str, address: str) -> None:
    """The password was wrong: the account waits from now on, and the address has one more."""
    t = sign_in_tries.c
    query = sign_in_tries.update().where(t.key.in_(_keys(login, "")))
    connection.execute(query.values(last_at=datetime.now(UTC)))
    note_wrong(connection, "", address)


def note_wrong(connection: Connection, login: str, address: str) -> None:
    """Count a wrong password or link."""
    t, now = sign_in_tries.c, datetime.now(UTC)
    connection.execute(delete(sign_in_tries).where(t.last_at < now - _FORGET))
    for key in _keys(login, address):
        insert_new(connection, sign_in_tries, [{"key": key, "wrong": 0, "last_at": now}])
        query = sign_in_tries.update().where(t.key == key)
        connection.execute(query.values(wrong=t.wrong + 1, last_at=now))


def forget_wrong(connection: Connection, login: str) -> None:
    """Somebody has signed in: their account starts from the beginning, their address does not."""
    key = _keys(login, "")[0]
    connection.execute(delete(sign_in_tries).where(sign_in_tries.c.key == key))


def _keys(login: str, address: str) -> list[str]:
    keys = [f"account:{login.strip().casefold()}"] if login else []
    if address:
        keys.append(f"address:{network_of(address)}")
    return [one_line(key, _LONGEST_KEY) for key in keys]  # PostgreSQL has no NUL


def network_of(address: str) -> str:
    """*address*, or the network of 64 bits that one customer of IPv6 gets."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return "an unknown address"
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(found), 64), strict=False))
    return str(found)
