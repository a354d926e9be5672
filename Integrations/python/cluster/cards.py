"""What the runs under Spark and Ray have in common: rows, one process to compare with, a digest."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from linecaster.answers import Request, frame, read_answer

_SOURCES = Path(__file__).parents[3] / "Sources"


@dataclass(frozen=True)
class Kind:
    """Something to draw many times."""

    name: str
    template: str
    options: list[str]
    row: Callable[[int, random.Random], dict[str, Any]]

    def rows(self, count: int) -> Iterator[dict[str, Any]]:
        """So many rows, the same each time."""
        for number in range(count):
            yield {"id": number} | self.row(number, random.Random(number))


_PEOPLE = ["Ada", "Grace", "नमिता", "ليلى", "Ελένη", "Иван", "José", "Thị Hương"]
_TEAMS = ["Engines", "Looms and Numbers", "Compilers", "तकनीक", "Analytical Society of London"]
_COLORS = ["#1A5FB4", "#26A269", "#C64600", "#813D9C"]


def _badge(number: int, chance: random.Random) -> dict[str, Any]:
    return {
        "name": f"{chance.choice(_PEOPLE)} {chance.choice(_PEOPLE)}",
        "team": chance.choice(_TEAMS),
        "seat": f"{chance.randrange(1, 40)}{chance.choice('ABCDEF')}",
        "color": chance.choice(_COLORS),
    }


#: Half a millisecond each: there are many of them soon.
BADGES = Kind(
    "badges",
    (_SOURCES / "LinecasterCommand" / "Demo" / "badge.json").read_text(),
    ["--compression", "standard"],
    _badge,
)

_OWNERS = ["ada", "grace", "hedy", "लीला", "ليلى", "Ελένη", "иван", "josé", "thị-hương"]
_NAMES = ["engine", "compiler", "loom", "hopping", "नमूना", "شبكة", "κύκλος", "станок"]
_WORDS = (
    "a general purpose machine of brass and steam that is programmed by punched cards and weaves "
    "numbers as looms weave leaves and flowers with a store a mill and a bell for faults"
).split()
_TOPICS = ["mill", "store", "cards", "difference", "steam", "brass", "numbers", "loops"]
_LANGUAGES = [("Swift", "#F05138"), ("C", "#5C6BC0"), ("Python", "#3572A5"), ("Rust", "#DEA584")]


def _repository(number: int, chance: random.Random) -> dict[str, Any]:
    share = chance.randrange(30, 90)
    first, second = chance.sample(_LANGUAGES, 2)
    return {
        "owner": chance.choice(_OWNERS),
        "name": f"{chance.choice(_NAMES)}-{number}",
        "about": " ".join(chance.choices(_WORDS, k=chance.randrange(6, 24))),
        "stars": f"{chance.randrange(1, 300) / 10}k",
        "forks": f"{chance.randrange(1, 90) / 10}k",
        "issues": chance.randrange(400),
        "topics": chance.sample(_TOPICS, chance.randrange(1, 5)),
        "languages": [
            {"name": first[0], "share": share, "color": first[1]},
            {"name": second[0], "share": 100 - share, "color": second[1]},
        ],
    }


#: What people see of a repository where they share it: 1200 × 630 pixels, some milliseconds each.
CARDS = Kind(
    "cards",
    (_SOURCES / "Examples" / "Gallery" / "repository.json").read_text(),
    ["--compression", "standard", "--scale", "2", "--names", "missing"],
    _repository,
)


class Digest:
    """Of all cards in the order of their ids: each id, and the SHA-256 of the bytes of its picture."""

    def __init__(self) -> None:
        self._cards: dict[int, bytes] = {}
        self.twice = 0

    def add(self, id: int, picture: bytes) -> None:
        self.twice += id in self._cards
        self._cards[id] = hashlib.sha256(picture).digest()

    def __len__(self) -> int:
        return len(self._cards)

    def __str__(self) -> str:
        whole = hashlib.sha256()
        for id, digest in sorted(self._cards.items()):
            whole.update(f"{id} {digest.hex()}\n".encode())
        return whole.hexdigest()


def one_process(command: str, folder: Path, kind: Kind, count: int) -> tuple[str, float, float]:
    """The digest of all cards by one process with one worker, and the seconds it took, by the clock
    and of processors."""
    (folder / "card.json").write_text(kind.template)
    with (folder / "requests").open("wb") as requests:
        for row in kind.rows(count):
            requests.write(frame(Request(row["id"], data=row).json()))
    before, start = os.times(), time.monotonic()
    with (folder / "requests").open("rb") as requests, (folder / "answers").open("wb") as answers:
        words = [command, "batch", "--framing", "frames", "--workers", "1", *kind.options]
        words += ["--template", str(folder / "card.json")]
        subprocess.run(words, stdin=requests, stdout=answers, check=True)
    seconds, after = time.monotonic() - start, os.times()
    spent = after.children_user + after.children_system - before.children_user
    spent -= before.children_system
    digest = Digest()
    with (folder / "answers").open("rb") as answers:
        while (answer := read_answer(answers)) is not None:
            assert isinstance(answer.id, int) and answer.picture is not None
            digest.add(answer.id, answer.picture)
    assert len(digest) == count
    (folder / "answers").unlink()
    (folder / "requests").unlink()
    return str(digest), seconds, spent


def digest_of_parquet(folder: Path) -> Digest:
    """The digest of the cards in the files of a folder; each is compared with its own SHA-256."""
    import pyarrow.parquet as pq

    digest = Digest()
    for path in sorted(folder.rglob("*.parquet")):
        for batch in pq.ParquetFile(path).iter_batches(columns=["id", "picture", "sha256"]):
            for row in batch.to_pylist():
                assert hashlib.sha256(row["picture"]).hexdigest() == row["sha256"]
                digest.add(row["id"], row["picture"])
    return digest


def processes() -> dict[int, tuple[int, str]]:
    """All processes: their parents, and their command lines (proc(5))."""
    found = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                stat = (path / "stat").read_text()
                words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            found[int(path.name)] = (int(stat.rsplit(")", 1)[1].split()[1]), words)
    return found


def below(ancestor: int, all_processes: dict[int, tuple[int, str]]) -> Iterable[int]:
    """The processes that one started, and those that they did."""
    for pid in all_processes:
        parent, steps = pid, 0
        while parent in all_processes and parent != ancestor and steps < 50:
            parent, steps = all_processes[parent][0], steps + 1
        if parent == ancestor and pid != ancestor:
            yield pid


def prepare(command: str, folder: Path, kind: Kind, count: int) -> tuple[str, float]:
    """Writes rows as Parquet, draws them by one process, and says the digest and the seconds."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    shutil.rmtree(folder / "rows", ignore_errors=True)
    (folder / "rows").mkdir()
    table = pa.Table.from_pylist(list(kind.rows(count)))
    pq.write_table(table, folder / "rows" / "0.parquet", row_group_size=1000)
    digest, seconds, spent = one_process(command, folder, kind, count)
    print(
        f"one process: {count} {kind.name} in {seconds:.1f} s, {spent:.1f} s of processors; "
        f"digest {digest}", flush=True,
    )
    return digest, seconds


