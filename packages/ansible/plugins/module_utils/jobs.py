# Apache License 2.0, see LICENSE
"""The wait for a job."""

from __future__ import annotations

import time

from .client import ProblemError, UnreachableError, WeftError, path_of

FIRST_PAUSE_SECONDS = 0.15
LONGEST_PAUSE_SECONDS = 2.0
# How long a server may stay without an answer: it restarts during an upgrade, and the job continues.
UNANSWERED_SECONDS = 60


def wait_for_job(client, job_id: str, timeout_seconds: float) -> dict:
    """Returns the job when it is done. Raises WeftError when it failed, or when the time is over; the job then continues."""
    deadline = time.monotonic() + timeout_seconds
    answered = time.monotonic()
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            job = client.request("GET", path_of("jobs", job_id))
            answered = time.monotonic()
        except (ProblemError, UnreachableError) as error:
            if error.result.get("status", 503) != 503 or time.monotonic() - answered > UNANSWERED_SECONDS:
                raise WeftError("%s The job %s continues." % (error, job_id), **{**error.result, "msg": str(error), "job_id": job_id})
            job = None
        if job and job["state"] == "done":
            return job
        if job and job["state"] == "failed":
            raise _failed(job)
        left = deadline - time.monotonic()
        if left <= 0:
            raise _late(job, job_id, timeout_seconds)
        time.sleep(min(pause, left))
        pause = min(pause * 1.4, LONGEST_PAUSE_SECONDS)


def _failed(job: dict) -> WeftError:
    reason = job["error"] or {"code": None, "message": "no reason is stored"}
    text = "%s of %s failed: %s" % (job["kind"], job["subject"]["name"], reason["message"])
    return WeftError(text, code=reason["code"], reason=reason, job_id=job["id"])


def _late(job: dict | None, job_id: str, timeout_seconds: float) -> WeftError:
    waits = job["waitingFor"] if job else []
    why = " ".join("%s%s %s" % ("%s: " % each["node"] if each["node"] else "", each["message"], each["unblockedBy"]) for each in waits)
    text = "The job %s has not ended within %g s. It continues. %s" % (job_id, timeout_seconds, why)
    return WeftError(text.rstrip(), code="job-timeout", waiting_for=waits, job_id=job_id)


def wait_for_running(client, subject_id: str, timeout_seconds: float) -> None:
    """Waits for the jobs that run on an object. A later request would be refused before they end."""
    for job in list(client.items(path_of("jobs"), subjectId=subject_id)):
        if job["state"] in ("running", "waiting"):
            wait_for_job(client, job["id"], timeout_seconds)
