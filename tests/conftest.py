"""Settings shared by the Python tests."""

from hypothesis import settings

# No deadline: how long a run takes depends on the machine. Always the same examples, so that a failure is news of the
# change at hand; `pytest --hypothesis-profile=search` looks for others.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("default")
