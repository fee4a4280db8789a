"""Settings shared by the Python tests."""

import os

from hypothesis import settings

# No deadline: how long a run takes depends on the machine. In CI always the same examples, so that a failure is news.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
