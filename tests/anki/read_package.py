"""Imports Anki packages into an empty collection with Anki's own library, and prints what is in it then, as JSON.

    python3 read_package.py FOLDER PACKAGE...

One entry for each package, after it was imported on top of those before.
"""

import hashlib
import json
import sqlite3
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path

try:
    from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
    from anki.lang import set_lang
except ImportError as error:
    sys.exit(
        f"The test of the Anki package needs the library anki, and it cannot be imported ({error}). "
        "It is among the test tools of simulations/pyproject.toml: pip install --editable 'simulations[dev]'"
    )


class _Text(HTMLParser):
    """What a person reads of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.feed(html)
        self.close()

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        self.text += " " if tag in ("p", "li", "pre", "h4") else ""


ROWS = "select guid, flds, sfld, csum, tags from notes order by guid"
"""What Anki works out anew when it imports notes; a good package has the same."""


def written(package: str, folder: str) -> list[list[object]]:
    file = zipfile.ZipFile(package).extract("collection.anki2", Path(folder) / "written")
    with sqlite3.connect(file) as db:
        return [list(row) for row in db.execute(ROWS)]


def state(col: Collection) -> dict[str, object]:
    notes = []
    for nid in col.find_notes(""):
        note = col.get_note(nid)
        cards = note.cards()
        html = " ".join(note.fields)
        shown = [cards[0].question(), cards[0].answer()]
        notes.append(
            {
                "guid": note.guid,
                "type": note.note_type()["name"],
                "fields": {name: _Text(value).text for name, value in note.items()},
                "sides": [_Text(side.split("</style>")[-1]).text for side in shown],
                "tags": note.tags,
                "decks": [col.decks.name(card.did) for card in cards],
                "new": all(card.type == 0 and card.queue == 0 for card in cards),
                "media": col.media.files_in_str(note.mid, html),
            }
        )
    media = col.media.check()
    integrity, ok = col.fix_integrity()
    return {
        "notes": notes,
        "rows": [list(row) for row in col.db.all(ROWS)],
        "cards": col.card_count(),
        "types": [
            each.name for each in col.models.all_names_and_ids() if col.models.use_count(col.models.get(each.id))
        ],
        "decks": [each.name for each in col.decks.all_names_and_ids(skip_empty_default=True)],
        "files": {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(Path(col.media.dir()).iterdir())
        },
        "missing": list(media.missing),
        "unused": list(media.unused),
        "integrity": [ok, integrity],
    }


def main(folder: str, *packages: str) -> None:
    set_lang("en")
    col = Collection(str(Path(folder) / "collection.anki2"))
    states = []
    for package in packages:
        options = ImportAnkiPackageOptions(with_scheduling=False)
        log = col.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=options)).log
        told = {name: len(getattr(log, name)) for name in ("new", "updated", "duplicate", "conflicting")}
        states.append({"log": told, "written": written(package, folder), **state(col)})
    col.close()
    json.dump(states, sys.stdout)


main(*sys.argv[1:])
