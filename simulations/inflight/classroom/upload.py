"""What a learning platform wrote into a file's name: who uploaded it. A hint, never believed against the file.

Moodle: `Full Name_12345_assignsubmission_file/work.json`, before 4.1 with `_` at the end of the folder
(mod/assign/feedback/file/importziplib.php: is_valid_filename_for_import). Canvas: `lastfirst_12345_67890_work.json`,
the sortable name in lower case with only its letters and digits, followed by LATE if it is
(lib/content_zipper.rb: get_filename, add_upload_submission).
"""

from __future__ import annotations

import re

from inflight.classroom.draws import student_id

_MOODLE = re.compile(r"(?:^|/)(?P<folder>(?P<name>[^/]{1,200})_\d+_assignsubmission_(?:file|onlinetext)_?)(?=/|[^/]*$)")
_CANVAS = re.compile(r"(?:^|/)(?!anon_)(?P<name>[^\W_]{2,200})(?:_LATE)?_\d{2,}_\d{2,}_[^/]+$")


def uploader(file: str) -> str:
    """The name of the person who uploaded it, as the platform writes it; "" if it says nothing."""
    found = _MOODLE.search(file) or _CANVAS.search(file)
    return found["name"] if found else ""


def folder(file: str) -> str:
    """Moodle's folder for it; "" if it isn't in one."""
    found = _MOODLE.search(file)
    return found["folder"] if found and file[found.end("folder") :].startswith("/") else ""


def is_other(file: str, id: str, name: str) -> bool:
    """Whether neither the student's name nor their id has anything to do with the uploader."""
    by = student_id(uploader(file))
    if not by:
        return False
    squeezed = re.sub(r"[\W_]+", "", by)
    parts = [part for part in re.split(r"[\W_]+", student_id(name)) if len(part) > 1]
    id = re.sub(r"[\W_]+", "", student_id(id))
    return not (any(part in squeezed for part in parts) or (len(id) > 1 and id in squeezed))
