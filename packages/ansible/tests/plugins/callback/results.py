# Apache License 2.0, see LICENSE
"""Writes the result of each task as a line of JSON, for tests."""

from __future__ import annotations

DOCUMENTATION = r"""
name: results
type: stdout
short_description: A line of JSON for each result
description: A line of JSON for each result.
"""

import json

from ansible.plugins.callback import CallbackBase


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "stdout"
    CALLBACK_NAME = "results"

    def _line(self, result, outcome: str) -> None:
        values = {key: value for key, value in result._result.items() if not key.startswith("_ansible")}
        self._display.display(json.dumps({"task": result._task.get_name(), "outcome": outcome, **values}, default=str))

    def v2_runner_on_ok(self, result) -> None:
        self._line(result, "changed" if result._result.get("changed") else "ok")

    def v2_runner_on_failed(self, result, ignore_errors=False) -> None:
        self._line(result, "failed")

    def v2_runner_on_skipped(self, result) -> None:
        self._line(result, "skipped")

    def v2_runner_on_unreachable(self, result) -> None:
        self._line(result, "unreachable")
