"""Lists by the C library of $LINECASTER_LIBRARY or of a wheel."""

from __future__ import annotations

import ctypes
import inspect
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import needs_library

from linecaster import _library
from linecaster.native import List, NativeError, Row, Template

pytestmark = needs_library
ROOT = Path(__file__).parents[3]
CARD = {
    "body": {
        "padding": 8,
        "Column": [
            {"Text": "{{name}}"},
            {"Text": "Reply", "tag": "reply", "role": "button", "label": "Reply to {{name}}"},
        ],
    }
}


@pytest.fixture(scope="module")
def card() -> Template:
    return Template(CARD)


def rows(card: Template, numbers: range) -> list[Row]:
    return [Row(f"k{number}", {"name": f"Ada {number}"}, card, tap=True) for number in numbers]


def test_the_sample_of_the_class_runs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = (inspect.getdoc(List) or "").splitlines()
    sample = "\n".join(line[4:] for line in lines if line.startswith("    "))
    exec(compile(sample, "_list.py", "exec"), {})
    assert capsys.readouterr().out.split() == ["2", "['open']", str(320 * 480 * 4)]


def test_shows_scrolls_and_edits(card: Template) -> None:
    shown = List(200, 300, animated=False)
    shown.update(rows(card, range(2000)))
    frame = shown.settle()
    assert (frame.row_count, frame.offset, frame.blank_count) == (2000, 0, 0)
    first = shown.visible
    assert [row.key for row in first] == [f"k{index}" for index in range(len(first))]
    assert all(row.ready and row.width == 200 for row in first)
    shown.scroll_to("k1500")
    shown.settle()
    assert shown.visible[0].key == "k1500"
    shown.insert(Row("new", {"name": "New"}, card), below="k1500")
    shown.replace(Row("k1501", {"name": "Other"}, card))
    shown.remove("k1502")
    shown.append(Row("last", {"name": "Last"}, card))
    assert shown.settle().row_count == 2001
    assert [row.key for row in shown.visible[:4]] == ["k1500", "new", "k1501", "k1503"]
    shown.scroll_to_end()
    assert shown.settle().at_end and shown.visible[-1].key == "last"
    shown.scroll(40)
    assert shown.settle().offset == 40
    shown.pointer("wheel", 9, 9, wheel=120)
    assert shown.settle().offset == pytest.approx(160, abs=1)


def test_copies_selected_text(card: Template) -> None:
    shown = List(200, 300, animated=False)
    shown.update(rows(card, range(5)))
    shown.settle()
    assert not shown.copy()
    first, second = shown.visible[:2]
    shown.pointer("down", 1, first.y + 14)
    shown.pointer("move", 199, second.y + 14)
    shown.pointer("up", 199, second.y + 14)
    assert shown.copy()
    for _ in range(100):
        shown.frame()
        if events := list(shown.events()):
            break
        shown.wait(0.1)
    assert [(event.kind, event.key, event.text) for event in events] == [
        ("copy", "", "Ada 0\nAda 1")
    ]


def test_taps_are_events(card: Template) -> None:
    shown = List(200, 300, animated=False)
    shown.update(rows(card, range(3)))
    shown.settle()
    second = shown.visible[1]
    below = second.y + second.height - 14
    hit = shown.hit(20, below)
    assert hit is not None and (hit.key, hit.tag, hit.path, hit.node) == ("k1", "reply", "reply", 2)
    assert hit.interactive and shown.hit(20, 299) is None
    assert shown.tap(20, 12) and shown.tap(20, below)
    assert [(event.kind, event.key, event.text) for event in shown.events()] == [
        ("tap", "k0", ""), ("tap", "k1", "reply"),
    ]
    assert list(shown.events()) == []
    nodes = shown.semantics()
    button = next(index for index, node in enumerate(nodes) if node.label == "Reply to Ada 2")
    assert nodes[button].role == "button" and nodes[button].key == "k2"
    assert nodes[button].depth == 1 and "press" in nodes[button].actions
    assert shown.perform(button, "press")
    assert [event.key for event in shown.events()] == ["k2"]
    assert shown.key("tab") and shown.key("activate") and len(list(shown.events())) == 1


def test_draws(card: Template) -> None:
    shown = List(100, 50, scale=2, animated=False)
    shown.update(rows(card, range(3)))
    assert shown.settle().blank_count == 0
    pixels = shown.draw()
    assert len(pixels) == 200 * 100 * 4 and len(set(pixels)) > 20
    shown.resize(100, 50, theme="dark")
    shown.settle()
    mine = bytearray(len(pixels))
    assert shown.draw(mine) is mine and mine != pixels
    with pytest.raises(ValueError):
        shown.draw(bytearray(4))


def test_errors(card: Template) -> None:
    shown = List(100, 50)
    twice = [Row("a", {}, card), Row("a", {}, card)]
    with pytest.raises(ValueError, match="'a'"):
        shown.update(twice)
    with pytest.raises(IndexError, match="'b'"):
        shown.remove("b")
    with pytest.raises(ValueError):
        shown.frame(float("nan"))
    with pytest.raises(ValueError):
        shown.scroll_to("a", "middle")
    with pytest.raises(ValueError):
        shown.insert(Row("a"))
    with pytest.raises(NativeError):
        Template("[")
    shown.update([Row("a", {"nmae": ""}, card)])
    shown.settle()
    [event] = shown.events()
    assert (event.kind, event.key) == ("fault", "a") and "name" in event.text
    found: list[Any] = []

    def other() -> None:
        try:
            shown.frame()
        except NativeError as error:
            found.append(error.status)
        found.append(List(9, 9).settle().row_count)

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert found == ["wrong thread", 0]


def test_structs_are_those_of_the_header() -> None:
    checks = (ROOT / "Sources/CLinecaster/CLinecaster.c").read_text()
    sizes = {name: int(size) for name, size in re.findall(r"LAYOUT\((\w+), (\d+)", checks)}
    for kind, name in {
        _library.ListOptions: "lc_list_options", _library.RawRow: "lc_row",
        _library.RawEdit: "lc_row_edit", _library.ListInfo: "lc_list_info",
        _library.RawVisibleRow: "lc_visible_row", _library.PointerEvent: "lc_pointer_event",
        _library.RawHit: "lc_list_hit", _library.RawNode: "lc_semantic_node",
        _library.RawEvent: "lc_event", _library.Style: "lc_text_style",
        _library.RawDecoration: "lc_decoration", _library.RawBox: "lc_box",
        _library.RawAttachment: "lc_attachment", _library.RawRuby: "lc_ruby",
        _library.RawBackground: "lc_background",
        _library.RawDecorationLine: "lc_decoration_line", _library.RawFragment: "lc_box_fragment",
        _library.RawPlace: "lc_attachment_place",
    }.items():
        assert ctypes.sizeof(kind) == sizes[name], name
