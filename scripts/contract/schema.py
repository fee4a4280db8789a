"""Prints the JSON Schema of what Python hands to the page: TypedDicts in `inflight/*/shapes.py`, and the views."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Literal, NotRequired, get_type_hints

from pydantic import ConfigDict, TypeAdapter, with_config
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypedDict, get_original_bases, is_typeddict

from inflight.classroom import shapes as classroom
from inflight.compare import shapes as compare
from inflight.figure import shapes as figure
from inflight.figure.views import View
from inflight.incidents import shapes as incidents
from inflight.yours import shapes as yours
from inflight.yours.pasted import shapes as pasted

REFERENCE = "#/$defs/{model}"


def spec_of(view: type[View]) -> Any:
    """The shape of what `View.as_dict` gives."""
    hints = get_type_hints(view)
    fields = {field.name: hints[field.name] for field in dataclasses.fields(view)}
    shape = TypedDict(f"{view.__name__}Spec", {"kind": Literal[view.kind], **fields, "tables": NotRequired[list[str]]})
    shape.__doc__ = view.__doc__
    return with_config(ConfigDict(extra="forbid"))(shape)


def declared() -> dict[str, Any]:
    """The TypedDicts, by name."""
    modules = (figure, compare, incidents, yours, pasted, classroom)
    named = [each for module in modules for each in vars(module).values() if is_typeddict(each)]
    found: dict[str, Any] = {}
    for each in [*named, *map(spec_of, View.__subclasses__())]:
        if each not in (figure.Shape, ConfigDict) and found.setdefault(each.__name__, each) is not each:
            raise NameError(f"two shapes are called {each.__name__}")
    return found


class Plain(GenerateJsonSchema):
    """Nothing that would become a type of its own or a comment, and all that is written: what has a default, too."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        return field["type"] == "dataclass-field" or super().field_is_required(field, total)

    def default_schema(self, schema: Any) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])


def definitions() -> dict[str, Any]:
    """The schema of each, by name; what it inherits is not in it, but in `extends`, which JSON Schema does not have."""
    shapes = declared()
    inputs = [(name, "serialization", TypeAdapter(shape)) for name, shape in shapes.items()]
    _, schema = TypeAdapter.json_schemas(inputs, ref_template=REFERENCE, schema_generator=Plain)
    found: dict[str, Any] = schema["$defs"]
    for name, shape in shapes.items():
        bases = [base for base in get_original_bases(shape) if base in shapes.values()]
        inherited = {field for base in bases for field in base.__annotations__}
        own = found[name]
        own["extends"] = [{"$ref": REFERENCE.format(model=base.__name__)} for base in bases]
        own["properties"] = {key: each for key, each in own["properties"].items() if key not in inherited}
        own["required"] = [key for key in own["required"] if key not in inherited]
    return found


if __name__ == "__main__":
    print(json.dumps(definitions()))
