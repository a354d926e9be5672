"""Text and pictures by the C library of $LINECASTER_LIBRARY or of a wheel."""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import needs_library

from linecaster import Renderer, Request, native
from linecaster.native import (
    Box,
    Decoration,
    Fonts,
    LibraryMissing,
    NativeError,
    NativeRenderer,
    Painter,
    Text,
    renderer,
    version,
)

pytestmark = needs_library
ROOT = Path(__file__).parents[3]
SCENE = '{"width": 100, "body": {"Text": "Grüße, العربية"}}'


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    yield Painter()


def test_measures_text() -> None:
    text = Text("Grüße an alle", size=20)
    whole = text.layout()
    assert len(whole.lines) == 1 and whole.lines[0].text == "Grüße an alle"
    narrow = text.layout(width=whole.width / 2)
    assert "".join(line.text for line in narrow.lines) == "Grüße an alle"
    assert len(narrow.lines) == 2 and narrow.height == 2 * whole.height
    text.append(" und 👍🏽", weight=700)
    assert text.string == "Grüße an alle und 👍🏽"
    assert text.layout().width > whole.width
    # A layout does not change.
    assert whole.lines[0].text == "Grüße an alle"


def test_the_sample_of_the_module_runs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = (inspect.getdoc(native) or "").splitlines()
    sample = "\n".join(line[4:] for line in lines if line.startswith("    "))
    exec(compile(sample, "native.py", "exec"), {})
    assert "before it is" in capsys.readouterr().out


@pytest.mark.parametrize(
    "page", ["Integrations/python/README.md", "Sources/Linecaster/Linecaster.docc/FromPython.md"]
)
def test_the_samples_of_pages_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)
    start = next(place for place, block in enumerate(blocks) if "linecaster.native" in block)
    names: dict[str, Any] = {}
    for block in blocks[start:]:
        exec(compile(block, page, "exec"), names)
    assert "before it is" in capsys.readouterr().out
    assert names["picture"].data.startswith(b"\x89PNG")


def test_offsets_are_those_of_the_string() -> None:
    layout = Text("äöü 👍 end", size=20).layout()
    for offset in range(4):
        caret = layout.caret(offset)
        assert caret.offset == offset
        assert layout.caret_at(caret.x, caret.top).offset == offset
    assert layout.caret_at(1e6, 0).offset == len("äöü 👍 end")
    [(x, y, width, height)] = layout.selection(0, 3)
    assert (x, y) == (0, 0) and width == layout.caret(3).x and height == layout.height
    assert layout.selection(2, 2) == []
    with pytest.raises(IndexError):
        layout.caret(99)


def test_wraps_aligns_and_truncates() -> None:
    words = "some words for three lines of this width"
    start = Text(words).layout(120).lines
    end = Text(words, alignment="end").layout(120).lines
    assert len(start) == 3 and [line.text for line in start] == [line.text for line in end]
    assert start[0].x == 0 and end[0].x == pytest.approx(120 - end[0].width)
    assert len(Text(words, max_lines=2).layout(120).lines) == 2


def test_decorates_text() -> None:
    text = Text("plain ")
    lines = [Decoration(pattern="wavy", color=0xC00000FF), Decoration("strikethrough", thickness=2)]
    text.append("gypsy jumping", decorations=lines, background=0xFFFF00FF, color=0x000080FF)
    layout = text.layout()
    [background] = layout.backgrounds
    assert background.color == 0xFFFF00FF and background.x == layout.caret(6).x
    wavy = [line for line in layout.decorations if line.position == "underline"]
    # The line has gaps at the letters that cross it.
    assert len(wavy) > 1 and {line.pattern for line in wavy} == {"wavy"}
    assert {line.color for line in wavy} == {0xC00000FF}
    [strike] = [line for line in layout.decorations if line.position == "strikethrough"]
    assert (strike.color, strike.height) == (0x000080FF, 2)
    assert strike.width == pytest.approx(background.width)
    with pytest.raises(ValueError, match="dotty"):
        text.append("a", decorations=[Decoration(pattern="dotty")])


def test_boxes_links_and_attachments() -> None:
    text = Text("Größe ")
    text.append_attachment(30, 20, tag=9, baseline=15)
    text.append_box("the manual", link="https://example.com/ä", tag=7, padding=(4, 2), weight=700)
    assert text.string == "Größe \uFFFCthe manual"
    layout = text.layout()
    [place] = layout.attachments
    assert (place.tag, place.offset, place.width, place.height) == (9, 6, 30, 20)
    assert place.x == layout.caret(6).x and place.y == pytest.approx(layout.lines[0].baseline - 15)
    [box] = layout.boxes
    assert box.tag == 7 and box.has_left_edge and box.has_right_edge
    assert box.x == pytest.approx(place.x + 30)
    assert layout.link_at(box.x + 9, box.y + 5) == "https://example.com/ä"
    assert layout.link_at(place.x, place.y) == ""
    assert len(text.layout(box.width).boxes) == 1 and len(text.layout(box.width * 0.7).boxes) == 2
    with pytest.raises(ValueError):
        text.append_box("a", border=float("nan"))


