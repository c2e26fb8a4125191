"""The command line with the toy game registered: ``python -m tests.toy run ...``."""

from simkit.cli import main

import tests.toy  # noqa: F401

main()