def plan(count: int) -> list[tuple[str, Kind, int, bool]]:
    """The runs: their names, what each draws, how many, and whether something is killed.

    How fast it is shows with what takes some time, and needs fewer than what happens in a loss."""
    return [("steady", CARDS, min(count, 20_000), False), ("killed", BADGES, count, True)]


def compare(
    run: str, folder: Path, name: str, count: int, cores: int, seconds: float, expected: str,
    one: float,
) -> None:
    """Says how fast a run was, and ends the program where its cards are not those of one process."""
    rate, single = count / seconds / cores, count / one
    print(
        f"{run}: {count} in {seconds:.1f} s on {cores} cores, {rate:.1f} a second per core, "
        f"{rate / single:.2f} × one process", flush=True,
    )
    digest = digest_of_parquet(folder / name)
    is_same = str(digest) == expected and len(digest) == count and digest.twice == 0
    print(f"{run}: digest {digest}: {'the same' if is_same else 'ANOTHER'}", flush=True)
    if not is_same:
        sys.exit(f"{run}: {len(digest)} cards, {digest.twice} of them twice")
    began = len(list((folder / f"ledger-{name}").iterdir()))
    print(f"{run}: {began} ledgers were begun, one for each try that drew", flush=True)
    shutil.rmtree(folder / name)
