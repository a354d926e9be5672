"""A local cluster of Spark, of one master and two workers as processes of their own, one of which is
killed at random in the midst; the cards must be those of a single process.

    python spark_cards.py path/to/linecaster folder 100000

It is run by `.ci/spark`. Everything listens on 127.0.0.1 only.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import cards

WORKERS = 2


class Cluster:
    """A master and its workers."""

    def __init__(self, folder: Path) -> None:
        import pyspark

        self._home = Path(pyspark.__file__).parent
        self._folder = folder
        self._environment = dict(
            os.environ, SPARK_HOME=str(self._home), SPARK_LOCAL_IP="127.0.0.1",
            SPARK_NO_DAEMONIZE="1", PYSPARK_PYTHON=sys.executable, SPARK_DAEMON_MEMORY="256m",
        )
        self._logs = 0
        log = self._log()
        self.master = self._start(
            log, "org.apache.spark.deploy.master.Master",
            "--host", "127.0.0.1", "--port", "0", "--webui-port", "0",
        )
        self.url = self._said(log, rb"(spark://127\.0\.0\.1:\d+)").decode()
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(WORKERS):
            self.add_worker()

    def add_worker(self) -> None:
        log = self._log()
        self.workers.append(
            self._start(
                log, "org.apache.spark.deploy.worker.Worker",
                "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g",
                "--work-dir", str(self._folder / "work"), self.url,
            )
        )
        self._said(log, rb"(registered with master)")

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """Kills a worker with all that it started, as a machine that goes away."""
        known = cards.processes()
        for pid in [*cards.below(worker.pid, known), worker.pid]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        worker.wait()
        self.workers.remove(worker)

    def close(self) -> None:
        for worker in list(self.workers):
            self.kill(worker)
        self.master.kill()
        self.master.wait()

    def _log(self) -> Path:
        self._logs += 1
        return self._folder / f"cluster-{self._logs}.log"

    def _start(self, log: Path, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [str(self._home / "bin" / "spark-class"), *words],
            stdout=log.open("wb"), stderr=subprocess.STDOUT, env=self._environment,
        )

    def _said(self, log: Path, words: bytes) -> bytes:
        """Waits for a line of a log."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            found = re.search(words, log.read_bytes(), re.IGNORECASE)
            if found:
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(f"{log}: nothing like {words!r}")


def session(builder: Any, cluster: Cluster, name: str) -> Any:
    """A session of the cluster, in which nothing leaves this machine."""
    spark = (
        builder.master(cluster.url)
        .appName(name)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.memory", "1g")
        .config("spark.executor.memory", "700m")
        .config("spark.executor.cores", "1")
        # Executors of one core that hand bytes on: what the JVM compiles and collects beside it would
        # take more than the cards.
        .config("spark.executor.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
        # Pictures are compressed already.
        .config("spark.sql.parquet.compression.codec", "uncompressed")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "250")
        .config("spark.sql.files.maxPartitionBytes", str(1 << 20))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def run(
    cluster: Cluster, command: str, folder: Path, kind: cards.Kind, count: int, name: str,
    kills: bool,
) -> float:
    """Draws all cards into a folder of Parquet, and says how many seconds that took."""
    from pyspark.sql import SparkSession

    from linecaster.spark import render

    spark = session(SparkSession.builder, cluster, name)
    out = folder / name
    try:
        table = spark.read.parquet(str(folder / "rows")).repartition(max(8, count // 1000))
        # Executors and Python are there before the clock runs.
        spark.range(64, numPartitions=8).mapInArrow(lambda batches: batches, "id long").count()
        drawn = render(
            table, template=kind.template, options=kind.options, command=command,
            ledger=folder / f"ledger-{name}",
        )
        killer = threading.Thread(target=kill, args=(cluster, spark, out))
        start = time.monotonic()
        if kills:
            killer.start()
        drawn.write.parquet(str(out))
        seconds = time.monotonic() - start
        if kills:
            killer.join()
        return seconds
    finally:
        spark.stop()


def compare_pipe(cluster: Cluster, command: str, folder: Path, count: int) -> None:
    """The plain way: a pipe of lines through the command; each card must be that of one process."""
    from pyspark.sql import SparkSession

    (folder / "card.json").write_text(cards.BADGES.template)
    requests = [json.dumps({"id": row["id"], "data": row}) for row in cards.BADGES.rows(count)]
    line = f"{command} batch --workers 1 --template {folder / 'card.json'} {' '.join(cards.BADGES.options)}"
    spark = session(SparkSession.builder, cluster, "pipe")
    try:
        answers = spark.sparkContext.parallelize(requests, 4).pipe(line).collect()
    finally:
        spark.stop()
    drawn = subprocess.run(
        line.split(), input="".join(f"{request}\n" for request in requests), capture_output=True,
        text=True, check=True,
    )
    expected = [json.loads(answer)["sha256"] for answer in drawn.stdout.splitlines()]
    found = [json.loads(answer)["sha256"] for answer in answers]
    if found != expected or len(found) != count:
        sys.exit(f"spark, pipe: {len(found)} cards that are not those of one process")
    print(f"spark, pipe: {count} cards, the same as by one process", flush=True)


def kill(cluster: Cluster, spark: object, out: Path) -> None:
    """Kills a worker when a part of the tasks between a sixth and a half are done, and starts
    another one."""
    tracker = spark.sparkContext.statusTracker()  # type: ignore[attr-defined]
    share = random.uniform(1 / 6, 1 / 2)
    while True:
        time.sleep(0.05)
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info and info.numTasks >= 8 and share <= info.numCompletedTasks / info.numTasks < 1:
                if not any(out.rglob("*.parquet")):
                    continue
                worker = random.choice(cluster.workers)
                cluster.kill(worker)
                print(
                    f"spark: killed worker {worker.pid} with {info.numActiveTasks} tasks under way "
                    f"after {info.numCompletedTasks} of {info.numTasks}", flush=True,
                )
                cluster.add_worker()
                return


def main(command: str, folder: Path, count: int) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # What the driver says is what the workers start.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    cluster = Cluster(folder)
    try:
        for name, kind, size, kills in cards.plan(count):
            expected, one = cards.prepare(command, folder, kind, size)
            seconds = run(cluster, command, folder, kind, size, name, kills)
            cards.compare(f"spark, {name}", folder, name, size, WORKERS, seconds, expected, one)
        compare_pipe(cluster, command, folder, min(count, 1_000))
    finally:
        cluster.close()


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), Path(sys.argv[2]).absolute(), int(sys.argv[3]))
