"""Text, pictures and lists in this process, by the C library of ``make c-library``.

    from linecaster.native import Text

    text = Text("Measured ", size=20)
    text.append("before it is drawn", size=20, weight=700)
    layout = text.layout(width=160)
    print(layout.width, layout.height, [line.text for line in layout.lines])

The library ``liblinecaster.so`` is the file that ``$LINECASTER_LIBRARY`` names, that beside this
module, or that which the loader finds. Without one, ``LibraryMissing`` is raised, and ``renderer``
returns a ``Renderer``, which draws with the command. Calls release the lock of the interpreter
while they work. All objects may be used by any thread, except that a ``List`` belongs to the
thread that created it.
"""

from __future__ import annotations

import ctypes
import hashlib
import io
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from ctypes import byref, c_double, c_size_t, c_uint8, c_uint32, c_void_p
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._library import Budget, Handle, Info, LibraryMissing, NativeError, Options, ParagraphStyle
from ._library import RawCaret, RawLine, Rect, Style, check, load, sized
from ._list import Event, Frame, Hit, List, Node, Row, Template, VisibleRow
from .answers import Answer, Json, Request, RowError, _dump, _text
from .keys import Ledger
from .renderer import Renderer

if TYPE_CHECKING:
    import numpy
    import PIL.Image

__all__ = [
    "Caret",
    "Event",
    "Fonts",
    "Frame",
    "Hit",
    "Layout",
    "LibraryMissing",
    "Line",
    "List",
    "NativeError",
    "NativeRenderer",
    "Node",
    "Painter",
    "Picture",
    "Row",
    "Template",
    "Text",
    "VisibleRow",
    "renderer",
    "version",
]

_FORMATS = ["rgba", "bgra", "png", "jpeg", "webp", "avif", "pdf", "svg"]
#: Formats of pixels, with the order of channels as Pillow names it.
_PIXELS = {"rgba": "RGBa", "bgra": "BGRa"}


def version() -> str:
    """The version of the C library."""
    text: bytes = load().lc_version()
    return text.decode()


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


