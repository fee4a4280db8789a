"""The reader's own congestion control: it is what it says, it harms nobody, and its mistakes are told in its terms."""

import builtins
import json
import pathlib
import random
import subprocess
import sys
from dataclasses import asdict
from functools import partial
from itertools import accumulate, pairwise, zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments import your_algorithm
from inflight.experiments.your_algorithm import RIVALS, TOUR
from inflight.figure.catalogue import find
from inflight.figure.result import Result
from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.base import AckSample
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.reader.code import ReaderAlgorithm, ReaderCodeError
from inflight.scenes.algorithm_race import Alone, RacePath

RACE = find("your-algorithm")
FULL = 1514 * 8  # bits of a full packet on the line

KERNELS_RENO = """
def init(cc):
    cc.count = 0

def on_ack(cc, ack):
    if ack.in_recovery or not ack.cwnd_limited:
        return
    acked = ack.acked
    if cc.cwnd < cc.ssthresh:
        grown = min(cc.cwnd + acked, cc.ssthresh)
        acked -= grown - cc.cwnd
        cc.cwnd = grown
        if not acked:
            return
    w = cc.cwnd
    if cc.count >= w:
        cc.count = 0
        cc.cwnd += 1
    cc.count += acked
    if cc.count >= w:
        cc.cwnd += cc.count // w
        cc.count %= w

def on_loss(cc, now):
    cc.count = 0
    cc.ssthresh = max(cc.cwnd // 2, 2)

def on_rto(cc, now):
    cc.count = 0
"""
"""`tcp_cong.c`, line by line: counts whole segments."""


def race(code: str | None = None, seed: int = 1, **values: object) -> Result:
    """A complete run."""
    given = values if code is None else {"code": code, **values}
    *_, result = RACE.run(RACE.fill(given), seed)
    return result


def rows(result: Result) -> list[dict]:
    """The table of scores, a dict for each algorithm."""
    first, *others = result.tables["score"].columns
    return [
        {"algorithm": first.words[int(place)], **{column.name: column.values[i] for column in others}}
        for i, place in enumerate(first.values)
    ]


def alone(code: str, *, rate: float = 10e6, rtt: float = 0.04, limit: int = 100, until: float = 60) -> Dumbbell:
    """The reader's flow by itself."""
    bell = Dumbbell(rate=rate, limit=limit, flows=[FlowSpec(algorithm=partial(ReaderAlgorithm, code), rtt=rtt)])
    for _ in bell.clock.run(until):
        pass
    return bell


def preset(name: str) -> str:
    return str(RACE.fill(RACE.preset(name).values)["code"])


