"""A capture in lines, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inflight.yours import shapes

_MOST = 50
"""Connections that are listed."""


def print_overview(everything: shapes.CaptureRead) -> None:
    """The files, and the connections that carried most."""
    for file in everything["files"]:
        other = ", ".join(f"{count} {kind}" for kind, count in file["other"].items())
        beside = f"; not TCP: {other}" if other else ""
        print(f"{file['name']}: {file['packets']:,} packets, {file['seconds']:.3g} s{beside}")
        for note in file["notes"]:
            print(f"  ! {note}")
        if file["notes_left_out"]:
            print(f"  ! … and {file['notes_left_out']} more")
    if not everything["connections"]:
        print("No TCP connection in it.")
    for row in everything["connections"][:_MOST]:
        sent, back = row["bytes"]
        print(f"{row['id']:>4}  {row['client']} → {row['server']}  {sent:,} B → ← {back:,} B  {row['sentence']}")
        for remark in row["remarks"]:
            print(f"      {'!' if remark['bad'] else '·'} {remark['text']}")
    if len(everything["connections"]) > _MOST:
        print(f"  … and {len(everything['connections']) - _MOST} more; --json has all")


def print_connection(each: shapes.ConnectionTold) -> None:
    """All about one connection."""
    print(f"\n{each['row']['client']} → {each['row']['server']}\n{each['viewpoint']}")
    for field in each["opening"]:
        print(f"  {field['name']:<14} {field['client']:>10} {field['server']:>10}  {field['meaning']}")
    for way in each["directions"]:
        print(f"\nData from {way['source']} to {way['target']}: {way['bytes']:,} B, {way['rate']:.3g} Mbit/s")
        for share in way["shares"]:
            print(f"  {share['seconds']:9.3f} s  {share['title']}")
        print()
        for interval in way["intervals"]:
            sure = "" if interval["sure"] else "  (not sure)"
            print(f"  {interval['start']:9.3f} to {interval['end']:9.3f} s  {interval['limit']}{sure}")
            if interval["end"] - interval["start"] > 0.05 * each["row"]["seconds"]:
                for line in interval["evidence"]:
                    print(f"      {line}")
                for line in interval["against"]:
                    print(f"      but: {line}")
