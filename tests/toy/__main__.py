"""The command line with the toy game registered: ``python -m tests.toy run ...``."""

import tests.toy  # noqa: F401
from simkit.cli import main

main()
