"""Makes Layers.ttf and Paint.ttf, fonts with coloured glyphs, with fontTools.

Layers.ttf has COLR version 0 and two palettes: A is a red box from (100, 0) to (300, 700), over it
one in the colour of the text from (200, 0) to (400, 700), over it half-transparent blue from
(300, 0) to (500, 700), a thousand units an em. The letter l is a plain box.
Paint.ttf has the same glyphs; its A is a paint of COLR version 1.
"""
import os

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables import otTables

TEXT_COLOR = 0xFFFF
BOXES = {"l": (100, 300), "red": (100, 300), "text": (200, 400), "blue": (300, 500)}


def box(left, right):
    pen = TTGlyphPen(None)
    pen.moveTo((left, 0))
    for point in ((left, 700), (right, 700), (right, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def make(path, name, version):
    empty = TTGlyphPen(None).glyph()
    glyphs = {".notdef": empty, "A": box(0, 600)}
    glyphs.update({glyph: box(*sides) for glyph, sides in BOXES.items()})
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord("A"): "A", ord("l"): "l"})
    font.setupGlyf(glyphs)
    lefts = {glyph: BOXES.get(glyph, (0,))[0] for glyph in glyphs}
    font.setupHorizontalMetrics({glyph: (600, left) for glyph, left in lefts.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": name, "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.setupCPAL([[(1, 0, 0, 1), (0, 0, 1, 0.5)], [(0, 1, 0, 1), (1, 1, 0, 0.5)]])
    if version == 0:
        font.setupCOLR({"A": [("red", 0), ("text", TEXT_COLOR), ("blue", 1)]}, version=0)
    else:
        solid = {"Format": otTables.PaintFormat.PaintSolid, "PaletteIndex": 0, "Alpha": 1}
        paint = {"Format": otTables.PaintFormat.PaintGlyph, "Paint": solid, "Glyph": "red"}
        font.setupCOLR({"A": paint}, version=1)
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.save(path)


folder = os.path.dirname(os.path.abspath(__file__))
make(os.path.join(folder, "Layers.ttf"), "Linecaster Layers", 0)
make(os.path.join(folder, "Paint.ttf"), "Linecaster Paint", 1)