class TestRules:
    @pytest.mark.parametrize(
        "path",
        [{}, {"loss": 1, "rate": 20}, {"buffer": 3}, {"loss": 10, "duration": 60}],
        ids=["default", "random loss", "small buffer", "timeouts"],
    )
    def test_the_kernels_reno_is_the_built_in_reno(self, path: dict) -> None:
        """Same rules, same seed, same curve, bit for bit: the reader's code is on an equal footing."""
        result = race(KERNELS_RENO, **path)
        for column in ("", "_queue", "_throughput"):
            drawn = [repr(value) for value in result["yours" + column]]  # NaN is not equal to itself
            assert drawn == [repr(value) for value in result["reno" + column]]
        if path.get("loss") == 10:
            assert result.summary["timeouts"].value > 0

    @pytest.mark.parametrize("beta", [0.5, 0.8])
    def test_aimd_has_the_period_of_its_closed_form(self, beta: float) -> None:
        """From β·W to W by one segment per round trip: (1−β)·W rounds of the mean loaded RTT, (1+β)/2·W/rate.

        One more round repairs the loss.
        """
        code = preset("yours-is-reno").replace("cc.cwnd / 2", f"cc.cwnd * {beta}")
        entered = [e for e in alone(code).flows[0].sender.recovery.entered if e[0] > 10]
        periods = [b[0] - a[0] for a, b in pairwise(entered)]
        window = sum(e[2] for e in entered) / len(entered)
        expected = ((1 - beta) * window + 1) * (1 + beta) / 2 * window * FULL / 10e6
        assert sum(periods) / len(periods) == pytest.approx(expected, rel=0.05)

    def test_greed_fills_the_queue_and_is_paid_in_drops(self) -> None:
        greedy, reno = race(preset("too-greedy")), race()
        assert greedy.summary["drops"].value > 10 * reno.summary["drops"].value
        assert greedy.summary["retransmissions"].value > 10 * reno.summary["retransmissions"].value
        assert greedy.summary["score"].value < reno.summary["score"].value

    def test_going_by_delay_keeps_a_few_packets_in_the_queue_and_wins(self) -> None:
        """Vegas: between α = 2 and β = 4 segments wait, in the mean, so nothing is dropped."""
        result = race(preset("by-delay"))
        settled = result["yours_queue"][len(result) // 4 :]
        assert 1 <= sum(settled) / len(settled) <= 6
        assert result.summary["drops"].value == 0
        assert result.summary["score"].value > 1.2 * result.summary["best"].value

    def test_one_need_not_know_which_window_a_loss_lowers(self) -> None:
        grow = "def on_ack(cc, ack):\n    if not ack.in_recovery:\n        cc.cwnd += ack.acked / cc.cwnd\n"
        by_cwnd = race(grow + "def on_loss(cc, now):\n    cc.cwnd *= 0.7\n")
        by_ssthresh = race(grow + "def on_loss(cc, now):\n    cc.ssthresh = cc.cwnd * 0.7\n")
        assert list(by_cwnd["yours"]) == list(by_ssthresh["yours"])
        assert by_cwnd.events

    def test_in_recovery_the_connection_sets_the_window(self) -> None:
        code = preset("yours-is-reno")
        meddling = code.replace("        return  #", "        cc.cwnd = 1000\n        return  #")
        assert meddling != code
        assert list(race(meddling)["yours"]) == list(race(code)["yours"])

    def test_fractions_add_up_and_the_connection_gets_whole_segments(self) -> None:
        algorithm = ReaderAlgorithm("def on_ack(cc, ack):\n    cc.cwnd += 0.4\n")
        algorithm.init(0)
        windows = []
        for _ in range(6):
            algorithm.on_ack(AckSample())
            windows.append(algorithm.cwnd)
        assert windows == [10, 10, 11, 11, 12, 12]
        algorithm.cwnd = 7  # as recovery does
        algorithm.on_ack(AckSample())
        assert algorithm.cwnd == 7
        assert algorithm._cc.cwnd == 7.4

    def test_init_chooses_the_first_window(self) -> None:
        bell = alone("def init(cc):\n    cc.cwnd = 30\n", until=0.05)
        assert bell.flows[0].sender.packets_sent == 30

    def test_what_an_ack_says_is_true_and_may_be_kept(self) -> None:
        code = "def init(cc):\n    cc.log = []\ndef on_ack(cc, ack):\n    cc.log.append(ack)\n    cc.cwnd += 1\n"
        bell = alone(code, until=2)
        sender = bell.flows[0].sender
        log = sender.congestion._cc.log  # type: ignore[attr-defined]
        assert len({id(ack) for ack in log}) == len(log) > 100
        assert [ack.delivered for ack in log] == list(accumulate(ack.acked for ack in log))
        assert log[-1].delivered * 1448 >= sender.una
        assert all(ack.rtt is None or ack.rtt >= ack.min_rtt >= 0.04 for ack in log)
        assert any(ack.in_recovery for ack in log)
        assert [ack.now for ack in log] == sorted(ack.now for ack in log)

    @given(windows=st.lists(st.floats(0, 3000), min_size=1, max_size=30), seed=st.integers(0, 100))
    @settings(max_examples=20)
    def test_no_window_breaks_the_connection(self, windows: list[float], seed: int) -> None:
        """Whatever the reader sets, packets are conserved and the engine has whole windows of at least one."""
        turn = f"W = {windows}\ndef turn(cc):\n    cc.i = getattr(cc, 'i', 0) + 1\n    return W[cc.i % len(W)]\n"
        sets = "".join(
            f"def {name}:\n    cc.cwnd = turn(cc)\n    cc.ssthresh = turn(cc)\n"
            for name in ("on_ack(cc, ack)", "on_loss(cc, now)", "on_rto(cc, now)")
        )
        spec = FlowSpec(algorithm=partial(ReaderAlgorithm, turn + sets), rtt=0.02)
        bell = Dumbbell(rate=2e6, limit=20, loss=0.05, flows=[spec])
        sender = bell.flows[0].sender
        for step in range(1, 11):
            for _ in bell.clock.run(step * 0.1):
                pass
            link, congestion = bell.link, sender.congestion
            assert sender.packets_sent == link.sent + link.drops + link.lost
            assert type(congestion.cwnd) is type(congestion.ssthresh) is int
            assert congestion.cwnd >= 1


class TestScore:
    @pytest.mark.parametrize("window", [4, 8, 16, 33, 50, 70])
    def test_a_fixed_window_has_the_power_of_its_closed_form(self, window: int) -> None:
        """Below the BDP (33 segments) W/BDP, for the line idles; above it BDP/W, for packets wait. Best at the BDP."""
        path = RacePath(rate=10, rtt=40, buffer=100, loss=0, duration=20)
        fixed = partial(ReaderAlgorithm, f"def init(cc):\n    cc.cwnd = {window}\n")
        racer = Alone(fixed, path, random.Random(1))
        for _ in racer.bell.clock.run(path.duration):
            pass
        bdp = 10e6 * 0.04 / FULL
        assert racer.score == pytest.approx(100 * min(window / bdp, bdp / window), rel=0.05)

    def test_the_delay_is_that_of_the_queue_by_littles_law(self) -> None:
        """A busy line serves a packet in FULL/rate, so the mean wait is the mean queue times that."""
        result = race(rate=2, buffer=24, duration=60)
        queue = sum(result["reno_queue"]) / len(result)
        table = result.tables["score"]
        words = table.columns[0].words
        rtt = table["rtt"][words.index("Reno")]
        assert rtt - 40 == pytest.approx(1000 * queue * FULL / 2e6, rel=0.03)

    def test_the_table_is_ranked_and_its_scores_are_power(self) -> None:
        table = race().tables["score"]
        assert {"yours", "Reno", "CUBIC", "BBR"} <= set(table.columns[0].words)
        assert len(table) == len(RIVALS) + 1
        assert list(table["score"]) == sorted(table["score"], reverse=True)
        for goodput, rtt, score in zip(table["goodput"], table["rtt"], table["score"], strict=True):
            assert score == pytest.approx(100 * goodput / (5 * 1448 / 1514) * 40 / rtt)

    def test_the_tour_is_the_same_race_on_other_paths(self) -> None:
        """A path of the tour, set with the sliders, gives the same score; the last row is the mean of the others."""
        toured, *_ = rows(race(preset("by-delay"), tour=True))
        assert toured["algorithm"] == "yours"
        scores = [toured["score"]]
        for name, path in TOUR.items():
            here = race(preset("by-delay"), **asdict(path))
            assert toured[f"score_{name}"] == here.summary["score"].value
            scores.append(here.summary["score"].value)
        assert toured["mean_score"] == pytest.approx(sum(scores) / 5)

    def test_a_window_that_is_right_for_one_path_is_wrong_for_the_others(self) -> None:
        mine, *_ = rows(race(preset("a-fixed-window"), tour=True))
        assert mine["score"] > 95
        assert min(mine[f"score_{name}"] for name in TOUR) < 50

    def test_nothing_through_is_no_score(self) -> None:
        """A first and only packet that is lost: no mean round-trip time, and still a whole result."""
        code = "def init(cc):\n    cc.cwnd = 1\n"
        runs = (race(code, seed=seed, rtt=500, duration=1, loss=10) for seed in range(1, 60))
        unlucky = next(run for run in runs if run.summary["lost"].value)
        assert unlucky.summary["score"].value == 0
        assert "Nothing of yours has got through." in unlucky.sentence


class TestNeighbour:
    """Beside a flow of CUBIC that was there first."""

    def test_the_kernels_reno_gets_what_reno_gets(self) -> None:
        shares = {row["algorithm"]: row["share"] for row in rows(race(KERNELS_RENO))}
        assert shares["yours"] == shares["Reno"]

    def test_two_of_the_same_share(self) -> None:
        shares = {row["algorithm"]: row["share"] for row in rows(race(rate=2, buffer=10, duration=60))}
        assert shares["CUBIC"] == pytest.approx(50, abs=10)  # the bound for shares of the recordings

    def test_who_never_backs_off_takes_all_and_who_goes_by_delay_gives_all(self) -> None:
        """Vegas beside Reno got 8% in the recording `I_vegas_reno_b100`; CUBIC is no kinder."""
        greedy, polite = race(preset("too-greedy")), race(preset("by-delay"))
        assert greedy.summary["share"].value > 90
        assert "pushes CUBIC aside" in greedy.sentence
        assert polite.summary["share"].value < 25
        assert "is pushed aside" in polite.sentence

    def test_what_both_get_is_the_line(self) -> None:
        result = race()
        shares = result["yours_beside_cubic"], result["cubic_beside_yours"]
        both = [mine + theirs for mine, theirs in zip(*shares, strict=True)]
        assert sum(both[len(both) // 2 :]) / (len(both) // 2) == pytest.approx(5 * 1448 / 1514, rel=0.03)


class TestFairRace:
    def test_the_others_run_as_if_nobody_else_were_there(self) -> None:
        """Random loss included: each begins at the same point of chance, as alone in `congestion-window`."""
        path = {"rate": 5, "rtt": 40, "buffer": 30, "loss": 0.5, "duration": 10}
        theirs = find("congestion-window")
        for code in (preset("too-greedy"), preset("by-delay") + "\nimport random\nrandom.seed(5)\n"):
            result = race(code, seed=3, **path)
            for name in RIVALS:
                *_, lonely = theirs.run(theirs.fill({"algorithm": name, **path}), 3)
                assert list(result[name]) == list(lonely["cwnd"])

    def test_rivals_run_once_per_path(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is remembered of them is what they would do again; the reader's own runs each time."""
        path = {"rate": 3, "duration": 4, "loss": 1}
        fresh = {code: race(code, **path).as_dict() for code in (preset("too-greedy"), preset("by-delay"))}
        monkeypatch.setattr(your_algorithm, "_known", {})
        begun: list[object] = []

        class Counted(Alone):
            def __init__(self, algorithm: object, *others: object) -> None:
                begun.append(algorithm)
                super().__init__(algorithm, *others)  # type: ignore[arg-type]

        monkeypatch.setattr(your_algorithm, "Alone", Counted)
        for code, result in fresh.items():
            assert race(code, **path).as_dict() == result
        assert sorted(each for each in begun if isinstance(each, str)) == sorted(RIVALS)
        assert len(begun) == len(RIVALS) + len(fresh)

    def test_runs_that_take_turns_or_are_given_up_are_right(self, monkeypatch: pytest.MonkeyPatch) -> None:
        path = {"rate": 3, "duration": 3, "tour": True}
        codes = preset("too-greedy"), preset("by-delay")
        wanted = [race(code, **path).as_dict() for code in codes]
        monkeypatch.setattr(your_algorithm, "_known", {})
        given_up = RACE.run(RACE.fill({"code": codes[0], **path}), 1)
        for _ in range(20):
            next(given_up)
        given_up.close()  # type: ignore[attr-defined]
        last: list[dict] = []
        for pair in zip_longest(*(RACE.run(RACE.fill({"code": code, **path}), 1) for code in codes)):
            last = [kept if each is None else each for kept, each in zip(last or [None] * 2, pair, strict=True)]
        assert [each.as_dict() for each in last] == wanted

    def test_a_run_leaves_nothing_behind(self) -> None:
        counting = "N = []\ndef on_ack(cc, ack):\n    N.append(1)\n    cc.cwnd += 1 / len(N)\n"
        assert list(race(counting)["yours"]) == list(race(counting)["yours"])
        race("__builtins__['len'] = None\n" + preset("by-delay"), duration=1)
        assert builtins.len("abc") == 3

    def test_it_is_no_algorithm_of_the_folder(self) -> None:
        assert not any(issubclass(algorithm, ReaderAlgorithm) for algorithm in algorithms().values())


ON_ACK = "def on_ack(cc, ack):\n    "
MISTAKES = {
    "division": (ON_ACK + "cc.cwnd += 1 / 0", "line 2: ZeroDivisionError: division by zero — cc.cwnd += 1 / 0"),
    "innermost": ("def f(x):\n    return x[5]\n" + ON_ACK + "f([])", "line 2: IndexError: * — return x[5]"),
    "top level": ("\nx = 1\ny = z", "line 3: NameError: name 'z' is not defined — y = z"),
    "syntax": ("x = 1\ndef on_ack(cc, ack)\n    pass", "line 2: SyntaxError: expected ':' — def on_ack(cc, ack)"),
    "indentation": ("def on_ack(cc, ack):\npass", "line 2: IndentationError: * — pass"),
    "line ends": ("x = 1\r\n\r\nif x\r\n", "line 3: SyntaxError: * — if x"),
    "return outside": ("x = 1\nreturn 5", "line 2: SyntaxError: * — return 5"),
    "null": ("x = '\0'", "*null bytes*"),
    "surrogate": ("x = '\ud800'", "UnicodeEncodeError: *"),
    "nesting": ("x = " + "(" * 500, "line 1: *too many nested parentheses — x = (((*…"),
    "depth": ("a" + ".a" * 9000, "*Error*"),
    "nan": (ON_ACK + "cc.cwnd = float('nan')", "line 2: ValueError: cwnd = nan: must be * from 0 to 1000000 — *"),
    "text": (ON_ACK + "cc.cwnd = '5'", "line 2: ValueError: cwnd = '5': must be a number from 0 to 1000000 — *"),
    "negative": (ON_ACK + "cc.cwnd = -1", "line 2: ValueError: cwnd = -1: must be *"),
    "too large": (ON_ACK + "cc.cwnd = 1000001", "line 2: ValueError: cwnd = 1000001: must be *"),
    "unprintable number": (ON_ACK + "cc.cwnd = 10**5000", "line 2: ValueError: cwnd = of type int: *"),
    "threshold": (
        ON_ACK + "cc.ssthresh = None",
        "line 2: ValueError: ssthresh = None: must be a number, 0 or more — *",
    ),
    "read-only": (ON_ACK + "ack.acked = 5", "line 2: AttributeError: * — ack.acked = 5"),
    "unknown": (ON_ACK + "cc.cwnd += cc.step", "line 2: AttributeError: *no attribute 'step' — *"),
    "behind the back": (ON_ACK + "cc._cwnd = 'x'", "ValueError: *"),
    "recursion": (ON_ACK + "on_ack(cc, ack)", "line 2: RecursionError: * — on_ack(cc, ack)"),
    "memory": (ON_ACK + "x = [0] * (1 << 60)", "line 2: MemoryError — x = *"),
    "exit": (ON_ACK + "raise SystemExit('bye')", "line 2: SystemExit: bye — *"),
    "interrupt": (ON_ACK + "raise KeyboardInterrupt", "line 2: KeyboardInterrupt — *"),
    "generator's end": (ON_ACK + "raise StopIteration", "line 2: StopIteration — *"),
    "base": (ON_ACK + "raise BaseException('x')", "line 2: BaseException: x — *"),
    "several lines": (ON_ACK + "raise ValueError('a\\nb')", "line 2: ValueError: a b — *"),
    "long": (ON_ACK + "raise ValueError('x' * 10**6)", "line 2: ValueError: xxx*… — *"),
    "silent": (
        "class E(Exception):\n    def __str__(self):\n        raise SystemExit\n" + ON_ACK + "raise E",
        "line 5: E — raise E",
    ),
    "nameless": (
        "class M(type):\n    __name__ = property(lambda e: 1 / 0)\n"
        "class E(Exception, metaclass=M):\n    pass\n" + ON_ACK + "raise E",
        "your code raises something that cannot be shown",
    ),
    "on_loss": ("def on_loss(cc, now):\n    cc.x", "line 2: AttributeError: * — cc.x"),
    "on_rto": ("def on_rto(cc, now):\n    cc.x", "line 2: AttributeError: * — cc.x"),
    "init": ("def init(cc):\n    cc.x", "line 2: AttributeError: * — cc.x"),
    "empty": ("", "there is nothing to run: write on_ack(cc, ack), *"),
    "only comments": ("# nothing\n", "there is nothing to run: *"),
    "no function": ("x = 1\non_ack = 5", "line 2: on_ack must be a function, and is 5 — on_ack = 5"),
    "too few": ("\ndef on_ack(cc): pass", "line 2: on_ack must take (cc, ack) — def on_ack(cc): pass"),
    "too many": ("def on_loss(cc, now, x): pass", "line 1: on_loss must take (cc, now) — *"),
    "init's": ("def init(cc, now): pass", "line 1: init must take (cc) — *"),
    "yield": (ON_ACK + "yield", "line 1: on_ack must be a plain function: * — *"),
}


def matches(message: str, pattern: str) -> bool:
    """`*` stands for anything."""
    first, *rest = pattern.split("*")
    if not message.startswith(first):
        return False
    at = len(first)
    for part in rest:
        found = message.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return message.endswith(pattern.split("*")[-1])


class TestMistakes:
    @pytest.mark.parametrize(("code", "pattern"), MISTAKES.values(), ids=MISTAKES)
    def test_one_line_in_the_readers_terms(self, code: str, pattern: str) -> None:
        with pytest.raises(ReaderCodeError) as caught:
            race(code, rate=0.5, buffer=1, loss=10, duration=20)
        message = str(caught.value)
        assert matches(message, pattern), message
        assert message.isprintable()
        assert len(message) < 500
        assert "inflight" not in message
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__

    def test_what_cannot_be_compiled_is_said_at_once(self) -> None:
        with pytest.raises(ReaderCodeError):
            bridge.start("your-algorithm", json.dumps({"code": "def"}))

    def test_any_of_the_functions_may_be_missing(self) -> None:
        for name in ("on_ack(cc, ack)", "on_loss(cc, now)", "on_rto(cc, now)", "init(cc)"):
            assert race(f"def {name}: pass", duration=1).sentence

    def test_the_command_line_says_it_and_ends_with_2(self) -> None:
        simulations = pathlib.Path(__file__).parents[2] / "simulations"
        code = ON_ACK + "cc.cwnd += 1 / 0"
        done = subprocess.run(
            [sys.executable, "-m", "inflight", "run", "your-algorithm", "--code", code],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={"PYTHONPATH": str(simulations), "PYTHONIOENCODING": "utf-8"},
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"inflight: {MISTAKES['division'][1]}\n"
