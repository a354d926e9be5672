"""Makes Variable.ttf with fontTools: letters that are boxes, so that their pixels can be computed.

Axes: wght 100-400-900, wdth 75-100-125, slnt -12-0-0, opsz 8-12-72, and a hidden one, HIDE 0-0-1.
The letter l is a box from (100, 0) to (300, 700) with an advance of 500. At wght 900 its right side
and its advance are 200 to the right; at wdth 125 100 to the right; at slnt -12 its top is 150 to
the right; at opsz 72 its top is 100 lower. At wght 900 MVAR raises the x-height by 50 and the
ascender by 100.
"""
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables import otTables as ot
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.models import VariationModel
from fontTools.varLib.varStore import OnlineVarStoreBuilder


def box(left, bottom, right, top):
    pen = TTGlyphPen(None)
    pen.moveTo((left, bottom))
    pen.lineTo((left, top))
    pen.lineTo((right, top))
    pen.lineTo((right, bottom))
    pen.closePath()
    return pen.glyph()


def letter(right, advance, top=0, lean=0):
    # Four corners, then the origin, the advance and two vertical phantom points.
    return [(0, 0), (lean, top), (right + lean, top), (right, 0), (0, 0), (advance, 0), (0, 0), (0, 0)]


builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder([".notdef", "space", "l"])
builder.setupCharacterMap({0x20: "space", ord("l"): "l"})
builder.setupGlyf({".notdef": box(50, 0, 450, 700), "space": TTGlyphPen(None).glyph(), "l": box(100, 0, 300, 700)})
builder.setupHorizontalMetrics({".notdef": (500, 50), "space": (250, 0), "l": (500, 100)})
builder.setupHorizontalHeader(ascent=900, descent=-200)
builder.setupNameTable({"familyName": "Linecaster Variable", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=900, sTypoDescender=-200, sxHeight=500, sCapHeight=700, usWeightClass=400)
builder.setupPost()
builder.setupFvar(
    [
        ("wght", 100, 400, 900, "Weight"),
        ("wdth", 75, 100, 125, "Width"),
        ("slnt", -12, 0, 0, "Slant"),
        ("opsz", 8, 12, 72, "Optical Size"),
        ("HIDE", 0, 0, 1, "Hidden"),
    ],
    [
        {"stylename": "Bold", "location": {"wght": 700, "wdth": 100, "slnt": 0, "opsz": 12, "HIDE": 0}},
        {"stylename": "Wide", "location": {"wght": 400, "wdth": 125, "slnt": 0, "opsz": 12, "HIDE": 0}},
    ],
)
builder.font["fvar"].axes[4].flags = 1
builder.setupGvar({
    "l": [
        TupleVariation({"wght": (0, 1, 1)}, letter(200, 200)),
        TupleVariation({"wght": (-1, -1, 0)}, letter(-100, -100)),
        TupleVariation({"wdth": (0, 1, 1)}, letter(100, 100)),
        TupleVariation({"wdth": (-1, -1, 0)}, letter(-50, -50)),
        TupleVariation({"slnt": (-1, -1, 0)}, letter(0, 0, lean=150)),
        TupleVariation({"opsz": (0, 1, 1)}, letter(0, 0, top=-100)),
    ],
    "space": [TupleVariation({"wght": (0, 1, 1)}, [(0, 0), (50, 0), (0, 0), (0, 0)])],
})

store = OnlineVarStoreBuilder(["wght", "wdth", "slnt", "opsz", "HIDE"])
store.setModel(VariationModel([{}, {"wght": 1}]))
records = []
for tag, low, high in [("hasc", 900, 1000), ("xhgt", 500, 550)]:
    _, index = store.storeMasters([low, high])
    record = ot.MetricsValueRecord()
    record.ValueTag, record.VarIdx = tag, index
    records.append(record)
mvar = newTable("MVAR")
mvar.table = ot.MVAR()
mvar.table.Version, mvar.table.Reserved = 0x00010000, 0
mvar.table.ValueRecordSize, mvar.table.ValueRecordCount = 8, len(records)
mvar.table.ValueRecord, mvar.table.VarStore = records, store.finish()
builder.font["MVAR"] = mvar
builder.font["head"].created = builder.font["head"].modified = 0
builder.font.recalcTimestamp = False
builder.save(sys.argv[1])
