"""Tables of rows to tables of cards, in Arrow; what Spark and Ray have in common."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .answers import Answer, Json, Request
from .keys import Ledger
from .renderer import Renderer

if TYPE_CHECKING:
    import pyarrow

#: What a table has of an error.
_ERROR = ("code", "path", "reason", "place")
#: Answers that are put together to a batch of Arrow: so many, or so many bytes of pictures.
_ROWS_TOGETHER = 500
_BYTES_TOGETHER = 4 << 20


class RowFailed(Exception):
    """A row has no picture, and the job was told to fail then."""


class Task:
    """What is done with the rows of a table; is sent to the workers."""

    def __init__(
        self,
        *,
        id: str,
        scene: str | None,
        data: str | None,
        template: Json | None,
        columns: Mapping[str, str] | None,
        files: str | os.PathLike[str] | None,
        resume: bool,
        ledger: str | os.PathLike[str] | None,
        options: Sequence[str],
        command: str | Sequence[str] | None,
        attempts: int,
        fails: bool,
    ) -> None:
        unknown = set(columns or {}) - {"width", "scale", "theme", "format"}
        if unknown:
            raise ValueError(f"unknown columns {sorted(unknown)}; use width, scale, theme, format")
        if scene is not None and data is not None:
            raise ValueError("scene and data cannot be combined; data is for the template")
        if scene is None and template is None:
            raise ValueError("template is missing; set it, or scene to a column of scenes")
        self.id, self.scene, self.data, self.template = id, scene, data, template
        self.columns, self.resume = dict(columns or {}), resume
        self.files = None if files is None else os.fspath(files)
        self.ledger = None if ledger is None else os.fspath(ledger)
        #: What the files of the job's ledgers are named after.
        self.job = uuid.uuid4().hex[:12]
        self.options, self.command = list(options), command
        # Tables have other columns than those that a template uses.
        if scene is None and data is None and "--names" not in self.options:
            self.options += ["--names", "missing"]
        self.attempts, self.fails = attempts, fails

    def renderer(self, group: str) -> Renderer:
        """A renderer, whose ledger compares with all of its group."""
        return Renderer(
            self.command,
            template=self.template,
            files=self.files,
            resume=self.resume,
            options=self.options,
            ledger=None if self.ledger is None else Ledger(self.ledger, group),
            attempts=self.attempts,
        )

    def batches(
        self, batches: Iterator[pyarrow.RecordBatch], group: Callable[[], str]
    ) -> Iterator[pyarrow.RecordBatch]:
        """The cards of the rows of batches, with one child for all."""
        first = next(batches, None)
        if first is None:
            return
        schema = self.schema(first.schema.field(self.id).type)
        with self.renderer(group()) as renderer:
            together: list[Answer] = []
            size = 0
            for answer in self.answers(renderer, self.requests(first, batches)):
                together.append(answer)
                size += len(answer.picture or b"")
                if len(together) == _ROWS_TOGETHER or size >= _BYTES_TOGETHER:
                    yield arrow(together, schema)
                    together, size = [], 0
            if together:
                yield arrow(together, schema)

    def answers(self, renderer: Renderer, requests: Iterator[Request]) -> Iterator[Answer]:
        """The answers to requests; raises ``RowFailed`` where one has an error and that matters."""
        for answer in renderer.render_all(requests):
            if self.fails and answer.error is not None:
                raise RowFailed(f"row {answer.id!r}: {answer.error}")
            yield answer

    def requests(
        self, first: pyarrow.RecordBatch, rest: Iterator[pyarrow.RecordBatch]
    ) -> Iterator[Request]:
        batch: pyarrow.RecordBatch | None = first
        while batch is not None:
            for row in batch.to_pylist():
                yield self.request(row)
            batch = next(rest, None)

    def request(self, row: dict[str, Any]) -> Request:
        """The request that a row is."""
        given = {name: row[column] for name, column in self.columns.items()}
        if self.scene is not None:
            return Request(row[self.id], scene=row[self.scene], **given)
        return Request(row[self.id], data=row if self.data is None else row[self.data], **given)

    def schema(self, kind: pyarrow.DataType) -> pyarrow.Schema:
        """The columns of an answer, as Arrow has them."""
        import pyarrow as pa

        error = pa.struct([(name, pa.string()) for name in _ERROR])
        return pa.schema(
            [
                (self.id, kind),
                ("picture", pa.binary()),
                ("file", pa.string()),
                ("sha256", pa.string()),
                ("key", pa.string()),
                ("width", pa.int32()),
                ("height", pa.int32()),
                ("missing", pa.list_(pa.string())),
                ("faults", pa.list_(pa.string())),
                ("ms", pa.float64()),
                ("skipped", pa.bool_()),
                ("error", error),
            ]
        )


def arrow(answers: Sequence[Answer], schema: pyarrow.Schema) -> pyarrow.RecordBatch:
    """Answers as a batch of Arrow, whose first column is their id."""
    import pyarrow as pa

    return pa.RecordBatch.from_pylist(
        [
            {
                schema.names[0]: answer.id,
                "picture": answer.picture,
                "file": answer.file,
                "sha256": answer.sha256,
                "key": answer.key,
                "width": answer.width,
                "height": answer.height,
                "missing": list(answer.missing),
                "faults": list(answer.faults),
                "ms": answer.ms,
                "skipped": answer.skipped,
                "error": answer.error and {name: getattr(answer.error, name) for name in _ERROR},
            }
            for answer in answers
        ],
        schema=schema,
    )
