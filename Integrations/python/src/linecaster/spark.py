"""Cards under Spark: one warm child a task, Arrow in, Arrow out.

    from linecaster.spark import render

    cards = render(spark.read.parquet("rows"), template=open("card.json").read())
    cards.write.parquet("cards")

The plain way, for those who need nothing of this module, is a pipe; what is wrong with rows is in
their answers, and the exit status 2 that says so is not looked at:

    rdd.pipe("linecaster batch --template card.json --workers 1")
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .answers import Json
from .tables import Task

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

#: The columns behind the id, as Spark's DDL has them.
COLUMNS = (
    "picture binary, file string, sha256 string, key string, width int, height int, "
    "missing array<string>, faults array<string>, ms double, skipped boolean, "
    "error struct<code: string, path: string, reason: string, place: string>"
)


def render(
    table: DataFrame,
    *,
    id: str = "id",
    scene: str | None = None,
    data: str | None = None,
    template: Json | None = None,
    columns: Mapping[str, str] | None = None,
    files: str | os.PathLike[str] | None = None,
    resume: bool = False,
    ledger: str | os.PathLike[str] | None = None,
    options: Sequence[str] = (),
    command: str | Sequence[str] | None = None,
    attempts: int = 3,
    fails: bool = False,
) -> DataFrame:
    """A table with a card for each row: its id, and ``COLUMNS``.

    - ``id``, ``scene``, ``data``: names of columns: a whole number or a string, and texts in JSON.
      Without ``scene`` and ``data`` the data of a row are all of its columns.
    - ``template``: the template itself, not its path: each task has the bytes that the driver had
      when the job began, whatever becomes of the file.
    - ``columns``: which of ``width``, ``scale``, ``theme`` and ``format`` are in which column.
    - ``files``: a folder that all machines see; pictures are written there, named after ids, each
      under a temporary name first, and the column ``picture`` is empty.
    - ``resume``: leaves rows alone whose files are there.
    - ``ledger``: a folder that all machines see. Each task writes down the digest of each key, and
      a task that is tried again compares: another digest fails the job with the row.
    - ``options``: further options of ``linecaster batch``, such as ``["--scale", "2"]``. Files that
      they name must be on each machine.
    - ``attempts``: over how many children one row may kill before its task fails.
    - ``fails``: whether a row with an error fails the job; otherwise the column ``error`` says it.
    """
    task = Task(
        id=id,
        scene=scene,
        data=data,
        template=template,
        columns=columns,
        files=files,
        resume=resume,
        ledger=ledger,
        options=options,
        command=command,
        attempts=attempts,
        fails=fails,
    )

    def cards(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return task.batches(batches, lambda: f"{task.job}-{_partition()}")

    kind = dict(table.dtypes)[id]
    return table.mapInArrow(cards, f"`{id}` {kind}, {COLUMNS}")


def _partition() -> int:
    """The number of the partition that the task at work has; tries of it have the same."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return 0 if context is None else int(context.partitionId())
