"""Become another program that cannot outlive the process which started it.

Run as a script, ``launch.py DEATH_SIGNAL UID:GID PARENT_PID COMMAND...`` (``-`` for UID:GID keeps the user).
It gives up root where asked, asks Linux to send DEATH_SIGNAL when the parent dies, even of kill -9, and
executes the command in its own place: the pid that the parent holds is the server's own. This stands in a
small program of its own, because code between fork and exec is unsafe in a test process that has threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def give_up_root(uid: int, gid: int) -> None:
    """Take another user's place for good. Groups go first: afterwards there is no right to drop them."""
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)


def die_with_parent(death_signal: int, parent_pid: int) -> None:
    """Tie this process to its parent (Linux only). Comes after a change of user, which would clear it."""
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent_pid:
        sys.exit("the parent died before its child could be tied to it")


def main(arguments: list[str]) -> None:
    """Read the arguments in the order of the module's first line and become the command."""
    death_signal, user, parent_pid, *command = arguments
    if user != "-":
        uid, _, gid = user.partition(":")
        give_up_root(int(uid), int(gid))
    die_with_parent(int(signal.Signals[death_signal]), int(parent_pid))
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
