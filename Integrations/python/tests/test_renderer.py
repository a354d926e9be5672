from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from linecaster import Answer, ChildDied, DigestAlarm, Ledger, Renderer, Request


def requests(count: int) -> Iterator[Request]:
    return (Request(number, data={"name": f"row {number}"}) for number in range(count))


def digests(renderer: Renderer, count: int) -> list[str | None]:
    return [answer.sha256 for answer in renderer.render_all(requests(count))]


def test_draws(command: str, template: str) -> None:
    with Renderer(command, template=template) as renderer:
        answer = renderer.render(Request("ada", data={"name": "Ada"}, scale=2))
        assert answer.picture is not None and answer.picture.startswith(b"\x89PNG")
        assert hashlib.sha256(answer.picture).hexdigest() == answer.sha256
        assert (answer.id, answer.width, answer.error) == ("ada", 240, None)
        own = renderer.render(Request(1, scene='{"body": {"Text": "\\u0378"}, "width": 50}'))
        assert own.missing == ("U+0378",) and own.width == 50
        assert renderer.deaths == []


def test_rows_that_are_wrong_are_answered(command: str, template: str) -> None:
    rows = [
        Request(1, data={"name": "Ada"}),
        Request(2, data='{"name": "x"} '),
        Request(3, data="{"),
        Request(4, data={"name": "x", "color": "blu"}),
        Request(5, data={"name": float("inf")}),
        Request(6, data={"nmae": "Ada", "colour": "red"}),
    ]
    with Renderer(command, template=template) as renderer:
        answers = list(renderer.render_all(rows))
        assert [answer.id for answer in answers] == [1, 2, 3, 4, 5, 6]
        codes = [answer.error and answer.error.code for answer in answers]
        assert codes == [None, None, "malformed", "unknownName", "malformed", "unknownName"]
        assert answers[3].error is not None and answers[3].error.path == "body.background"
        names = answers[5].error
        assert names is not None and names.path == "data.nmae"
        assert len(names.others) == 1 and "'colour' is not a name" in names.others[0]
        assert renderer.deaths == []


def test_the_same_bytes_whatever_was_drawn_before(command: str, template: str) -> None:
    with Renderer(command, template=template) as renderer:
        warm = digests(renderer, 50)
        assert digests(renderer, 50) == warm
    with Renderer(command, template=template, workers=3, ahead=5) as renderer:
        assert digests(renderer, 50) == warm
    with Renderer(command, template=template) as renderer:
        (last,) = renderer.render_all([list(requests(50))[-1]])
        assert last.sha256 == warm[-1]


def test_a_child_that_is_killed_is_started_again(
    command: str, template: str, caplog: pytest.LogCaptureFixture
) -> None:
    # Far more rows follow than may be answered when it is killed.
    with Renderer(command, template=template) as renderer:
        expected = digests(renderer, 150)
    with Renderer(command, template=template) as renderer:
        found = []
        for answer in renderer.render_all(requests(150)):
            found.append(answer.sha256)
            if answer.id in (10, 80):
                pid = renderer.pid
                assert pid is not None
                os.kill(pid, signal.SIGKILL)
        assert found == expected
        assert [death.status for death in renderer.deaths] == [-9, -9]
        # Answers that were in the pipe already are read; the next row was under way.
        for death, last in zip(renderer.deaths, (10, 80)):
            assert isinstance(death.id, int) and death.id > last
            assert 1 <= death.unanswered <= 32
            assert f"signal 9 while drawing row {death.id}" in caplog.text


