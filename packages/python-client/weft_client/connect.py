"""Clients that are logged in."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from .answers import unwrap
from .authority import tls_context
from .rest import AuthenticatedClient, Client
from .rest.api.sessions import login, logout
from .rest.models import Login

TIMEOUT_SECONDS = 60.0


def _trust(url: str, ca_file: str | None, fingerprint: str | None, timeout_seconds: float) -> ssl.SSLContext | bool:
    return tls_context(url, ca_file, fingerprint, timeout_seconds) if url.startswith("https:") or fingerprint else True


def connect(
    url: str,
    token: str,
    *,
    ca_file: str | None = None,
    fingerprint: str | None = None,
    timeout_seconds: float = TIMEOUT_SECONDS,
) -> AuthenticatedClient:
    """A client with an API token.

    Args:
        url: address of a server, without a path.
        ca_file: PEM file of the servers' authority.
        fingerprint: SHA-256 of the authority instead: it is read from the server and pinned.
        timeout_seconds: limit for one answer.

    Raises:
        AuthorityError: The server has another authority; nothing was sent.
        OSError: The file cannot be read, or the server does not answer (with a fingerprint).
    """
    return AuthenticatedClient(
        base_url=url.rstrip("/"),
        token=token,
        verify_ssl=_trust(url, ca_file, fingerprint, timeout_seconds),
        timeout=httpx.Timeout(timeout_seconds),
        raise_on_unexpected_status=True,
    )


@contextmanager
def logged_in(
    url: str,
    name: str,
    password: str,
    *,
    ca_file: str | None = None,
    fingerprint: str | None = None,
    timeout_seconds: float = TIMEOUT_SECONDS,
) -> Iterator[AuthenticatedClient]:
    """A client in a session, for the requests that a token may not send: users, tokens. The session ends with the block.

    Raises:
        ProblemError: The name or password is wrong, or the user has a second factor, which this client cannot give.
    """
    options: dict[str, Any] = {
        "base_url": url.rstrip("/"),
        "verify_ssl": _trust(url, ca_file, fingerprint, timeout_seconds),
        "timeout": httpx.Timeout(timeout_seconds),
        "raise_on_unexpected_status": True,
    }
    with Client(**options) as first:
        unwrap(login.sync(client=first, body=Login(name=name, password=password)))
        cookies = dict(first.get_httpx_client().cookies)
    client = AuthenticatedClient(token="", **options)
    # The session is the cookie. An Authorization header would be taken for an API token.
    client.set_httpx_client(
        httpx.Client(base_url=options["base_url"], cookies=cookies, verify=options["verify_ssl"], timeout=options["timeout"])
    )
    with client:
        try:
            yield client
        finally:
            logout.sync_detailed(client=client)
