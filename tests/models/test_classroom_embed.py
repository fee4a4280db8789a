"""The page that an assignment lets know how a student gets on."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from inflight.classroom.assignment import read
from inflight.classroom.form import AssignmentError
from inflight.classroom.paper import paper

ROOT = Path(__file__).parents[2]
ORIGINS = json.loads((ROOT / "tests/classroom/origins.json").read_text(encoding="utf-8"))
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((ROOT / "static/schemas/assignment-1.json").read_text(encoding="utf-8"))
)


def file(**fields: object) -> dict[str, Any]:
    note = {"id": "n", "kind": "note", "text": "Read."}
    return {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k", "questions": [note], **fields}


@pytest.mark.parametrize("origin", ORIGINS["named"])
def test_students_get_the_name_of_that_page(origin: str) -> None:
    found = read(file(embed={"origin": origin}))
    assert paper(found, "ada")["assignment"]["embed"] == origin
    assert read(found.public).embed == origin
    assert not list(SCHEMA.iter_errors(found.public))


def test_without_a_name_nobody_is_told_and_nothing_else_changes() -> None:
    found = read(file())
    assert paper(found, "ada")["assignment"]["embed"] == ""
    assert "embed" not in found.public
    assert found.fingerprint != read(file(embed={"origin": "https://lms.example.edu"})).fingerprint


@pytest.mark.parametrize("origin", ORIGINS["refused"])
def test_what_is_no_such_origin_is_refused_with_what_would_be_one(origin: str) -> None:
    """As the schema does: `tests/classroom/origins.test.ts`, where its patterns are read as they are meant."""
    data = file(embed={"origin": origin})
    allowed = "a text of at most 300 characters|an https origin such as https://lms.example.edu, without a path"
    with pytest.raises(AssignmentError, match=rf"assignment\.embed\.origin = .*must be ({allowed})"):
        read(data)


@pytest.mark.parametrize("embed", [None, "https://lms.example.edu", [], {}, {"origin": "https://a", "origins": []}])
def test_the_field_has_an_origin_and_nothing_else(embed: object) -> None:
    data = file(embed=embed)
    with pytest.raises(AssignmentError, match=r"assignment\.embed"):
        read(data)
    assert list(SCHEMA.iter_errors(data))
