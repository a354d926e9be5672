#!/usr/bin/env python3
"""Lays out paragraphs that nobody has recorded, here and in Chromium, and compares them.

    paragraphs.py PROGRAM DATA [--seed N] [--count N] [--least PERCENT] [--into FILE]

PROGRAM is linecaster-conformance; DATA is the folder conformance/inline with recorded paragraphs.
A paragraph has the text and the boxes of one recorded paragraph, the style of another, and a width
of its own. Compared are the fragments of boxes, the height and the minimum and maximum widths, and
in text of one size the characters at which lines start. Not drawn: ruby, attachments, clamped and
vertical lines, and others that one page cannot measure.

Prints the paragraphs that differ and the share of those that agree. FILE gets what differs, a line
each. The exit status is 1 if fewer than PERCENT agree (97.5), 2 if something is missing.
"""
import argparse
import collections
import gzip
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SETS = [("chrome-inline.jsonl.gz", "chrome-fonts.json"),
        ("chrome-inline-2.jsonl.gz", "chrome-fonts-2.json")]
# What the page below cannot measure, or Chromium does by chance.
UNDRAWN_STYLES = {"writingMode", "lineClamp", "textOverflow", "initialLetter", "textBoxTrim",
                  "textBoxEdge"}
UNDRAWN_TAGS = {"quirk", "informative", "valign", "lineheight", "strut", "clone", "clone-bidi"}
# Khmer, Lao and Burmese: the dictionaries of versions of ICU differ.
DICTIONARIES = re.compile("[\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff]")
UNSEEN = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
PAGE = """<!doctype html><meta charset=utf-8><style>FACES
body { margin: 0; text-spacing-trim: space-all; text-autospace: no-autospace; hyphens: manual;
  font-kerning: normal; font-synthesis: none; text-rendering: geometricPrecision }
</style>PARAGRAPHS<pre></pre><script>
function measured(paragraph) {
  const frame = paragraph.getBoundingClientRect();
  const relative = r => [r.left - frame.left, r.top - frame.top, r.width, r.height];
  const starts = [], walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_ALL);
  let offset = 0, last = null;
  for (let node; node = walker.nextNode();) {
    if (node.nodeName === 'BR') offset++;
    if (node.nodeType !== Node.TEXT_NODE) continue;
    for (let i = 0; i < node.length; i++, offset++) {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const rectangle = [...range.getClientRects()].filter(r => r.width > 0).pop();
      if (!rectangle || !node.data[i].trim()) continue;
      const middle = rectangle.top + rectangle.height / 2;
      if (last === null || Math.abs(middle - last) > 8) starts.push(offset);
      last = middle;
    }
  }
  const spans = [...paragraph.querySelectorAll('span')];
  return {width: frame.width, height: frame.height, starts,
    spans: spans.map(span => [...span.getClientRects()].map(relative))};
}
document.fonts.ready.then(() => {
  const all = [...document.querySelectorAll('body > div')].map(measured);
  document.querySelector('pre').textContent = JSON.stringify(all);
});
</script>"""


