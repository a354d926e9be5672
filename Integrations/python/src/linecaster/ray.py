"""Cards under Ray: actors, each with one warm child, over a dataset.

    from linecaster.ray import render

    cards = render(ray.data.read_parquet("rows"), template=open("card.json").read(), actors=4)
    cards.write_parquet("cards")
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .answers import Json
from .tables import Task, arrow

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset


def render(
    dataset: Dataset,
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
    actors: int = 2,
    block_size: int = 1_000,
    batch_size: int = 200,
) -> Dataset:
    """A dataset with a card for each row, in the columns that ``linecaster.spark.render`` has.

    The parameters are the same. ``actors`` children draw blocks of ``block_size`` rows, which Ray
    would else make of so many bytes: rows are small, and all of them would be one actor's. A block
    is drawn again where an actor dies in it; with a ``ledger``, actors that take the place of others
    compare with all that was written down before they began. A child is sent ``batch_size`` rows at
    a time.
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
    blocks = dataset.repartition(target_num_rows_per_block=block_size)
    return blocks.map_batches(
        CardActor,
        fn_constructor_args=(task,),
        batch_format="pyarrow",
        batch_size=batch_size,
        concurrency=actors,
    )


class CardActor:
    """Draws batches of rows with a child of its own."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._renderer = task.renderer(task.job)

    def __call__(self, table: pyarrow.Table) -> pyarrow.Table:
        import pyarrow as pa

        requests = (self._task.request(row) for row in table.to_pylist())
        answers = list(self._task.answers(self._renderer, requests))
        schema = self._task.schema(table.schema.field(self._task.id).type)
        return pa.Table.from_batches([arrow(answers, schema)])
