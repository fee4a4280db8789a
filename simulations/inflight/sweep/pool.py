"""Who makes the runs: processes on this machine, or the workers of a Dask cluster. Both lose nothing to a death."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from inflight import __version__
from inflight.experiment import find
from inflight.parameters import Value
from inflight.result import Figure
from inflight.sweep.plan import Job, Refused

TRIES = 4
"""How often a run is given out before its workers' deaths are taken for its fault."""

_CONNECT = 10
"""s to wait for a cluster, and for its first worker."""


class Failed(Exception):
    """A run could not be made; the message says which, and why. What was done before is kept."""


@dataclass(frozen=True)
class Pool:
    """`executor` takes runs; `width` of them are given out at a time."""

    executor: Executor
    width: int


OpenPool = Callable[[], AbstractContextManager[Pool]]


def work(experiment: str, parameters: Mapping[str, Value], seed: int) -> dict[str, Figure] | str:
    """One run, in whichever process: its summary, or what went wrong in words (not every error survives a journey)."""
    try:
        *_, result = find(experiment).run(parameters, seed)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return result.summary


def results(experiment: str, jobs: Sequence[Job], open_pool: OpenPool) -> Iterator[tuple[Job, dict[str, Figure]]]:
    """Each run's summary as it comes. If a pool breaks, a new one gets what has not come back.

    Raises:
        Failed: a run ended with an error, or its workers died again and again.
    """
    waiting = deque(jobs)
    given: Counter[int] = Counter()
    while waiting:
        with open_pool() as pool:
            under_way: dict[Future[dict[str, Figure] | str], Job] = {}
            broken = False
            while under_way or (waiting and not broken):
                try:
                    while waiting and not broken and len(under_way) < pool.width:
                        job = waiting[0]
                        under_way[pool.executor.submit(work, experiment, job.parameters, job.seed)] = job
                        waiting.popleft()
                except BrokenExecutor:
                    broken = True
                    _count(given, waiting[0])
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    job = under_way.pop(future)
                    try:
                        outcome = future.result()
                    except BrokenExecutor:
                        broken = True
                        _count(given, job)
                        waiting.append(job)
                        continue
                    except Exception as error:
                        raise Failed(f"{job}: {error}") from error
                    if isinstance(outcome, str):
                        raise Failed(f"{job}: {outcome}")
                    yield job, outcome


def _count(given: Counter[int], job: Job) -> None:
    """Give a run back whose worker has died, unless that has happened too often."""
    given[id(job)] += 1
    if given[id(job)] >= TRIES:
        raise Failed(f"{job}: given out {TRIES} times, and each time a worker died")


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
            # After Ctrl-C or an error nobody waits for what is under way.
            executor.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()

    return open_pool


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started meanwhile leave Ctrl-C to this one."""
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
