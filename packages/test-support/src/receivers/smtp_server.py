"""An SMTP server (aiosmtpd) with STARTTLS or TLS and authentication, for tests. Prints each message that it accepts as one line of JSON.

Arguments: address, port, mode (starttls, tls or none), certificate, key, user, password.
"""

import asyncio
import base64
import json
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

address, port, mode, certificate, key, user, password = sys.argv[1:8]


class Printing:
    async def handle_DATA(self, server, session, envelope):
        line = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "tls": session.ssl is not None or mode == "tls",
            "user": session.auth_data.login.decode() if session.authenticated and session.auth_data else None,
            "content": base64.b64encode(envelope.content).decode(),
        }
        print(json.dumps(line), flush=True)
        return "250 accepted"

    async def handle_RCPT(self, server, session, envelope, to, options):
        if to.startswith("nobody@"):
            return "550 no such user here"
        envelope.rcpt_tos.append(to)
        return "250 OK"


def authenticator(server, session, envelope, mechanism, data):
    right = data.login == user.encode() and data.password == password.encode()
    return AuthResult(success=right, handled=right, auth_data=data)


context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(certificate, key)
options = {"authenticator": authenticator, "auth_required": mode != "none", "auth_require_tls": mode == "starttls"}
if mode == "starttls":
    options |= {"tls_context": context, "require_starttls": True}
controller = Controller(Printing(), hostname=address, port=int(port), ssl_context=context if mode == "tls" else None, **options)
controller.start()
print(json.dumps({"ready": True}), flush=True)
asyncio.new_event_loop().run_forever()
