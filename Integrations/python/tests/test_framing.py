from __future__ import annotations

import datetime
import decimal
import io
import json
import random

import pytest

from linecaster.answers import Answer, Request, RowError, frame, read_answer


def answer_bytes(header: dict[str, object], picture: bytes = b"") -> bytes:
    return frame(json.dumps(header).encode()) + picture


def test_a_frame_is_its_length_and_its_bytes() -> None:
    assert frame(b"abc") == b"\0\0\0\3abc"
    assert frame(b"x" * 70_000)[:4] == b"\0\1\x11\x70"


def test_answers_are_read_one_after_the_other() -> None:
    drawn = {"id": 1, "bytes": 3, "sha256": "s", "key": "k", "width": 4, "height": 5, "ms": 0.5}
    failed = {"id": None, "error": {"code": "c", "path": "p", "line": 2, "reason": "r"}}
    stream = io.BytesIO(answer_bytes(drawn, b"abc") + answer_bytes(failed))
    assert read_answer(stream) == Answer(
        id=1, picture=b"abc", sha256="s", key="k", width=4, height=5, ms=0.5
    )
    assert read_answer(stream) == Answer(id=None, error=RowError("c", "p", "r"))
    assert read_answer(stream) is None


@pytest.mark.parametrize("length", range(16))
def test_what_is_cut_off_is_no_answer(length: int) -> None:
    whole = answer_bytes({"id": 1, "bytes": 3}, b"abc")
    assert read_answer(io.BytesIO(whole[: length % len(whole)])) is None


@pytest.mark.parametrize("noise", [b"Usage: x\n" * 9, frame(b"[1]"), frame(b"x")])
def test_what_is_no_answer_is_told(noise: bytes) -> None:
    with pytest.raises(ValueError):
        read_answer(io.BytesIO(noise))


def test_requests_are_json() -> None:
    seed = random.randrange(1 << 30)
    numbers = random.Random(seed)
    for _ in range(100):
        text = "".join(chr(numbers.choice([34, 92, 10, 0x1F600, 97])) for _ in range(9))
        request = Request(text, data={"a": text, "b": [1, None, True]}, scale=2, theme="dark")
        assert json.loads(request.json()) == {
            "id": text,
            "data": {"a": text, "b": [1, None, True]},
            "scale": 2,
            "theme": "dark",
        }, f"seed {seed}"


def test_texts_stay_as_they_are_and_add_no_members() -> None:
    assert Request(1, scene='{"body": {}}').json() == b'{"id":1,"scene":{"body": {}}}'
    for text in ['{}, "scale": 4', "", "{", '{"a": NaN}']:
        with pytest.raises(ValueError, match="'data' is not valid JSON"):
            Request(1, data=text).json()


def test_what_json_has_no_word_for_is_its_text() -> None:
    data = {"day": datetime.date(2026, 11, 26), "price": decimal.Decimal("7.20")}
    assert json.loads(Request(1, data=data).json())["data"] == {"day": "2026-11-26", "price": "7.20"}
    with pytest.raises(ValueError):
        Request(1, data={"a": float("nan")}).json()
