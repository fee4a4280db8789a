"""What is kept of three kernels' sysctls is what Debian's source packages say today."""

from urllib.error import URLError

import pytest
from sysctl.extract import DOCUMENTS, TABLES
from sysctl.known import Sysctl, from_sources, load
from sysctl.package import SERIES, newest, read_files


@pytest.mark.full
@pytest.mark.parametrize("name", SERIES)
def test_the_kept_tables_are_those_of_the_newest_package(name: str) -> None:
    series = SERIES[name]
    try:
        package = newest(series)
        files = read_files(series, package, {*TABLES, *DOCUMENTS})
    except URLError as error:
        pytest.skip(f"Debian’s archive can’t be reached: {error.reason}")
    assert set(files) == {*TABLES, *DOCUMENTS}
    kept = load(name)
    said: dict[str, Sysctl] = from_sources(files)
    without = {
        sysctl: {"table": known["table"], "documented": known["documented"]}
        for sysctl, known in kept["sysctls"].items()
    }
    assert without == said, f"kept: {kept['package']}; now: {package['Version']}. `sysctl.renew` keeps the new one."


@pytest.mark.parametrize("name", SERIES)
def test_a_running_kernel_has_what_its_tables_register(name: str) -> None:
    assert [sysctl for sysctl, known in load(name)["sysctls"].items() if "live" not in known] == []