def _style(
    *, family: str | None = None, size: float = 0, weight: int = 0, italic: bool = False,
    color: int = 0, language: str | None = None, letter_spacing: float = 0,
) -> Any:
    named, tongue = (family or "").encode(), (language or "").encode()
    return sized(
        Style, family=named or None, family_length=len(named), language=tongue or None,
        language_length=len(tongue), size=size, weight=weight, slant=int(italic), color=color,
        letter_spacing=letter_spacing,
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


class Text:
    """Styled text that is measured and queried. Styles have ``family``, ``size``, ``weight``,
    ``italic``, ``color`` as 0xRRGGBBAA, ``language`` and ``letter_spacing``.

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


class Picture:
    """A picture: a file, or premultiplied pixels if ``format`` is ``rgba`` or ``bgra``.

    The library holds the bytes as long as this object or an array of it is used.
    """

    def __init__(self, handle: Handle) -> None:
        library = load()
        info = sized(Info)
        check(library.lc_picture_read_info(handle.value, byref(info)))
        start, count = c_void_p(), c_size_t()
        check(library.lc_picture_bytes(handle.value, byref(start), byref(count)))
        memory: Any = (c_uint8 * count.value).from_address(start.value or 0)
        # Views of the bytes refer to this object and so to the handle.
        memory._handle = handle
        self._bytes = memory
        self.format = _FORMATS[info.format]
        self.width: int = info.width
        self.height: int = info.height
        characters = (c_uint32 * info.missing_count)()
        check(library.lc_picture_missing(
            handle.value, characters, c_size_t(info.missing_count), byref(count)
        ))
        #: Characters that no font has, such as ``U+0378``.
        self.missing = tuple(f"U+{character:04X}" for character in characters)
        self.warnings = tuple(_warning(handle, index) for index in range(info.warning_count))

    @property
    def view(self) -> memoryview:
        """The bytes, not copied. They must not be changed."""
        return memoryview(self._bytes).cast("B").toreadonly()

    @cached_property
    def data(self) -> bytes:
        """The bytes, copied once."""
        return bytes(self.view)

    def array(self) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
        """The pixels as an array of NumPy of height, width and 4 channels, not copied and
        read-only. Raises ``ValueError`` if the picture is a file."""
        import numpy

        if self.format not in _PIXELS:
            raise ValueError(f"the picture is a file of format {self.format!r}, not pixels")
        size = (self.height, self.width, 4)
        pixels: numpy.ndarray[Any, numpy.dtype[numpy.uint8]] = numpy.frombuffer(
            self.view, numpy.uint8
        )
        return pixels.reshape(size)

    def image(self) -> PIL.Image.Image:
        """The picture as an image of Pillow, in mode ``RGBA`` if it has pixels.

        Raises ``ValueError`` for a document."""
        from PIL import Image

        if self.format in _PIXELS:
            size = (self.width, self.height)
            # Premultiplied pixels are of mode RGBa.
            pixels = Image.frombuffer("RGBa", size, self.data, "raw", _PIXELS[self.format], 0, 1)
            return pixels.convert("RGBA")
        if self.format in ("pdf", "svg"):
            raise ValueError(f"the picture is a document of format {self.format!r}")
        return Image.open(io.BytesIO(self.data))

    def _repr_png_(self) -> bytes | None:
        return self.data if self.format == "png" else None


class Painter:
    """Draws pictures in this process. One painter serves all threads.

    ``folder`` has the images and fonts that scenes name; no other file is read. ``seconds`` and
    ``max_bytes`` limit each picture; 0 is the default of the library.
    """

    def __init__(
        self, fonts: Fonts | None = None, *, folder: str | os.PathLike[str] | None = None,
        seconds: float = 0, max_bytes: int = 0,
    ) -> None:
        self._fonts = _shared_fonts() if fonts is None else fonts
        where = os.fsencode(folder) if folder is not None else None
        budget = sized(Budget, seconds=seconds, bytes=max_bytes)
        self._handle = Handle(
            "painter", "lc_painter_create", self._fonts._handle.value, where,
            c_size_t(len(where or b"")), byref(budget),
        )

    def draw(self, scene: Json, data: Json | None = None, **options: Any) -> Picture:
        """Draws a scene or a request, or a template with ``data``. Options are ``format``,
        ``width``, ``scale``, ``text_scale``, ``theme``, ``quality`` and ``strict``."""
        text = (scene if isinstance(scene, str) else _dump(scene)).encode()
        if data is None:
            return self._draw("lc_picture_draw", [text], **options)
        values = (data if isinstance(data, str) else _dump(data)).encode()
        return self._draw("lc_picture_draw_template", [text, values], **options)

    def draw_markdown(self, text: str, *, text_size: float = 0, **options: Any) -> Picture:
        """Draws Markdown."""
        return self._draw(
            "lc_picture_draw_markdown", [text.encode()], text_size=text_size, **options
        )

    def _draw(
        self, function: str, texts: Iterable[bytes], *, format: str = "png", width: float = 0,
        scale: float = 0, text_scale: float = 0, text_size: float = 0, theme: str = "",
        quality: int = 0, strict: bool = False,
    ) -> Picture:
        themes = ["", "light", "dark"]
        for name, value, known in (("format", format, _FORMATS), ("theme", theme, themes)):
            if value not in known:
                raise ValueError(f"{name} is {value!r}, not one of {known}")
        options = sized(
            Options, width=width, scale=scale, text_scale=text_scale, text_size=text_size,
            format=_FORMATS.index(format), theme=themes.index(theme), quality=quality,
            flags=int(strict),
        )
        arguments: list[Any] = [self._handle.value]
        for text in texts:
            arguments += [text, c_size_t(len(text))]
        return Picture(Handle("picture", function, *arguments, byref(options)))


def _warning(handle: Handle, index: int) -> str:
    read = load().lc_picture_warning
    length = c_size_t()
    check(read(handle.value, c_size_t(index), None, c_size_t(0), byref(length)))
    text = ctypes.create_string_buffer(length.value + 1)
    check(read(handle.value, c_size_t(index), text, length, byref(length)))
    return text.raw[: length.value].decode(errors="replace")


class NativeRenderer:
    """Draws requests in this process, with the answers of ``Renderer``, but without keys.

    An error has the name of the library's status as its code, and the whole message as its reason.
    """

    def __init__(
        self, *, template: Json | None = None, painter: Painter | None = None,
        scale: float = 0, format: str = "png", ledger: Ledger | None = None,
    ) -> None:
        self._template = None if template is None else _text(template, "template")
        self._painter = Painter() if painter is None else painter
        self._options = {"scale": scale, "format": format}
        self._ledger = ledger

    def __enter__(self) -> NativeRenderer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Does nothing; there is no child to end."""

    def render(self, request: Request) -> Answer:
        """Draws one picture."""
        start = time.perf_counter()
        try:
            picture = self._draw(request)
        except NativeError as error:
            return Answer(request.id, error=RowError(error.status, "", str(error)))
        except ValueError as error:
            return Answer(request.id, error=RowError("malformed", "", str(error)))
        answer = Answer(
            request.id, picture=picture.data, sha256=hashlib.sha256(picture.data).hexdigest(),
            width=picture.width, height=picture.height, missing=picture.missing,
            faults=picture.warnings, ms=(time.perf_counter() - start) * 1000,
        )
        if self._ledger is not None:
            self._ledger.check(answer)
        return answer

    def render_all(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """The answers to requests, in their order."""
        return map(self.render, requests)

    def _draw(self, request: Request) -> Picture:
        options: dict[str, Any] = dict(self._options)
        for name in ("width", "scale", "theme", "format"):
            value = getattr(request, name)
            if value is not None:
                options[name] = value
        if request.scene is not None:
            return self._painter.draw(_text(request.scene, "scene"), **options)
        template = self._template if request.template is None else _text(
            request.template, "template"
        )
        if template is None:
            raise ValueError("'scene' or 'template' is missing")
        if request.data is None:
            return self._painter.draw(template, **options)
        return self._painter.draw(template, _text(request.data, "data"), **options)


def renderer(*, template: Json | None = None, **options: Any) -> NativeRenderer | Renderer:
    """A renderer in this process, or if the library is missing one that runs the command.

    ``options`` are those of ``NativeRenderer`` but for ``painter``, which the command has not.
    """
    try:
        return NativeRenderer(template=template, **options)
    except LibraryMissing:
        words: list[str] = []
        for name in ("scale", "format"):
            if options.get(name):
                words += [f"--{name}", str(options[name])]
        return Renderer(template=template, options=words, ledger=options.get("ledger"))
