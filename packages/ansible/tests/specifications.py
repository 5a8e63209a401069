# Apache License 2.0, see LICENSE
"""Prints the argument specification of each module as JSON, as its `main` gives it to Ansible."""

from __future__ import annotations

import importlib
import json
import pkgutil

from ansible_collections.weft.storage.plugins import modules
from ansible_collections.weft.storage.plugins.module_utils import declared


class Given(Exception):
    pass


def collect(argument_spec, **_options):
    raise Given(argument_spec)


def main() -> None:
    declared.AnsibleModule = collect
    found = {}
    for each in pkgutil.iter_modules(modules.__path__):
        module = importlib.import_module(modules.__name__ + "." + each.name)
        try:
            module.main()
        except Given as given:
            found[each.name] = given.args[0]
    print(json.dumps(found, default=str))


main()
