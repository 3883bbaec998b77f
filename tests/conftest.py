"""Options of the whole test run."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine must not fail a test.
settings.register_profile("saizen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("saizen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions", type=int, default=1_000_000, help="how many positions the native core is compared on"
    )
