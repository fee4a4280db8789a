"""What somebody means who names a cause in their own words: the suspect whose description shares the rarest words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from inflight.incidents.fault import Fault, Setting

LONGEST = 300
"""Characters of a hypothesis."""

CLEAR = 1.35
"""How much better than the next one the best must fit, to be taken as meant."""

LEAST = 2.0
"""What it must share, in the measure of `_weights`: one rare word, or two that are less so."""

MOST_WORDS = 25
"""Anybody who says more lists possibilities."""

_WORDS = """\
a an and are as at be because been by can do does for from has have in into is it its no not of on or so than that the
their them then there they this to too until was were when which while will with without
"""
_IGNORED = frozenset(_WORDS.split())


def stems(text: str) -> list[str]:
    """The words that mean something, without the endings that English gives them.

    >>> stems("The server’s buffers are set too small")
    ['server', 'buffer', 'set', 'small']
    """
    words = re.findall(r"[a-z0-9_./]+", text.lower().replace("’s", "").replace("'s", ""))
    return [_stem(word.strip("./")) for word in words if word.strip("./") and word not in _IGNORED]


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ies", "es", "ed", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word.removesuffix(ending)
    return word


def meant(text: str, suspects: Sequence[Fault[Setting]]) -> list[Fault[Setting]]:
    """The one that is meant, or the two that may be, or none: then the text says too little, or too much."""
    said = set(stems(text))
    if not said or len(said) > MOST_WORDS:
        return []
    documents = [_document(each) for each in suspects]
    weights = _weights(documents)
    scores = [sum(_weight(word, count, weights) for word in said) for count in documents]
    ranked = sorted(zip(scores, range(len(suspects)), strict=True), key=lambda each: (-each[0], each[1]))
    best = ranked[0][0]
    if best < LEAST:
        return []
    close = [suspects[place] for score, place in ranked if score * CLEAR > best]
    return close if len(close) <= 2 else []


def _weight(word: str, document: Counter[str], weights: Mapping[str, float]) -> float:
    """What a word counts for a document: the same word, or one that contains it (`cork` and `tcp_cork`)."""
    same = [
        each for each in document if each == word or (min(len(each), len(word)) > 3 and (each in word or word in each))
    ]
    return max((weights[each] * min(document[each], 3) ** 0.5 for each in same), default=0.0)


def _document(fault: Fault[Setting]) -> Counter[str]:
    """What is said of it; its own words count most."""
    return Counter(stems(fault.cause) * 2 + stems(" ".join(fault.words)) * 3 + stems(fault.id.replace("-", " ")) * 2)


def _weights(documents: Sequence[Counter[str]]) -> dict[str, float]:
    """Inverse document frequency: a word that all share weighs little."""
    counted = Counter(word for document in documents for word in document)
    return {word: math.log(1 + len(documents) / count) for word, count in counted.items()}
