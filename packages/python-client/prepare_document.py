"""Prepares the OpenAPI document for openapi-python-client 0.29, which stops at two things that the document has.

1. It wants a schema before the schemas that refer to it, otherwise it registers their parts twice and drops them.
2. It loses inline variants of a union that hold objects themselves. Each variant becomes a schema with a name of its own,
   made of the union's name and the variant's constant: `PlanChange` and `volume.grow` are `PlanChangeVolumeGrow`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Iterator

PREFIX = "#/components/schemas/"


def name_variants(schemas: dict[str, Any]) -> dict[str, Any]:
    """Gives each inline variant of a union a name. @raises SystemExit for a name that is taken"""
    named: dict[str, Any] = {}
    for union, schema in schemas.items():
        variants = schema.get("oneOf", [])
        for index, variant in enumerate(variants):
            constants = [field["const"] for field in variant.get("properties", {}).values() if "const" in field]
            if not constants:
                continue
            words = re.findall(r"[A-Za-z0-9]+", str(constants[0]))
            name = union + "".join(word[0].upper() + word[1:] for word in words)
            if name in schemas or name in named:
                raise SystemExit(f"The variant {name} of {union} has the name of another schema: name one of them in packages/shared.")
            named[name] = variant
            variants[index] = {"$ref": PREFIX + name}
    return {**schemas, **named}


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str) and reference.startswith(PREFIX):
            yield reference.removeprefix(PREFIX)
        for child in node.values():
            yield from references(child)
    elif isinstance(node, list):
        for child in node:
            yield from references(child)


def ordered(schemas: dict[str, Any]) -> dict[str, Any]:
    """Each schema after those that it refers to; in a cycle, in the order of the document."""
    placed: dict[str, Any] = {}
    seen: set[str] = set()

    def place(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        for reference in references(schemas[name]):
            place(reference)
        placed[name] = schemas[name]

    for name in schemas:
        place(name)
    return placed


def main(source: str, target: str) -> None:
    document = json.loads(Path(source).read_text("utf-8"))
    components = document["components"]
    components["schemas"] = ordered(name_variants(components["schemas"]))
    Path(target).write_text(json.dumps(document), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