def test_boxes_nest() -> None:
    inner = Text("an ")
    inner.append_box("inner box", tag=2, border=1)
    text = Text("See ")
    text.append_text(inner, Box(tag=1, padding=(4, 0)))
    text.append_text(inner, size=20)
    assert text.string == "See an inner boxan inner box"
    outer, nested, plain = text.layout().boxes
    assert (outer.tag, nested.tag, plain.tag) == (1, 2, 2)
    assert outer.x < nested.x and nested.x + nested.width < outer.x + outer.width < plain.x


def test_ruby() -> None:
    plain, text = Text("word", size=20).layout(), Text()
    text.append_ruby("word", "a long reading", size=20)
    wide = text.layout()
    assert text.string == "word" and wide.width > plain.width and wide.boxes == []
    other = Text()
    other.append_ruby(
        "word", "read", position="under", alignment="center", overhangs=False,
        annotation_style={"size": 4}, size=20,
    )
    assert other.layout().width == pytest.approx(plain.width)
    with pytest.raises(ValueError, match="beside"):
        text.append_ruby("a", "b", position="beside")


def test_styles_have_no_other_names() -> None:
    wrong: dict[str, Any] = {"wieght": 700}
    with pytest.raises(TypeError, match="wieght"):
        Text("a", **wrong)
    with pytest.raises(TypeError, match="wieght"):
        Painter().draw(SCENE, **wrong)


def test_fonts_and_errors() -> None:
    assert len(Fonts()) > 20
    with pytest.raises(NativeError) as caught:
        Fonts(["/missing.ttf"])
    assert caught.value.status == "font error" and "/missing.ttf" in str(caught.value)
    with pytest.raises(NativeError):
        Text("a", fonts=Fonts(bundled=False)).layout()
    with pytest.raises(ValueError):
        Text("a", weight=5000)
    with pytest.raises(ValueError):
        Text("a", alignment="middle")


def test_pictures_are_those_of_the_command(painter: Painter, command: str) -> None:
    with Renderer(command) as other:
        expected = other.render(Request(1, scene=SCENE, scale=2))
    picture = painter.draw(SCENE, scale=2)
    assert picture.data == expected.picture and picture.width == expected.width
    assert picture._repr_png_() == picture.data
    pixels = painter.draw(SCENE, format="rgba")
    assert len(pixels.data) == 4 * pixels.width * pixels.height and pixels._repr_png_() is None
    page = painter.draw_markdown("# Title", format="svg").data
    assert b"<svg" in page and b">Title</text>" in page


def test_pictures_report_what_is_missing(painter: Painter) -> None:
    scene = {"body": {"Column": [{"Text": "\u0378"}, {"Image": {"image": "none.png"}}]}}
    picture = painter.draw(scene)
    assert picture.missing == ("U+0378",)
    assert len(picture.warnings) == 1 and "none.png" in picture.warnings[0]
    with pytest.raises(NativeError, match="none.png"):
        painter.draw(scene, strict=True)
    with pytest.raises(NativeError) as caught:
        Painter(max_bytes=100).draw(SCENE)
    assert caught.value.status == "budget exceeded"


def test_renders_as_the_command_does(command: str, template: str) -> None:
    rows = [Request(name, data={"name": name}) for name in ("Ada", "Bob", "\u0378")]
    rows += [Request("own", scene=SCENE, format="svg"), Request("wrong", data={"nmae": 1})]
    with NativeRenderer(template=template) as native, Renderer(command, template=template) as other:
        answers = list(native.render_all(rows))
        for answer, expected in zip(answers, other.render_all(rows), strict=True):
            assert (answer.id, answer.sha256) == (expected.id, expected.sha256)
            assert (answer.width, answer.height) == (expected.width, expected.height)
            assert answer.missing == expected.missing
            assert (answer.error is None) == (expected.error is None)
    picture = answers[0].picture
    assert picture is not None and hashlib.sha256(picture).hexdigest() == answers[0].sha256
    assert answers[4].error is not None and "nmae" in answers[4].error.reason


def test_threads_share_a_painter(painter: Painter) -> None:
    expected = painter.draw(SCENE).data
    found: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: found.append(painter.draw(SCENE).data)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_the_command_stands_in(command: str, template: str) -> None:
    program = """
import sys
from linecaster import Renderer, Request, native
from linecaster.native import renderer
with renderer(template=sys.argv[1], scale=2) as found:
    answer = found.render(Request(1, data={"name": "Ada"}))
    print(type(found).__name__, answer.sha256)
"""
    digests = set()
    for library, name in (("/missing.so", "Renderer"), (None, "NativeRenderer")):
        environment = {**os.environ, "LINECASTER": command}
        if library:
            environment["LINECASTER_LIBRARY"] = library
        words = [sys.executable, "-c", program, template]
        output = subprocess.run(words, env=environment, capture_output=True, check=True).stdout
        kind, digest = output.decode().split()
        assert kind == name
        digests.add(digest)
    assert len(digests) == 1
    assert isinstance(renderer(template=template), NativeRenderer)


def test_a_missing_library_is_named() -> None:
    program = "from linecaster.native import version; version()"
    environment = {**os.environ, "LINECASTER_LIBRARY": "/missing.so"}
    found = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True
    )
    assert LibraryMissing.__name__ in found.stderr and "/missing.so" in found.stderr
    assert version().count(".") == 2
