"""What must hold after every step (ledger, section V). A fault is reported by its number."""

from typing import Any

from simkit.kernel import kernel


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    """0, or the number of the broken invariant."""
    return 0