def recorded(data, name):
    with gzip.open(data / name, "rt", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            content, paragraph = case["input"]["content"], case["input"]["paragraph"]
            if UNDRAWN_TAGS & set(case["tags"]) or UNDRAWN_STYLES & set(paragraph):
                continue
            if all(is_drawn(piece) for piece in content) and not DICTIONARIES.search(text(content)):
                yield case


def is_drawn(piece):
    if isinstance(piece, str) or "br" in piece:
        return True
    return "span" in piece and all(is_drawn(inner) for inner in piece["content"])


def text(content):
    parts = []
    for piece in content:
        if isinstance(piece, str):
            parts.append(piece)
        else:
            parts.append("\u2028" if "br" in piece else text(piece["content"]))
    return "".join(parts)


def mixed(cases, count, chance):
    for index in range(count):
        words, style = chance.choice(cases), chance.choice(cases)
        paragraph = dict(style["input"]["paragraph"])
        own = words["input"]["paragraph"]
        paragraph["fonts"] = list(dict.fromkeys(own["fonts"] + paragraph["fonts"]))
        paragraph["width"] = round(paragraph["width"] * chance.uniform(0.7, 1.3) * 4) / 4
        paragraph.pop("lang", None)
        if "lang" in own:
            paragraph["lang"] = own["lang"]
        yield {"id": f"{words['id']}+{style['id']}+{index}", "tags": ["mixed"],
               "input": {"paragraph": paragraph, "content": words["input"]["content"],
                         "ask": ["lines", "spans", "height", "minContent", "maxContent"]}}


def css(style):
    def length(value):
        return value if isinstance(value, str) else f"{value:g}px"

    def sides(value):
        values = value if isinstance(value, list) else [value] * 4
        return " ".join(length(side) for side in values)

    indent = (" hanging" if style.get("indentHanging") else "") \
        + (" each-line" if style.get("indentEachLine") else "")
    rules = {
        "fonts": lambda v: "font-family:" + ",".join(v),
        "size": lambda v: "font-size:" + length(v),
        "weight": lambda v: f"font-weight:{v}",
        "padding": lambda v: "padding:" + sides(v),
        "margin": lambda v: "margin:" + sides(v),
        "border": lambda v: "border-style:solid;border-width:" + sides(v),
        "align": lambda v: "text-align:" + v,
        "alignLast": lambda v: "text-align-last:" + v,
        "dir": lambda v: "unicode-bidi:plaintext" if v == "auto" else "direction:" + v,
        "indent": lambda v: f"text-indent:{length(v)}{indent}",
        "features": lambda v: "font-feature-settings:"
        + ",".join(f"'{tag}' {number}" for tag, number in v.items()),
        "hyphenateCharacter": lambda v: "hyphenate-character:" + (v if v == "auto" else f"'{v}'"),
        "lang": lambda v: "", "indentHanging": lambda v: "", "indentEachLine": lambda v: "",
    }
    lengths = {"width", "letterSpacing", "wordSpacing", "verticalAlign"}

    def rule(name, value):
        if name in rules:
            return rules[name](value)
        dashed = re.sub("[A-Z]", lambda m: "-" + m[0].lower(), name)
        return f"{dashed}:{length(value) if name in lengths else value}"

    return html.escape(";".join(rule(name, value) for name, value in style.items()))


def markup(content):
    parts = []
    for piece in content:
        if isinstance(piece, str):
            parts.append(html.escape(piece))
        elif "br" in piece:
            parts.append("<br>")
        else:
            language = html.escape(piece["span"].get("lang", ""))
            language = f' lang="{language}"' if language else ""
            parts.append(f'<span{language} style="{css(piece["span"])}">'
                         f'{markup(piece["content"])}</span>')
    return "".join(parts)


def faces(fonts):
    files = {file.name: file for file in pathlib.Path("/usr/share/fonts").rglob("*.?t?")}
    for family, named in fonts.items():
        for face in named["faces"]:
            if face["file"] not in files:
                missing(f"{face['file']} of {face['package']}")
            source = files[face["file"]].as_uri()
            yield (f"@font-face {{ font-family: {family}; src: url('{source}');"
                   f" font-weight: {face['weight']}; font-style: {face['style']} }}")


def missing(what):
    print(f"paragraphs: skipping, {what} is missing", file=sys.stderr)
    sys.exit(2)


def browser(cases, fonts):
    """What Chromium measures: each paragraph at its width, and at both content widths."""
    drawn = []
    for case in cases:
        paragraph = case["input"]["paragraph"]
        for width in [paragraph["width"], "min-content", "max-content"]:
            drawn.append(f'<div lang="{paragraph.get("lang", "")}" '
                         f'style="{css({**paragraph, "width": width})}">'
                         f'{markup(case["input"]["content"])}</div>')
    page = PAGE.replace("FACES", "\n".join(faces(fonts))).replace("PARAGRAPHS", "\n".join(drawn))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = pathlib.Path(folder, "page.html")
        file.write_text(page, encoding="utf-8")
        try:
            written = subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                 "--font-render-hinting=none", "--allow-file-access-from-files",
                 "--virtual-time-budget=10000", f"--user-data-dir={folder}", file.as_uri()],
                capture_output=True, text=True, check=True).stdout
        except FileNotFoundError:
            missing("chromium")
    found = json.loads(html.unescape(re.search(r"<pre>(.*?)</pre>", written, re.S)[1]))
    for own, least, most in zip(found[::3], found[1::3], found[2::3]):
        yield {**own, "least": least["width"], "most": most["width"]}


