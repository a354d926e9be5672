"""Makes a small font and its compressed forms, with fontTools and brotli.

Small.ttf has the letters of LETTERS from Noto Sans Regular, with kerning and marks; é is a
composite glyph. Small.woff and Small.woff2 are the same font compressed, and Plain.woff2 without
transformed tables. Stored.woff2 is Small.woff2 with its stream stored instead of compressed
(RFC 7932 §9.2), so a changed byte changes a table. Pair.woff2 is a collection of Small.ttf and the
same letters in bold. Figures.otf and Figures.woff2 have the figures of Noto Sans CJK JP, whose
outlines are CFF.
"""
import io
import os
import struct

import brotli
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.woff2 import WOFF2FlavorData

LETTERS = "AVTo.Éé \u0301"
HERE = os.path.dirname(os.path.abspath(__file__))
FONTS = os.path.join(HERE, "../../../../Fonts")


def small(path, text, number=-1):
    options = subset.Options(
        hinting=False, name_IDs=[1, 2], layout_features=["kern", "mark", "ccmp"])
    font = TTFont(os.path.join(FONTS, path), fontNumber=number, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    return font


def save(font, name, flavor=None, data=None):
    font.flavor, font.flavorData = flavor, data
    font.save(os.path.join(HERE, name), reorderTables=None)


def read(name):
    with open(os.path.join(HERE, name), "rb") as file:
        return file.read()


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def stored_stream(data):
    """Returns a Brotli stream of uncompressed blocks of at most 64 KiB (RFC 7932 §9.1 and 9.2)."""
    # The window of 16 bits, then for each block: not the last, 4 nibbles, the size, uncompressed.
    stream, bits, count = bytearray(), 0, 1
    for start in range(0, len(data), 1 << 16):
        block = data[start:start + (1 << 16)]
        bits |= (len(block) - 1) << (count + 3) | 1 << (count + 19)
        count += 20
        while count > 0:
            stream.append(bits & 255)
            bits, count = bits >> 8, count - 8
        stream += block
        bits, count = 0, 0
    # The last block, which is empty.
    stream.append(3)
    return bytes(stream)


def stream_start(data):
    """Returns where the stream of a WOFF2 file with known tags begins (WOFF 2 §4.1)."""
    at = 48
    for _ in range(struct.unpack(">H", data[12:14])[0]):
        tag, version = data[at] & 63, data[at] >> 6
        assert tag < 63
        at += 1
        # glyf and loca are transformed by version 0, others by any other one.
        for _ in range(2 if (version == 0) == (tag in (10, 11)) else 1):
            while data[at] & 128:
                at += 1
            at += 1
    return at


def pad(data):
    return data + b"\0" * (-len(data) % 4)


def store(data):
    start, size = stream_start(data), struct.unpack(">I", data[20:24])[0]
    stream = stored_stream(brotli.decompress(data[start:start + size]))
    made = pad(data[:start] + stream)
    return made[:8] + struct.pack(">I", len(made)) + made[12:20] \
        + struct.pack(">I", len(stream)) + made[24:]


def short(value):
    """Returns a number below 253 as 255UInt16."""
    assert value < 253
    return bytes([value])


def base128(value):
    parts = [value & 127]
    while value := value >> 7:
        parts.append(128 | value & 127)
    return bytes(reversed(parts))


def collection(fonts):
    """Returns a WOFF2 collection without transformed tables (WOFF 2 §4.2 and 4.3)."""
    directory, tables, entries, indices = b"", b"", {}, []
    for font in fonts:
        file = io.BytesIO()
        font.flavor = None
        font.save(file)
        data = file.getvalue()
        records = [struct.unpack(">4sIII", data[12 + 16 * i:28 + 16 * i])
                   for i in range(struct.unpack(">H", data[4:6])[0])]
        # loca is right behind glyf (WOFF 2 §5.1).
        records.sort(key=lambda record: b"glyg" if record[0] == b"loca" else record[0])
        numbers = []
        for tag, _, offset, length in records:
            table = data[offset:offset + length]
            if (tag, table) not in entries:
                entries[tag, table] = len(entries)
                version = 3 if tag in (b"glyf", b"loca") else 0
                directory += bytes([version << 6 | 63]) + tag + base128(length)
                tables += table
            numbers.append(entries[tag, table])
        indices.append((data[:4], numbers))
    directory += struct.pack(">I", 0x10000) + short(len(fonts))
    for flavor, numbers in indices:
        directory += short(len(numbers)) + flavor + b"".join(map(short, numbers))
    stream = brotli.compress(tables)
    made = pad(bytes(48) + directory + stream)
    return b"wOF2ttcf" + struct.pack(
        ">IHHII", len(made), len(entries), 0, 12 + len(tables), len(stream)) + made[24:]


def main():
    regular = small("NotoSans/NotoSans-Regular.ttf", LETTERS)
    bold = small("NotoSans/NotoSans-Bold.ttf", LETTERS)
    save(regular, "Small.ttf")
    save(regular, "Small.woff", "woff")
    transformed = ("glyf", "loca", "hmtx")
    save(regular, "Small.woff2", "woff2", WOFF2FlavorData(transformedTables=transformed))
    save(regular, "Plain.woff2", "woff2", WOFF2FlavorData(transformedTables=()))
    write("Stored.woff2", store(read("Small.woff2")))
    write("Pair.woff2", collection([regular, bold]))
    figures = small("CJK/NotoSansCJK/NotoSansCJK-Regular.ttc", "0123456789", 0)
    save(figures, "Figures.otf")
    save(figures, "Figures.woff2", "woff2")


main()
