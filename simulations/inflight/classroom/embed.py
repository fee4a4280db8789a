"""Which page around an assignment is told about a student's progress."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inflight.classroom.form import Form

_HOST = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
_PORT = r"(:[1-9][0-9]{0,4})?"
_ORIGIN = re.compile(rf"https://{_HOST}(?!:443\Z){_PORT}|http://(localhost|127\.0\.0\.1)(?!:80\Z){_PORT}")
"""As a browser writes an origin (RFC 6454 §6.2): in lower case, and without the default port."""


def origin(form: Form) -> str:
    """The field `embed`: `{"origin": "https://lms.example.edu"}`, or nothing, in which case nobody is told.

    Raises:
        AssignmentError: it isn't such an origin.
    """
    if not form.has("embed"):
        form.raw("embed")
        return ""
    embed = form.form("embed")
    found = embed.text("origin", most=300)
    if not _ORIGIN.fullmatch(found):
        raise embed.refuse(
            "origin", found, "an https origin such as https://lms.example.edu, without a path or a trailing slash"
        )
    embed.done()
    return found
