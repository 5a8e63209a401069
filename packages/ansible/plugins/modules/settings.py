#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: settings
short_description: Declares settings of the cluster
description:
  - Changes the settings that a task gives. All others stay as they are.
  - Check mode compares names and values. Only a change lets the server check the values.
extends_documentation_fragment:
  - weft.storage.connection
author: The Weft authors (!UNKNOWN)
options:
  settings:
    description:
      - Settings by their names in the API, such as C(reservedRatio). A setting that is a list or a map is replaced as a whole.
      - In a map within a setting, a field that is left out compares as equal. Write V(null) or its default to reset it.
    type: dict
    required: true
"""

EXAMPLES = r"""
- name: Storage networks and the reserve
  weft.storage.settings:
    settings:
      reservedRatio: 0.05
      storageNetworks:
        - name: left
          cidrs: [10.1.0.0/16]
        - name: right
          cidrs: [10.2.0.0/16]
"""

RETURN = r"""
settings:
  description: All settings as the API shows them.
  type: dict
  returned: always
"""

from difflib import get_close_matches

from ansible_collections.weft.storage.plugins.module_utils.client import WeftError, path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import difference, matches, run_module

ARGUMENTS = {"settings": {"type": "dict", "required": True}}
# Fields of the answer that no request changes.
READ_ONLY = ("id", "version", "revision", "createdAt", "updatedAt", "clusterId", "simulated")


def refuse_unknown(current: dict, wanted: dict) -> None:
    known = [name for name in current if name not in READ_ONLY]
    for name in wanted:
        if name in known:
            continue
        near = get_close_matches(name, known, 1)
        hint = "Did you mean %s?" % near[0] if near else "Settings: %s." % ", ".join(sorted(known))
        raise WeftError("There is no setting %s. %s" % (name, hint), code="invalid-field", field=name)


def work(task) -> dict:
    wanted = task.params["settings"]
    current = task.client.request("GET", path_of("settings"))
    refuse_unknown(current, wanted)
    changes = {name: value for name, value in wanted.items() if not matches(current[name], value)}
    result = {"changed": bool(changes), "diff": difference(current, changes), "settings": current}
    if changes and not task.check:
        result["settings"] = task.client.request("PATCH", path_of("settings"), body=changes, version=current["version"])
    return result


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
