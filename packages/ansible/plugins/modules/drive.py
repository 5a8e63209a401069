#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: drive
short_description: Takes a drive into service, gives it back, or moves its legs away
description:
  - Takes a blank drive into service, releases it, and sets whether new legs may be placed on it.
  - A drive with contents is overwritten only with O(confirm_wipe), which repeats its serial.
extends_documentation_fragment:
  - weft.storage.connection
  - weft.storage.connection.wait
author: The Weft authors (!UNKNOWN)
options:
  node:
    description: Name of the node that has the drive.
    type: str
    required: true
  serial:
    description: Serial of the drive.
    type: str
    required: true
  state:
    description: V(in_service) makes its space usable for legs. V(released) gives a drive without legs back. Without O(state) it stays.
    type: str
    choices: [in_service, released]
  scheduling:
    description:
      - V(open) allows new legs, V(cordoned) allows none, and V(evicted) moves all movable legs to other drives.
    type: str
    choices: [open, cordoned, evicted]
  confirm_wipe:
    description: The serial again. With it, O(state=in_service) wipes a drive that has contents. Everything on it is lost.
    type: str
"""

EXAMPLES = r"""
- name: Take a blank drive into service
  weft.storage.drive:
    node: t1
    serial: S1234
    state: in_service

- name: Move everything away from a drive
  weft.storage.drive:
    node: t1
    serial: S1234
    scheduling: evicted
"""

RETURN = r"""
drive:
  description: The drive as the API shows it.
  type: dict
  returned: always
job_ids:
  description: The jobs of the changes.
  type: list
  elements: str
  returned: always
"""

from ansible_collections.weft.storage.plugins.module_utils.client import WeftError, path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import WAIT, run_module
from ansible_collections.weft.storage.plugins.module_utils.jobs import wait_for_running

ARGUMENTS = {
    "node": {"type": "str", "required": True},
    "serial": {"type": "str", "required": True},
    "state": {"type": "str", "choices": ["in_service", "released"]},
    "scheduling": {"type": "str", "choices": ["open", "cordoned", "evicted"]},
    "confirm_wipe": {"type": "str"},
    **WAIT,
}
# States of an order that the node carries out now, and the state that each ends in.
ENDS = {"taking": "in-service", "releasing": "available", "wiping": "available"}
SCHEDULING = {"open": "uncordon", "cordoned": "cordon", "evicted": "evict"}


class Drive:
    """A drive, and the changes that a task makes to it. In check mode only the expected state changes."""

    def __init__(self, task) -> None:
        self.task = task
        node = task.client.need("node", path_of("nodes"), task.params["node"])
        found = task.client.items(path_of("drives"), nodeId=node["id"], serial=task.params["serial"])
        drive = next(found, None)
        if drive is None:
            text = "The node %s has no drive with the serial %s. Is it plugged in, and is the node online?"
            raise WeftError(text % (node["name"], task.params["serial"]), code="not-found")
        self.drive = drive
        self.state = ENDS.get(drive["state"], drive["state"])
        self.scheduling = drive["scheduling"]
        self.job_ids: list = []
        self.before = {"state": self.state, "scheduling": self.scheduling}

    def order(self, action: str, body: dict, state: str | None = None, scheduling: str | None = None) -> None:
        """Sends an order when earlier ones have ended."""
        if not self.task.check:
            self.settle()
            path = path_of("drives", self.drive["id"], action)
            answer = self.task.client.request("POST", path, body=body, version=self.drive["version"])
            if "job" in answer:
                self.job_ids.append(self.task.finish_job(answer))
            self.read()
        self.state = state or self.state
        self.scheduling = scheduling or self.scheduling

    def settle(self) -> None:
        """The server refuses an order while another one is carried out."""
        if self.drive["state"] in ENDS:
            wait_for_running(self.task.client, self.drive["id"], self.task.params["wait_timeout"])
            self.read()

    def read(self) -> None:
        self.drive = self.task.client.request("GET", path_of("drives", self.drive["id"]))

    def result(self) -> dict:
        after = {"state": self.state, "scheduling": self.scheduling}
        names = [name for name in after if after[name] != self.before[name]]
        diff = {"before": {name: self.before[name] for name in names}, "after": {name: after[name] for name in names}}
        return {"changed": bool(names), "diff": diff, "drive": self.drive, "job_ids": self.job_ids}


def take(drive: Drive) -> None:
    if drive.state == "in-service":
        return
    serial = drive.task.params["serial"]
    if drive.state == "occupied":
        contents = ", ".join(drive.drive["contents"]) or "contents"
        if drive.task.params["confirm_wipe"] != serial:
            text = "The drive %s has %s. To overwrite it, and lose everything on it, confirm with confirm_wipe: %s."
            raise WeftError(text % (serial, contents, serial), code="unconfirmed", contents=drive.drive["contents"])
        drive.order("wipe", {"serial": serial}, state="available")
    if drive.state != "available":
        raise WeftError("The drive %s is %s. Its node must see it before it can be taken." % (serial, drive.state), code="wrong-state")
    drive.order("take", {}, state="in-service")


def release(drive: Drive) -> None:
    if drive.state not in ("in-service", "missing"):
        return
    if drive.drive["allocatedBytes"] > 0:
        text = "The drive %s holds legs of volumes. Move them away first, with scheduling: evicted."
        raise WeftError(text % drive.drive["serial"], code="in-use")
    drive.order("release", {}, state="available")


def schedule(drive: Drive, wanted: str) -> None:
    # `evicting` becomes `evicted` by itself, when no leg is left.
    if drive.scheduling == wanted or (wanted == "evicted" and drive.scheduling == "evicting"):
        if wanted == "evicted" and drive.task.params["wait"] and not drive.task.check:
            wait_for_running(drive.task.client, drive.drive["id"], drive.task.params["wait_timeout"])
            drive.read()
        return
    drive.order(SCHEDULING[wanted], {}, scheduling=wanted)


def work(task) -> dict:
    drive = Drive(task)
    state, scheduling = task.params["state"], task.params["scheduling"]
    if state == "in_service":
        take(drive)
    # Legs have to leave before a drive can be released.
    if scheduling is not None:
        schedule(drive, scheduling)
    if state == "released":
        release(drive)
    return drive.result()


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
