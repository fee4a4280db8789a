"""What somebody means who names a cause in their own words: the suspect whose description shares the rarest words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set

from inflight.incidents.case import Case
from inflight.incidents.fault import Fault, Setting

LONGEST = 300
"""Characters of a hypothesis."""

CLEAR = 1.35
"""How much better than the next one the best must fit, to be taken as meant."""

LEAST = 2.0
"""What it must share, in the measure of `_weights`: one rare word, or two that are less so."""

NAMED = 2
"""How much more the name of an option or a setting says than another word: `SO_SNDBUF`."""

MOST_WORDS = 25
"""Anybody who says more lists possibilities."""

_WORDS = """\
a an and are as at be because been by can do does few for from had has have in into is it its no not of on only or so
than that the their them then there they this to too until us was we were when which while will with without
b bit/s byte bytes gb gbit/s kb kib mb mbit/s mib ms
"""
"""Nor do units say anything: any cause makes some number of them wrong."""

_IGNORED = frozenset(_WORDS.split())

_STATE = re.compile(r"\b(close|time|fin|last|syn)[- _](wait|ack|sent|recv)(?:[- _]?([12]))?\b")


def stems(text: str) -> list[str]:
    """The words that mean something, without the endings that English gives them. A state of TCP is one word.

    >>> stems("The server’s buffers are set too small"), stems("Sockets in FIN-WAIT-2")
    (['server', 'buffer', 'set', 'small'], ['socket', 'fin_wait_2'])
    """
    plain = _STATE.sub(lambda state: "_".join(filter(None, state.groups())), text.lower())
    words = re.findall(r"[a-z0-9_./]+", plain.replace("’s", "").replace("'s", ""))
    return [_stem(word.strip("./")) for word in words if word.strip("./") and word not in _IGNORED]


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ies", "es", "ed", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word.removesuffix(ending)
    # `sets` and `acks`, but `loss` and `bus`
    return word[:-1] if len(word) == 4 and word.endswith("s") and word[-2] not in "siu" else word


def meant(text: str, suspects: Sequence[Fault[Setting]]) -> list[Fault[Setting]]:
    """The one that is meant, or the two that may be, or none: then the text says too little, or too much."""
    close = _closest(text, suspects)
    return close if len(close) <= 2 else []


def names(text: str, fault: Fault[Setting], suspects: Sequence[Fault[Setting]]) -> bool:
    """Whether the text can mean it, however many others it could mean: of somebody who has said before what it is."""
    return fault in _closest(text, suspects)


def _closest(text: str, suspects: Sequence[Fault[Setting]]) -> list[Fault[Setting]]:
    """Those that the text fits about as well as the one it fits best, that one first."""
    said = set(stems(text))
    if not said or len(said) > MOST_WORDS:
        return []
    documents = [_document(each) for each in suspects]
    weights = _weights(documents)
    scores = [_fit(said, document, weights) for document in documents]
    ranked = sorted(zip(scores, range(len(suspects)), strict=True), key=lambda each: (-each[0], each[1]))
    best = ranked[0][0]
    return [suspects[place] for score, place in ranked if best >= LEAST and score * CLEAR > best]


def in_roles(text: str, case: Case[Setting]) -> str:
    """With the roles that machines and programs have instead of their names: the suspects are put that way.

    >>> from inflight.incidents.case import open_case
    >>> in_roles("till8 is slow: till reads late", open_case(1, 3, "requests"))
    'client is slow: client program reads late'
    """
    names: Sequence[str] = getattr(case.healthy, "names", ())
    programs: Sequence[str] = getattr(case.healthy, "programs", [name.rstrip("-0123456789") for name in names])
    roles: dict[str, str] = {}
    for called, said in ((programs, "{} program"), (names, "{}")):
        if len(set(called)) == len(case.family.roles):  # rsync at both ends is neither’s
            roles |= {name.lower(): said.format(role) for name, role in zip(called, case.family.roles, strict=True)}
    return re.sub(r"[\w-]+", lambda word: roles.get(word[0].lower(), word[0]), text)


def _fit(said: Set[str], document: Counter[str], weights: Mapping[str, float]) -> float:
    """What the words count for a document: each of its words once, however often it is said (`sender`, `sending`)."""

    def weight(word: str) -> float:
        return weights[word] * math.sqrt(min(document[word], 3)) * (NAMED if "_" in word and word in said else 1)

    def same(word: str) -> list[str]:
        if word in document:
            return [word]
        # `cork` and `tcp_cork`
        return [each for each in document if min(len(each), len(word)) > 3 and (each in word or word in each)]

    found = {max(alike, key=weight) for alike in map(same, said) if alike}
    return sum(map(weight, sorted(found)))


def _document(fault: Fault[Setting]) -> Counter[str]:
    """What is said of it; its own words count most."""
    return Counter(stems(fault.cause) * 2 + stems(" ".join(fault.words)) * 3 + stems(fault.id.replace("-", " ")) * 2)


def _weights(documents: Sequence[Counter[str]]) -> dict[str, float]:
    """Inverse document frequency: a word that all share weighs little."""
    counted = Counter(word for document in documents for word in document)
    return {word: math.log(1 + len(documents) / count) for word, count in counted.items()}
