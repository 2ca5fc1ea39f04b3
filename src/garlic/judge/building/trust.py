"""Whether a folder is ours alone: programs in it are run, so nobody else may put one there."""

import grp
import os
import pwd
import stat
from pathlib import Path

from garlic.core import Text

_ROOT = 0
_ALL_USERS = 0xFFFFFFFF


def distrust(folder: Path) -> Text | None:
    """Why others could change what is in *folder*, also through a folder above it; else None.

    *folder* is absolute; it and its parent must be writable by us alone, those above it may be
    shared in the way of /tmp. Raises `OSError` if it is missing.
    """
    own = {folder, folder.parent}
    resolved = folder.resolve()
    own |= {resolved, resolved.parent}
    for place in dict.fromkeys([*folder.parents, folder, *resolved.parents, resolved]):
        info = place.lstat()
        if info.st_uid not in {_ROOT, os.geteuid()} and not _is_nobodys(info.st_uid):
            return Text("{path} belongs to another user", path=str(place))
        if stat.S_ISLNK(info.st_mode):
            continue
        others = info.st_mode & stat.S_IWOTH
        others |= info.st_mode & stat.S_IWGRP and not _is_own_group(info.st_gid)
        if others and (place in own or not info.st_mode & stat.S_ISVTX):
            return Text("other users can write to {path}", path=str(place))
    return None


def is_public(path: Path) -> bool:
    """Whether a user without privileges reaches *path*."""
    found = path.resolve()
    try:
        return all(place.stat().st_mode & stat.S_IXOTH for place in (found, *found.parents))
    except OSError:
        return False


def _is_own_group(group: int) -> bool:
    """Whether nobody else is in *group*: many systems give each user one of the same name."""
    if group == _ROOT:
        return True
    try:
        found, user = grp.getgrgid(group), pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return found.gr_name == user.pw_name and set(found.gr_mem) <= {user.pw_name}


def _is_nobodys(user: int) -> bool:
    """Whether *user* stands for all that a user namespace does not know, such as the real root."""
    try:
        known = Path("/proc/self/uid_map").read_text(encoding="ascii").split()
        nobody = int(Path("/proc/sys/kernel/overflowuid").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    return user == nobody and int(known[2]) != _ALL_USERS
