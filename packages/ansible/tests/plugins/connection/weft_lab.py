# Apache License 2.0, see LICENSE
"""Connection to a machine of Weft's lab, through the command channel that e2e/lab/image/guest-channel.ts describes. For tests."""

from __future__ import annotations

DOCUMENTATION = r"""
name: weft_lab
short_description: Command channel of a machine of the lab
description: Runs commands in a machine of the lab.
options:
  port:
    description: Port of the channel on loopback.
    type: int
    required: true
    vars:
      - name: weft_lab_port
"""

import base64
import re
import shlex
import socket

from ansible.errors import AnsibleConnectionFailure, AnsibleError
from ansible.plugins.connection import ConnectionBase

TIMEOUT_SECONDS = 600


class Connection(ConnectionBase):
    transport = "weft_lab"
    has_pipelining = True

    def _connect(self):
        self._connected = True
        return self

    def close(self):
        self._connected = False

    def _run(self, script: str, given: bytes = b""):
        with socket.create_connection(("127.0.0.1", self.get_option("port")), timeout=TIMEOUT_SECONDS) as channel:
            channel.sendall(base64.b64encode(script.encode()) + b"\n" + given)
            channel.shutdown(socket.SHUT_WR)
            answer = b""
            while chunk := channel.recv(65536):
                answer += chunk
        head = re.match(rb"weft-channel \d+\nexit (\d+) (\d+) (\d+)\n", answer)
        if not head:
            raise AnsibleConnectionFailure("the machine ended the connection: %r" % answer[:200])
        code, out, err = (int(text) for text in head.groups())
        body = answer[head.end() :]
        return code, body[:out], body[out : out + err]

    def exec_command(self, cmd, in_data=None, sudoable=True):
        super().exec_command(cmd, in_data=in_data, sudoable=sudoable)
        return self._run(cmd, in_data or b"")

    def put_file(self, in_path, out_path):
        with open(in_path, "rb") as file:
            code, _, err = self._run("cat > " + shlex.quote(out_path), file.read())
        if code != 0:
            raise AnsibleError("%s was not written: %s" % (out_path, err.decode()))

    def fetch_file(self, in_path, out_path):
        code, content, err = self._run("cat " + shlex.quote(in_path))
        if code != 0:
            raise AnsibleError("%s was not read: %s" % (in_path, err.decode()))
        with open(out_path, "wb") as file:
            file.write(content)
