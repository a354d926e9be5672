"""A warm child process that draws, and is started again where it dies."""

from __future__ import annotations

import logging
import os
import queue
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from .answers import Answer, Json, Request, RowError, _dump, frame, read_answer
from .keys import Ledger, write_file

_log = logging.getLogger("linecaster")

#: Bytes of what a child said before it died that are kept.
_WORDS_KEPT = 4000


@dataclass(frozen=True)
class Death:
    """How a child ended that was not to end."""

    #: The exit status, or the number of the signal, below 0.
    status: int
    #: The row that was under way: the first that had no answer.
    id: int | str | None
    #: The rows that were sent and had no answer, that one included.
    unanswered: int
    #: The last that it said on standard error.
    words: str

    def __str__(self) -> str:
        how = f"signal {-self.status}" if self.status < 0 else f"exit status {self.status}"
        when = "while idle" if self.unanswered == 0 else f"while drawing row {self.id!r}"
        said = f": {self.words.strip()}" if self.words.strip() else ""
        return f"linecaster batch ended with {how} {when}{said}"


class ChildDied(Exception):
    """A child died too often over the same row, or cannot be started."""

    def __init__(self, death: Death) -> None:
        super().__init__(death)
        self.death = death

    def __str__(self) -> str:
        return str(self.death)


class Renderer:
    """Draws requests with one warm child, ``linecaster batch``.

        with Renderer(template=text, options=["--scale", "2"]) as renderer:
            answer = renderer.render(Request("ada", data={"name": "Ada"}))

    Where the child dies, another takes its place, is sent what has no answer yet, and ``deaths``
    and the log ``linecaster`` say which row was under way. A row over which ``attempts`` children
    died ends with ``ChildDied``. So does an exit status of 1 or 64 at once: another child would find
    the same fault of the command line, a font or the template.

    Any thread may call it. Calls take turns: ``render_all`` has the child until its last answer or
    until it is closed, and a call by the same thread before that raises ``RuntimeError``.
    ``workers`` draw the rows of one call in parallel; several renderers draw those of several.

    ``command`` is the program, with words before its own options if need be; by default
    ``$LINECASTER`` or ``linecaster``. ``template`` is JSON, or the ``Path`` of a file, which is read
    once and beside which images are found. ``ledger`` sees each answer, and may raise
    ``DigestAlarm``.
    """

    #: Exit statuses of children that no retry can help: a wrong command line, and files that are
    #: missing or faulty.
    _FINAL = (1, 64)

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        template: Json | Path | None = None,
        files: str | os.PathLike[str] | None = None,
        resume: bool = False,
        workers: int = 1,
        options: Sequence[str] = (),
        ledger: Ledger | None = None,
        attempts: int = 3,
        ahead: int = 32,
    ) -> None:
        if attempts < 1 or ahead < 1:
            raise ValueError("attempts and ahead must be at least 1")
        if command is None:
            command = os.environ.get("LINECASTER", "linecaster")
        self._command = [command] if isinstance(command, str) else list(command)
        self._template: Json | None = None
        self._options = ["--workers", str(workers), *options]
        if isinstance(template, Path):
            self._template = template.read_text()
            if not any(word.split("=")[0] == "--images" for word in options):
                self._options += ["--images", os.fspath(template.parent)]
        else:
            self._template = template
        if files is not None:
            self._options += ["--files", os.fspath(files)]
        if resume:
            self._options.append("--resume")
        self._ledger = ledger
        self._attempts = attempts
        self._ahead = ahead
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._child: _Child | None = None
        # Not reentrant, since a generator may be continued and closed by other threads.
        self._turn = threading.Lock()
        self._owner: int | None = None
        #: The children that died, in their order.
        self.deaths: list[Death] = []

    def __enter__(self) -> Renderer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process of the child; none where it was not started yet."""
        return self._child.process.pid if self._child else None

    def render(self, request: Request) -> Answer:
        """Draws one picture."""
        (answer,) = self.render_all([request])
        return answer

    async def render_async(self, request: Request) -> Answer:
        """Draws one picture without blocking the event loop: a thread waits for it."""
        # Here, because it takes a third of the time that importing this package takes.
        import asyncio

        return await asyncio.to_thread(self.render, request)

    def render_all(self, requests: Iterable[Request]) -> Iterator[Answer]:
        """The answers to requests, in their order; ``ahead`` requests at most are taken before
        they are answered."""
        self._take_turn()
        try:
            yield from self._answers(requests)
        finally:
            self._owner = None
            self._turn.release()

    def _take_turn(self) -> None:
        thread = threading.get_ident()
        if self._owner == thread:
            raise RuntimeError("render_all is not finished; take its last answer or close it first")
        self._turn.acquire()
        self._owner = thread

    def _answers(self, requests: Iterable[Request]) -> Iterator[Answer]:
        source = iter(requests)
        pending: deque[_Pending] = deque()
        deaths_here = 0
        is_open = True
        try:
            while True:
                while is_open and len(pending) < self._ahead:
                    request = next(source, None)
                    if request is None:
                        is_open = False
                        break
                    item = _Pending(request)
                    pending.append(item)
                    if item.payload is not None:
                        self._started().send(item.payload)
                if not pending:
                    return
                answer = pending[0].answer
                if answer is None:
                    answer = self._started().receive()
                    if answer is None:
                        deaths_here += 1
                        self._bury(pending, is_last=deaths_here >= self._attempts)
                        continue
                    deaths_here = 0
                    self._check(answer, pending[0].request)
                pending.popleft()
                yield answer
        finally:
            # Whoever does not want the rest must not find its answers later.
            if any(item.payload is not None for item in pending):
                self._end()

    def _check(self, answer: Answer, request: Request) -> None:
        if answer.id != request.id and answer.error is None:
            raise ValueError(f"expected the answer for row {request.id!r}, got {answer.id!r}")
        if self._ledger is not None:
            self._ledger.check(answer)

    def close(self) -> None:
        """Ends the child and waits for it."""
        self._end()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

    def _started(self) -> _Child:
        if self._child is None:
            words = [*self._command, "batch", "--framing", "frames", *self._options]
            if self._template is not None:
                words += ["--template", self._template_path()]
            self._child = _Child(words)
        return self._child

    def _template_path(self) -> str:
        """The template as a file: the same bytes for each child, whatever becomes of the original."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="linecaster-")
            text = self._template if isinstance(self._template, str) else _dump(self._template)
            write_file(Path(self._folder.name) / "template.json", text.encode())
        return str(Path(self._folder.name) / "template.json")

    def _bury(self, pending: deque[_Pending], is_last: bool) -> None:
        """Notes how the child died, and sends what has no answer to another."""
        child, self._child = self._child, None
        status, words = child.end() if child else (0, "")
        sent = [item for item in pending if item.payload is not None]
        death = Death(status, sent[0].request.id if sent else None, len(sent), words)
        self.deaths.append(death)
        if is_last or status in self._FINAL:
            _log.error("%s", death)
            pending.clear()
            raise ChildDied(death)
        _log.warning("%s; starting it again", death)
        following = self._started()
        for item in sent:
            if item.payload is not None:
                following.send(item.payload)


