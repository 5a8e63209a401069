# Apache License 2.0, see LICENSE
"""Trust in a server: by a file, by the fingerprint of its authority, or by the system's authorities.

The Python client has a copy of this file, so it uses the standard library alone.
"""

from __future__ import annotations

import re
import socket
import ssl
from hashlib import sha256
from urllib.parse import urlsplit


class AuthorityError(Exception):
    """The server's authority is not the expected one, or cannot be read. Nothing was sent to it."""


def fingerprint_from(text: str) -> str:
    """Returns 64 hexadecimal digits. Accepts colons and the prefix `sha256:`. Raises AuthorityError."""
    digits = re.sub(r"^sha256:", "", text.strip(), flags=re.IGNORECASE).replace(":", "").lower()
    if not re.fullmatch(r"[0-9a-f]{64}", digits):
        raise AuthorityError('"%s" is not a SHA-256 fingerprint (64 hexadecimal digits). Copy it from the console: Nodes, Enroll a node.' % text)
    return digits


def _sent_certificates(url: str, timeout_seconds: float) -> list[bytes]:
    """The certificates that a server sends, in DER. Nothing is verified here, and nothing is sent."""
    parts = urlsplit(url)
    unverified = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    unverified.check_hostname = False
    unverified.verify_mode = ssl.CERT_NONE
    with socket.create_connection((parts.hostname, parts.port or 443), timeout=timeout_seconds) as plain:
        with unverified.wrap_socket(plain, server_hostname=parts.hostname) as secured:
            if hasattr(secured, "get_unverified_chain"):  # Python 3.13
                return list(secured.get_unverified_chain())
            # Python 3.10 to 3.12 have it without a public name.
            chain_of = getattr(getattr(secured, "_sslobj", None), "get_unverified_chain", None)
            if chain_of is None:
                raise AuthorityError("This Python cannot read the authority that a server sends; 3.10 and later can. Name its file instead.")
            return [ssl.PEM_cert_to_DER_cert(each.public_bytes()) for each in chain_of()]


def pinned_authority(url: str, fingerprint: str, timeout_seconds: float = 30) -> str:
    """PEM of the authority with this fingerprint, among the certificates that the server sends.

    Anybody can send it: verify connections with it. Raises AuthorityError, or OSError when the server does not answer.
    """
    wanted = fingerprint_from(fingerprint)
    if urlsplit(url).scheme != "https":
        raise AuthorityError("%s is plain HTTP, which a fingerprint cannot protect. Give the https address of the server." % url)
    sent = _sent_certificates(url, timeout_seconds)
    found = [sha256(der).hexdigest() for der in sent]
    if wanted in found:
        return ssl.DER_cert_to_PEM_cert(sent[found.index(wanted)])
    raise AuthorityError(
        "%s has the authority %s, not the given %s. Nothing was sent. Check the address and the fingerprint; if both are right, "
        "somebody answers in place of the server." % (url, found[-1] if found else "none", wanted)
    )


def tls_context(
    url: str, ca_file: str | None = None, fingerprint: str | None = None, timeout_seconds: float = 30
) -> ssl.SSLContext:
    """The context for connections to a server: verifies chain and host name, whatever the authority comes from.

    Raises AuthorityError for an unknown authority, OSError for an unreadable file or a server that does not answer.
    """
    if ca_file and fingerprint:
        raise AuthorityError("Give the file of the authority or its fingerprint, not both.")
    if fingerprint:
        return ssl.create_default_context(cadata=pinned_authority(url, fingerprint, timeout_seconds))
    return ssl.create_default_context(cafile=ca_file) if ca_file else ssl.create_default_context()
