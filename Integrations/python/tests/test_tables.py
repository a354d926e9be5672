from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from linecaster.tables import Task

BASE: dict[str, Any] = {
    "id": "id",
    "scene": None,
    "data": None,
    "template": None,
    "columns": None,
    "files": None,
    "resume": False,
    "ledger": None,
    "options": [],
    "command": None,
    "attempts": 3,
    "fails": False,
}


def task(**changed: Any) -> Task:
    return Task(**{**BASE, **changed})


def test_neither_spark_nor_ray_is_imported() -> None:
    code = (
        "import sys, linecaster, linecaster.spark, linecaster.ray;"
        "sys.exit(any(name in sys.modules for name in ('pyspark', 'pyarrow', 'numpy', 'ray')))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_rows_become_requests(template: str) -> None:
    row = {"key": 7, "name": "Ada", "wide": 200, "scene": '{"body": {}}', "json": '{"name": "B"}'}
    plain = task(id="key", template=template).request(row)
    assert plain.id == 7 and plain.data == row
    assert task(id="key", template=template).options[-2:] == ["--names", "missing"]
    assert "--names" not in task(id="key", template=template, data="json").options
    chosen = task(id="key", template=template, data="json", columns={"width": "wide"}).request(row)
    assert (chosen.data, chosen.width) == ('{"name": "B"}', 200)
    own = task(id="key", scene="scene").request(row)
    assert (own.scene, own.data) == ('{"body": {}}', None)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({}, "template is missing"),
        ({"scene": "a", "data": "b"}, "cannot be combined"),
        ({"template": "{}", "columns": {"colour": "c"}}, "colour"),
    ],
)
def test_what_makes_no_sense_is_told(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        task(**changed)


def test_the_schema_of_arrow_is_that_of_spark(command: str, template: str) -> None:
    """Where pyarrow is there, batches of Arrow come out of batches of Arrow."""
    pa = pytest.importorskip("pyarrow")
    from linecaster.spark import COLUMNS

    batches = pa.table({"id": list(range(1200)), "name": ["x"] * 1200}).to_batches(max_chunksize=700)
    drawing = task(template=template, command=command, options=["--compression", "fast"])
    found = list(drawing.batches(iter(batches), lambda: "group"))
    assert [batch.num_rows for batch in found] == [500, 500, 200]
    names = [column.split(" ")[0] for column in COLUMNS.replace("<code: string", "<").split(", ")]
    assert found[0].schema.names == ["id"] + [name for name in names if ":" not in name]
    rows = [row for batch in found for row in batch.to_pylist()]
    assert [row["id"] for row in rows] == list(range(1200))
    assert len({row["sha256"] for row in rows}) == 1
    assert list(drawing.batches(iter([]), lambda: "group")) == []
