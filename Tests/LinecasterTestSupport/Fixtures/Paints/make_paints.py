"""Makes Paints.ttf, PaintsVariable.ttf and PaintsBroken.ttf, fonts with paints of COLR version 1, and
pictures of their glyphs by the rasterizer of HarfBuzz, with fontTools, uharfbuzz and Pillow.

    pip install fonttools==4.68.0 uharfbuzz==0.57.0 pillow
    python3 make_paints.py

Each glyph of the first two shows a kind of paint; characters are U+E000 and the following ones, and
U+1F600 is the first. An em has 1000 units. A picture is a row of glyphs of 32 pixels an em, each in a square of 40 pixels with
its origin 4 pixels from the left and 34 from the top; text is #204060. PaintsVariable.ttf is drawn at
the weights 650 and 900, one row each. The glyphs of PaintsBroken.ttf are no trees, but
for the last one, which is as deep as they may be.
"""
import os

import uharfbuzz as hb
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables import otTables as ot
from fontTools.varLib.models import VariationModel
from fontTools.varLib.varStore import OnlineVarStoreBuilder
from PIL import Image

P = ot.PaintFormat
TEXT = 0xFFFF
RED, GREEN, BLUE, HALF, YELLOW, WHITE = range(6)
PALETTE = [
    (1, 0, 0, 1), (0, 0.8, 0.2, 1), (0.1, 0.2, 1, 1), (0.2, 0.4, 0.6, 0.5), (1, 0.9, 0, 1),
    (1, 1, 1, 1),
]
folder = os.path.dirname(os.path.abspath(__file__))

# Paints.


def solid(color, alpha=1):
    return {"Format": P.PaintSolid, "PaletteIndex": color, "Alpha": alpha}


def glyph(name, paint):
    return {"Format": P.PaintGlyph, "Glyph": name, "Paint": paint}


def layers(*paints):
    return {"Format": P.PaintColrLayers, "Layers": list(paints)}


def line(stops=((0, RED), (0.5, YELLOW), (1, BLUE)), extend="pad"):
    return {
        "Extend": extend,
        "ColorStop": [
            {"StopOffset": stop[0], "PaletteIndex": stop[1],
             "Alpha": stop[2] if len(stop) > 2 else 1}
            for stop in stops
        ],
    }


def linear(x0, y0, x1, y1, x2, y2, **options):
    return {"Format": P.PaintLinearGradient, "ColorLine": line(**options), "x0": x0, "y0": y0,
            "x1": x1, "y1": y1, "x2": x2, "y2": y2}


def radial(x0, y0, r0, x1, y1, r1, **options):
    return {"Format": P.PaintRadialGradient, "ColorLine": line(**options), "x0": x0, "y0": y0,
            "r0": r0, "x1": x1, "y1": y1, "r1": r1}


def sweep(start, end, **options):
    return {"Format": P.PaintSweepGradient, "ColorLine": line(**options), "centerX": 400,
            "centerY": 350, "startAngle": start, "endAngle": end}


def move(kind, paint, **values):
    return {"Format": getattr(P, "Paint" + kind), "Paint": paint, **values}


def blend(mode, source, backdrop):
    return {"Format": P.PaintComposite, "CompositeMode": mode, "SourcePaint": source,
            "BackdropPaint": backdrop}


def matrix(*values):
    return dict(zip(("xx", "yx", "xy", "yy", "dx", "dy"), values))


