"""The native core: the variant built for this processor, chosen when it is first imported.

SAIZEN_CPU=baseline, v3 or v4 asks for one by name.
"""

import importlib
import os
from types import ModuleType

from saizen.errors import NativeCoreError

__all__ = [
    "DISC",
    "MNK",
    "PHASES",
    "PLACES",
    "ConnectFour",
    "Engine",
    "Evaluation",
    "Othello",
    "__variant__",
    "install_evaluation",
    "pattern_places",
    "random_positions",
    "standing_places",
]

# Each variant, best first, and what it asks of the processor.
VARIANTS = {
    "v4": ("avx2", "bmi", "bmi2", "fma", "lzcnt", "popcnt", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
    "v3": ("avx2", "bmi", "bmi2", "fma", "lzcnt", "popcnt"),
    "baseline": (),
}


def load(name: str) -> ModuleType | None:
    """Return a variant of the core, or None where it was not built."""
    try:
        return importlib.import_module(f"saizen._native.{name}")
    except ModuleNotFoundError:
        return None


def choose(wanted: str | None) -> tuple[str, ModuleType]:
    """Return the variant asked for, or the best that is built and that this processor can run."""
    cpu = load("cpu")
    if cpu is None:
        raise NativeCoreError("the native core of saizen is missing; install saizen again")
    if wanted is not None and wanted not in VARIANTS:
        raise NativeCoreError(f"SAIZEN_CPU={wanted} is no variant; known: {' '.join(VARIANTS)}")
    fitting = [name for name, needs in VARIANTS.items() if all(cpu.offers(feature) for feature in needs)]
    if wanted is not None and wanted not in fitting:
        raise NativeCoreError(
            f"SAIZEN_CPU={wanted} needs more than this processor offers; it can run: {' '.join(fitting)}"
        )
    for name in [wanted] if wanted else fitting:
        core = load(name)
        if core is not None:
            return name, core
    raise NativeCoreError(f"no variant of the native core is built for this processor ({wanted or ' '.join(fitting)})")


__variant__, _core = choose(os.environ.get("SAIZEN_CPU"))
ConnectFour = _core.ConnectFour
MNK = _core.MNK
Othello = _core.Othello
Engine, Evaluation, install_evaluation = _core.Engine, _core.Evaluation, _core.install_evaluation
DISC, JUDGED_FROM, PHASES, PLACES = _core.DISC, _core.JUDGED_FROM, _core.PHASES, _core.PLACES
pattern_places, standing_places, random_positions = _core.pattern_places, _core.standing_places, _core.random_positions
