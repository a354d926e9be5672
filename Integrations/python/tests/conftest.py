"""The command under test, and a template; $LINECASTER names the command."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

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