class _Pending:
    """A request without an answer that was handed on."""

    def __init__(self, request: Request) -> None:
        self.request = request
        #: What is sent; none where it cannot be, and the answer is known.
        self.payload: bytes | None = None
        self.answer: Answer | None = None
        try:
            self.payload = frame(request.json())
        except ValueError as error:
            fault = RowError("malformed", "", str(error))
            self.answer = Answer(request.id, error=fault)


class _Child:
    """A process that answers frames. Another thread writes, since a child that is not read from
    stops reading."""

    def __init__(self, words: Sequence[str]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except FileNotFoundError as error:
            self._errors.close()
            raise FileNotFoundError(
                f"{words[0]!r} was not found; build it with 'make command', and set $LINECASTER to "
                "its path"
            ) from error
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def send(self, payload: bytes) -> None:
        self._outbox.put(payload)

    def receive(self) -> Answer | None:
        """The next answer; none where the child is gone."""
        assert self.process.stdout is not None
        return read_answer(self.process.stdout)

    def end(self) -> tuple[int, str]:
        """Closes its input, waits for it, and says how it ended and what it said last."""
        self._outbox.put(None)
        assert self.process.stdout is not None
        # What it would still say would keep it from ending.
        self.process.stdout.close()
        self._writer.join(timeout=5)
        try:
            status = self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        with self._errors as errors:
            length = errors.seek(0, os.SEEK_END)
            errors.seek(max(0, length - _WORDS_KEPT))
            return status, errors.read().decode(errors="replace")

    def _write(self) -> None:
        stream = self.process.stdin
        assert stream is not None
        try:
            while (payload := self._outbox.get()) is not None:
                stream.write(payload)
                if self._outbox.empty():
                    stream.flush()
        except (BrokenPipeError, ValueError):
            pass
        finally:
            try:
                stream.close()
            except (BrokenPipeError, ValueError):
                pass
