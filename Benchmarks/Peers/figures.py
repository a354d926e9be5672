#!/usr/bin/env python3
"""Writes the tables of speed in articles from measurements, so no figure is copied by hand.

    figures.py SAMPLES.jsonl... [--load BEFORE AFTER] --into ARTICLE.md...

The load averages of the machine before and after the run stand below the tables.
A table in an article stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`; the
names are those of TABLES. A table without samples stays as it is, and is named on standard error.
Times are medians, and ratios are medians of the ratios round by round.
"""
import collections
import datetime
import json
import pathlib
import re
import statistics
import subprocess
import sys
import textwrap

OURS = "linecaster"
MISSING = "–"
CORPORA = (
    "english german russian arabic hebrew hindi thai japanese chinese korean bidi emoji feed".split()
)
TREES = "cell cellfixed wide mixed deep".split()
FRAMES = [path + more for path in ("scroll", "fling") for more in ("", "-updates", "-images")]
CARDS = ["card-raw", "card-png-fast", "card-png", "card-png-compact", "card-png-small"]


class Samples:
    """The measurements of one run, by peer, mode and corpus, in the order of the rounds."""

    def __init__(self, paths):
        self.values = collections.defaultdict(list)
        self.facts = collections.defaultdict(list)
        self.load = None
        self.peers = set()
        for path in paths:
            for line in pathlib.Path(path).read_text().splitlines():
                if line.startswith("{"):
                    self.add(json.loads(line))

    def add(self, sample):
        name = sample["peer"].split("-")[0].lower()
        self.peers.add(sample["peer"])
        key = name, sample["mode"], sample["corpus"]
        self.values[key].append(sample["ns"] / sample["units"])
        self.facts[key].append(sample)

    def rounds(self, peer, mode, corpus):
        return self.values.get((peer, mode, corpus), [])

    def time(self, mode, corpus, unit, peer=OURS):
        """A median in a unit of nanoseconds, or none."""
        values = self.rounds(peer, mode, corpus)
        return number(statistics.median(values) / unit) if values else MISSING

    def ratio(self, mode, corpus, peer, other_mode=None):
        """The median of our time as a share of a peer's, or none."""
        ours = self.rounds(OURS, mode, corpus)
        theirs = self.rounds(peer, other_mode or mode, corpus)
        count = min(len(ours), len(theirs))
        if not count:
            return MISSING
        middle = lambda values, i: statistics.median(
            values[i * len(values) // count : (i + 1) * len(values) // count])
        return number(statistics.median(middle(ours, i) / middle(theirs, i) for i in range(count)))

    def fact(self, mode, corpus, name, unit, of=statistics.median):
        """A further number of samples, in a unit: their median, or another function of them."""
        samples = self.facts.get((OURS, mode, corpus), [])
        values = [sample[name] for sample in samples if name in sample]
        return number(of(values) / unit) if values else MISSING


def number(value):
    """Two significant digits below 10, whole numbers above."""
    if value == 0:
        return "0"
    if value >= 1000:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.2g}" if value >= 0.001 else "<0.001"


def figure(value, unit):
    """A number with its unit, or none."""
    return value if value == MISSING else f"{value} {unit}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows if set(row[1:]) != {MISSING}]


def text(s):
    head = ["corpus", "first", "/Qt", "/Pango", "/Skia", "warm", "/Qt", "/Skia", "repeat",
            "new width", "/Skia", "natural", "/Qt"]
    return table(head, [
        [c, s.time("first", c, 1)] + [s.ratio("first", c, p) for p in ("qt", "pango", "skia")]
        + [s.time("warm", c, 1), s.ratio("warm", c, "qt"), s.ratio("warm", c, "skia")]
        + [s.time("repeat", c, 1), s.time("rewidth", c, 1), s.ratio("rewidth", c, "skia")]
        + [s.time("natural", c, 1), s.ratio("natural", c, "qt")] for c in CORPORA])


def drawing(s):
    head = ["corpus", "first drawing", "/Pango", "/Qt", "/Skia", "again", "/Pango", "/Qt", "/Skia",
            "/floor"]
    peers = ("pango", "qt", "skia")
    return table(head, [
        [c, s.time("draw-first", c, 1000)] + [s.ratio("draw-first", c, p) for p in peers]
        + [s.time("draw-warm", c, 1000)] + [s.ratio("draw-warm", c, p) for p in peers]
        + [s.ratio("draw-warm", c, "floor")] for c in CORPORA])


def boxes(s):
    head = ["tree", "build", "/Yoga", "layout", "/Yoga", "/Taffy", "new width", "/Yoga", "/Taffy",
            "dirty leaf", "/Yoga"]
    pair = lambda mode, c: [s.time(mode, c, 1), s.ratio(mode, c, "yoga")]
    return table(head, [
        [c] + pair("build", c) + pair("layout", c) + [s.ratio("layout", c, "taffy")]
        + pair("rewidth", c) + [s.ratio("rewidth", c, "taffy")] + pair("dirty-leaf", c)
        for c in TREES])


def cards(s):
    rows = []
    for mode in CARDS:
        other = "card-raw" if mode == "card-raw" else "card-png"
        rows.append([f"`{mode}`", s.time(mode, "card", 1e6), s.fact(mode, "card", "bytes", 1000),
                     s.ratio(mode, "card", "takumi", other)])
    return table(["mode", "time, ms", "size, kB", "/Takumi"], rows)


def rows(s):
    return table(["task", "time", "mode"], [
        [task, figure(s.time(mode, "feed", 1000), "µs"), f"`{mode}`"] for task, mode in (
            ("measuring a row through the pipeline, new text, one worker", "measure"),
            ("the same, a worker for each processor", "measure-parallel"),
            ("the same row again, from the cache", "measure-warm"),
            ("a row measured and drawn, one worker", "precompute"),
            ("the same, a worker for each processor", "precompute-parallel"),
            ("the same, from the caches", "precompute-warm"))])


def lists(s):
    first = lambda mode: [figure(s.time(mode, "feed", 1e6), "ms"), "", "", f"`{mode}`"]
    edit = lambda mode: [
        figure(s.fact(mode, "feed", name, 1e6), "ms")
        for name in ("p50_ns", "main_p50_ns", "main_p99_ns")] + [f"`{mode}`"]
    return table(["task", "time", "of the main thread", "in 99 of 100", "mode"], [
        ["first screen of 100 new rows, drawn"] + first("viewport-100"),
        ["first screen of 100,000 new rows, drawn"] + first("viewport-100k"),
        ["an edit among 10,000 rows, from request to applied"] + edit("update"),
        ["an edit among 100,000 rows"] + edit("update-100k")])


def frames(s):
    """Frames of all rounds together: the middle ones, the worst, and how many were late."""
    count = sum(sample["units"] for sample in s.facts.get((OURS, "scroll", "feed"), []))
    head = ["mode", "main thread a frame, µs", "99 of 100", "worst, ms",
            f"frames over 8.3 ms, of {count}", "visible rows without pixels"]
    return table(head, [
        [mode, s.time(mode, "feed", 1000), s.fact(mode, "feed", "main_p99_ns", 1000),
         s.fact(mode, "feed", "main_max_ns", 1e6, max), s.fact(mode, "feed", "late_frames", 1, sum),
         s.fact(mode, "feed", "blank_rows", 1, sum)] for mode in FRAMES])


def summary(s):
    rows = [
        ["a card of 1,200 × 630 pixels, from JSON to pixels, ms", s.time("card-raw", "card", 1e6),
         s.ratio("card-raw", "card", "takumi"), "Takumi"],
        ["a card of 1,200 × 630 pixels as a PNG file, ms", s.time("card-png", "card", 1e6),
         s.ratio("card-png", "card", "takumi"), "Takumi"],
        ["text of a mixed feed, first layout, ns a character", s.time("first", "feed", 1),
         s.ratio("first", "feed", "qt"), "Qt"],
        ["the same text at a new width, ns a character", s.time("rewidth", "feed", 1),
         s.ratio("rewidth", "feed", "skia"), "Skia"],
        ["a message of that feed, drawn again, µs", s.time("draw-warm", "feed", 1000),
         s.ratio("draw-warm", "feed", "pango"), "Pango"],
    ]
    return table(["work", "time", "share of the time of", ""], rows)


TABLES = {
    "text": text, "drawing": drawing, "boxes": boxes, "cards": cards, "rows": rows, "lists": lists,
    "frames": frames, "summary": summary}
MARK = re.compile(r"(<!-- figures: (\w+) -->\n)(.*?)(<!-- end of figures -->)", re.S)


def origin(s):
    """The sentence below a table."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True).stdout
    machine = pathlib.Path("/proc/cpuinfo").read_text()
    # Such as "AMD EPYC" or "Intel(R) Xeon(R) Processor".
    model = re.search(r"model name\s*: (.*)", machine)
    name = re.sub(r"\(\w+\)|\bProcessor\b", "", model.group(1)).strip() if model else "unknown model"
    count = len(re.findall(r"^processor", machine, re.M))
    # The fewest, because some modes are measured several times a round.
    rounds = min(len(values) for (peer, _, _), values in s.values.items() if peer == OURS)
    load = f", load average {s.load[0]} before and {s.load[1]} after" if s.load else ""
    return textwrap.fill(
        f"Measured on {datetime.date.today()} at commit {commit.strip()}: medians of {rounds} rounds "
        f"on {count} processors ({name}){load}.", 100)


def rewrite(path, s):
    """Replaces the tables of an article for which there are samples."""

    def replace(match):
        lines = TABLES[match.group(2)](s)
        if len(lines) < 3 or any(MISSING in line.split(" | ")[1:3] for line in lines[2:]):
            print(f"{path}: samples are missing for the table '{match.group(2)}'", file=sys.stderr)
            return match.group(0)
        return match.group(1) + "\n".join(lines + ["", origin(s), ""]) + "\n" + match.group(4)

    page = pathlib.Path(path)
    page.write_text(MARK.sub(replace, page.read_text()))


def main(words):
    if "--into" not in words or words[0] == "--into":
        sys.exit(__doc__.strip())
    split = words.index("--into")
    paths = words[:split]
    load = paths[-2:] if "--load" in paths[-3:-2] else None
    samples = Samples(paths[:-3] if load else paths)
    samples.load = load
    for path in words[split + 1 :]:
        rewrite(path, samples)


if __name__ == "__main__":
    main(sys.argv[1:])
