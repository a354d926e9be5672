"""The samples of the articles `Batches` and `Serving`, and of the package's own comments."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import linecaster
import linecaster.ray
import linecaster.spark

ROOT = Path(__file__).parents[3]
ARTICLES = ROOT / "Sources/Linecaster/Linecaster.docc"
ARTICLE = (ARTICLES / "Batches.md").read_text()
SERVING = (ARTICLES / "Serving.md").read_text()
MODULES = [linecaster, linecaster.spark, linecaster.ray]


def blocks(language: str, article: str = ARTICLE) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", article, re.MULTILINE | re.DOTALL)


def samples() -> list[str]:
    """The blocks of the article, and the indented ones of comments."""
    comments = [inspect.getdoc(module) or "" for module in MODULES]
    indented = [re.findall(r"(?:^    .*\n|^\n)+", comment + "\n", re.MULTILINE) for comment in comments]
    found = blocks("python") + blocks("python", SERVING)
    found += [inspect.cleandoc(text) for texts in indented for text in texts]
    return [sample for sample in found if sample.strip()]


def imported(tree: ast.Module) -> dict[str, object]:
    """What a sample imports of this package, by the names that it gives it."""
    found: dict[str, object] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("linecaster"):
            module = importlib.import_module(node.module or "")
            for alias in node.names:
                found[alias.asname or alias.name] = getattr(module, alias.name)
    return found


def test_there_are_samples() -> None:
    assert len(blocks("python")) >= 4 and len(blocks("python", SERVING)) == 1
    assert len(blocks("sh")) >= 1 and len(samples()) >= 7


@pytest.mark.parametrize("sample", samples())
def test_samples_call_what_there_is(sample: str) -> None:
    tree = ast.parse(sample)
    names = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            parameters = inspect.signature(names[node.func.id]).parameters  # type: ignore[arg-type]
            assert {keyword.arg for keyword in node.keywords} <= set(parameters)
            assert len(node.args) <= len(parameters)


@pytest.fixture
def folder(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that samples read, with the command on the path."""
    badge = json.loads((ROOT / "Sources/LinecasterCommand/Demo/badge.json").read_text())
    badge["defaults"]["id"] = badge["data"].pop("id")
    (tmp_path / "card.json").write_text(json.dumps(badge))
    requests = [{"id": 1, "scene": {"body": {"Text": "Hello"}}}]
    (tmp_path / "requests.jsonl").write_text("".join(json.dumps(one) + "\n" for one in requests))
    rows = [{"id": name, "data": {"name": name}} for name in ("ada", "grace")]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(command).parent}:{os.environ['PATH']}")
    return tmp_path


def test_the_first_sample_draws(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = blocks("python")[0]
    assert "Renderer(" in sample
    exec(compile(sample, "Batches.md", "exec"), {})
    digest, count = capsys.readouterr().out.split()
    assert re.fullmatch("[0-9a-f]{64}", digest) and int(count) > 100


def test_lines_of_the_shell_run(folder: Path) -> None:
    for block in blocks("sh"):
        subprocess.run(["bash", "-euo", "pipefail", "-c", block], check=True, timeout=60)
    assert json.loads((folder / "answers.jsonl").read_text())["id"] == 1
    assert sorted(path.name for path in (folder / "cards").iterdir()) == ["ada.png", "grace.png"]
    index = [json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()]
    assert [answer["file"] for answer in index] == ["ada.png", "grace.png"]


def test_the_pipe_answers_each_line(folder: Path) -> None:
    """What `RDD.pipe` of the samples runs for each partition, without Spark."""
    lines = {re.findall(r'rdd\.pipe\("(.*?)"\)', sample)[0] for sample in samples() if "rdd.pipe" in sample}
    assert lines
    for line in lines:
        rows = (folder / "rows.jsonl").read_bytes()
        found = subprocess.run(line.split(), input=rows, capture_output=True, timeout=60)
        answers = [json.loads(answer) for answer in found.stdout.splitlines()]
        assert [answer["id"] for answer in answers] == ["ada", "grace"]
        assert all(answer["picture"] for answer in answers)
