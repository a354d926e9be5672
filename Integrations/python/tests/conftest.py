"""The command under test, which $LINECASTER names, a template, and the C library."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from linecaster import native

#: The library of a wheel.
BESIDE = Path(native.__file__).with_name("liblinecaster.so.0")
needs_library = pytest.mark.skipif(
    not (BESIDE.exists() or os.environ.get("LINECASTER_LIBRARY")), reason="there is no C library"
)

TEMPLATE = """{"data": {"name": "Ada"}, "defaults": {"color": "#1A5FB4"}, "width": 120,
 "body": {"Row": [{"Text": "Hello {{name}}"}], "padding": 6, "background": "{{color}}"}}"""


@pytest.fixture(scope="session")
def command() -> str:
    found = os.environ.get("LINECASTER") or shutil.which("linecaster")
    if not found or not Path(found).exists():
        pytest.fail("LINECASTER is not the path of the command linecaster")
    return found


@pytest.fixture
def template() -> str:
    return TEMPLATE
