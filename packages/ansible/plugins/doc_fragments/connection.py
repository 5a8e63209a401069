# Apache License 2.0, see LICENSE
from __future__ import annotations


class ModuleDocFragment:
    DOCUMENTATION = r"""
options:
  server:
    description:
      - Address of a server of the cluster, such as V(https://weft1.example.org:4000). The environment variable E(WEFT_SERVER) is its default.
    type: str
    required: true
  token:
    description:
      - API token. The environment variable E(WEFT_TOKEN) is its default. Give O(token), or O(username) and O(password).
    type: str
  username:
    description: User who logs in for this task, in place of O(token). The session ends with the task. A user with a second factor cannot log in.
    type: str
  password:
    description: Password of O(username).
    type: str
  fingerprint:
    description:
      - SHA-256 fingerprint of the authority of the servers, as the console shows it for new nodes. Another authority is refused before
        anything is sent. The environment variable E(WEFT_FINGERPRINT) is its default. Needs Python 3.10 on the machine that runs the module.
    type: str
  ca_file:
    description:
      - PEM file of the authority of the servers. Without O(ca_file) and O(fingerprint), the authorities of the system count.
        The environment variable E(WEFT_CA_FILE) is its default.
    type: path
  insecure_http:
    description: Allows plain HTTP to another machine. Others can read the token.
    type: bool
    default: false
  timeout:
    description: Longest wait for one answer, in seconds.
    type: int
    default: 60
attributes:
  check_mode:
    description: Reports what would change, and changes nothing.
    support: full
  diff_mode:
    description: Shows the fields that change.
    support: full
"""

    WAIT = r"""
options:
  wait:
    description: Wait until the job of the change has ended.
    type: bool
    default: true
  wait_timeout:
    description: Longest wait for each job, in seconds. After it the task fails, and the job continues.
    type: int
    default: 600
"""
