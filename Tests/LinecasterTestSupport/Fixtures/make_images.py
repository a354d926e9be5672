"""Makes Strikes.ttf and Drawing.ttf, fonts with glyphs that are images, with fontTools.

Strikes.ttf has images (sbix) of A at 20 and at 40 pixels an em: four fifths of an em wide and
high, a tenth of an em right of the origin, on the baseline; the left half is red, the right half
blue and half transparent. The letter l is a plain box.
Drawing.ttf has the same glyphs; its A is a drawing in SVG.
"""
import os
import struct
import zlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.sbixGlyph import Glyph
from fontTools.ttLib.tables.sbixStrike import Strike

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 128)


def box(left, right):
    pen = TTGlyphPen(None)
    pen.moveTo((left, 0))
    for point in ((left, 700), (right, 700), (right, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(side):
    row = b"\0" + bytes(RED) * (side // 2) + bytes(BLUE) * (side // 2)
    header = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(row * side, 9)) + chunk(b"IEND", b""))


def strikes():
    table = newTable("sbix")
    table.version, table.flags = 1, 1
    for size in (20, 40):
        strike = Strike(ppem=size, resolution=72)
        strike.glyphs["A"] = Glyph(
            glyphName="A", graphicType="png ", originOffsetX=size // 10, originOffsetY=0,
            imageData=png(size * 4 // 5))
        table.strikes[size] = strike
    return table


def drawing(glyph):
    table = newTable("SVG ")
    square = '<rect id="glyph%d" width="600" height="700" fill="red"/>' % glyph
    table.docList = [
        ('<svg xmlns="http://www.w3.org/2000/svg">%s</svg>' % square, glyph, glyph)]
    return table


def make(path, name, tag):
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "A": box(0, 600), "l": box(100, 300)}
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap({ord("A"): "A", ord("l"): "l"})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({".notdef": (600, 0), "A": (1000, 0), "l": (600, 100)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": name, "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.font[tag] = strikes() if tag == "sbix" else drawing(1)
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.save(path)


folder = os.path.dirname(os.path.abspath(__file__))
make(os.path.join(folder, "Strikes.ttf"), "Linecaster Strikes", "sbix")
make(os.path.join(folder, "Drawing.ttf"), "Linecaster Drawing", "SVG ")
