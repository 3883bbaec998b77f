"""Write fitted weights into the package, or into another file: python training/export.py DIR/weights.bin [FILE]."""

import sys
from pathlib import Path

from saizen.engine.evaluation import WEIGHTS, pack_weights, unpack_weights

PACKAGE = Path(__file__).parents[1] / "src" / "saizen" / "engine" / WEIGHTS


def main() -> None:
    """Pack a file of raw weights, after reading it back."""
    raw = Path(sys.argv[1]).read_bytes()
    packed = pack_weights(raw)
    if unpack_weights(packed) != raw:
        raise SystemExit("the packed weights do not read back")
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else PACKAGE
    target.write_bytes(packed)
    print(f"{target}: {len(packed):,} bytes")


if __name__ == "__main__":
    main()
