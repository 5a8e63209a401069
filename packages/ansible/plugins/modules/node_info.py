#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: node_info
short_description: Reads nodes and their drives
description:
  - Reads one node or all nodes, each with its drives. It changes nothing.
extends_documentation_fragment:
  - weft.storage.connection
author: The Weft authors (!UNKNOWN)
options:
  name:
    description: Name of the node. Without it, all nodes.
    type: str
"""

EXAMPLES = r"""
- name: Wait until a node is online
  weft.storage.node_info:
    name: t1
  register: found
  until: found.nodes and found.nodes[0].connection.state == "online"
  retries: 12
  delay: 5
"""

RETURN = r"""
nodes:
  description: Nodes as the API shows them, each with C(drives). Empty if there is no node of the name.
  type: list
  elements: dict
  returned: always
"""

from ansible_collections.weft.storage.plugins.module_utils.client import path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import run_module

ARGUMENTS = {"name": {"type": "str"}}


def work(task) -> dict:
    name = task.params["name"]
    found = [node for node in task.client.items(path_of("nodes")) if name is None or node["name"] == name]
    nodes = [{**node, "drives": list(task.client.items(path_of("drives"), nodeId=node["id"]))} for node in found]
    return {"changed": False, "nodes": nodes}


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