MODES = [mode.name.lower() for mode in ot.CompositeMode]
FILLS = {
    "solid": glyph("tall", solid(RED)),
    "faint": glyph("tall", solid(HALF, 0.5)),
    "text": glyph("tall", solid(TEXT)),
    "fainttext": layers(glyph("tall", solid(TEXT, 0.4)), glyph("ring", solid(GREEN))),
    "linear": glyph("square", linear(150, 0, 650, 0, 150, 500)),
    "linearrepeat": glyph("square", linear(300, 0, 500, 0, 300, 200, extend="repeat")),
    "linearreflect": glyph("square", linear(300, 0, 500, 100, 250, 100, extend="reflect")),
    "linearacross": glyph("square", linear(150, 100, 650, 200, 350, 700)),
    "linearbeyond": glyph("square", linear(300, 0, 500, 0, 300, 200, stops=(
        (-0.5, RED), (0.25, YELLOW), (1.5, BLUE)), extend="reflect")),
    "linearclear": glyph("square", linear(150, 0, 650, 0, 150, 500, stops=(
        (0, RED, 0), (0.5, WHITE, 1), (1, BLUE, 0.2)))),
    "linearhard": glyph("square", linear(0, 50, 0, 650, 500, 50, stops=(
        (0.2, RED), (0.5, RED), (0.5, TEXT), (0.8, GREEN)))),
    "linearone": glyph("square", linear(0, 50, 0, 650, 500, 50, stops=((0.2, GREEN),))),
    "radial": glyph("square", radial(400, 350, 0, 400, 350, 300)),
    "radialring": glyph("square", radial(400, 350, 100, 400, 350, 300)),
    "radialrepeat": glyph("square", radial(400, 350, 50, 400, 350, 150, extend="repeat")),
    "radialreflect": glyph("square", radial(350, 300, 0, 400, 350, 150, extend="reflect")),
    "radialfocus": glyph("square", radial(300, 400, 20, 400, 350, 300)),
    "radialcone": glyph("square", radial(200, 350, 50, 550, 350, 120)),
    "radialtube": glyph("square", radial(250, 350, 100, 550, 400, 100)),
    "sweep": glyph("square", sweep(0, 360)),
    "sweeppart": glyph("square", sweep(45, 225)),
    "sweepbefore": glyph("square", sweep(-135, 45)),
    "sweeprepeat": glyph("square", sweep(30, 120, extend="repeat")),
    "sweepreflect": glyph("square", sweep(30, 120, extend="reflect")),
    "sweepback": glyph("square", sweep(270, 90)),
}
BASE = layers(glyph("tall", solid(RED)), glyph("ring", solid(BLUE, 0.7)))
MOVES = {
    "translate": move("Translate", BASE, dx=100, dy=-50),
    "scale": move("Scale", BASE, scaleX=0.5, scaleY=1.2),
    "scaleabout": move("ScaleAroundCenter", BASE, scaleX=-0.8, scaleY=0.6, centerX=400,
                       centerY=350),
    "uniform": move("ScaleUniform", BASE, scale=0.7),
    "uniformabout": move("ScaleUniformAroundCenter", BASE, scale=0.6, centerX=400, centerY=350),
    "rotate": move("Rotate", BASE, angle=20),
    "rotateabout": move("RotateAroundCenter", BASE, angle=-50, centerX=400, centerY=350),
    "skew": move("Skew", BASE, xSkewAngle=15, ySkewAngle=5),
    "skewabout": move("SkewAroundCenter", BASE, xSkewAngle=-25, ySkewAngle=10, centerX=400,
                      centerY=350),
    "matrix": move("Transform", BASE, Transform=matrix(0.8, 0.2, -0.3, 0.7, 150, 40)),
    "fillmoved": glyph("ring", move("RotateAroundCenter", linear(150, 0, 650, 0, 150, 500),
                                    angle=30, centerX=400, centerY=350)),
    "bothmoved": move("RotateAroundCenter", glyph("square", move(
        "Scale", radial(400, 350, 0, 400, 350, 300), scaleX=1, scaleY=0.5)), angle=30,
        centerX=400, centerY=350),
    "deep": move("Translate", move("Rotate", move("Scale", glyph("ring", sweep(0, 360)),
                 scaleX=0.8, scaleY=0.6), angle=15), dx=100, dy=80),
    "inside": glyph("ring", glyph("tall", solid(GREEN))),
    "clipped": BASE,
    "nested": layers(glyph("tall", solid(YELLOW)), move("Translate", {
        "Format": P.PaintColrGlyph, "Glyph": "clipped"}, dx=125, dy=125)),
    "nestedtext": {"Format": P.PaintColrGlyph, "Glyph": "text"},
    "infinite": solid(GREEN, 0.5),
    "absent": layers(glyph("tall", solid(RED)), {"Format": P.PaintColrGlyph, "Glyph": "tall"},
                     glyph("ring", solid(77))),
}
# 125 units are four pixels of a picture: rasterizers cut boxes between pixels differently.
CLIPS = {"clipped": (250, 125, 625, 500), "infinite": (125, 125, 500, 625)}
ABOVE = glyph("right", linear(250, 0, 650, 0, 250, 400, stops=((0, GREEN, 0.8), (1, YELLOW, 0.8))))
BELOW = glyph("left", solid(BLUE, 0.8))
BLENDS = {mode: blend(mode, ABOVE, BELOW) for mode in MODES}
BLENDS["over"] = layers(glyph("tall", solid(YELLOW)), blend("screen", ABOVE, BELOW))
BLENDS["cut"] = glyph("even", blend("xor", ABOVE, blend("multiply", solid(RED, 0.5), BELOW)))

# Outlines.


def outline(*contours):
    pen = TTGlyphPen(None)
    for contour in contours:
        pen.moveTo(contour[0])
        for point in contour[1:]:
            pen.lineTo(point) if isinstance(point[0], int) else pen.qCurveTo(*point)
        pen.closePath()
    return pen.glyph()


