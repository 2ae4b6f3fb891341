"""Progress on a terminal, in a notebook, or nowhere."""

from __future__ import annotations

import sys
import time
from typing import Any


class Bar:
    """A line that says how far a call is: progress=Bar() of any call that takes a `progress`.

    On a terminal and in a notebook it is written over itself, elsewhere nothing is written. `every`: seconds
    between two changes.
    """

    def __init__(self, label: str = "", *, every: float = 0.2, stream: Any = None) -> None:
        self.label = label
        self.every = every
        self.stream = sys.stderr if stream is None else stream
        self.shown = _in_notebook() or bool(getattr(self.stream, "isatty", lambda: False)())
        self._begun = time.monotonic()
        self._last = float("-inf")
        self._width = 0

    def __call__(self, done: float, total: float, *news: Any) -> None:
        now = time.monotonic()
        if not self.shown or (now - self._last < self.every and done < total):
            return
        self._last = now
        share = min(1.0, done / total) if total else 1.0
        text = f"{self.label + '  ' if self.label else ''}{share:4.0%}  {done:g}/{total:g}"
        text += f"  {now - self._begun:.0f} s" + "".join(f"  {_said(one)}" for one in news)
        self.stream.write("\r" + text.ljust(self._width) + ("\n" if done >= total else ""))
        self.stream.flush()
        self._width = 0 if done >= total else len(text)


def _said(news: Any) -> str:
    return f"{news:.3g}" if isinstance(news, float) else str(news)


def _in_notebook() -> bool:
    return "ipykernel" in sys.modules
