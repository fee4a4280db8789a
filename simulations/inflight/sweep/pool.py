"""Who does the work: processes on this machine, or the workers of a Dask cluster. Neither loses work to a death."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from inflight import __version__
from inflight.figure.catalogue import find
from inflight.figure.result import Figure
from inflight.sweep.plan import Job, Refused

TRIES = 4
"""How often a job is given out before its workers' deaths are blamed on it."""

_CONNECT = 10
"""How long to wait for a cluster, and for its first worker, s."""


class Failed(Exception):
    """A run failed; the message says which one and why. Earlier runs are kept."""


@dataclass(frozen=True)
class Pool:
    """`executor` takes runs; `width` of them are given out at a time."""

    executor: Executor
    width: int


OpenPool = Callable[[], AbstractContextManager[Pool]]


J = TypeVar("J")
R = TypeVar("R")


def outcomes(
    work: Callable[[J], R], jobs: Sequence[J], open_pool: OpenPool, lost: Callable[[J, str], R]
) -> Iterator[tuple[J, R]]:
    """The result of `work` for each job, as it comes. If a pool breaks, a new one gets what has not come back.

    At first, a death is blamed on no job in particular: everything under way is given out again, one at a time. A job
    that was the only one running when TRIES workers died is `lost`: that function gets the reason and returns the
    outcome. `work` goes to other processes, so it catches its own errors.
    """
    waiting, suspects = deque(jobs), deque[J]()
    given: Counter[int] = Counter()
    while waiting or suspects:
        with open_pool() as pool:
            under_way: dict[Future[R], J] = {}
            broken = alone = False
            while under_way or ((waiting or suspects) and not broken):
                failed: list[tuple[J, int, str]] = []
                while not broken and (turn := _turn(waiting, suspects, len(under_way), alone, pool.width)) is not None:
                    try:
                        future = pool.executor.submit(work, turn[0])
                    except BrokenExecutor:
                        broken = True
                        if not under_way:
                            failed.append((turn.popleft(), 1, _DIED))
                    else:
                        under_way[future] = turn.popleft()
                        alone = turn is suspects
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    job = under_way.pop(future)
                    try:
                        yield job, future.result()
                    except BrokenExecutor:
                        broken = True
                        failed.append((job, 1, _DIED))
                    except Exception as error:  # a cluster says so of a job that has killed several workers
                        failed.append((job, TRIES // 2, str(error)))
                for job, times, why in failed:
                    given[id(job)] += times
                    if given[id(job)] < TRIES:
                        suspects.append(job)
                    else:
                        yield job, lost(job, why)


def _turn(waiting: deque[J], suspects: deque[J], busy: int, alone: bool, width: int) -> deque[J] | None:
    """Whose turn it is. `alone`: a suspect is running, and nothing may run next to it."""
    if suspects or (alone and busy):
        return None if busy else suspects
    return waiting if waiting and busy < width else None


_DIED = f"given out {TRIES} times, and each time a worker died"


def work(experiment: str, job: Job) -> dict[str, Figure] | str:
    """One run, in whichever process: its summary, or what went wrong in words (not every error can be pickled)."""
    try:
        *_, result = find(experiment).run(job.parameters, job.seed)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return result.summary


def results(experiment: str, jobs: Sequence[Job], open_pool: OpenPool) -> Iterator[tuple[Job, dict[str, Figure]]]:
    """Each run's summary as it comes.

    Raises:
        Failed: a run ended with an error, or its workers kept dying.
    """
    for job, outcome in outcomes(partial(work, experiment), jobs, open_pool, lambda _, why: why):
        if isinstance(outcome, str):
            raise Failed(f"{job}: {outcome}")
        yield job, outcome


def chosen(executor: str, jobs: str) -> OpenPool:
    """The pool that `--executor` and `--jobs` ask for.

    Raises:
        Refused: they are not allowed, or Dask is not installed here.
    """
    if executor.startswith("dask://"):
        if jobs:
            raise Refused(f"--jobs {jobs}: can't be set for a Dask cluster, which has its own number of workers")
        return cluster(executor)
    if executor != "processes":
        raise Refused(f"--executor {executor}: must be processes or dask://HOST:PORT")
    if not jobs:
        return processes()
    if not jobs.isdecimal() or not 1 <= int(jobs) <= 1024:
        raise Refused(f"--jobs {jobs}: must be a whole number from 1 to 1024")
    return processes(int(jobs))


def processes(count: int | None = None) -> OpenPool:
    """`count` processes on this machine; None: one for each CPU."""
    count = count or os.cpu_count() or 1

    @contextmanager
    def open_pool() -> Iterator[Pool]:
        before = set(multiprocessing.active_children())
        executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))
        try:
            with _deaf_to_interrupts():
                executor.submit(int)  # starts the processes
            yield Pool(executor, 2 * count)
        finally:
            # After Ctrl-C or an error, nobody waits for what is still running.
            executor.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()

    return open_pool


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in the meantime leave Ctrl-C to this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def cluster(address: str) -> OpenPool:
    """The workers of the Dask scheduler at `dask://HOST:PORT`; they need this package, too.

    Raises:
        Refused: Dask is not installed here.
    """
    try:
        from distributed import Client
    except ImportError:
        raise Refused(f'{address} needs Dask: pip install "./simulations[dask]"') from None

    @contextmanager
    def open_pool() -> Iterator[Pool]:
        try:
            client = Client(address.replace("dask://", "tcp://", 1), timeout=_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise Refused(f"{address}: no Dask scheduler answers there ({error})") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_CONNECT)
            except TimeoutError:
                raise Refused(f"{address}: the scheduler has no worker") from None
            versions = client.run(_version, on_error="return")
            for worker, version in versions.items():
                if version != __version__:
                    raise Refused(f"{address}: worker {worker} has no inflight {__version__} ({version})")
            yield Pool(client.get_executor(retries=TRIES), 2 * sum(client.nthreads().values()))

    return open_pool


def _version() -> str:
    return __version__
