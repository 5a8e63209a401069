# Apache License 2.0, see LICENSE
"""What the modules share: connection parameters, comparison, the difference that they show, and their end."""

from __future__ import annotations

import re

from ansible.module_utils.basic import AnsibleModule, env_fallback

from .client import Client, WeftError
from .jobs import wait_for_job

CONNECTION = {
    "server": {"type": "str", "required": True, "fallback": (env_fallback, ["WEFT_SERVER"])},
    "token": {"type": "str", "no_log": True, "fallback": (env_fallback, ["WEFT_TOKEN"])},
    "username": {"type": "str"},
    "password": {"type": "str", "no_log": True},
    "fingerprint": {"type": "str", "fallback": (env_fallback, ["WEFT_FINGERPRINT"])},
    "ca_file": {"type": "path", "fallback": (env_fallback, ["WEFT_CA_FILE"])},
    "insecure_http": {"type": "bool", "default": False},
    "timeout": {"type": "int", "default": 60},
}
WAIT = {"wait": {"type": "bool", "default": True}, "wait_timeout": {"type": "int", "default": 600}}
LABELS = {"type": "dict"}

_UNITS = {"": 1, "B": 1}
for _power, _letter in enumerate("KMGTP", 1):
    _UNITS[_letter + "iB"] = 1024**_power
    _UNITS[_letter + "B"] = 1000**_power


def size_bytes(text: str | None) -> int | None:
    """Bytes of `2TiB`, `500GB` or `1048576`. Raises WeftError."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", text.strip())
    if not match or match.group(2) not in _UNITS:
        raise WeftError('"%s" is not a size. Write one such as 2TiB, 500GB, or a number of bytes.' % text, code="invalid-field")
    number, unit = match.groups()
    size = float(number) * _UNITS[unit] if "." in number else int(number) * _UNITS[unit]
    if size != int(size):
        raise WeftError('"%s" is not a whole number of bytes.' % text, code="invalid-field")
    return int(size)


def given(fields: dict) -> dict:
    """The fields that a task gives: an omitted parameter leaves its field as it is."""
    return {name: value for name, value in fields.items() if value is not None}


def text_labels(labels: dict | None) -> dict | None:
    """Labels are text; YAML reads `rack: 1` as a number and `on` as a truth value, which has no one spelling."""
    for key, value in (labels or {}).items():
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise WeftError("The label %s is no text. Write its value in quotes." % key, code="invalid-field", field="labels")
    return None if labels is None else {key: str(value) for key, value in labels.items()}


def matches(current: object, wanted: object) -> bool:
    """Whether an object is as a task wants it. The server adds defaults to nested fields that a task leaves out."""
    if isinstance(wanted, dict) and isinstance(current, dict):
        return all(matches(current.get(name), value) for name, value in wanted.items())
    if isinstance(wanted, list) and isinstance(current, list):
        return len(wanted) == len(current) and all(matches(one, other) for one, other in zip(current, wanted))
    return current == wanted


def changed_fields(current: dict, wanted: dict) -> dict:
    return {name: value for name, value in wanted.items() if current.get(name) != value}


def refuse_fixed(title: str, current: dict, wanted: dict, fixed: tuple) -> None:
    """Raises WeftError for a change that the API has no request for."""
    changes = {name: value for name, value in changed_fields(current, wanted).items() if name in fixed}
    if not changes:
        return
    shown = ", ".join("%s from %s to %s" % (name, current.get(name), value) for name, value in changes.items())
    text = "%s exists, and cannot change %s. Correct the task, or remove the object and create it again." % (title, shown)
    raise WeftError(text, code="immutable-field", fields=sorted(changes))


def difference(before: dict, after: dict) -> dict:
    """The `diff` of a result. Only fields that a task gives are in it."""
    return {"before": {name: before.get(name) for name in after} if before else {}, "after": after}


class Task:
    """One run of a module."""

    def __init__(self, module: AnsibleModule, client: Client) -> None:
        self.params = module.params
        self.warn = module.warn
        self.check = module.check_mode
        self.client = client

    def finish_job(self, answer: dict) -> str:
        """Waits for the job of an answer, unless the task does not want to. Returns its id."""
        job_id = answer["job"]["id"]
        if self.params["wait"]:
            wait_for_job(self.client, job_id, self.params["wait_timeout"])
        return job_id


def run_module(arguments: dict, work, **options) -> None:
    """Runs `work(task)`, which returns the result of the module."""
    module = AnsibleModule(
        argument_spec={**CONNECTION, **arguments},
        supports_check_mode=True,
        mutually_exclusive=[("ca_file", "fingerprint"), *options.pop("mutually_exclusive", [])],
        required_one_of=[("token", "username"), *options.pop("required_one_of", [])],
        required_together=[("username", "password")],
        **options,
    )
    try:
        client = Client(module.params)
        try:
            result = work(Task(module, client))
        finally:
            client.close()
    except WeftError as error:
        module.fail_json(**error.result)
    if not module._diff:
        result.pop("diff", None)
    module.exit_json(**result)
