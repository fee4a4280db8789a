"""The output of tools, pasted: recognised, each field named, and what is remarkable said first."""

from __future__ import annotations

from inflight.yours.pasted.recognise import Pasted, Recognised, recognise

__all__ = ["Pasted", "Recognised", "recognise"]
