"""Write fitted weights into the package: python training/export.py DIR/weights.bin."""

import sys
from pathlib import Path

from saizen.engine.evaluation import WEIGHTS, pack_weights, unpack_weights


def main() -> None:
    """Pack a file of raw weights, after reading it back."""
    raw = Path(sys.argv[1]).read_bytes()
    packed = pack_weights(raw)
    if unpack_weights(packed) != raw:
        raise SystemExit("the packed weights do not read back")
    target = Path(__file__).parents[1] / "src" / "saizen" / "engine" / WEIGHTS
    target.write_bytes(packed)
    print(f"{target}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
