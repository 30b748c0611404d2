"""moto's S3 server, with two controls that S3 itself lacks: the time at which an object was stored, and a reference signature by botocore.

Prints its port as a line of JSON, and ends when its input is closed. Commands come as lines of JSON and are answered by one line each.
"""
import datetime
import json
import sys

from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.server import ThreadedMotoServer
from moto.s3.models import s3_backends


def set_stored(bucket, key, at):
    stored = s3_backends["123456789012"]["aws"].buckets[bucket].keys[key]
    stored.last_modified = datetime.datetime.fromisoformat(at.replace("Z", "+00:00")).replace(tzinfo=None)
    return {}


def sign(method, url, headers, access, secret, region, expires, at):
    moment = datetime.datetime.fromisoformat(at.replace("Z", "+00:00"))
    signer = S3SigV4QueryAuth(Credentials(access, secret), "s3", region, expires=expires)

    class FixedTime(datetime.datetime):
        @classmethod
        def utcnow(cls):
            return moment.replace(tzinfo=None)

        @classmethod
        def now(cls, tz=None):
            return moment

    import botocore.auth
    import botocore.compat

    botocore.auth.datetime = type("module", (), {"datetime": FixedTime, "timezone": datetime.timezone})
    if hasattr(botocore.auth, "get_current_datetime"):
        botocore.auth.get_current_datetime = lambda remove_tzinfo=True: moment.replace(tzinfo=None)
    request = AWSRequest(method=method, url=url, headers=headers)
    signer.add_auth(request)
    return {"url": request.url}


commands = {"set_stored": set_stored, "sign": sign}

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(json.dumps({"port": server.get_host_and_port()[1]}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(commands[request.pop("command")](**request)), flush=True)
server.stop()
