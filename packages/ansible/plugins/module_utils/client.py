# Apache License 2.0, see LICENSE
"""Requests to a Weft server, with the standard library alone."""

from __future__ import annotations

import http.client
import json
import ssl
import time
import uuid
from urllib.parse import quote, urlencode, urlsplit

from .authority import AuthorityError, tls_context

# A request that the server refuses for a moment (429; 503 if a repetition has no further effect) is sent again, as Retry-After says.
ATTEMPTS = 5
FIRST_PAUSE_SECONDS = 1
LONGEST_PAUSE_SECONDS = 30
# Lists that the server searches by exact name.
FILTERED_BY_NAME = ("/api/v1/volumes", "/api/v1/nodes")
SESSION_COOKIES = ("__Host-weft_session", "weft_session")


class WeftError(Exception):
    """A failure, as the data that a module returns: `msg` for people; `code` and `reason` (docs/messages.md) for programs."""

    def __init__(self, msg: str, **data: object) -> None:
        super().__init__(msg)
        self.result = {"msg": msg, **data}


class ProblemError(WeftError):
    """The server refused a request."""

    def __init__(self, status: int, problem: dict) -> None:
        field = problem.get("field")
        detail = problem.get("detail") or "The server answered %d without an explanation. Is this the address of a Weft server?" % status
        super().__init__(
            "%s (field %s)" % (detail, field) if field else detail,
            status=status,
            code=problem.get("code"),
            field=field,
            reason=problem.get("reason"),
            request_id=problem.get("requestId"),
        )


class UnreachableError(WeftError):
    """There was no answer."""


class Client:
    """Sends requests. Leave it with `close`, which ends its session."""

    def __init__(self, parameters: dict) -> None:
        self._url = parameters["server"].rstrip("/")
        self._timeout = parameters["timeout"]
        self._headers = {"Accept": "application/json", "User-Agent": "weft-ansible"}
        self._session = False
        parts = urlsplit(self._url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
            raise WeftError("%s is not the address of a server. Give one such as https://weft1.example.org:4000, without a path." % self._url)
        if parts.scheme == "http" and not parameters["insecure_http"] and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise WeftError("%s is plain HTTP: others can read the token. Give the https address, or insecure_http: true." % self._url)
        self._parts = parts
        self._context = self._trust(parameters)
        if parameters["username"]:
            self._log_in(parameters["username"], parameters["password"])
        else:
            self._headers["Authorization"] = "Bearer %s" % parameters["token"]

    def _trust(self, parameters: dict) -> ssl.SSLContext | None:
        ca_file, fingerprint = parameters["ca_file"], parameters["fingerprint"]
        if self._parts.scheme == "http" and not fingerprint:
            return None
        try:
            return tls_context(self._url, ca_file, fingerprint, self._timeout)
        except AuthorityError as error:
            raise WeftError(str(error), code="certificate")
        except FileNotFoundError:
            raise WeftError("The file of the authority, %s, does not exist on the machine that runs the module." % ca_file)
        except OSError as error:
            raise UnreachableError("No answer from %s: %s. Check the address, and that weft-server runs there." % (self._url, error))

    def _log_in(self, name: str, password: str) -> None:
        answer, body = self._send("POST", "/api/v1/login", {"name": name, "password": password}, {})
        if answer.status != 200:
            raise ProblemError(answer.status, body or {})
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            first = cookie.split(";")[0]
            if first.split("=")[0] in SESSION_COOKIES:
                self._headers["Cookie"] = first
                self._session = True
        if not self._session:
            raise WeftError("The user %s has a second factor, which a module cannot give. Use an API token, or a user without one." % name)

    def close(self) -> None:
        if self._session:
            self._session = False
            self.request("POST", "/api/v1/logout")

    def request(self, method, path, *, query=None, body=None, version=None, create=False):
        """Returns the body of the answer, or None if it has none.

        version: version of the object that the change is based on. create: sends an Idempotency-Key, so that a repetition makes nothing twice.
        Raises ProblemError, UnreachableError.
        """
        headers = {}
        if version is not None:
            headers["If-Match"] = '"%d"' % version
        if create:
            headers["Idempotency-Key"] = str(uuid.uuid4())
        place = path + ("?" + urlencode(query) if query else "")
        for attempt in range(1, ATTEMPTS + 1):
            answer, content = self._send(method, place, body, headers)
            if answer.status < 400:
                return content
            pause = self._pause(answer, method == "GET" or create)
            if pause is None or attempt == ATTEMPTS:
                raise ProblemError(answer.status, content or {})
            time.sleep(pause)

    def _pause(self, answer, repeatable: bool) -> float | None:
        if answer.status != 429 and not (answer.status == 503 and repeatable):
            return None
        text = answer.headers.get("Retry-After", "")
        seconds = max(float(text), FIRST_PAUSE_SECONDS) if text.isdigit() else None
        return seconds if seconds is not None and seconds <= LONGEST_PAUSE_SECONDS else None

    def _send(self, method, place, body, headers):
        text = None if body is None else json.dumps(body).encode("utf-8")
        sent = {**self._headers, **headers, **({} if text is None else {"Content-Type": "application/json"})}
        host, port = self._parts.hostname, self._parts.port
        if self._context:
            connection = http.client.HTTPSConnection(host, port or 443, timeout=self._timeout, context=self._context)
        else:
            connection = http.client.HTTPConnection(host, port or 80, timeout=self._timeout)
        try:
            connection.request(method, place, text, sent)
            answer = connection.getresponse()
            content = answer.read()
        except ssl.SSLCertVerificationError as error:
            raise WeftError(
                "The certificate of %s cannot be verified: %s. Give fingerprint or ca_file, and an address of the certificate."
                % (self._url, error.verify_message),
                code="certificate",
            )
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError("No answer from %s: %s. Check the address, and that weft-server runs there." % (self._url, error))
        finally:
            connection.close()
        return answer, self._parsed(answer, content)

    def _parsed(self, answer, content: bytes):
        if not content:
            return None
        try:
            return json.loads(content)
        except ValueError:
            if answer.status >= 400:
                return {}
            raise WeftError("%s sent no JSON. Is this the address of a Weft server?" % self._url)

    def items(self, path, **query):
        """The items of all pages of a list."""
        cursor = {}
        while True:
            page = self.request("GET", path, query={"limit": 200, **query, **cursor})
            yield from page["items"]
            if not page.get("nextCursor"):
                return
            cursor = {"cursor": page["nextCursor"]}

    def find(self, path: str, name: str):
        """The object with this exact name, or None."""
        query = {"name": name} if path in FILTERED_BY_NAME else {}
        return next((each for each in self.items(path, **query) if each["name"] == name), None)

    def need(self, kind: str, path: str, name: str) -> dict:
        """The object with this exact name. Raises WeftError, which lists the names that exist."""
        found = self.find(path, name)
        if found:
            return found
        names = sorted(each["name"] for each in self.items(path))
        shown = ", ".join(names[:10]) + (", …" if len(names) > 10 else "") if names else "none"
        raise WeftError("There is no %s %s. Existing: %s." % (kind, name, shown), code="not-found")


def path_of(*parts: str) -> str:
    return "/api/v1/" + "/".join(quote(part, safe="") for part in parts)
