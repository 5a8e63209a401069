"""Answers of the API: a value or a problem, and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from .rest.models import Problem
from .rest.types import UNSET, Unset

T = TypeVar("T")


class ProblemError(Exception):
    """The server refused a request. `code` and `problem.reason` are stable (docs/messages.md); the text is for people."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.status: int = problem.status
        self.code: str = problem.code
        self.field: str | None = None if isinstance(problem.field, Unset) else problem.field
        super().__init__(problem.detail if self.field is None else f"{problem.detail} (field {self.field})")


def unwrap(answer: T | Problem | None) -> T:
    """The value of an answer.

    Raises:
        ProblemError: The server refused the request.
    """
    if isinstance(answer, Problem):
        raise ProblemError(answer)
    return answer  # type: ignore[return-value]  # None is the value of an operation without a body


class _Versioned(Protocol):
    version: int


def version_of(thing: _Versioned) -> str:
    """The value of `if_match` for a change that is based on this object."""
    return f'"{thing.version}"'


def all_items(list_operation: Callable[..., Any], *, limit: int = 200, **query: Any) -> Iterator[Any]:
    """The items of all pages of a list.

    Args:
        list_operation: `sync` of a list, such as `list_volumes.sync`; `query` are its arguments, the client too.
        limit: items of one page.

    Raises:
        ProblemError: The server refused a page.
    """
    cursor: str | Unset = UNSET
    while True:
        page = unwrap(list_operation(limit=limit, cursor=cursor, **query))
        yield from page.items
        if not page.next_cursor:
            return
        cursor = page.next_cursor
