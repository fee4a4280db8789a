"""priority-bands: what gets through is arithmetic, as long as nobody listens."""

import json

import pytest

from inflight import bridge


def run(**values: object) -> dict:
    return bridge.start("priority-bands", json.dumps(values)).result()


def figures(result: dict) -> dict[str, float]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def rows(result: dict, table: str) -> dict[str, list[float]]:
    return {column["name"]: column["values"] for column in result["tables"][table]}


def test_the_last_band_starves() -> None:
    """3 Mbit/s less 0.5 of the call are for the download, and its 5 leave nothing for what is below it."""
    got = figures(run())
    assert got["through1"] == pytest.approx(100, abs=1)
    assert got["through2"] == pytest.approx(100 * 2.5 / 5, rel=0.04)
    assert got["through3"] == 0


def test_an_urgent_packet_waits_for_one_that_is_on_the_wire_at_most() -> None:
    """One full packet of another band, 1514 bytes at 3 Mbit/s: 4 ms; half of that on average."""
    assert figures(run())["delay1"] == pytest.approx(1514 * 8 / 3e6 * 1000 / 2, rel=0.35)


@pytest.mark.parametrize(("txqueuelen", "tolerance"), [(10, 0.2), (100, 0.08), (400, 0.08)])
def test_a_full_band_is_a_wait_of_its_length(txqueuelen: int, tolerance: float) -> None:
    """Q12: txqueuelen is the length of each band, here the middle one, which 2.5 of the 3 Mbit/s serve.

    From 32 on slots come back 16 at a time, so that the ring has eight packets less on average.
    """
    got = figures(run(txqueuelen=txqueuelen, duration=30))
    packets = txqueuelen - (8 if txqueuelen >= 32 else 0)
    assert got["delay2"] == pytest.approx(packets * 1514 * 8 / 2.5e6 * 1000, rel=tolerance)


def test_unmarked_it_is_one_fifo() -> None:
    """Q11: all get the same part, 3 of 7 Mbit/s and what is left in the queue, and wait the same time."""
    got = figures(run(tos1="00", tos3="00", txqueuelen=100, duration=30))
    parts = [got[f"through{place}"] for place in (1, 2, 3)]
    assert parts == pytest.approx([100 * 3 / 7] * 3, rel=0.06)
    assert got["delay1"] == pytest.approx(got["delay2"], rel=0.05)


def test_the_map_shows_where_each_goes() -> None:
    """What comes to a band is what its senders send, what leaves all of them is the line's."""
    result = run(tos1="48")
    ways, nodes = rows(result, "ways"), rows(result, "nodes")
    assert ways["target"][:3] == [2, 1, 2]
    assert nodes["load"][:6] == pytest.approx([0.5, 5, 1.5, 0, 5, 2], rel=0.1, abs=0.01)
    assert ways["load"][3:] == pytest.approx([0, 3, 0], rel=0.03, abs=0.01)


@pytest.mark.parametrize("mark", ["b8", "00", "20", "c0"])
def test_voice_marked_ef_shares_the_fate_of_the_download(mark: str) -> None:
    got = figures(run(tos1=mark))
    assert got["through1"] == pytest.approx(got["through2"], rel=0.1)
    assert got["delay1"] > 1000


def test_where_the_line_is_not_full_nobody_loses_anything() -> None:
    got = figures(run(load2=0.8))
    assert got["drops"] == 0
    assert [got[f"through{place}"] for place in (1, 2, 3)] == pytest.approx([100] * 3, abs=2)


def test_a_band_that_starves_has_too_much_in_the_map() -> None:
    nodes = {column["name"]: column["values"] for column in run()["tables"]["nodes"]}
    assert nodes["load"][5] > 1000 * nodes["room"][5] > 0
