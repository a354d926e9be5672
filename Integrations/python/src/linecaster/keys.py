"""What makes retries safe: the same key must have the same digest.

The key of a card is a digest of its scene, data, fonts, options and the version of the engine,
which ``linecaster batch`` puts into each answer. A card that is drawn again, by a task that took
the place of one that was lost, has the same key, so its picture must have the same SHA-256. Where
it has not, an image or a font was changed in the midst, or machines differ: the job has to fail,
since nobody could say which pictures are right.
"""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from pathlib import Path

from .answers import Answer

_LINE = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64})")


class DigestAlarm(Exception):
    """The same was asked for twice, and something else was drawn."""

    def __init__(self, id: int | str | None, key: str, was: str, now: str) -> None:
        super().__init__(id, key, was, now)
        self.id, self.key, self.was, self.now = id, key, was, now

    def __str__(self) -> str:
        return (
            f"row {self.id!r}: the digest for the same key changed from {self.was} "
            f"to {self.now} (key {self.key})"
        )


class Ledger:
    """The digests of keys that were seen, here and by those that were lost.

    With a folder each one is written down there as soon as it is known, in a file of this
    ledger's own, so that one that takes its place finds it. A ledger with the same ``group``
    reads the files of all before it. ``limit`` keys are remembered, those seen last.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None = None,
        group: str = "cards",
        *,
        limit: int = 200_000,
    ) -> None:
        if limit < 1:
            raise ValueError("limit must be at least 1")
        self._limit = limit
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._file: int | None = None
        if folder is not None:
            self._open(Path(folder), re.sub(r"[^A-Za-z0-9_-]", "_", group))

    def check(self, answer: Answer) -> None:
        """Takes an answer; raises ``DigestAlarm`` where it is another than before."""
        if answer.key is None or answer.sha256 is None:
            return
        key, digest = bytes.fromhex(answer.key), bytes.fromhex(answer.sha256)
        known = self._known.get(key)
        if known is None:
            self._note(key, digest)
            if self._file is not None:
                os.write(self._file, f"{answer.key} {answer.sha256}\n".encode())
        elif known != digest:
            raise DigestAlarm(answer.id, answer.key, known.hex(), answer.sha256)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __len__(self) -> int:
        return len(self._known)

    def _note(self, key: bytes, digest: bytes) -> None:
        self._known[key] = digest
        if len(self._known) > self._limit:
            self._known.popitem(last=False)

    def _open(self, folder: Path, group: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.glob(f"{group}.*.ledger")):
            self._read(path)
        number = 0
        while self._file is None:
            path = folder / f"{group}.{number}.ledger"
            try:
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666)
            except FileExistsError:
                number += 1

    def _read(self, path: Path) -> None:
        with path.open("rb") as lines:
            for line in lines:
                # The last line of one that was killed may be torn.
                match = _LINE.fullmatch(line.rstrip(b"\n"))
                if match is not None and line.endswith(b"\n"):
                    self._note(*(bytes.fromhex(part.decode()) for part in match.groups()))


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file that is never seen half written: to a temporary name first."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