def fake(folder: Path, body: str) -> str:
    """A command of our own."""
    path = folder / "linecaster"
    path.write_text(f"#!/bin/bash\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_row_that_kills_ends_it(command: str, template: str, tmp_path: Path) -> None:
    # The first child answers some rows, and each one after it none.
    killer = fake(
        tmp_path,
        f'if [ -e "{tmp_path}/was" ]; then echo "no memory" >&2; kill -ABRT $$; fi\n'
        f'touch "{tmp_path}/was"; exec "{command}" "$@"',
    )
    with Renderer(killer, template=template, attempts=2, ahead=4) as renderer:
        answers = renderer.render_all(requests(30))
        for _ in range(5):
            next(answers)
        assert renderer.pid is not None
        os.kill(renderer.pid, signal.SIGKILL)
        with pytest.raises(ChildDied) as died:
            list(answers)
        assert died.value.death.status == -signal.SIGABRT
        row = died.value.death.id
        assert isinstance(row, int) and row >= 5
        assert f"signal 6 while drawing row {row}: no memory" in str(died.value)
        assert len(renderer.deaths) == 2


def test_a_command_line_that_is_wrong_is_told(command: str, template: str) -> None:
    with Renderer(command, template=template, options=["--scale", "9"], attempts=1) as renderer:
        with pytest.raises(ChildDied, match=r"exit status 64(.|\n)*--scale must be"):
            renderer.render(Request(1))
    with Renderer("/nowhere/linecaster") as renderer:
        with pytest.raises(FileNotFoundError):
            renderer.render(Request(1))


def test_a_wrong_command_line_is_not_tried_again(command: str, template: str) -> None:
    with Renderer(command, template=template, options=["--scale", "9"]) as renderer:
        with pytest.raises(ChildDied, match="exit status 64"):
            renderer.render(Request(1))
        assert len(renderer.deaths) == 1


def test_a_missing_command_is_told(tmp_path: Path) -> None:
    with Renderer(str(tmp_path / "nothing")) as renderer:
        with pytest.raises(FileNotFoundError, match=r"nothing' was not found; .*\$LINECASTER"):
            renderer.render(Request(1))


def test_threads_take_turns(command: str, template: str) -> None:
    names = [f"name {number}" for number in range(60)]
    with Renderer(command, template=template) as renderer:
        rows = [Request(name, data={"name": name}) for name in names]
        expected = {str(row.id): renderer.render(row).sha256 for row in rows}
    with Renderer(command, template=template) as renderer:
        found: dict[str, str | None] = {}

        def draw(part: list[Request]) -> None:
            for answer in renderer.render_all(part[:7]):
                found[str(answer.id)] = answer.sha256
            for row in part[7:]:
                found[str(row.id)] = renderer.render(row).sha256

        threads = [threading.Thread(target=draw, args=(rows[start::4],)) for start in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert found == expected and renderer.deaths == []


def test_a_turn_ends_with_its_last_answer(command: str, template: str) -> None:
    with Renderer(command, template=template) as renderer:
        answers = renderer.render_all(requests(5))
        next(answers)
        with pytest.raises(RuntimeError, match="not finished"):
            renderer.render(Request(1))
        answers.close()  # type: ignore[attr-defined]
        assert renderer.render(Request(1, data={"name": "Ada"})).error is None


def test_an_event_loop_goes_on(command: str, template: str) -> None:
    async def draw(renderer: Renderer) -> list[Answer]:
        drawing = [renderer.render_async(Request(n, data={"name": str(n)})) for n in range(8)]
        return list(await asyncio.gather(*drawing))

    with Renderer(command, template=template) as renderer:
        answers = asyncio.run(draw(renderer))
    assert [answer.id for answer in answers] == list(range(8))
    assert all(answer.error is None for answer in answers)


def test_images_are_beside_a_template_file(command: str, tmp_path: Path) -> None:
    red = Request(1, scene={"width": 8, "background": "#F00", "body": {"Spacer": {}}, "height": 8})
    with Renderer(command) as renderer:
        (tmp_path / "a.png").write_bytes(renderer.render(red).picture or b"")
    path = tmp_path / "card.json"
    path.write_text('{"data": {"id": 0}, "body": {"Image": {"image": "a.png"}}}')
    with Renderer(command, template=path) as renderer:
        answer = renderer.render(Request(1, data={"id": 1}))
        assert answer.error is None and answer.faults == ()


def test_whoever_stops_listening_hears_nothing_old(command: str, template: str) -> None:
    with Renderer(command, template=template) as renderer:
        for answer in renderer.render_all(requests(100)):
            if answer.id == 3:
                break
        assert renderer.render(Request("next")).id == "next"


def test_files_and_what_is_there(command: str, template: str, tmp_path: Path) -> None:
    files = tmp_path / "cards"
    with Renderer(command, template=template, files=files) as renderer:
        answers = list(renderer.render_all(requests(5)))
    assert [answer.file for answer in answers] == [f"{number}.png" for number in range(5)]
    assert all(answer.picture is None for answer in answers)
    for answer in answers:
        data = (files / str(answer.file)).read_bytes()
        assert hashlib.sha256(data).hexdigest() == answer.sha256
    with Renderer(command, template=template, files=files, resume=True) as renderer:
        assert [answer.skipped for answer in renderer.render_all(requests(7))] == [True] * 5 + [False] * 2


def test_another_picture_for_the_same_key_is_an_alarm(
    command: str, template: str, tmp_path: Path
) -> None:
    """An image that is changed in the midst."""
    images = tmp_path / "images"
    images.mkdir()
    scene = '{"width": 60, "body": {"Image": {"image": "logo.png"}}}'
    with Renderer(command) as renderer:
        for name in ("one", "two"):
            picture = renderer.render(Request(1, scene=f'{{"width": 40, "body": {{"Text": "{name}"}}}}'))
            assert picture.picture is not None
            (tmp_path / name).write_bytes(picture.picture)
    (images / "logo.png").write_bytes((tmp_path / "one").read_bytes())
    options = ["--images", str(images)]
    ledger = tmp_path / "ledger"
    with Renderer(command, options=options, ledger=Ledger(ledger)) as renderer:
        renderer.render(Request(1, scene=scene))
        renderer.render(Request(2, scene=scene))
    (images / "logo.png").write_bytes((tmp_path / "two").read_bytes())
    with Renderer(command, options=options, ledger=Ledger(ledger)) as renderer:
        with pytest.raises(DigestAlarm, match="row 'again'"):
            renderer.render(Request("again", scene=scene))
