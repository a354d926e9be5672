"""The C library by ctypes: its structs, its handles and its errors."""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from ctypes import byref, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint32, c_uint64
from ctypes import c_void_p
from pathlib import Path
from typing import Any

#: The binary interface that this module was written for.
_ABI = "0"
_STATUSES = {3: IndexError, 1: ValueError, 4: ValueError}


class LibraryMissing(Exception):
    """The C library cannot be loaded."""


class NativeError(Exception):
    """A call of the C library failed; ``status`` is its name, such as ``scene error``."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status


class RawDecoration(ctypes.Structure):
    _fields_ = [
        ("thickness", c_double), ("offset", c_double), ("position", c_uint32),
        ("pattern", c_uint32), ("skip_ink", c_uint32), ("color", c_uint32),
    ]


class Style(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("family", c_char_p), ("family_length", c_size_t),
        ("language", c_char_p), ("language_length", c_size_t), ("features", c_void_p),
        ("feature_count", c_size_t), ("size", c_double), ("letter_spacing", c_double),
        ("word_spacing", c_double), ("baseline_shift", c_double), ("width", c_double),
        ("weight", c_int32), ("slant", c_uint32), ("color", c_uint32), ("background", c_uint32),
        ("decorations", ctypes.POINTER(RawDecoration)), ("decoration_count", c_size_t),
    ]


class RawBox(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("link", c_char_p), ("link_length", c_size_t),
        ("tag", c_uint64), ("horizontal_padding", c_double), ("vertical_padding", c_double),
        ("border", c_double), ("horizontal_margin", c_double), ("corner_radius", c_double),
        ("background", c_uint32), ("border_color", c_uint32), ("vertical_alignment", c_uint32),
        ("flags", c_uint32),
    ]


class RawRuby(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("annotation", c_char_p), ("annotation_length", c_size_t),
        ("style", ctypes.POINTER(Style)), ("position", c_uint32), ("alignment", c_uint32),
        ("flags", c_uint32), ("reserved", c_uint32),
    ]


class RawAttachment(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("tag", c_uint64), ("width", c_double), ("height", c_double),
        ("baseline", c_double), ("horizontal_margin", c_double),
        ("vertical_alignment", c_uint32), ("reserved", c_uint32),
    ]


class ParagraphStyle(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("line_height", c_double), ("first_line_indent", c_double),
        ("paragraph_spacing", c_double), ("alignment", c_uint32), ("direction", c_uint32),
        ("line_height_kind", c_uint32), ("maximum_lines", c_uint32), ("flags", c_uint32),
        ("reserved", c_uint32),
    ]


class Rect(ctypes.Structure):
    _fields_ = [("x", c_double), ("y", c_double), ("width", c_double), ("height", c_double)]


class RawBackground(ctypes.Structure):
    _fields_ = [("frame", Rect), ("color", c_uint32), ("reserved", c_uint32)]


class RawDecorationLine(ctypes.Structure):
    _fields_ = [
        ("frame", Rect), ("color", c_uint32), ("position", c_uint32), ("pattern", c_uint32),
        ("reserved", c_uint32),
    ]


class RawFragment(ctypes.Structure):
    _fields_ = [
        ("tag", c_uint64), ("frame", Rect), ("box", c_size_t), ("line", c_size_t),
        ("background", c_uint32), ("border_color", c_uint32), ("border", c_double),
        ("corner_radius", c_double), ("flags", c_uint32), ("reserved", c_uint32),
    ]


class RawPlace(ctypes.Structure):
    _fields_ = [("tag", c_uint64), ("frame", Rect), ("offset", c_size_t), ("line", c_size_t)]


class RawLine(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("start", c_size_t), ("end", c_size_t),
        ("hidden_start", c_size_t), ("hidden_end", c_size_t), ("frame", Rect),
        ("baseline", c_double),
    ]


class RawCaret(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("offset", c_size_t), ("line", c_size_t), ("x", c_double),
        ("top", c_double), ("bottom", c_double), ("affinity", c_uint32), ("reserved", c_uint32),
    ]


class Budget(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("pixels", c_uint64), ("bytes", c_uint64),
        ("painted_pixels", c_uint64), ("picture_pixels", c_uint64), ("nodes", c_uint64),
        ("text_units", c_uint64), ("seconds", c_double),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("width", c_double), ("scale", c_double),
        ("text_scale", c_double), ("text_size", c_double), ("format", c_uint32),
        ("theme", c_uint32), ("quality", c_uint32), ("flags", c_uint32),
    ]


class Info(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("width", c_size_t), ("height", c_size_t),
        ("byte_count", c_size_t), ("row_bytes", c_size_t), ("warning_count", c_size_t),
        ("missing_count", c_size_t), ("format", c_uint32), ("reserved", c_uint32),
    ]


def sized(kind: Any, /, **values: Any) -> Any:
    return kind(struct_size=ctypes.sizeof(kind), **values)


class ListOptions(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("width", c_double), ("height", c_double), ("scale", c_double),
        ("text_scale", c_double), ("theme", c_uint32), ("flags", c_uint32),
    ]


class RawRow(ctypes.Structure):
    _fields_ = [
        ("key", c_char_p), ("key_length", c_size_t), ("template", c_void_p), ("data", c_char_p),
        ("data_length", c_size_t), ("flags", c_uint32), ("reserved", c_uint32),
    ]


class RawEdit(ctypes.Structure):
    _fields_ = [
        ("row", RawRow), ("place", c_char_p), ("place_length", c_size_t), ("kind", c_uint32),
        ("reserved", c_uint32),
    ]


class ListInfo(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("offset", c_double), ("content_height", c_double),
        ("next_frame", c_double), ("frame_seconds", c_double), ("row_count", c_size_t),
        ("blank_count", c_size_t), ("event_count", c_size_t), ("flags", c_uint32),
        ("reserved", c_uint32),
    ]


class RawVisibleRow(ctypes.Structure):
    _fields_ = [
        ("key", c_void_p), ("key_length", c_size_t), ("frame", Rect), ("index", c_size_t),
        ("is_ready", c_uint32), ("reserved", c_uint32),
    ]


class PointerEvent(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("x", c_double), ("y", c_double), ("wheel", c_double),
        ("kind", c_uint32), ("clicks", c_uint32), ("is_touch", c_uint32), ("reserved", c_uint32),
    ]


class RawHit(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("key", c_void_p), ("key_length", c_size_t), ("tag", c_void_p),
        ("tag_length", c_size_t), ("link", c_void_p), ("link_length", c_size_t),
        ("path", c_void_p), ("path_length", c_size_t), ("node", c_size_t), ("x", c_double),
        ("y", c_double), ("is_interactive", c_uint32), ("reserved", c_uint32),
    ]


class RawNode(ctypes.Structure):
    _fields_ = [
        ("key", c_void_p), ("key_length", c_size_t), ("label", c_void_p),
        ("label_length", c_size_t), ("value", c_void_p), ("value_length", c_size_t),
        ("frame", Rect), ("depth", c_uint32), ("role", c_uint32), ("level", c_uint32),
        ("states", c_uint32), ("actions", c_uint32), ("reserved", c_uint32),
    ]


class RawEvent(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("key", c_void_p), ("key_length", c_size_t),
        ("text", c_void_p), ("text_length", c_size_t), ("x", c_double), ("y", c_double),
        ("kind", c_uint32), ("dropped", c_uint32),
    ]


_LIST_NUMBERS: dict[str, list[Any]] = {
    "lc_list_frame": [c_void_p, c_double, c_void_p],
    "lc_list_hit_test": [c_void_p, c_double, c_double, c_void_p],
    "lc_list_scroll": [c_void_p, c_double, c_uint32],
    "lc_list_wait": [c_void_p, c_double],
}


def text_at(start: int | None, length: int) -> str:
    """A text that the library has filled in."""
    return ctypes.string_at(start, length).decode(errors="replace") if start else ""


def number_of(word: str, words: list[str], name: str) -> int:
    """The number of an enumerator, by its word."""
    if word not in words:
        raise ValueError(f"{name} is {word!r}, not one of {words}")
    return words.index(word)


_library: ctypes.CDLL | None = None
_lock = threading.Lock()


def _candidates() -> list[str]:
    name = f"liblinecaster.so.{_ABI}"
    named = os.environ.get("LINECASTER_LIBRARY")
    if named:
        return [named]
    beside = Path(__file__).with_name(name)
    return [str(beside), name] if beside.exists() else [name]


def load() -> ctypes.CDLL:
    """The C library, loaded once; raises ``LibraryMissing``."""
    global _library
    with _lock:
        if _library is None:
            reasons = []
            for candidate in _candidates():
                try:
                    library = ctypes.CDLL(candidate)
                except OSError as error:
                    reasons.append(str(error))
                    continue
                library.lc_version.restype = c_char_p
                library.lc_error_message.restype = c_char_p
                library.lc_status_name.restype = c_char_p
                library.lc_prepared_layout.argtypes = [c_void_p, c_double, c_void_p]
                library.lc_layout_hit.argtypes = [c_void_p, c_double, c_double, c_void_p]
                library.lc_layout_link.argtypes = [
                    c_void_p, c_double, c_double, c_void_p, c_size_t, c_void_p
                ]
                # Numbers that ctypes would not pass as doubles.
                for name in ("lc_list_frame", "lc_list_hit_test", "lc_list_scroll", "lc_list_wait"):
                    getattr(library, name).argtypes = _LIST_NUMBERS[name]
                _library = library
                break
            else:
                raise LibraryMissing("; ".join(reasons))
        return _library


def check(status: int) -> None:
    if status == 0:
        return
    library = load()
    name = library.lc_status_name(c_int(status)).decode()
    message = library.lc_error_message().decode(errors="replace")
    kind = _STATUSES.get(status)
    raise kind(message) if kind else NativeError(name, message)


class Handle:
    """A handle of the library, destroyed with this object."""

    def __init__(self, kind: str, create: str, *arguments: Any) -> None:
        library = load()
        place = c_void_p()
        check(getattr(library, create)(*arguments, byref(place)))
        self.value = c_void_p(place.value)
        weakref.finalize(self, getattr(library, f"lc_{kind}_destroy"), c_void_p(place.value))

    def all(self, function: str, kind: Any) -> Any:
        """All elements that a function copies, as an array."""
        count = c_size_t()
        copy = getattr(load(), function)
        check(copy(self.value, None, c_size_t(0), byref(count)))
        elements = (kind * count.value)()
        check(copy(self.value, elements, count, byref(count)))
        return elements

    def count(self, function: str) -> int:
        number = c_size_t()
        check(getattr(load(), function)(self.value, byref(number)))
        return number.value
