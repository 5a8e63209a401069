#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: user
short_description: Declares a local user
description:
  - Creates, changes or deletes a user. API tokens may not do that, so it needs O(username) and O(password) of an administrator.
  - Users of an OpenID Connect provider come by themselves at their first login; this module only disables or deletes them.
extends_documentation_fragment:
  - weft.storage.connection
author: The Weft authors (!UNKNOWN)
options:
  name:
    description: Name of the user.
    type: str
    required: true
  state:
    description: Whether the user exists. The names of deleted users stay in the audit.
    type: str
    choices: [present, absent]
    default: present
  role:
    description: V(viewer), V(operator), V(administrator), or the name of a custom role. Needed to create the user.
    type: str
  user_password:
    description: Password of the user, of at least 12 characters. Needed to create the user.
    type: str
  update_password:
    description: When O(user_password) is set. The server shows no password, so V(always) counts as a change at each run.
    type: str
    choices: [on_create, always]
    default: on_create
  must_change_password:
    description: The user must choose another password at the next login. It counts only when O(user_password) is set.
    type: bool
    default: false
  disabled:
    description: The user cannot log in, and all sessions end.
    type: bool
"""

EXAMPLES = r"""
- name: A user for reading
  weft.storage.user:
    username: admin
    password: "{{ weft_admin_password }}"
    name: paul
    role: viewer
    user_password: "{{ paul_password }}"
    must_change_password: true
"""

RETURN = r"""
user:
  description: The user as the API shows it.
  type: dict
  returned: if the user exists
"""

from ansible_collections.weft.storage.plugins.module_utils.client import WeftError, path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import changed_fields, difference, given, run_module

ARGUMENTS = {
    "name": {"type": "str", "required": True},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
    "role": {"type": "str"},
    "user_password": {"type": "str", "no_log": True},
    "update_password": {"type": "str", "choices": ["on_create", "always"], "default": "on_create", "no_log": False},
    "must_change_password": {"type": "bool", "default": False, "no_log": False},
    "disabled": {"type": "bool"},
}


def create(task) -> dict:
    params = task.params
    missing = [name for name in ("role", "user_password") if params[name] is None]
    if missing:
        text = "The user %s does not exist, and needs %s to be created." % (params["name"], ", ".join(missing))
        raise WeftError(text, code="missing-field")
    shown = given({"name": params["name"], "role": params["role"], "disabled": params["disabled"]})
    result = {"changed": True, "diff": difference({}, shown)}
    if task.check:
        return result
    body = {
        "name": params["name"],
        "role": params["role"],
        "password": params["user_password"],
        "mustChangePassword": params["must_change_password"],
    }
    user = task.client.request("POST", path_of("users"), body=body, create=True)
    if params["disabled"]:
        user = task.client.request("PATCH", path_of("users", user["id"]), body={"disabled": True}, version=user["version"])
    return {**result, "user": user}


def change(task, user: dict) -> dict:
    params = task.params
    changes = changed_fields(user, given({"role": params["role"], "disabled": params["disabled"]}))
    shown = difference(user, changes)
    body = dict(changes)
    if params["user_password"] is not None and params["update_password"] == "always":
        body.update(password=params["user_password"], mustChangePassword=params["must_change_password"])
        shown["before"]["password"], shown["after"]["password"] = "(not shown)", "(set again)"
    result = {"changed": bool(body), "diff": shown, "user": user}
    if body and not task.check:
        result["user"] = task.client.request("PATCH", path_of("users", user["id"]), body=body, version=user["version"])
    return result


def work(task) -> dict:
    name = task.params["name"]
    user = task.client.find(path_of("users"), name)
    if task.params["state"] == "present":
        return change(task, user) if user else create(task)
    if user is None:
        return {"changed": False}
    if not task.check:
        task.client.request("DELETE", path_of("users", user["id"]), version=user["version"])
    return {"changed": True, "diff": {"before": {"name": name, "state": "present"}, "after": {"state": "absent"}}}


def main() -> None:
    run_module(ARGUMENTS, work, required_by={"name": ("username", "password")})


if __name__ == "__main__":
    main()
