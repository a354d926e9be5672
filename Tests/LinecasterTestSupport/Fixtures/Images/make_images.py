"""Draws the images beside this file, and records their pixels as FFmpeg decodes them.

Needs the packages pillow, av (FFmpeg) and numpy. Run it in this folder. Encoders are those of
Pillow; FFmpeg's decoders of PNG, JPEG and WebP are its own code, not the libraries the package uses.
NAME.rgba holds rows of straight RGBA.
"""
import struct, zlib
import av, numpy as np
from PIL import Image

W, H = 27, 21


def drawing(width, height):
    """A slope, a disc and a corner that tells which side is up, as straight RGBA."""
    y, x = np.mgrid[0:height, 0:width]
    u, v = x / (width - 1), y / (height - 1)
    rgb = np.stack([40 + 190 * u, 60 + 150 * v, 200 - 120 * u * v], axis=-1)
    disc = (u - 0.6) ** 2 + (v - 0.55) ** 2 < 0.09
    rgb[disc] = rgb[disc] * 0.3 + np.array([160, 20, 60])
    rgb[(u < 0.25) & (v < 0.2)] = (250, 240, 30)
    alpha = np.clip(255 * (1.3 - np.hypot(u - 0.5, v - 0.5) * 1.6), 0, 255)
    return np.dstack([rgb, alpha]).round().astype(np.uint8)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, kind, interlace, data, *chunks):
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlace)
    parts = [chunk(b"IHDR", head), *chunks, chunk(b"IDAT", zlib.compress(data, 9)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def rows(pixels):
    return b"".join(b"\0" + row.tobytes() for row in pixels)


def adam7(pixels):
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return b"".join(rows(pixels[y::dy, x::dx]) for x, y, dx, dy in passes if pixels[y::dy, x::dx].size)


def make_pngs():
    art = drawing(W, H)
    deep = (art.astype(">u2") * 257)
    open("png-16.png", "wb").write(png(W, H, 16, 6, 0, rows(deep)))
    open("png-interlaced.png", "wb").write(png(W, H, 8, 6, 1, adam7(art)))
    open("png-grey-alpha.png", "wb").write(png(W, H, 8, 4, 0, rows(art[:, :, [0, 3]])))
    index = (art[:, :, 0] // 64 * 4 + art[:, :, 1] // 64).astype(np.uint8)
    colors = b"".join(bytes([i // 4 * 80, i % 4 * 80, 255 - i * 15]) for i in range(16))
    packed = np.pad(index, ((0, 0), (0, W % 2)))
    packed = packed[:, 0::2] << 4 | packed[:, 1::2]
    open("png-palette.png", "wb").write(
        png(W, H, 4, 3, 0, rows(packed), chunk(b"PLTE", colors), chunk(b"tRNS", bytes(range(0, 240, 30)))))
    bits = np.packbits(art[:, :, 1] > 130, axis=1)
    open("png-1-bit.png", "wb").write(png(W, H, 1, 0, 0, rows(bits)))


def make_jpegs():
    art = Image.fromarray(drawing(W, H)).convert("RGB")
    art.save("jpeg-444.jpg", quality=90, subsampling=0)
    art.save("jpeg-420.jpg", quality=90, subsampling=2)
    art.save("jpeg-progressive.jpg", quality=90, subsampling=0, progressive=True)
    art.convert("L").save("jpeg-grey.jpg", quality=90)
    ink = drawing(W, H)
    Image.fromarray(255 - ink[:, :, [0, 1, 2, 3]] // 2, "CMYK").save("jpeg-cmyk.jpg", quality=90)
    Image.fromarray(drawing(120, 90)).convert("RGB").save("large.jpg", quality=85)


def make_webps():
    art = Image.fromarray(drawing(W, H))
    art.save("webp-lossless.webp", lossless=True, exact=True)
    art.convert("RGB").save("webp-lossy.webp", quality=85)
    art.save("webp-alpha.webp", quality=85, alpha_quality=100)
    exif = Image.Exif()
    exif[0x0112] = 6
    art.save("webp-turned.webp", lossless=True, exact=True, exif=exif)
    second = Image.fromarray(255 - drawing(W, H))
    art.save("webp-animated.webp", lossless=True, exact=True, save_all=True, append_images=[second])
    Image.fromarray(drawing(120, 90)).save("large-alpha.webp", quality=85)
    Image.fromarray(drawing(120, 90)).convert("RGB").save("large.webp", quality=85)


def smooth(plane, height, width):
    """Chroma at twice the size: a triangle filter, as both libraries have it."""
    def double(a):
        before, after = np.roll(a, 1, 0), np.roll(a, -1, 0)
        before[0], after[-1] = a[0], a[-1]
        return np.stack([(3 * a + before) / 4, (3 * a + after) / 4], 1).reshape(-1, a.shape[1])
    return double(double(plane.astype(float)).T).T[:height, :width]


def rgb_of(luma, cb, cr, is_full):
    height, width = luma.shape
    if cb.shape != luma.shape:
        cb, cr = smooth(cb, height, width), smooth(cr, height, width)
    y, b, r = luma.astype(float), cb.astype(float) - 128, cr.astype(float) - 128
    if not is_full:
        y, b, r = (y - 16) * 255 / 219, b * 255 / 224, r * 255 / 224
    rgb = np.stack([y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b], -1)
    return np.clip(rgb.round(), 0, 255)


def plane(frame, index):
    part = frame.planes[index]
    return np.frombuffer(part, np.uint8).reshape(part.height, part.line_size)[:, : part.width]


def plane_of_words(frame):
    bytes_ = np.frombuffer(frame.planes[0], ">u2").reshape(frame.height, frame.planes[0].line_size // 2)
    return bytes_[:, : frame.width * 4].reshape(frame.height, frame.width, 4)


def witness(name):
    frame = next(av.open(name).decode(video=0))
    kind = frame.format.name
    opaque = np.full((frame.height, frame.width, 1), 255.0)
    if kind.startswith("yuv") or kind == "yuva420p":
        rgb = rgb_of(*(plane(frame, i) for i in range(3)), is_full=kind.startswith("yuvj"))
        alpha = plane(frame, 3)[:, :, None] if kind.startswith("yuva") else opaque
        return np.dstack([rgb, alpha]).astype(np.uint8)
    if name == "jpeg-cmyk.jpg":
        # FFmpeg gives the light of each ink in planes of green, blue, red and alpha.
        ink = np.stack([plane(frame, i) for i in (2, 0, 1, 3)], -1).astype(float)
        return np.dstack([(ink[:, :, :3] * ink[:, :, 3:] / 255).round(), opaque]).astype(np.uint8)
    if kind == "rgba64be":
        # Rounded here, since FFmpeg's own conversion is not exact.
        deep = plane_of_words(frame)
        return (deep / 257).round().astype(np.uint8)
    return frame.to_ndarray(format="rgba")


make_pngs()
make_jpegs()
make_webps()
for name in sorted(__import__("os").listdir(".")):
    if name.split("-")[0] in ("png", "jpeg", "webp") and not name.endswith((".rgba", "turned.webp", "animated.webp")):
        pixels = witness(name)
        print(name, pixels.shape)
        open(name.rsplit(".", 1)[0] + ".rgba", "wb").write(pixels.tobytes())
