"""How the property tests run."""

from hypothesis import HealthCheck, settings

# A busy machine is no reason to fail: the examples are judged by what they show, not by the time they take.
settings.register_profile("games", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("games")
