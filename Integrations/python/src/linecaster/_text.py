"""Text by the C library."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from ctypes import byref, c_double, c_size_t, c_uint32
from dataclasses import dataclass
from typing import Any

from ._library import Handle, ParagraphStyle, RawAttachment, RawBackground, RawBox, RawCaret
from ._library import RawDecoration, RawDecorationLine, RawFragment, RawLine, RawPlace, Rect, Style
from ._library import check, load, number_of, sized


class Fonts:
    """Fonts in the order of fallback: ``files`` first, then those that come with the library.

    ``folder`` is the folder of the latter; by default they are beside the library.
    """

    def __init__(
        self, files: Sequence[str | os.PathLike[str]] = (), *, bundled: bool = True,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        library = load()
        self._handle = Handle("fonts", "lc_fonts_create")
        for file in files:
            path = os.fsencode(file)
            check(library.lc_fonts_add_file(self._handle.value, path, c_size_t(len(path))))
        if bundled:
            where = os.fsencode(folder) if folder is not None else None
            length = c_size_t(len(where or b""))
            check(library.lc_fonts_add_bundled(self._handle.value, where, length))
        self._typesetter: Handle | None = None

    def __len__(self) -> int:
        return self._handle.count("lc_fonts_count")

    @property
    def typesetter(self) -> Handle:
        if self._typesetter is None:
            self._typesetter = Handle("typesetter", "lc_typesetter_create", self._handle.value)
        return self._typesetter


_shared: Fonts | None = None


def _shared_fonts() -> Fonts:
    global _shared
    if _shared is None:
        _shared = Fonts()
    return _shared


_LINES = ["underline", "strikethrough", "overline"]
_PATTERNS = ["solid", "double", "dotted", "dashed", "wavy"]
_SKIPS = ["auto", "none", "all"]
_VERTICAL = [
    "baseline", "sub", "superscript", "middle", "text_top", "text_bottom", "top", "bottom"
]


@dataclass(frozen=True)
class Decoration:
    """A line under, through or over text: ``underline``, ``strikethrough`` or ``overline``, and
    ``solid``, ``double``, ``dotted``, ``dashed`` or ``wavy``.

    ``color`` is 0xRRGGBBAA, 0 for that of the text. ``thickness`` and ``offset`` are in points, 0
    for those that suit the size. ``skip_ink`` is ``auto``, ``none`` or ``all``.
    """

    position: str = "underline"
    pattern: str = "solid"
    color: int = 0
    thickness: float = 0
    offset: float = 0
    skip_ink: str = "auto"

    def _raw(self) -> RawDecoration:
        return RawDecoration(
            self.thickness, self.offset, number_of(self.position, _LINES, "position"),
            number_of(self.pattern, _PATTERNS, "pattern"),
            number_of(self.skip_ink, _SKIPS, "skip_ink"), self.color,
        )


def _style(
    *, family: str | None = None, size: float = 0, weight: int = 0, italic: bool = False,
    color: int = 0, language: str | None = None, letter_spacing: float = 0, background: int = 0,
    decorations: Sequence[Decoration] = (),
) -> Any:
    named, tongue = (family or "").encode(), (language or "").encode()
    lines = (RawDecoration * len(decorations))(*(line._raw() for line in decorations))
    return sized(
        Style, family=named or None, family_length=len(named), language=tongue or None,
        language_length=len(tongue), size=size, weight=weight, slant=int(italic), color=color,
        letter_spacing=letter_spacing, background=background,
        decorations=ctypes.cast(lines, ctypes.POINTER(RawDecoration)) if decorations else None,
        decoration_count=len(decorations),
    )


@dataclass(frozen=True)
class Line:
    """A line of a layout, with offsets into the string."""

    text: str
    start: int
    end: int
    x: float
    y: float
    width: float
    height: float
    baseline: float


@dataclass(frozen=True)
class Caret:
    """A caret before a character of the string: a line from ``x``, ``top`` to ``x``, ``bottom``."""

    offset: int
    line: int
    x: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Background:
    """A rectangle behind text, in points; ``color`` is 0xRRGGBBAA."""

    x: float
    y: float
    width: float
    height: float
    color: int


@dataclass(frozen=True)
class DecorationLine:
    """A stretch of a line under, through or over text, in points."""

    x: float
    y: float
    width: float
    height: float
    color: int
    position: str
    pattern: str


@dataclass(frozen=True)
class BoxFragment:
    """The part of a box on one line, in points; colours are 0xRRGGBBAA, 0 for none."""

    tag: int
    x: float
    y: float
    width: float
    height: float
    #: The number of the box in the text.
    box: int
    line: int
    background: int
    border_color: int
    border: float
    corner_radius: float
    has_left_edge: bool
    has_right_edge: bool


@dataclass(frozen=True)
class Attachment:
    """The place of an attachment, in points; ``offset`` is that of its character."""

    tag: int
    x: float
    y: float
    width: float
    height: float
    offset: int
    line: int


class Text:
    """Styled text that is measured and queried. Styles have ``family``, ``size``, ``weight``,
    ``italic``, ``color`` and ``background`` as 0xRRGGBBAA, ``language``, ``letter_spacing`` and
    ``decorations``.

    ``alignment`` is ``start``, ``end``, ``left``, ``right``, ``center`` or ``justify``;
    ``max_lines`` truncates by an ellipsis.
    """

    _ALIGNMENTS = ["start", "end", "left", "right", "center", "justify"]

    def __init__(
        self, string: str = "", *, fonts: Fonts | None = None, alignment: str = "start",
        max_lines: int = 0, **style: Any,
    ) -> None:
        self._fonts = _shared_fonts() if fonts is None else fonts
        if alignment not in self._ALIGNMENTS:
            raise ValueError(f"alignment is {alignment!r}, not one of {self._ALIGNMENTS}")
        paragraph = sized(
            ParagraphStyle, alignment=self._ALIGNMENTS.index(alignment), maximum_lines=max_lines
        )
        base = _style(**style)
        self._handle = Handle("text", "lc_text_create", byref(paragraph), byref(base))
        self._string = ""
        self.append(string)

    @property
    def string(self) -> str:
        """The characters."""
        return self._string

    def append(self, string: str, **style: Any) -> None:
        """Appends characters; without a style in that of the text."""
        data = string.encode()
        given = byref(_style(**style)) if style else None
        length = c_size_t(len(data))
        check(load().lc_text_append(self._handle.value, data, length, given))
        self._string += string

    def append_box(
        self, string: str, *, link: str = "", tag: int = 0, padding: tuple[float, float] = (0, 0),
        border: float = 0, margin: float = 0, corner_radius: float = 0, box_background: int = 0,
        border_color: int = 0, vertical_alignment: str = "baseline", repeats_edges: bool = False,
        **style: Any,
    ) -> None:
        """Appends characters in a box, for example a link. ``padding`` is horizontal and vertical;
        ``margin`` is horizontal. ``repeats_edges`` draws all edges on each line."""
        data, address = string.encode(), link.encode()
        box = sized(
            RawBox, link=address or None, link_length=len(address), tag=tag,
            horizontal_padding=padding[0], vertical_padding=padding[1], border=border,
            horizontal_margin=margin, corner_radius=corner_radius, background=box_background,
            border_color=border_color, flags=int(repeats_edges),
            vertical_alignment=number_of(vertical_alignment, _VERTICAL, "vertical_alignment"),
        )
        given = byref(_style(**style)) if style else None
        length = c_size_t(len(data))
        check(load().lc_text_append_box(self._handle.value, data, length, given, byref(box)))
        self._string += string

    def append_attachment(
        self, width: float, height: float, *, tag: int = 0, baseline: float = 0,
        margin: float = 0, vertical_alignment: str = "baseline", **style: Any,
    ) -> None:
        """Appends space for content that the program draws, as one character, U+FFFC."""
        attachment = sized(
            RawAttachment, tag=tag, width=width, height=height, baseline=baseline,
            horizontal_margin=margin,
            vertical_alignment=number_of(vertical_alignment, _VERTICAL, "vertical_alignment"),
        )
        given = byref(_style(**style)) if style else None
        check(load().lc_text_append_attachment(self._handle.value, byref(attachment), given))
        self._string += "\uFFFC"

    def layout(self, width: float = float("inf")) -> Layout:
        """The text in lines of a width in points."""
        prepared = Handle(
            "prepared", "lc_text_prepare", self._handle.value, self._fonts.typesetter.value
        )
        handle = Handle("layout", "lc_prepared_layout", prepared.value, width)
        return Layout(handle, self._string)


class Layout:
    """A text in lines."""

    def __init__(self, handle: Handle, string: str) -> None:
        self._handle = handle
        self._string = string
        self._bytes = string.encode()
        size = (c_double(), c_double())
        check(load().lc_layout_size(handle.value, byref(size[0]), byref(size[1])))
        #: The size in points.
        self.width, self.height = size[0].value, size[1].value

    @property
    def lines(self) -> list[Line]:
        """The lines from top to bottom."""
        lines = []
        for index in range(self._handle.count("lc_layout_line_count")):
            line = sized(RawLine)
            check(load().lc_layout_line(self._handle.value, c_size_t(index), byref(line)))
            start, end = self._offset(line.start), self._offset(line.end)
            frame = line.frame
            lines.append(
                Line(
                    self._string[start:end], start, end, frame.x, frame.y, frame.width,
                    frame.height, line.baseline,
                )
            )
        return lines

    def caret_at(self, x: float, y: float) -> Caret:
        """The caret nearest to a point."""
        caret = sized(RawCaret)
        check(load().lc_layout_hit(self._handle.value, x, y, byref(caret)))
        return self._caret(caret)

    def caret(self, offset: int) -> Caret:
        """The caret before a character of the string."""
        caret = sized(RawCaret)
        place = c_size_t(self._byte(offset))
        check(load().lc_layout_caret(self._handle.value, place, c_uint32(1), byref(caret)))
        return self._caret(caret)

    def selection(self, start: int, end: int) -> list[tuple[float, float, float, float]]:
        """The rectangles behind a part of the string: x, y, width and height."""
        select = load().lc_layout_selection
        places = (c_size_t(self._byte(start)), c_size_t(self._byte(end)))
        count = c_size_t()
        check(select(self._handle.value, *places, None, c_size_t(0), byref(count)))
        rects = (Rect * count.value)()
        check(select(self._handle.value, *places, rects, count, byref(count)))
        return [(rect.x, rect.y, rect.width, rect.height) for rect in rects]

    @property
    def backgrounds(self) -> list[Background]:
        """The rectangles behind text whose style has a background."""
        return [
            Background(*_frame(part), part.color)
            for part in self._handle.all("lc_layout_backgrounds", RawBackground)
        ]

    @property
    def decorations(self) -> list[DecorationLine]:
        """The lines under, through and over text, each stretch between two gaps on its own."""
        return [
            DecorationLine(
                *_frame(part), part.color, _LINES[part.position], _PATTERNS[part.pattern]
            )
            for part in self._handle.all("lc_layout_decorations", RawDecorationLine)
        ]

    @property
    def boxes(self) -> list[BoxFragment]:
        """The parts of boxes, line by line."""
        return [
            BoxFragment(
                part.tag, *_frame(part), part.box, part.line, part.background, part.border_color,
                part.border, part.corner_radius, bool(part.flags & 1), bool(part.flags & 2),
            )
            for part in self._handle.all("lc_layout_boxes", RawFragment)
        ]

    @property
    def attachments(self) -> list[Attachment]:
        """The places of attachments, line by line."""
        return [
            Attachment(part.tag, *_frame(part), self._offset(part.offset), part.line)
            for part in self._handle.all("lc_layout_attachments", RawPlace)
        ]

    def link_at(self, x: float, y: float) -> str:
        """The link of the box at a point; empty for none."""
        read = load().lc_layout_link
        length = c_size_t()
        check(read(self._handle.value, x, y, None, c_size_t(0), byref(length)))
        text = ctypes.create_string_buffer(length.value + 1)
        check(read(self._handle.value, x, y, text, length, byref(length)))
        return text.raw[: length.value].decode()

    def _caret(self, caret: Any) -> Caret:
        return Caret(
            self._offset(caret.offset), caret.line, caret.x, caret.top, caret.bottom
        )

    def _offset(self, byte: int) -> int:
        return len(self._bytes[:byte].decode())

    def _byte(self, offset: int) -> int:
        if not 0 <= offset <= len(self._string):
            raise IndexError(f"offset {offset} is not in 0...{len(self._string)}")
        return len(self._string[:offset].encode())


def _frame(part: Any) -> tuple[float, float, float, float]:
    frame = part.frame
    return frame.x, frame.y, frame.width, frame.height
