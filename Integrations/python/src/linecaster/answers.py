"""What is asked for and what comes of it, as values, and as frames of ``linecaster batch``.

A frame is the length of a JSON object in four bytes, the most significant first, and the object.
The member ``bytes`` of an answer says how many bytes of a picture follow it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import IO, Any

#: A JSON object: as Python has it, or its text.
Json = Mapping[str, Any] | str

_LENGTH = struct.Struct(">I")
#: Longer headers are no answers: the other end is something else.
_HEADER_LIMIT = 1 << 28


@dataclass(frozen=True)
class Request:
    """A picture to draw: a scene, or a template with data, and how it is drawn.

    Without a scene and a template of its own it takes the template of the renderer. JSON may be
    given as its text, which is checked, so that nothing in it becomes a member of the request.
    What JSON has no word for, such as dates and decimals, becomes its text.
    """

    id: int | str
    scene: Json | None = None
    template: Json | None = None
    data: Json | None = None
    width: float | None = None
    scale: float | None = None
    theme: str | None = None
    format: str | None = None

    def json(self) -> bytes:
        """The request as JSON.

        Raises ``ValueError`` where a text is no JSON.
        """
        parts = [f'"id":{_dump(self.id)}']
        for name in ("scene", "template", "data"):
            value: Json | None = getattr(self, name)
            if value is not None:
                parts.append(f'"{name}":{_text(value, name)}')
        for name in ("width", "scale", "theme", "format"):
            value = getattr(self, name)
            if value is not None:
                parts.append(f'"{name}":{_dump(value)}')
        return ("{" + ",".join(parts) + "}").encode()


@dataclass(frozen=True)
class RowError:
    """Why a row has no picture."""

    #: The kind of fault, such as ``wrongValue``; ``linecaster batch --help`` and the article
    #: *Batches* have all.
    code: str
    #: The names and indices that lead to the value at fault.
    path: str
    reason: str
    #: The place in the template file, where the fault is in that.
    place: str | None = None
    #: The other faults of the row, with their places.
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What came of a request."""

    id: int | str | None
    #: The bytes of the file; none where it was written to a folder, skipped or cannot be drawn.
    picture: bytes | None = field(default=None, repr=False)
    #: The name of the file in the folder that files are written to.
    file: str | None = None
    sha256: str | None = None
    #: The same where the same was asked for, with the same fonts and options, of the same engine.
    key: str | None = None
    width: int = 0
    height: int = 0
    #: Characters that no font has, such as ``U+0378``.
    missing: tuple[str, ...] = ()
    #: Images that are not in the picture, and content that does not fit it.
    faults: tuple[str, ...] = ()
    #: Milliseconds that drawing took.
    ms: float = 0.0
    error: RowError | None = None
    #: Whether a file of that name was there.
    skipped: bool = False

    @staticmethod
    def of(header: Mapping[str, Any], picture: bytes | None) -> Answer:
        """The answer that a header of ``linecaster batch`` and the bytes behind it are."""
        error = header.get("error")
        return Answer(
            id=header.get("id"),
            picture=picture,
            file=header.get("file"),
            sha256=header.get("sha256"),
            key=header.get("key"),
            width=header.get("width", 0),
            height=header.get("height", 0),
            missing=tuple(header.get("missing", ())),
            faults=tuple(header.get("faults", ())),
            ms=header.get("ms", 0.0),
            error=error
            and RowError(
                error["code"],
                error["path"],
                error["reason"],
                error.get("place"),
                tuple(error.get("others", ())),
            ),
            skipped=header.get("skipped", False),
        )


def frame(payload: bytes) -> bytes:
    """A frame: the length, and the bytes."""
    return _LENGTH.pack(len(payload)) + payload


def read_answer(stream: IO[bytes]) -> Answer | None:
    """The next answer; none where the stream ends, in an answer or before one.

    Raises ``ValueError`` where what comes is no answer.
    """
    head = _exactly(stream, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > _HEADER_LIMIT:
        raise ValueError(f"a frame of {length} bytes is not an answer of linecaster batch")
    text = _exactly(stream, length)
    if text is None:
        return None
    header = json.loads(text)
    if not isinstance(header, dict):
        raise ValueError("a frame without a JSON object is not an answer of linecaster batch")
    picture: bytes | None = None
    if "bytes" in header:
        picture = _exactly(stream, header["bytes"])
        if picture is None:
            return None
    return Answer.of(header, picture)


def _exactly(stream: IO[bytes], count: int) -> bytes | None:
    """So many bytes; none where there are fewer."""
    bytes_ = stream.read(count)
    return bytes_ if len(bytes_) == count else None


def _dump(value: Any) -> str:
    """JSON without blanks; what JSON has no word for, such as dates, as its text."""
    return json.dumps(
        value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str
    )


def _text(value: Json, name: str) -> str:
    if not isinstance(value, str):
        return _dump(value)
    try:
        json.loads(value, parse_constant=_refuse)
    except ValueError as error:
        raise ValueError(f"'{name}' is not valid JSON: {error}") from error
    return value


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is not valid in JSON")
