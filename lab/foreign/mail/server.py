"""A mail server on aiosmtpd that prints what it receives as lines of JSON.

Recipients by the first word of their address: `refused` are refused at RCPT for good (550), `later` on the first try (450),
and after the first mail to `dropped` the connection is cut without a reply, although the mail was taken.
"""
import asyncio
import json
import sys

from aiosmtpd.controller import Controller


class Handler:
    def __init__(self):
        self.seen = set()

    def is_first(self, kind, address):
        first = (kind, address) not in self.seen
        self.seen.add((kind, address))
        return first

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("refused"):
            say(event="refused", to=address)
            return "550 5.1.1 No such mailbox"
        if address.startswith("later") and self.is_first("later", address):
            say(event="refused", to=address)
            return "450 4.2.1 Mailbox busy"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        to = envelope.rcpt_tos[0]
        dropped = to.startswith("dropped") and self.is_first("dropped", to)
        say(
            event="dropped" if dropped else "received",
            to=to,
            sender=envelope.mail_from,
            source=envelope.content.decode("utf-8"),
        )
        if dropped:
            server.transport.abort()
            await asyncio.sleep(0)
        return "250 Taken"


def say(**facts):
    print(json.dumps(facts), flush=True)


controller = Controller(Handler(), hostname="127.0.0.1", port=int(sys.argv[1]))
controller.start()
say(event="listening")
sys.stdin.read()
controller.stop()
