"""Text by the C library."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from ctypes import byref, c_double, c_size_t, c_uint32
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from ._library import Handle, ParagraphStyle, RawAttachment, RawBackground, RawBox, RawCaret
from ._library import RawDecoration, RawDecorationLine, RawFragment, RawLine, RawPlace, RawRuby
from ._library import Rect, Style, check, load, number_of, sized

if TYPE_CHECKING:
    from typing_extensions import Unpack


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
_SIDES = ["over", "under"]
_SPACES = ["space_around", "space_between", "center", "start"]


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


class TextStyle(TypedDict, total=False):
    """A style of text; what is left out is as by default.

    ``size`` and ``letter_spacing`` are in points, ``weight`` is from 1 to 1,000, colours are
    0xRRGGBBAA, ``language`` is a tag of BCP 47.
    """

    family: str | None
    size: float
    weight: int
    italic: bool
    color: int
    language: str | None
    letter_spacing: float
    background: int
    decorations: Sequence[Decoration]


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
class Box:
    """A box around text that flows from line to line, for example a link.

    ``padding`` is horizontal and vertical, ``margin`` is horizontal, both in points. Colours are
    0xRRGGBBAA, 0 for none or that of the text. ``repeats_edges`` draws all edges on each line.
    """

    link: str = ""
    tag: int = 0
    padding: tuple[float, float] = (0, 0)
    border: float = 0
    margin: float = 0
    corner_radius: float = 0
    background: int = 0
    border_color: int = 0
    vertical_alignment: str = "baseline"
    repeats_edges: bool = False

    def _raw(self) -> Any:
        address = self.link.encode()
        return sized(
            RawBox, link=address or None, link_length=len(address), tag=self.tag,
            horizontal_padding=self.padding[0], vertical_padding=self.padding[1],
            border=self.border, horizontal_margin=self.margin, corner_radius=self.corner_radius,
            background=self.background, border_color=self.border_color,
            flags=int(self.repeats_edges),
            vertical_alignment=number_of(self.vertical_alignment, _VERTICAL, "vertical_alignment"),
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
    """Styled text that is measured and queried. Styles are the members of ``TextStyle``.

    ``alignment`` is ``start``, ``end``, ``left``, ``right``, ``center`` or ``justify``;
    ``max_lines`` truncates by an ellipsis.
    """

    _ALIGNMENTS = ["start", "end", "left", "right", "center", "justify"]

    def __init__(
        self, string: str = "", *, fonts: Fonts | None = None, alignment: str = "start",
        max_lines: int = 0, **style: Unpack[TextStyle],
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

    def append(self, string: str, **style: Unpack[TextStyle]) -> None:
        """Appends characters; without a style in that of the text."""
        data = string.encode()
        given = _given(style)
        length = c_size_t(len(data))
        check(load().lc_text_append(self._handle.value, data, length, given))
        self._string += string

    def append_box(
        self, string: str, *, link: str = "", tag: int = 0, padding: tuple[float, float] = (0, 0),
        border: float = 0, margin: float = 0, corner_radius: float = 0, box_background: int = 0,
        border_color: int = 0, vertical_alignment: str = "baseline", repeats_edges: bool = False,
        **style: Unpack[TextStyle],
    ) -> None:
        """Appends characters in a box, for example a link. The keywords are the members of ``Box``,
        with its background as ``box_background``."""
        data = string.encode()
        box = Box(
            link, tag, padding, border, margin, corner_radius, box_background, border_color,
            vertical_alignment, repeats_edges,
        )._raw()
        length = c_size_t(len(data))
        check(load().lc_text_append_box(
            self._handle.value, data, length, _given(style), byref(box)
        ))
        self._string += string

    def append_text(
        self, other: Text, box: Box | None = None, **style: Unpack[TextStyle]
    ) -> None:
        """Appends another text as it is now, with its boxes, in a box if one is given: so boxes
        nest. The style gives the height of the box."""
        around = None if box is None else byref(box._raw())
        check(load().lc_text_append_text(
            self._handle.value, other._handle.value, _given(style), around
        ))
        self._string += other._string

    def append_ruby(
        self, string: str, annotation: str, *, position: str = "over",
        alignment: str = "space_around", overhangs: bool = True,
        annotation_style: TextStyle | None = None, **style: Unpack[TextStyle],
    ) -> None:
        """Appends characters with an annotation ``over`` or ``under`` them, for example the reading
        of a Japanese word; by default in half the size.

        ``alignment`` is ``space_around``, ``space_between``, ``center`` or ``start``."""
        data, letters = string.encode(), annotation.encode()
        small = None if annotation_style is None else ctypes.pointer(_style(**annotation_style))
        ruby = sized(
            RawRuby, annotation=letters, annotation_length=len(letters), style=small,
            position=number_of(position, _SIDES, "position"),
            alignment=number_of(alignment, _SPACES, "alignment"), flags=int(not overhangs),
        )
        length = c_size_t(len(data))
        check(load().lc_text_append_ruby(
            self._handle.value, data, length, _given(style), byref(ruby)
        ))
        self._string += string

    def append_attachment(
        self, width: float, height: float, *, tag: int = 0, baseline: float = 0,
        margin: float = 0, vertical_alignment: str = "baseline", **style: Unpack[TextStyle],
    ) -> None:
        """Appends space for content that the program draws, as one character, U+FFFC."""
        attachment = sized(
            RawAttachment, tag=tag, width=width, height=height, baseline=baseline,
            horizontal_margin=margin,
            vertical_alignment=number_of(vertical_alignment, _VERTICAL, "vertical_alignment"),
        )
        check(load().lc_text_append_attachment(
            self._handle.value, byref(attachment), _given(style)
        ))
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


def _given(style: TextStyle) -> Any:
    """A style as an argument; ``None``, that of the text, if it says nothing."""
    return byref(_style(**style)) if style else None


def _frame(part: Any) -> tuple[float, float, float, float]:
    frame = part.frame
    return frame.x, frame.y, frame.width, frame.height