def ours(program, data, name, cases):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(case) + "\n" for case in cases)
        file.flush()
        written = subprocess.run(
            [program, "inline", file.name, "--fonts", str(data / name), "--font-dir", "Fonts"],
            capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in written.splitlines()]


def fragments(rectangles):
    """Fragments in order, joined where they touch: those without a box of their own are pieces."""
    joined = []
    for rectangle in sorted((r for r in rectangles if r[2] > 0.02),
                            key=lambda r: (round(r[1] / 3), r[0])):
        last = joined[-1] if joined else None
        if last and abs(last[1] - rectangle[1]) < 0.6 and abs(last[3] - rectangle[3]) < 0.6 \
                and abs(last[0] + last[2] - rectangle[0]) < 0.12:
            last[2] = rectangle[0] + rectangle[2] - last[0]
        else:
            joined.append(list(rectangle))
    return sorted(r for r in joined if r[2] > 0.3)


def starts(answer, units):
    """The characters at which lines start, without white space."""
    found = set()
    for line in answer["lines"]:
        unit = line["start"]
        while unit < line["end"] and not units[unit].strip().strip(UNSEEN):
            unit += 1
        if unit < line["end"]:
            found.add(unit)
    return found


def has_sizes(content):
    return any(not isinstance(piece, str) and "span" in piece
               and ({"size", "lineHeight", "verticalAlign", "fonts"} & set(piece["span"])
                    or has_sizes(piece["content"])) for piece in content)


def differences(case, theirs, mine):
    spans = [[fragments(span) for span in one] for one in (theirs["spans"], mine.get("spans", []))]
    if len(spans[0]) != len(spans[1]):
        yield "spans"
    for index, (one, other) in enumerate(zip(*spans)):
        if len(one) != len(other) or any(
                abs(a - b) > 0.55 for left, right in zip(one, other) for a, b in zip(left, right)):
            yield f"span {index}"
    for name, one, other in [("height", theirs["height"], mine["height"]),
                             ("minimum", theirs["least"], mine["minContent"]),
                             ("maximum", theirs["most"], mine["maxContent"])]:
        if abs(one - other) > 0.6:
            yield f"{name} {one:g}, here {other:g}"
    content = case["input"]["content"]
    if not has_sizes(content):
        units = text(content).encode("utf-16-le")
        units = [units[i:i + 2].decode("utf-16-le", "replace") for i in range(0, len(units), 2)]
        if set(theirs["starts"]) != starts(mine, units):
            yield "lines"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--count", type=int, default=500, help="of each of the two sets")
    parser.add_argument("--least", type=float, default=97.5)
    parser.add_argument("--into", type=pathlib.Path)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    total, faulty, kinds = 0, [], collections.Counter()
    for name, fonts in SETS:
        if not (options.data / name).is_file():
            missing(str(options.data / name))
        cases = list(mixed(list(recorded(options.data, name)), options.count, chance))
        table = json.loads((options.data / fonts).read_text(encoding="utf-8"))
        for first in range(0, len(cases), 80):
            part = cases[first:first + 80]
            answers = ours(options.program, options.data, fonts, part)
            for case, theirs, mine in zip(part, browser(part, table), answers):
                total += 1
                found = list(differences(case, theirs, mine))
                if found:
                    kinds.update(kind.split()[0] for kind in found)
                    print(case["id"], "; ".join(found), flush=True)
                    faulty.append({**case, "chromium": theirs, "ours": mine, "differ": found})
    if options.into:
        options.into.write_text("".join(json.dumps(case) + "\n" for case in faulty))
    share = 100 * (total - len(faulty)) / total
    print(f"paragraphs: {total - len(faulty)} of {total} as in Chromium ({share:.1f} %), "
          f"{dict(kinds)}, seed {options.seed}")
    sys.exit(share < options.least)


main()
