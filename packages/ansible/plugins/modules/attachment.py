#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: attachment
short_description: Attaches a volume to a node, or detaches it
description:
  - Makes a volume available on a client node as C(/dev/weft/NAME), or ends that.
  - It never detaches by force. A volume whose device is open stays attached, and the job waits for it.
extends_documentation_fragment:
  - weft.storage.connection
  - weft.storage.connection.wait
author: The Weft authors (!UNKNOWN)
options:
  volume:
    description: Name of the volume.
    type: str
    required: true
  node:
    description: Name of the client node.
    type: str
    required: true
  state:
    description: Whether the volume is attached to the node.
    type: str
    choices: [attached, detached]
    default: attached
  mode:
    description: Who else may have it attached. An attachment never changes its mode; V(exclusive) is the default of the API.
    type: str
    choices: [exclusive, shared, readonly]
  transport:
    description: Transport of the paths. An attachment never changes it; V(rdma) is the default of the API.
    type: str
    choices: [rdma, tcp]
  reattach:
    description: Attach again after the client restarts. An attachment never changes it.
    type: bool
  force:
    description: Attach although the client is in planned maintenance.
    type: bool
    default: false
"""

EXAMPLES = r"""
- name: Attach a volume
  weft.storage.attachment:
    volume: orders
    node: db1
    transport: tcp

- name: Detach it
  weft.storage.attachment:
    volume: orders
    node: db1
    state: detached
"""

RETURN = r"""
attachment:
  description: The attachment as the API shows it.
  type: dict
  returned: if it exists
device:
  description: Path of the device on the node. Null until it is attached.
  type: str
  returned: if the attachment exists
job_id:
  description: The job of the change.
  type: str
  returned: if a job was started
"""

from ansible_collections.weft.storage.plugins.module_utils.client import path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import WAIT, difference, given, refuse_fixed, run_module
from ansible_collections.weft.storage.plugins.module_utils.jobs import wait_for_running

ARGUMENTS = {
    "volume": {"type": "str", "required": True},
    "node": {"type": "str", "required": True},
    "state": {"type": "str", "choices": ["attached", "detached"], "default": "attached"},
    "mode": {"type": "str", "choices": ["exclusive", "shared", "readonly"]},
    "transport": {"type": "str", "choices": ["rdma", "tcp"]},
    "reattach": {"type": "bool"},
    "force": {"type": "bool", "default": False},
    **WAIT,
}
FIXED = ("mode", "transport", "reattach")
# An attachment in another state is on its way out, and leaves by itself.
PRESENT = ("attaching", "attached")


def current_of(task, volume: dict, node: dict) -> dict | None:
    found = task.client.items(path_of("attachments"), volumeId=volume["id"], nodeId=node["id"])
    return next(found, None)


def read(task, attachment: dict) -> dict:
    read_again = task.client.request("GET", path_of("attachments", attachment["id"]))
    return {"attachment": read_again, "device": read_again["device"]}


def attach(task, volume: dict, node: dict, current: dict | None) -> dict:
    wanted = given({name: task.params[name] for name in FIXED})
    if current and current["state"] in PRESENT:
        refuse_fixed("The attachment of %s to %s" % (volume["name"], node["name"]), current, wanted, FIXED)
        if current["state"] == "attaching" and task.params["wait"] and not task.check:
            wait_for_running(task.client, current["id"], task.params["wait_timeout"])
        return {"changed": False, **read(task, current)}
    shown = difference({}, {"volume": volume["name"], "node": node["name"], **wanted})
    if task.check:
        return {"changed": True, "diff": shown}
    if current:
        wait_for_running(task.client, current["id"], task.params["wait_timeout"])
    body = {"volumeId": volume["id"], "nodeId": node["id"], "force": task.params["force"], **wanted}
    answer = task.client.request("POST", path_of("attachments"), body=body, create=True)
    job_id = task.finish_job(answer)
    return {"changed": True, "diff": shown, "job_id": job_id, **read(task, answer["attachment"])}


def detach(task, current: dict | None) -> dict:
    if current is None:
        return {"changed": False}
    if current["state"] not in PRESENT:
        if task.params["wait"] and not task.check:
            wait_for_running(task.client, current["id"], task.params["wait_timeout"])
        return {"changed": False}
    names = {"volume": current["volume"]["name"], "node": current["node"]["name"]}
    result = {"changed": True, "diff": {"before": {**names, "state": "attached"}, "after": {"state": "detached"}}}
    if task.check:
        return result
    answer = task.client.request("DELETE", path_of("attachments", current["id"]), version=current["version"])
    return {**result, "job_id": task.finish_job(answer)}


def work(task) -> dict:
    name, node_name = task.params["volume"], task.params["node"]
    detached = task.params["state"] == "detached"
    volume = task.client.find(path_of("volumes"), name)
    if volume is None and detached:
        return {"changed": False}
    node = task.client.need("node", path_of("nodes"), node_name)
    if volume is None:
        if task.check:
            # An earlier task of the play would have made it.
            wanted = given({field: task.params[field] for field in FIXED})
            return {"changed": True, "diff": difference({}, {"volume": name, "node": node_name, **wanted})}
        volume = task.client.need("volume", path_of("volumes"), name)
    current = current_of(task, volume, node)
    return detach(task, current) if detached else attach(task, volume, node, current)


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
