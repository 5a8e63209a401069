"""The wait for a job."""

from __future__ import annotations

import time
from uuid import UUID

from .answers import unwrap
from .rest import AuthenticatedClient
from .rest.api.jobs import get_job
from .rest.models import Job

FIRST_PAUSE_SECONDS = 0.15
LONGEST_PAUSE_SECONDS = 2.0


class JobError(Exception):
    """A job that has not become done. `job` is as it was read last."""

    def __init__(self, job: Job, text: str) -> None:
        self.job = job
        super().__init__(text)


class JobFailed(JobError):
    """The job failed; `job.error` has the reason as a code with data."""


class JobTimeout(JobError):
    """The job has not ended in time. It continues; `job.waiting_for` names the node and what unblocks it."""


def wait_for_job(client: AuthenticatedClient, job_id: UUID, timeout_seconds: float = 600) -> Job:
    """Waits until a job is done, and returns it.

    Raises:
        JobFailed: It failed.
        JobTimeout: `timeout_seconds` have passed. The job continues.
        ProblemError: The server refused the read.
        httpx.HTTPError: The server does not answer. The job continues.
    """
    deadline = time.monotonic() + timeout_seconds
    pause = FIRST_PAUSE_SECONDS
    while True:
        job = unwrap(get_job.sync(job_id, client=client))
        if job.state == "done":
            return job
        if job.state == "failed":
            raise JobFailed(job, f"{job.kind} of {job.subject.name} failed: {job.error.message if job.error else 'no reason is stored'}")
        left = deadline - time.monotonic()
        if left <= 0:
            waits = "; ".join(f"{each.message} {each.unblocked_by}" for each in job.waiting_for)
            raise JobTimeout(job, f"{job.kind} of {job.subject.name} has not ended within {timeout_seconds:g} s and continues. {waits}".rstrip())
        time.sleep(min(pause, left))
        pause = min(pause * 1.4, LONGEST_PAUSE_SECONDS)
