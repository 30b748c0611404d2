"""moto's S3 server, with two controls that S3 itself lacks: the time at which an object was stored, and a reference signature by botocore.

Prints its port as a line of JSON, and ends when its input is closed. Commands arrive as lines of JSON, and each gets a response of one line.
"""
import datetime
import json
import sys
import threading

from botocore.auth import S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.server import DomainDispatcherApplication, create_backend_app
from moto.s3.models import s3_backends
from werkzeug.serving import make_server


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


class SerialApplication:
    """Answers one request at a time. Requests of S3 are atomic, but moto's threads are not: it answers 500 when an object is deleted
    while another thread reads it.
    """

    def __init__(self, application):
        self.application = application
        self.lock = threading.Lock()

    def __call__(self, environ, start_response):
        with self.lock:
            return list(self.application(environ, start_response))


server = make_server("127.0.0.1", 0, SerialApplication(DomainDispatcherApplication(create_backend_app)), threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.port}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(commands[request.pop("command")](**request)), flush=True)
server.shutdown()
