#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: drive_class
short_description: Declares a drive class
description:
  - Creates, changes or removes a named set of drives. A class that volumes use is not removed.
  - In check mode the server previews which drives a changed class has.
extends_documentation_fragment:
  - weft.storage.connection
author: The Weft authors (!UNKNOWN)
options:
  name:
    description: Name of the class.
    type: str
    required: true
  state:
    description: Whether the class exists.
    type: str
    choices: [present, absent]
    default: present
  drives:
    description: Exactly these drives. Give O(drives) or O(selector) to create the class.
    type: list
    elements: dict
    suboptions:
      node:
        description: Name of the node.
        type: str
        required: true
      serial:
        description: Serial of the drive.
        type: str
        required: true
  selector:
    description: The drives that match every given field, now and later. An empty selector matches all drives.
    type: dict
    suboptions:
      models:
        description: Models, as the node reports them.
        type: list
        elements: str
      min_size:
        description: Smallest size, such as V(1TiB).
        type: str
      max_size:
        description: Largest size.
        type: str
      nodes:
        description: Names of nodes.
        type: list
        elements: str
      node_labels:
        description: Labels that the node has.
        type: dict
  description:
    description: A line of text.
    type: str
  labels:
    description: Labels. They replace all labels of the class.
    type: dict
"""

EXAMPLES = r"""
- name: All drives of a model
  weft.storage.drive_class:
    name: fast
    selector:
      models: [PM1733]
      min_size: 3TiB

- name: Two drives
  weft.storage.drive_class:
    name: pair
    drives:
      - node: t1
        serial: S1234
      - node: t2
        serial: S5678
"""

RETURN = r"""
drive_class:
  description: The class as the API shows it.
  type: dict
  returned: if it exists
preview:
  description: The drives that the class would have.
  type: dict
  returned: in check mode, if the members change
"""

from ansible_collections.weft.storage.plugins.module_utils.client import WeftError, path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import (
    LABELS,
    changed_fields,
    difference,
    given,
    run_module,
    size_bytes,
    text_labels,
)

ARGUMENTS = {
    "name": {"type": "str", "required": True},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
    "drives": {
        "type": "list",
        "elements": "dict",
        "options": {"node": {"type": "str", "required": True}, "serial": {"type": "str", "required": True}},
    },
    "selector": {
        "type": "dict",
        "options": {
            "models": {"type": "list", "elements": "str"},
            "min_size": {"type": "str"},
            "max_size": {"type": "str"},
            "nodes": {"type": "list", "elements": "str"},
            "node_labels": {"type": "dict"},
        },
    },
    "description": {"type": "str"},
    "labels": LABELS,
}


def members_of(task) -> dict | None:
    drives, selector = task.params["drives"], task.params["selector"]
    if drives is not None:
        return {"by": "list", "driveIds": [drive_id(task, **drive) for drive in drives]}
    if selector is None:
        return None
    nodes = selector["nodes"]
    fields = {
        "models": selector["models"],
        "minSizeBytes": size_bytes(selector["min_size"]),
        "maxSizeBytes": size_bytes(selector["max_size"]),
        "nodeIds": None if nodes is None else [task.client.need("node", path_of("nodes"), name)["id"] for name in nodes],
        "nodeLabels": text_labels(selector["node_labels"]),
    }
    return {"by": "selector", "selector": given(fields)}


def drive_id(task, node: str, serial: str) -> str:
    node_id = task.client.need("node", path_of("nodes"), node)["id"]
    for drive in task.client.items(path_of("drives"), nodeId=node_id, serial=serial):
        return drive["id"]
    raise WeftError("The node %s has no drive with the serial %s." % (node, serial), code="not-found")


def comparable(members: dict | None) -> dict | None:
    """Order has no meaning in lists of members."""
    if members is None:
        return None
    if members["by"] == "list":
        return {"by": "list", "driveIds": sorted(members["driveIds"])}
    fields = members["selector"].items()
    return {"by": "selector", "selector": {key: sorted(value) if isinstance(value, list) else value for key, value in fields}}


def remove(task, current: dict | None) -> dict:
    if current is None:
        return {"changed": False}
    result = {"changed": True, "diff": {"before": {"name": current["name"], "state": "present"}, "after": {"state": "absent"}}}
    if not task.check:
        task.client.request("DELETE", path_of("drive-classes", current["id"]), version=current["version"])
    return result


def create(task, wanted: dict) -> dict:
    name = task.params["name"]
    if "members" not in wanted:
        raise WeftError("The drive class %s does not exist, and needs drives or selector to be created." % name, code="missing-field")
    body = {"name": name, **wanted}
    result = {"changed": True, "diff": difference({}, body)}
    if task.check:
        return {**result, "preview": preview(task, wanted)}
    return {**result, "drive_class": task.client.request("POST", path_of("drive-classes"), body=body, create=True)}


def preview(task, wanted: dict) -> dict:
    return task.client.request("POST", path_of("drive-classes", "preview"), body={"members": wanted["members"]})


def change(task, current: dict, wanted: dict) -> dict:
    before = {**current, "members": comparable(current["members"])}
    changes = changed_fields(before, {**wanted, **({"members": comparable(wanted["members"])} if "members" in wanted else {})})
    result = {"changed": bool(changes), "diff": difference(before, changes), "drive_class": current}
    if not changes:
        return result
    if task.check:
        return {**result, **({"preview": preview(task, wanted)} if "members" in changes else {})}
    path = path_of("drive-classes", current["id"])
    return {**result, "drive_class": task.client.request("PATCH", path, body=changes, version=current["version"])}


def work(task) -> dict:
    current = task.client.find(path_of("drive-classes"), task.params["name"])
    if task.params["state"] == "absent":
        return remove(task, current)
    wanted = given(
        {"members": members_of(task), "description": task.params["description"], "labels": text_labels(task.params["labels"])}
    )
    return change(task, current, wanted) if current else create(task, wanted)


def main() -> None:
    run_module(ARGUMENTS, work, mutually_exclusive=[("drives", "selector")])


if __name__ == "__main__":
    main()
