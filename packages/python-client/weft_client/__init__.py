"""Client of Weft's API.

`weft_client.rest` is generated from the OpenAPI document: a module for each operation (`rest.api`) and a class for each
object (`rest.models`). This package adds the login, errors, pages, and the wait for a job.
"""

from .answers import ProblemError, all_items, unwrap, version_of
from .authority import AuthorityError
from .connect import connect, logged_in
from .jobs import JobError, JobFailed, JobTimeout, wait_for_job

__version__ = "0.1.0"
__all__ = [
    "AuthorityError",
    "JobError",
    "JobFailed",
    "JobTimeout",
    "ProblemError",
    "all_items",
    "connect",
    "logged_in",
    "unwrap",
    "version_of",
    "wait_for_job",
]
