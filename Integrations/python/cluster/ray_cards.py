"""Two actors of Ray on this machine, one of which is killed at random in the midst; the cards must be
those of a single process.

    python ray_cards.py path/to/linecaster folder 100000

It is run by `.ci/ray`.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import cards

ACTORS = 2


def actors() -> list[int]:
    """The processes of actors that draw: those whose child is `linecaster batch`."""
    known = cards.processes()
    mine = set(cards.below(os.getpid(), known))
    return sorted({known[pid][0] for pid in mine if " batch --framing frames " in known[pid][1]})


def kill(ledger: Path, count: int) -> None:
    """Kills an actor when a part of the cards between a sixth and a half are drawn."""
    wanted = random.uniform(1 / 6, 1 / 2) * count
    while True:
        time.sleep(0.05)
        # A line of a ledger has two digests, a blank and its end.
        drawn = sum(path.stat().st_size for path in ledger.glob("*.ledger")) // 130
        found = actors()
        if drawn >= wanted and found:
            victim = random.choice(found)
            os.kill(victim, signal.SIGKILL)
            print(f"ray: killed actor {victim} of {found} after about {drawn} cards", flush=True)
            return


def run(
    command: str, folder: Path, kind: cards.Kind, count: int, name: str, kills: bool
) -> float:
    """Draws all cards into a folder of Parquet, and says how many seconds that took."""
    import ray

    from linecaster.ray import render

    ray.init(
        # One more for reading and writing: actors keep theirs.
        num_cpus=ACTORS + 1, include_dashboard=False, log_to_driver=False,
        _node_ip_address="127.0.0.1", object_store_memory=512 << 20,
    )
    try:
        ray.data.DataContext.get_current().enable_progress_bars = False
        ledger = folder / f"ledger-{name}"
        table = ray.data.read_parquet(str(folder / "rows"))
        drawn = render(
            table, template=kind.template, options=kind.options, command=command, ledger=ledger,
            actors=ACTORS,
        )
        killer = threading.Thread(target=kill, args=(ledger, count))
        start = time.monotonic()
        if kills:
            killer.start()
        # Pictures are compressed already.
        drawn.write_parquet(str(folder / name), compression="none")
        seconds = time.monotonic() - start
        if kills:
            killer.join()
        return seconds
    finally:
        ray.shutdown()


def main(command: str, folder: Path, count: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, kind, size, kills in cards.plan(count):
        expected, one = cards.prepare(command, folder, kind, size)
        seconds = run(command, folder, kind, size, name, kills)
        cards.compare(f"ray, {name}", folder, name, size, ACTORS, seconds, expected, one)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), Path(sys.argv[2]).absolute(), int(sys.argv[3]))
