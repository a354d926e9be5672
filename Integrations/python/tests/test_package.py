"""What a wheel has, and pictures as other packages take them."""

from __future__ import annotations

import gc
import io
from importlib.metadata import files, version

import numpy
import pytest
from conftest import BESIDE, needs_library
from PIL import Image

import linecaster
from linecaster import native
from linecaster.native import Painter

pytestmark = needs_library
#: Half of it is half transparent red, the other half is empty.
SCENE = {"width": 40, "height": 20, "background": "#00000000", "body": {"Row": [
    {"Text": "", "frame": {"width": 20, "height": 20}, "background": "#FF000080"},
]}}


@pytest.mark.skipif(not BESIDE.exists(), reason="the package was not installed from a wheel")
def test_the_wheel_has_what_it_needs() -> None:
    assert version("linecaster") == native.version()
    names = [str(file) for file in files("linecaster") or []]
    for name in ("py.typed", "linecaster-fonts/bundled.catalog", "licences/libharfbuzz0b.txt"):
        assert f"linecaster/{name}" in names
    assert any(name.startswith("linecaster.libs/libharfbuzz-") for name in names)
    assert not any("/CJK/" in name or name.endswith(".swift") for name in names)


def test_the_version_is_that_of_the_library() -> None:
    assert linecaster.__version__ == native.version()


@pytest.mark.parametrize("format", ["rgba", "bgra"])
def test_pixels_are_an_array_without_a_copy(format: str) -> None:
    picture = Painter().draw(SCENE, format=format, scale=2)
    array = picture.array()
    assert array.shape == (40, 80, 4) and array.dtype == numpy.uint8
    red = [128, 0, 0, 128] if format == "rgba" else [0, 0, 128, 128]
    assert array[10, 10].tolist() == red and array[10, 60].tolist() == [0, 0, 0, 0]
    assert array.tobytes() == picture.data
    address = array.__array_interface__["data"][0]
    assert address == picture.array().__array_interface__["data"][0]
    with pytest.raises(ValueError):
        array[0, 0, 0] = 1
    # The array holds the bytes after the picture has gone.
    expected = picture.data
    del picture
    gc.collect()
    Painter().draw({"width": 40, "height": 20, "body": {"Text": "", "background": "#00FF00"}},
                   format=format, scale=2)
    assert array.tobytes() == expected


def test_pictures_are_images_of_pillow() -> None:
    painter = Painter()
    expected = Image.open(io.BytesIO(painter.draw(SCENE).data)).convert("RGBA")
    for format in ("png", "rgba", "bgra"):
        image = painter.draw(SCENE, format=format).image().convert("RGBA")
        assert image.size == (40, 20)
        assert image.tobytes() == expected.tobytes()
    assert painter.draw(SCENE, format="webp").image().size == (40, 20)


def test_files_are_no_pixels() -> None:
    painter = Painter()
    with pytest.raises(ValueError, match="'png', not pixels"):
        painter.draw(SCENE).array()
    with pytest.raises(ValueError, match="'pdf'"):
        painter.draw(SCENE, format="pdf").image()
