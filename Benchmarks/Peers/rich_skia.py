"""Rich text by SkParagraph through PyPI's skia-python, which has neither attachments nor questions.

Which words are spans is what rich.h says. A span costs two calls of the binding more, some 0.3 us.
"""
import json
import os
import sys
import time

import skia

WIDTH, NARROW, SIZE, LARGE = 320, 260, 15, 20
NOTO, CJK = "/usr/share/fonts/truetype/noto/", "/usr/share/fonts/opentype/noto/"
FILES = {
    "Noto Sans": NOTO + "NotoSans-Regular.ttf",
    "Noto Sans Arabic": NOTO + "NotoSansArabic-Regular.ttf",
    "Noto Sans Hebrew": NOTO + "NotoSansHebrew-Regular.ttf",
    "Noto Sans Devanagari": NOTO + "NotoSansDevanagari-Regular.ttf",
    "Noto Sans Thai": NOTO + "NotoSansThai-Regular.ttf",
    "Noto Sans CJK JP": CJK + "NotoSansCJK-Regular.ttc",
    "Noto Color Emoji": NOTO + "NotoColorEmoji.ttf",
}
OWN = {"arabic": "Noto Sans Arabic", "hebrew": "Noto Sans Hebrew", "hindi": "Noto Sans Devanagari"}
layout = skia.textlayout


def pieces(line, number):
    """The parts of a line, with 0 for plain, 1 for larger, 2 for a link, and the next number."""
    parts, plain = [], ""
    for index, word in enumerate(line.split(" ")):
        plain += " " if index else ""
        if number % 10 == 9:
            parts += [(plain, 0)] if plain else []
            parts.append((word, 1 if number % 20 == 9 else 2))
            plain = ""
        else:
            plain += word
        number += 1
    return parts + ([(plain, 0)] if plain else []), number


def measure(path):
    name = os.path.basename(path).split(".")[0]
    provider = layout.TypefaceFontProvider()
    for family, file in FILES.items():
        provider.registerTypeface(skia.Typeface.MakeFromFile(file, 0), family)
    fonts = layout.FontCollection()
    fonts.setDefaultFontManager(provider)
    own = OWN.get(name, "Noto Sans")
    styles = []
    for kind in range(3):
        style = layout.TextStyle()
        style.setFontFamilies([own] + [family for family in FILES if family != own])
        style.setFontSize(LARGE if kind == 1 else SIZE)
        style.setColor(0xFF1155CC if kind == 2 else skia.ColorBLACK)
        if kind == 2:
            style.setDecoration(layout.TextDecoration.kUnderline)
        styles.append(style)
    paragraph_style = layout.ParagraphStyle()
    paragraph_style.setTextStyle(styles[0])
    icu = skia.Unicodes.ICU.Make()
    lines, number, characters = [], 0, 0
    for line in open(path, encoding="utf-8").read().split("\n"):
        if line:
            parts, number = pieces(line, number)
            lines.append(parts)
            characters += len(line)

    def paragraph(parts):
        builder = layout.ParagraphBuilder.make(paragraph_style, fonts, icu)
        for text, kind in parts:
            if kind:
                builder.pushStyle(styles[kind])
                builder.addText(text)
                builder.pop()
            else:
                builder.addText(text)
        return builder.Build()

    def emit(mode, nanoseconds, height):
        print(json.dumps({
            "peer": "skia-m" + skia.__version__.split(".")[0], "mode": mode, "corpus": name,
            "unit": "char", "units": characters, "ns": nanoseconds,
            "ns_per_unit": round(nanoseconds / characters, 3),
            "height": round(height)}), flush=True)

    paragraph([("warm-up", 0)]).layout(WIDTH)
    height, begin = 0, time.thread_time_ns()
    for parts in lines:
        made = paragraph(parts)
        made.layout(WIDTH)
        height += made.Height
    emit("rich-first", time.thread_time_ns() - begin, height)
    kept = [paragraph(parts) for parts in lines]
    for made in kept:
        made.layout(WIDTH)
    begin = time.thread_time_ns()
    for width in (NARROW, WIDTH):
        for made in kept:
            made.layout(width)
    emit("rich-rewidth", (time.thread_time_ns() - begin) // 2, height)


for path in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        measure(path)
        os._exit(0)
    os.waitpid(child, 0)
