from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from linecaster import Answer, DigestAlarm, Ledger
from linecaster.keys import write_file


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def answer(key: str, picture: str, id: int = 1) -> Answer:
    return Answer(id, key=digest(key), sha256=digest(picture))


def test_another_digest_for_the_same_key_is_an_alarm() -> None:
    ledger = Ledger()
    ledger.check(answer("a", "x"))
    ledger.check(answer("a", "x"))
    ledger.check(answer("b", "y"))
    ledger.check(Answer(3))
    with pytest.raises(DigestAlarm) as alarm:
        ledger.check(answer("a", "y", id=7))
    assert alarm.value.id == 7
    assert str(alarm.value).startswith("row 7: the digest for the same key changed from ")
    assert digest("x") in str(alarm.value) and digest("y") in str(alarm.value)


def test_those_that_come_after_know_what_was_seen(tmp_path: Path) -> None:
    first = Ledger(tmp_path, "job-3")
    for number in range(100):
        first.check(answer(f"{number}", f"{number}"))
    # It was killed, in the midst of a line.
    (path,) = tmp_path.iterdir()
    with path.open("ab") as file:
        file.write(b"0123")
    second = Ledger(tmp_path, "job-3")
    assert len(second) == 100
    with pytest.raises(DigestAlarm):
        second.check(answer("7", "8"))
    second.check(answer("new", "new"))
    assert len(Ledger(tmp_path, "job-3")) == 101
    # Another partition knows nothing of it, and names stay in the folder.
    assert len(Ledger(tmp_path, "job-4")) == 0
    assert len(Ledger(tmp_path, "../job-3")) == 0
    assert not list(tmp_path.parent.glob("job-3*"))


def test_what_is_remembered_is_limited() -> None:
    ledger = Ledger(limit=10)
    for number in range(100):
        ledger.check(answer(f"{number}", f"{number}"))
    assert len(ledger) == 10
    ledger.check(answer("0", "other"))
    with pytest.raises(DigestAlarm):
        ledger.check(answer("99", "other"))


def test_files_are_never_seen_half_written(tmp_path: Path) -> None:
    target = tmp_path / "card.png"
    write_file(target, b"one")
    write_file(target, b"two")
    assert target.read_bytes() == b"two" and os.listdir(tmp_path) == ["card.png"]
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        write_file(tmp_path / "folder", b"three")
    assert sorted(os.listdir(tmp_path)) == ["card.png", "folder"]