def circle(r, backwards=False):
    x, y = 400, 350
    corners = [(x + r, y + r), (x - r, y + r), (x - r, y - r), (x + r, y - r)]
    ends = [(x, y + r), (x - r, y), (x, y - r), (x + r, y)]
    if backwards:
        corners, ends = corners[::-1], [(x, y - r), (x - r, y), (x, y + r), (x + r, y)]
    return [(x + r, y)] + [(corner, end) for corner, end in zip(corners, ends)]


def box(left, bottom, right, top):
    return [(left, bottom), (left, top), (right, top), (right, bottom)]


OUTLINES = {
    "tall": outline(box(250, 0, 430, 700)),
    "square": outline(box(100, 50, 700, 650)),
    "ring": outline(circle(300), circle(170, backwards=True)),
    "even": outline(box(125, 125, 500, 625)),
    "left": outline(box(110, 130, 460, 660)),
    "right": outline(box(260, 40, 690, 540)),
}


def make(name, colors, clips=None, axes=None, **tables):
    empty = TTGlyphPen(None).glyph()
    plain = outline(box(0, 0, 600, 700))
    glyphs = {".notdef": empty, **OUTLINES, **{color: plain for color in colors}}
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    characters = {0xE000 + index: color for index, color in enumerate(colors)}
    font.setupCharacterMap({**characters, 0x1F600: next(iter(colors))})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics(
        {name: (800, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Linecaster " + name, "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost(keepGlyphNames=False)
    if axes:
        font.setupFvar(axes, [])
    font.setupCPAL([PALETTE])
    font.setupCOLR(colors, version=1, clipBoxes=clips or {}, **tables)
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.save(os.path.join(folder, name + ".ttf"))


# A variable font: every number of every paint moves.


class Variations:
    """Numbers for the places on an axis; the index of the first is the base of a paint."""

    def __init__(self):
        self.builder = OnlineVarStoreBuilder(["wght"])
        self.builder.setModel(VariationModel([{}, {"wght": 0.5}, {"wght": 1}], axisOrder=["wght"]))
        self.mapping = []

    def base(self, *deltas):
        first = len(self.mapping)
        for middle, end in deltas:
            self.mapping.append(self.builder.storeMasters([0, middle, end])[1])
        return first

    def tables(self):
        store = self.builder.finish()
        renumbered = store.optimize()
        index_map = ot.DeltaSetIndexMap()
        index_map.mapping = [renumbered[index] for index in self.mapping]
        return {"varStore": store, "varIndexMap": index_map}


def variable():
    at = Variations()
    f2 = 16384  # 1 in numbers with 14 binary places
    fixed = 65536

    def var(kind, **values):
        return {"Format": getattr(P, "PaintVar" + kind), **values}

    def var_line():
        stops = []
        for offset, color, deltas in (
            (0, RED, ((0, 0.2 * f2), (0, -0.5 * f2))), (0.5, YELLOW, ((0, -0.1 * f2), (0, -0.5 * f2))),
            (1, BLUE, ((0.1 * f2, -0.2 * f2), (0, -0.5 * f2))),
        ):
            stops.append({"StopOffset": offset, "PaletteIndex": color, "Alpha": 1,
                          "VarIndexBase": at.base(*[(int(a), int(b)) for a, b in deltas])})
        return {"Extend": "reflect", "ColorStop": stops}

    colors = {
        "solid": glyph("tall", var("Solid", PaletteIndex=RED, Alpha=1,
                                   VarIndexBase=at.base((-4000, -12000)))),
        "linear": glyph("square", var(
            "LinearGradient", ColorLine=var_line(), x0=150, y0=0, x1=650, y1=0, x2=150, y2=500,
            VarIndexBase=at.base((50, 100), (0, 30), (-50, -200), (0, 80), (0, 40), (10, 20)))),
        "radial": glyph("square", var(
            "RadialGradient", ColorLine=var_line(), x0=400, y0=350, r0=20, x1=400, y1=350, r1=300,
            VarIndexBase=at.base((-20, -60), (0, 40), (10, 30), (5, 15), (7, 0), (-20, -100)))),
        "sweep": glyph("square", var(
            "SweepGradient", ColorLine=var_line(), centerX=400, centerY=350, startAngle=0,
            endAngle=360, VarIndexBase=at.base((30, 60), (0, 50), (2000, 4000), (-3000, -8000)))),
        "matrix": var("Transform", Paint=BASE, Transform={
            **matrix(1, 0, 0, 1, 0, 0), "VarIndexBase": at.base(
                (-fixed // 4, -fixed // 2), (0, fixed // 8), (fixed // 16, -fixed // 8),
                (0, -fixed // 5), (40 * fixed, 90 * fixed), (0, 30 * fixed))}),
        "translate": var("Translate", Paint=BASE, dx=10, dy=20,
                         VarIndexBase=at.base((30, 90), (-10, -60))),
        "scale": var("ScaleAroundCenter", Paint=BASE, scaleX=1, scaleY=1, centerX=400, centerY=350,
                     VarIndexBase=at.base((-3000, -9000), (0, -2000), (0, 50), (20, 0))),
        "uniform": var("ScaleUniform", Paint=BASE, scale=1, VarIndexBase=at.base((-3000, -9000))),
        "rotate": var("RotateAroundCenter", Paint=BASE, angle=0, centerX=400, centerY=350,
                      VarIndexBase=at.base((1000, 3000), (0, -50), (10, 0))),
        "skew": var("Skew", Paint=BASE, xSkewAngle=0, ySkewAngle=0,
                    VarIndexBase=at.base((1000, 2500), (0, -900))),
        "clipped": BASE,
    }
    clips = {"clipped": (250, 125, 625, 500, at.base(
        (0, -125), (0, 125), (0, 125), (0, -250)))}
    make("PaintsVariable", colors, clips, axes=[("wght", 400, 400, 900, "Weight")], **at.tables())
    return colors


# Pictures.

EM, SIDE, LEFT, BASELINE = 32, 40, 4, 34


def picture(font, character):
    """A glyph as straight pixels, by HarfBuzz."""
    paint = hb.RasterPaint()
    paint.foreground = hb.Color(red=0x20, green=0x40, blue=0x60, alpha=255)
    # Rows of HarfBuzz start at the bottom.
    paint.extents = hb.RasterExtents(
        x_origin=-LEFT, y_origin=BASELINE - SIDE, width=SIDE, height=SIDE, stride=0)
    font.scale = (EM * 64, EM * 64)
    paint.scale_factor = (64, 64)
    paint.paint_glyph(font, font.get_nominal_glyph(character))
    image = paint.render()
    size, pixels = image.extents, bytes(image.buffer)
    result = Image.new("RGBA", (SIDE, SIDE))
    for y in range(size.height):
        for x in range(size.width):
            place = y * size.stride + x * 4
            blue, green, red, alpha = pixels[place:place + 4]
            straight = [min(255, round(c * 255 / alpha)) if alpha else 0 for c in (red, green, blue)]
            result.putpixel((x, SIDE - 1 - y), (*straight, alpha))
    return result


def record(name, file, characters, places=(None,)):
    font = hb.Font(hb.Face(hb.Blob.from_file_path(os.path.join(folder, file))))
    sheet = Image.new("RGBA", (SIDE * len(characters), SIDE * len(places)))
    for row, place in enumerate(places):
        if place is not None:
            font.set_variations({"wght": place})
        for column, character in enumerate(characters):
            sheet.paste(picture(font, character), (column * SIDE, row * SIDE))
    sheet.save(os.path.join(folder, name + ".png"), optimize=True)


def main():
    groups = {"fills": FILLS, "moves": MOVES, "blends": BLENDS}
    # Names of blends would meet those of other glyphs.
    colors = {f"{group} {name}": paint for group in groups for name, paint in groups[group].items()}
    colors["text"] = FILLS["text"]
    colors["clipped"] = MOVES["clipped"]
    clips = {"clipped": CLIPS["clipped"]}
    clips.update({f"moves {name}": clip for name, clip in CLIPS.items()})
    make("Paints", colors, clips)
    first = 0xE000
    for group, paints in groups.items():
        record(group, "Paints.ttf", range(first, first + len(paints)))
        first += len(paints)
    count = len(variable())
    record("variable", "PaintsVariable.ttf", range(0xE000, 0xE000 + count), (650, 900))
    record("emoji", "NotoColorPaints.ttf", (0x1F39B, 0x1F39F, 0x1F3AB))
    depth = glyph("tall", solid(RED))
    for _ in range(70):
        depth = move("Translate", depth, dx=1, dy=0)
    tower = glyph("tall", solid(RED))
    for level in range(60):
        tower = blend("xor" if level % 2 else "multiply", tower, glyph("square", solid(HALF)))
    make("PaintsBroken", {
        "itself": layers(glyph("tall", solid(RED)),
                         {"Format": P.PaintColrGlyph, "Glyph": "itself"}),
        "one": {"Format": P.PaintColrGlyph, "Glyph": "other"},
        "other": move("Translate", {"Format": P.PaintColrGlyph, "Glyph": "one"}, dx=1, dy=1),
        "unbounded": layers(glyph("tall", solid(RED)), solid(BLUE)),
        "deep": depth,
        "tower": tower,
    })


if __name__ == "__main__":
    main()
