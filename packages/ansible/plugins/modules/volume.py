#!/usr/bin/python
# Apache License 2.0, see LICENSE
from __future__ import annotations

DOCUMENTATION = r"""
module: volume
short_description: Declares a volume
description:
  - Creates, grows, changes or deletes a volume. A volume never shrinks, and its protection, class, failure domain, stripes, encryption and
    provisioning never change.
  - In check mode the server plans the volume or the change. If it has no space or class yet for a new volume, the task warns, because an
      earlier task may make them.
extends_documentation_fragment:
  - weft.storage.connection
  - weft.storage.connection.wait
author: The Weft authors (!UNKNOWN)
options:
  name:
    description: Name of the volume. The device is C(/dev/weft/NAME).
    type: str
    required: true
  state:
    description: Whether the volume exists. V(absent) destroys its data, and needs O(confirm_name).
    type: str
    choices: [present, absent]
    default: present
  size:
    description: Size, such as V(2TiB) or V(500GB), or a number of bytes. A larger size grows the volume. Needed to create it.
    type: str
  protection:
    description: How legs protect the data. Needed to create the volume.
    type: str
    choices: [concatenated, raid0, raid1, raid10]
  drive_class:
    description: Name of the drive class. Needed to create the volume.
    type: str
  copies:
    description: Copies of each byte. With raid1 and raid10 2 or 3.
    type: int
  failure_domain:
    description: What the halves of a mirror never share.
    type: str
    choices: [node, rack, zone]
  stripe_width:
    description: With raid0 the number of legs, with raid10 the number of mirror sets.
    type: int
  stripe_size:
    description: Bytes of a stripe on one leg, a power of two such as V(64KiB).
    type: str
  bitmap_chunk:
    description: Bytes of a bit of the write-intent bitmap of a mirror, a power of two such as V(64MiB).
    type: str
  encryption:
    description: Whether the client encrypts.
    type: str
    choices: [none, aes-xts-256]
  provisioning:
    description: Whether legs take their space at once or as they are written.
    type: str
    choices: [thick, thin]
  cache:
    description: Cache of each leg. O(cache.mode=off) removes it.
    type: dict
    suboptions:
      mode:
        description: What a write waits for.
        type: str
        required: true
        choices: ["off", write-through, write-back, pass-through]
      bytes_per_leg:
        description: Size of the cache of each leg, such as V(20GiB). Either this or O(cache.percent_of_leg).
        type: str
      percent_of_leg:
        description: Size of the cache of each leg as a share of the leg.
        type: int
      accepts_loss:
        description: A write-back cache of a volume without a mirror may lose the newest writes.
        type: bool
        default: false
  snapshot_schedule:
    description: Snapshots that the server takes of a thin volume by itself. O(snapshot_schedule.every_hours=0) ends them.
    type: dict
    suboptions:
      every_hours:
        description: Hours between two snapshots. 0 for none.
        type: int
        required: true
      keep:
        description: How many of them are kept.
        type: int
        default: 7
  rebuild_delay_seconds:
    description: Seconds until a missing leg of a mirror is replaced.
    type: int
  rebuild_priority:
    description: Rate of a resync.
    type: str
    choices: [low, normal, high]
  description:
    description: A line of text.
    type: str
  labels:
    description: Labels. They replace all labels of the volume.
    type: dict
  confirm_name:
    description: The name of the volume again. O(state=absent) destroys data only with it.
    type: str
"""

EXAMPLES = r"""
- name: A mirrored volume
  weft.storage.volume:
    name: orders
    size: 2TiB
    protection: raid10
    drive_class: fast
    labels:
      team: shop

- name: Destroy a volume and its data
  weft.storage.volume:
    name: scratch
    state: absent
    confirm_name: scratch
"""

RETURN = r"""
volume:
  description: The volume as the API shows it. Absent after a deletion, and in check mode before a creation.
  type: dict
  returned: if it exists
plan:
  description: The placement that a new volume would get. Null, with a warning, if the server would refuse it now.
  type: dict
  returned: in check mode, before a creation
job_id:
  description: The job of the change.
  type: str
  returned: if a job was started
"""

