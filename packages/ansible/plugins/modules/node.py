#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: node
short_description: Declares labels and scheduling of a node
description:
  - Changes an enrolled node. The role P(weft.storage.node#role) enrolls one.
extends_documentation_fragment:
  - weft.storage.connection
author: The Weft authors (!UNKNOWN)
options:
  name:
    description: Name of the node.
    type: str
    required: true
  labels:
    description: Labels. They replace all labels of the node. C(rack) and C(zone) are its failure domains.
    type: dict
  scheduling:
    description: V(open) allows new legs on the drives of the node, and V(cordoned) allows none.
    type: str
    choices: [open, cordoned]
"""

EXAMPLES = r"""
- name: The rack of a node
  weft.storage.node:
    name: t1
    labels:
      rack: r1
"""

RETURN = r"""
node:
  description: The node as the API shows it.
  type: dict
  returned: always
"""

from ansible_collections.weft.storage.plugins.module_utils.client import path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import (
    LABELS,
    changed_fields,
    difference,
    given,
    run_module,
    text_labels,
)

ARGUMENTS = {
    "name": {"type": "str", "required": True},
    "labels": LABELS,
    "scheduling": {"type": "str", "choices": ["open", "cordoned"]},
}
ACTIONS = {"open": "uncordon", "cordoned": "cordon"}


def work(task) -> dict:
    node = task.client.need("node", path_of("nodes"), task.params["name"])
    wanted = given({"labels": text_labels(task.params["labels"]), "scheduling": task.params["scheduling"]})
    changes = changed_fields(node, wanted)
    result = {"changed": bool(changes), "diff": difference(node, changes), "node": node}
    if task.check:
        return result
    if "labels" in changes:
        path = path_of("nodes", node["id"])
        node = task.client.request("PATCH", path, body={"labels": changes["labels"]}, version=node["version"])
    if "scheduling" in changes:
        path = path_of("nodes", node["id"], ACTIONS[changes["scheduling"]])
        node = task.client.request("POST", path, body={}, version=node["version"])
    return {**result, "node": node}


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
