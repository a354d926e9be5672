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
from collections.abc import Iterable, Iterator
from ctypes import byref, c_size_t, c_uint8, c_uint32, c_void_p
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

from ._library import Budget, Handle, Info, LibraryMissing, NativeError, Options, check, load, sized
from ._list import Event, Frame, Hit, List, Node, Row, Template, VisibleRow
from ._text import Attachment, Background, Box, BoxFragment, Caret, Decoration, DecorationLine
from ._text import Fonts, Layout, Line, Text, TextStyle, _shared_fonts
from .answers import Answer, Json, Request, RowError, _dump, _text
from .keys import Ledger
from .renderer import Renderer

if TYPE_CHECKING:
    import numpy
    import PIL.Image
    from typing_extensions import Unpack

__all__ = [
    "Attachment",
    "Background",
    "Box",
    "BoxFragment",
    "Caret",
    "Decoration",
    "DecorationLine",
    "DrawOptions",
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
    "TextStyle",
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


class DrawOptions(TypedDict, total=False):
    """The options of a picture; what is left out is as by default.

    ``format`` is ``rgba``, ``bgra``, ``png``, ``jpeg``, ``webp``, ``avif``, ``pdf`` or ``svg``.
    ``width`` is in points, ``scale`` in pixels per point, ``theme`` is ``light`` or ``dark``,
    ``quality`` is from 1 to 100. ``strict`` makes warnings errors.
    """

    format: str
    width: float
    scale: float
    text_scale: float
    theme: str
    quality: int
    strict: bool


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

    def draw(
        self, scene: Json, data: Json | None = None, **options: Unpack[DrawOptions]
    ) -> Picture:
        """Draws a scene or a request, or a template with ``data``."""
        text = (scene if isinstance(scene, str) else _dump(scene)).encode()
        if data is None:
            return self._draw("lc_picture_draw", [text], **options)
        values = (data if isinstance(data, str) else _dump(data)).encode()
        return self._draw("lc_picture_draw_template", [text, values], **options)

    def draw_markdown(
        self, text: str, *, text_size: float = 0, **options: Unpack[DrawOptions]
    ) -> Picture:
        """Draws Markdown; ``text_size`` is in points."""
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
        self._options = DrawOptions(scale=scale, format=format)
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
        options = self._options.copy()
        if request.width is not None:
            options["width"] = request.width
        if request.scale is not None:
            options["scale"] = request.scale
        if request.theme is not None:
            options["theme"] = request.theme
        if request.format is not None:
            options["format"] = request.format
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


def renderer(
    *, template: Json | None = None, scale: float = 0, format: str = "",
    ledger: Ledger | None = None,
) -> NativeRenderer | Renderer:
    """A renderer in this process, or if the library is missing one that runs the command."""
    try:
        return NativeRenderer(
            template=template, scale=scale, format=format or "png", ledger=ledger
        )
    except LibraryMissing:
        words = ["--scale", str(scale)] if scale else []
        words += ["--format", format] if format else []
        return Renderer(template=template, options=words, ledger=ledger)
