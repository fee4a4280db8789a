"""Python without addresses: what it shows of an object, and where a set keeps it, says nothing of memory.

`<function f at 0x7f…>` is another text in each Python, and a set of functions has another order. Both are made in C, in
slots of types. Here functions of Python take their place, for all that runs in this interpreter, so this is for the
sandbox alone.
"""

from __future__ import annotations

import gc
import re
import sys
from _ctypes import _SimpleCData, sizeof
from collections.abc import Callable, Iterator
from decimal import Decimal
from types import (
    AsyncGeneratorType,
    BuiltinFunctionType,
    CellType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    MethodWrapperType,
)
from typing import Any
from weakref import CallableProxyType, ProxyType, ReferenceType

_SHOWN: tuple[type, ...] = (
    *(object, FunctionType, BuiltinFunctionType, MethodWrapperType, GeneratorType, CoroutineType, AsyncGeneratorType),
    *(CodeType, FrameType, CellType, memoryview, ReferenceType, ProxyType, CallableProxyType),
)
"""Their `repr` is made with `%p`. All others have that of `object`, or show what they contain."""

_HASHED: tuple[type, ...] = (object, MethodType, BuiltinFunctionType, MethodWrapperType)
"""Their hash is made of addresses."""

_NUMBERS: tuple[type, ...] = (float, complex, Decimal)
"""Theirs is, where they are no number."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")

_name: Callable[[type], str] = vars(type)["__name__"].__get__
"""Of a type, whatever its metaclass says."""


class _Word(_SimpleCData):  # type: ignore[type-arg]
    _type_ = "P"


_REPR, _HASH = (place * sizeof(_Word) for place in (11, 15))  # cpython/object.h:PyTypeObject, tp_repr and tp_hash


class _Python:
    """Its slots call functions of Python."""

    def __repr__(self) -> str:
        raise NotImplementedError

    def __hash__(self) -> int:
        raise NotImplementedError


def hide() -> None:
    """From now on nothing shows where it lies in memory."""
    if isinstance(object.__repr__, FunctionType):
        return  # in the memory that this Python began from
    kinds = list(_below(object, set()))
    # Once they are hashed by something else, keys are no longer where they are looked for. A frozenset stays as it is:
    # the library's are shortcuts.
    tables = [(table, list(map(hash, table))) for table in gc.get_objects() if _is_keyed(table)]
    for kind in _SHOWN:
        _put(kind, "__repr__", _REPR, _shown(vars(kind)["__repr__"]), kinds)
    for kind in _HASHED:
        _put(kind, "__hash__", _HASH, _hash_of_object, kinds)
    for kind in _NUMBERS:
        _put(kind, "__hash__", _HASH, _hash_of_number(vars(kind)["__hash__"]), kinds)
    _put(type, "__hash__", _HASH, _hash_of_type, [kind for kind in kinds if type in kind.__mro__])
    for table, hashes in tables:
        if hashes != list(map(hash, table)):
            entries = list(table.items() if isinstance(table, dict) else table)  # a copy would copy hashes, too
            table.clear()
            table.update(entries)


def _below(kind: type, seen: set[type]) -> Iterator[type]:
    if kind not in seen:
        seen.add(kind)
        yield kind
        heir: type
        for heir in type.__subclasses__(kind):
            yield from _below(heir, seen)


def _is_keyed(table: Any) -> bool:
    """Whether it may find its keys by their addresses."""
    return type(table) in (dict, set) and any(type(key) is not str for key in table)


_replaced: list[object] = []
"""Python's caches know these by their addresses, and do not keep them."""


def _put(kind: type, name: str, place: int, function: Callable[[Any], object], kinds: list[type]) -> None:
    """`kind.name = function`, which Python refuses for its own types; also for those of `kinds` that inherit it."""
    _replaced.append(vars(kind).get(name))
    gc.get_referents(vars(kind))[0][name] = function
    before = _Word.from_address(id(kind) + place).value
    for each in kinds:
        slot = _Word.from_address(id(each) + place)
        if slot.value == before:
            slot.value = _Word.from_address(id(_Python) + place).value
    if sys.version_info >= (3, 13):
        sys._clear_internal_caches()
    else:
        sys._clear_type_cache()


def _shown(before: Callable[[Any], str]) -> Callable[[object], str]:
    def shown(self: object) -> str:
        return _ADDRESS.sub("", before(self))

    return shown


def _hash_of_object(self: object) -> int:
    return hash(_name(type(self)))  # those of one type are told apart by what they are, `==`


def _hash_of_type(self: type) -> int:
    return hash(_name(self))


def _hash_of_number(before: Callable[[Any], int]) -> Callable[[object], int]:
    def hashed(self: object) -> int:
        return before(self) if self == self else 0

    return hashed