from ansible_collections.weft.storage.plugins.module_utils.client import ProblemError, WeftError, path_of
from ansible_collections.weft.storage.plugins.module_utils.declared import (
    LABELS,
    WAIT,
    changed_fields,
    difference,
    given,
    refuse_fixed,
    run_module,
    size_bytes,
    text_labels,
)
from ansible_collections.weft.storage.plugins.module_utils.jobs import wait_for_running

ARGUMENTS = {
    "name": {"type": "str", "required": True},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
    "size": {"type": "str"},
    "protection": {"type": "str", "choices": ["concatenated", "raid0", "raid1", "raid10"]},
    "drive_class": {"type": "str"},
    "copies": {"type": "int"},
    "failure_domain": {"type": "str", "choices": ["node", "rack", "zone"]},
    "stripe_width": {"type": "int"},
    "stripe_size": {"type": "str"},
    "bitmap_chunk": {"type": "str"},
    "encryption": {"type": "str", "choices": ["none", "aes-xts-256"]},
    "provisioning": {"type": "str", "choices": ["thick", "thin"]},
    "cache": {
        "type": "dict",
        "options": {
            "mode": {"type": "str", "required": True, "choices": ["off", "write-through", "write-back", "pass-through"]},
            "bytes_per_leg": {"type": "str"},
            "percent_of_leg": {"type": "int"},
            "accepts_loss": {"type": "bool", "default": False},
        },
        "mutually_exclusive": [("bytes_per_leg", "percent_of_leg")],
    },
    "snapshot_schedule": {
        "type": "dict",
        "options": {"every_hours": {"type": "int", "required": True}, "keep": {"type": "int", "default": 7}},
    },
    "rebuild_delay_seconds": {"type": "int"},
    "rebuild_priority": {"type": "str", "choices": ["low", "normal", "high"]},
    "description": {"type": "str"},
    "labels": LABELS,
    "confirm_name": {"type": "str"},
    **WAIT,
}
FIXED = ("protection", "copies", "driveClass", "failureDomain", "stripeWidth", "stripeSizeBytes", "bitmapChunkBytes", "encryption", "provisioning")


def wanted_cache(cache: dict) -> dict | None:
    """The policy with all its fields, as the API shows it; None for no cache."""
    if cache["mode"] == "off":
        return None
    fields = {"bytesPerLeg": size_bytes(cache["bytes_per_leg"]), "percentOfLeg": cache["percent_of_leg"], "acceptsLoss": cache["accepts_loss"]}
    return {"mode": cache["mode"], **fields}


def wanted_schedule(schedule: dict) -> dict | None:
    return {"everyHours": schedule["every_hours"], "keep": schedule["keep"]} if schedule["every_hours"] else None


def wanted_fields(params: dict) -> dict:
    """Fields of the API; `driveClass` is still a name. Null ends a cache or a schedule."""
    services = {
        **({"cache": wanted_cache(params["cache"])} if params["cache"] else {}),
        **({"snapshotSchedule": wanted_schedule(params["snapshot_schedule"])} if params["snapshot_schedule"] else {}),
    }
    return services | given(
        {
            "sizeBytes": size_bytes(params["size"]),
            "protection": params["protection"],
            "driveClass": params["drive_class"],
            "copies": params["copies"],
            "failureDomain": params["failure_domain"],
            "stripeWidth": params["stripe_width"],
            "stripeSizeBytes": size_bytes(params["stripe_size"]),
            "bitmapChunkBytes": size_bytes(params["bitmap_chunk"]),
            "encryption": params["encryption"],
            "provisioning": params["provisioning"],
            "rebuildDelaySeconds": params["rebuild_delay_seconds"],
            "rebuildPriority": params["rebuild_priority"],
            "description": params["description"],
            "labels": text_labels(params["labels"]),
        }
    )


