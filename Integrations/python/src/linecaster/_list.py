"""Lists of the C library."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterable, Iterator
from ctypes import byref, c_size_t, c_uint32
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._library import Handle, ListInfo, ListOptions, PointerEvent, RawEdit, RawEvent, RawHit
from ._library import RawNode, RawRow, RawVisibleRow, check, load, number_of, sized, text_at
from .answers import Json, _dump

if TYPE_CHECKING:
    from ._text import Fonts

_THEMES = ["", "light", "dark"]
_POSITIONS = ["top", "center", "bottom", "nearest"]
_POINTERS = ["down", "move", "up", "leave", "wheel", "secondary"]
_KEYS = [
    "up", "down", "page_up", "page_down", "home", "end", "tab", "back_tab", "activate", "escape",
    "delete", "menu",
]
_ROLES = ["row", "text", "group", "button", "link", "image", "heading", "text_field", "toggle"]
_STATES = ["focused", "focusable", "pressed", "selected", "on", "busy"]
_ACTIONS = ["press", "long_press", "delete", "focus"]
_EVENTS = ["", "tap", "link", "long_press", "secondary", "delete", "fault", "copy"]
_APPEND, _ABOVE, _BELOW, _REPLACE, _REMOVE = range(5)


class Template:
    """A template for rows, or a scene without data."""

    def __init__(self, json: Json) -> None:
        data = (json if isinstance(json, str) else _dump(json)).encode()
        self._handle = Handle("template", "lc_template_create", data, c_size_t(len(data)))


@dataclass(frozen=True)
class Row:
    """A row of a list: a template with data, or without a template a scene.

    ``key`` is unique in the list. ``tap``, ``long_press``, ``secondary`` and ``delete`` are the
    events that the row itself sends; its tagged parts and links always send theirs.
    """

    key: str
    data: Json | None = None
    template: Template | None = None
    tap: bool = False
    long_press: bool = False
    secondary: bool = False
    delete: bool = False

    def _raw(self) -> RawRow:
        key = self.key.encode()
        data = self.data
        text = None if data is None else (data if isinstance(data, str) else _dump(data)).encode()
        flags = self.tap | self.long_press << 1 | self.secondary << 2 | self.delete << 3
        return RawRow(
            key=key, key_length=len(key), data=text, data_length=len(text or b""), flags=flags,
            template=None if self.template is None else self.template._handle.value,
        )


@dataclass(frozen=True)
class Frame:
    """The state of a list after a frame; lengths are in points, times in seconds."""

    offset: float
    content_height: float
    row_count: int
    #: Rows in sight whose pixels are not ready.
    blank_count: int
    #: Seconds until a frame would differ without any call or result.
    next_frame: float
    seconds: float
    changed: bool
    busy: bool
    idle: bool
    at_end: bool


@dataclass(frozen=True)
class VisibleRow:
    """A row in sight, in points from the corner of the viewport."""

    key: str
    index: int
    x: float
    y: float
    width: float
    height: float
    ready: bool


@dataclass(frozen=True)
class Hit:
    """What is at a point: a row, its innermost tag and link, and the number of its node."""

    key: str
    tag: str
    link: str
    path: str
    node: int
    x: float
    y: float
    interactive: bool


@dataclass(frozen=True)
class Node:
    """A row in sight or a part of it, for assistive technologies."""

    key: str
    label: str
    value: str
    role: str
    level: int
    depth: int
    x: float
    y: float
    width: float
    height: float
    states: tuple[str, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Event:
    """Something that happened to a row: ``tap``, ``link``, ``long_press``, ``secondary``,
    ``delete`` or ``fault``. ``text`` is a tag, an address or a message. ``copy`` has the selected
    text and no row."""

    kind: str
    key: str
    text: str
    x: float
    y: float
    dropped: int


class List:
    """A list of rows, which workers measure and draw.

        from linecaster.native import List, Row, Template

        rows = List(320, 480)
        card = Template({"body": {"padding": 8, "Text": "{{name}}", "tag": "open"}})
        rows.update(Row(name, {"name": name}, card) for name in ("Ada", "Grace"))
        frame = rows.settle()
        rows.tap(20, 12)
        print(frame.row_count, [event.text for event in rows.events()], len(rows.draw()))

    A list belongs to the thread that creates it: calls on another raise ``NativeError`` with the
    status ``wrong thread``. ``follows_end`` keeps the end in view while the reader is there.
    """

    def __init__(
        self, width: float, height: float, *, fonts: Fonts | None = None,
        folder: str | os.PathLike[str] | None = None, scale: float = 1, text_scale: float = 1,
        theme: str = "", follows_end: bool = False, animated: bool = True,
    ) -> None:
        from ._text import _shared_fonts

        self._fonts = _shared_fonts() if fonts is None else fonts
        self._options = dict(
            width=width, height=height, scale=scale, text_scale=text_scale,
            theme=number_of(theme, _THEMES, "theme"), flags=follows_end | (not animated) << 1,
        )
        where = os.fsencode(folder) if folder is not None else None
        self._handle = Handle(
            "list", "lc_list_create", self._fonts.typesetter.value, where,
            c_size_t(len(where or b"")), byref(sized(ListOptions, **self._options)),
        )

    def resize(self, width: float, height: float, *, theme: str | None = None) -> None:
        """Changes the size, and the theme if one is given."""
        self._options |= dict(width=width, height=height)
        if theme is not None:
            self._options["theme"] = number_of(theme, _THEMES, "theme")
        self._call("set_options", byref(sized(ListOptions, **self._options)))

    def update(self, rows: Iterable[Row]) -> None:
        """Shows other rows; those with keys as before are the same rows."""
        raw = [row._raw() for row in rows]
        self._call("update", (RawRow * len(raw))(*raw), c_size_t(len(raw)))

    def append(self, row: Row) -> None:
        """Adds a row at the end."""
        self._edit(_APPEND, row._raw())

    def insert(self, row: Row, *, above: str | None = None, below: str | None = None) -> None:
        """Inserts a row above or below the row with a key."""
        if (above is None) == (below is None):
            raise ValueError("give one of above and below")
        if above is not None:
            self._edit(_ABOVE, row._raw(), above)
        else:
            self._edit(_BELOW, row._raw(), below)

    def replace(self, row: Row) -> None:
        """Replaces the row with the same key."""
        self._edit(_REPLACE, row._raw())

    def remove(self, key: str) -> None:
        """Removes a row."""
        self._edit(_REMOVE, Row(key)._raw())

    def _edit(self, kind: int, row: RawRow, place: str | None = None) -> None:
        where = (place or "").encode()
        edit = RawEdit(row=row, place=where, place_length=len(where), kind=kind)
        self._call("edit", byref(edit), c_size_t(1))

    def frame(self, budget: float = 0.002) -> Frame:
        """Takes in results for at most ``budget`` seconds, and moves what scrolls."""
        info = sized(ListInfo)
        self._call("frame", budget, byref(info))
        changed, busy, idle, at_end = (bool(info.flags & 1 << bit) for bit in range(4))
        return Frame(
            info.offset, info.content_height, info.row_count, info.blank_count, info.next_frame,
            info.frame_seconds, changed, busy, idle, at_end,
        )

    def wait(self, seconds: float) -> None:
        """Waits until a result arrives or a frame is due, at most some seconds."""
        self._call("wait", seconds)

    def settle(self, timeout: float = 60) -> Frame:
        """Runs frames until nothing moves and all rows in sight are ready."""
        end = time.monotonic() + timeout
        while True:
            frame = self.frame(0.05)
            if frame.idle and not frame.busy:
                return frame
            if time.monotonic() > end:
                raise TimeoutError(f"the list does not settle within {timeout} seconds")
            self.wait(0.02)

    @property
    def pixel_size(self) -> tuple[int, int]:
        """The width and height of the viewport in pixels."""
        scale = min(max(self._options["scale"] or 1, 0.5), 4)
        return round(self._options["width"] * scale), round(self._options["height"] * scale)

    def draw(self, pixels: bytearray | None = None) -> bytearray:
        """Draws the viewport as of the last frame: premultiplied RGBA of ``pixel_size``, in
        ``pixels`` if they are given."""
        width, height = self.pixel_size
        target = bytearray(4 * width * height) if pixels is None else pixels
        if len(target) < 4 * width * height:
            raise ValueError(f"{len(target)} bytes are less than {4 * width * height}")
        if target:
            memory = (ctypes.c_uint8 * len(target)).from_buffer(target)
            sizes = (c_size_t(4 * width), c_size_t(width), c_size_t(height))
            self._call("draw", memory, *sizes, None)
        return target

    @property
    def visible(self) -> list[VisibleRow]:
        """The rows in sight, from top to bottom."""
        return [
            VisibleRow(
                text_at(row.key, row.key_length), row.index, row.frame.x, row.frame.y,
                row.frame.width, row.frame.height, bool(row.is_ready),
            )
            for row in self._all("visible", RawVisibleRow)
        ]

    def scroll(self, offset: float, *, animated: bool = False) -> None:
        """Scrolls to an offset in points, clamped to the ends."""
        self._call("scroll", offset, int(animated))

    def scroll_to(self, key: str, position: str = "top", *, animated: bool = False) -> None:
        """Scrolls to a row: ``top``, ``center``, ``bottom`` or ``nearest``."""
        data = key.encode()
        place = number_of(position, _POSITIONS, "position")
        self._call("scroll_to", data, c_size_t(len(data)), c_uint32(place), c_uint32(animated))

    def scroll_to_end(self, *, animated: bool = False) -> None:
        """Scrolls to the end, and follows it if the list does."""
        self._call("scroll_to_end", c_uint32(animated))

    def pointer(
        self, kind: str, x: float, y: float, *, wheel: float = 0, clicks: int = 1,
        touch: bool = False,
    ) -> bool:
        """Handles a pointer: ``down``, ``move``, ``up``, ``leave``, ``wheel`` or ``secondary``.
        Returns whether it had an effect."""
        event = sized(
            PointerEvent, x=x, y=y, wheel=wheel, kind=number_of(kind, _POINTERS, "kind"),
            clicks=clicks, is_touch=int(touch),
        )
        return self._handled("pointer", byref(event))

    def tap(self, x: float, y: float) -> bool:
        """Presses and releases a pointer. Returns whether that had an effect."""
        self.pointer("down", x, y)
        return self.pointer("up", x, y)

    def key(self, name: str) -> bool:
        """Handles a key, such as ``page_down``, ``tab`` or ``activate``. Returns whether it had an
        effect."""
        return self._handled("key", c_uint32(number_of(name, _KEYS, "key")))

    def copy(self) -> bool:
        """Requests the selected text, which arrives as an event ``copy``. Returns whether text is
        selected."""
        return self._handled("copy")

    def hit(self, x: float, y: float) -> Hit | None:
        """The row and the node at a point of the viewport."""
        hit = sized(RawHit)
        self._call("hit_test", x, y, byref(hit))
        if not hit.key:
            return None
        return Hit(
            text_at(hit.key, hit.key_length), text_at(hit.tag, hit.tag_length),
            text_at(hit.link, hit.link_length), text_at(hit.path, hit.path_length), hit.node,
            hit.x, hit.y, bool(hit.is_interactive),
        )

    def semantics(self) -> list[Node]:
        """The rows in sight in reading order, each before its parts."""
        return [
            Node(
                text_at(node.key, node.key_length), text_at(node.label, node.label_length),
                text_at(node.value, node.value_length), _ROLES[node.role], node.level, node.depth,
                node.frame.x, node.frame.y, node.frame.width, node.frame.height,
                tuple(name for bit, name in enumerate(_STATES) if node.states & 1 << bit),
                tuple(name for bit, name in enumerate(_ACTIONS) if node.actions & 1 << bit),
            )
            for node in self._all("semantics", RawNode)
        ]

    def perform(self, node: int, action: str) -> bool:
        """Performs an action on a node of the last ``semantics``, by its index."""
        number = number_of(action, _ACTIONS, "action")
        return self._handled("perform", c_size_t(node), c_uint32(number))

    def events(self) -> Iterator[Event]:
        """The events that wait, each once."""
        while True:
            event = sized(RawEvent)
            self._call("next_event", byref(event))
            if not event.kind:
                return
            yield Event(
                _EVENTS[event.kind], text_at(event.key, event.key_length),
                text_at(event.text, event.text_length), event.x, event.y, event.dropped,
            )

    def _call(self, name: str, *arguments: Any) -> None:
        check(getattr(load(), f"lc_list_{name}")(self._handle.value, *arguments))

    def _handled(self, name: str, *arguments: Any) -> bool:
        handled = c_uint32()
        self._call(name, *arguments, byref(handled))
        return bool(handled.value)

    def _all(self, name: str, kind: Any) -> Any:
        count = c_size_t()
        self._call(name, None, c_size_t(0), byref(count))
        memory = (kind * count.value)()
        self._call(name, memory, count, byref(count))
        return memory
