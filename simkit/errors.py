"""The one kind of error that a user can mend."""


class InputError(Exception):
    """Something handed to simkit cannot be used: a scenario, a run folder, a request. The message says what and why."""