def create(task, wanted: dict) -> dict:
    missing = [name for name in ("size", "protection", "drive_class") if task.params[name] is None]
    name = task.params["name"]
    if missing:
        raise WeftError("The volume %s does not exist, and needs %s to be created." % (name, ", ".join(missing)), code="missing-field")
    shown = difference({}, {"name": name, **wanted})
    class_name = wanted.pop("driveClass")
    # A volume is created without a schedule.
    schedule = wanted.pop("snapshotSchedule", None)
    drive_class = task.client.find(path_of("drive-classes"), class_name)
    body = {"name": name, **wanted}
    if task.check:
        return {"changed": True, "diff": shown, "plan": plan(task, body, drive_class)}
    drive_class = drive_class or task.client.need("drive class", path_of("drive-classes"), class_name)
    body["driveClassId"] = drive_class["id"]
    answer = task.client.request("POST", path_of("volumes"), body=body, create=True)
    job_id = task.finish_job(answer)
    volume = task.client.request("GET", path_of("volumes", answer["volume"]["id"]))
    if schedule:
        volume = task.client.request("PATCH", path_of("volumes", volume["id"]), body={"snapshotSchedule": schedule}, version=volume["version"])
    return {"changed": True, "diff": shown, "volume": volume, "job_id": job_id}


def plan(task, body: dict, drive_class: dict | None) -> dict | None:
    """The placement, or None: an earlier task of the play would have made the class, or the space in it."""
    if drive_class is None:
        task.warn("The volume %s cannot be planned: its drive class does not exist yet." % body["name"])
        return None
    try:
        return task.client.request("POST", path_of("volumes", "dry-run"), body={**body, "driveClassId": drive_class["id"]})
    except ProblemError as error:
        if error.result["status"] != 422:
            raise
        task.warn("The server would refuse the volume %s now: %s" % (body["name"], error))
        return None


def change(task, volume: dict, wanted: dict) -> dict:
    title = "The volume %s" % volume["name"]
    current = {**volume, "driveClass": volume["driveClass"]["name"]}
    refuse_fixed(title, current, wanted, FIXED)
    # A growth that runs counts as the size: a second run of the same task orders nothing.
    if volume["growth"]:
        current["sizeBytes"] = volume["growth"]["toSizeBytes"]
    changes = changed_fields(current, wanted)
    if changes.get("sizeBytes", current["sizeBytes"]) < current["sizeBytes"]:
        text = "%s has %d bytes, and never shrinks. Correct size, or copy the data into a smaller volume." % (title, current["sizeBytes"])
        raise WeftError(text, code="immutable-field", fields=["sizeBytes"])
    result = {"changed": bool(changes), "diff": difference(current, {name: wanted[name] for name in changes})}
    if changes:
        path = path_of("volumes", volume["id"])
        body = {**changes, **({"dryRun": True} if task.check else {})}
        volume = task.client.request("PATCH", path, body=body, version=volume["version"])
    if task.params["wait"] and not task.check:
        wait_for_running(task.client, volume["id"], task.params["wait_timeout"])
        volume = task.client.request("GET", path_of("volumes", volume["id"]))
    return {**result, "volume": volume}


def remove(task, volume: dict | None) -> dict:
    name = task.params["name"]
    if volume is None:
        return {"changed": False}
    if volume["state"] == "deleting":
        if task.params["wait"] and not task.check:
            wait_for_running(task.client, volume["id"], task.params["wait_timeout"])
        return {"changed": False}
    if task.params["confirm_name"] != name:
        raise WeftError("state: absent destroys the data of the volume %s. Confirm it with confirm_name: %s." % (name, name), code="unconfirmed")
    if volume["attachmentIds"]:
        clients = ", ".join(client["name"] for client in volume["clients"])
        raise WeftError("The volume %s is attached to %s. Detach it first." % (name, clients), code="in-use")
    result = {"changed": True, "diff": {"before": {"name": name, "state": "present"}, "after": {"state": "absent"}}}
    if task.check:
        return result
    answer = task.client.request("DELETE", path_of("volumes", volume["id"]), version=volume["version"])
    return {**result, "job_id": task.finish_job(answer)}


def work(task) -> dict:
    name = task.params["name"]
    volume = task.client.find(path_of("volumes"), name)
    if task.params["state"] == "absent":
        return remove(task, volume)
    wanted = wanted_fields(task.params)
    if volume is None:
        return create(task, wanted)
    if volume["state"] == "deleting":
        raise WeftError("The volume %s is being deleted. Run the task again when it is gone." % name, code="wrong-state")
    return change(task, volume, wanted)


def main() -> None:
    run_module(ARGUMENTS, work)


if __name__ == "__main__":
    main()
