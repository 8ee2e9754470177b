"""The same examples every time, however slow the machine.

`pytest --hypothesis-profile=explore` looks at other ones, `--hypothesis-profile=thorough` at very many.
"""

from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("steady", derandomize=True, **PATIENT)
settings.register_profile("explore", **PATIENT)
settings.register_profile("thorough", max_examples=20_000, **PATIENT)
settings.load_profile("steady")
