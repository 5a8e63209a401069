#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: enrollment_token
short_description: Makes a token that enrolls one node
description:
  - Makes a token at each run, so it is always a change. The role P(weft.storage.node#role) calls it only for a machine that is not enrolled.
  - Set C(no_log) for the task, because the result has the token.
extends_documentation_fragment:
  - weft.storage.connection
author: The Weft authors (!UNKNOWN)
options:
  description:
    description: A line of text, which the list of tokens shows.
    type: str
    default: ""
  labels:
    description: Labels of the node that enrolls with the token.
    type: dict
  expires_in_seconds:
    description: Lifetime of the token, 60 s to 30 days.
    type: int
    default: 3600
"""

EXAMPLES = r"""
- name: A token for one node
  weft.storage.enrollment_token:
    labels:
      rack: r1
  register: enrollment
  no_log: true
"""

RETURN = r"""
enrollment_token:
  description: The token. It works once.
  type: str
  returned: unless in check mode
ca_fingerprint:
  description: SHA-256 of the authority of the servers. Null if their certificates are of another authority.
  type: str
  returned: unless in check mode
"""

from ansible_collections.weft.storage.plugins.module_utils.client import path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import LABELS, run_module, text_labels

ARGUMENTS = {
    "description": {"type": "str", "default": ""},
    "labels": LABELS,
    "expires_in_seconds": {"type": "int", "default": 3600},
}


def work(task) -> dict:
    if task.check:
        return {"changed": True, "diff": {"before": "", "after": "an enrollment token\n"}}
    body = {
        "description": task.params["description"],
        "labels": text_labels(task.params["labels"]) or {},
        "expiresInSeconds": task.params["expires_in_seconds"],
    }
    issued = task.client.request("POST", path_of("enrollment-tokens"), body=body)
    shown = {"before": "", "after": "an enrollment token\n"}
    return {"changed": True, "diff": shown, "enrollment_token": issued["token"], "ca_fingerprint": issued["caFingerprint"]}


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
