"""Python imports this first when it is on PYTHONPATH: Klipper's host and Moonraker resolve and reach only this machine.

Moonraker asks for its public address by connecting a socket to one of another network.
"""

import ipaddress
import sys

_ADDRESSED = {"socket.connect": 1, "socket.sendto": 1, "socket.sendmsg": 1, "socket.bind": 1}
_NAMED = {"socket.getaddrinfo": 0, "socket.gethostbyname": 0, "socket.gethostbyaddr": 0, "socket.getnameinfo": 0}


def _is_loopback(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode()
    if host is None or host == "localhost":
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _refuse(event: str, args: tuple) -> None:
    if event in _ADDRESSED:
        address = args[_ADDRESSED[event]]
        # Unix sockets have a path, and a message of a connected socket has no address.
        host = address[0] if isinstance(address, tuple) else None
    elif event in _NAMED:
        host = args[_NAMED[event]]
        host = host[0] if isinstance(host, tuple) else host
    else:
        return
    if not _is_loopback(host):
        raise OSError(f"{event} of {host}, which is not this machine")


sys.addaudithook(_refuse)
