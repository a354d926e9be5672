"""Draws the images beside this file, and records their pixels as FFmpeg decodes them.

Needs the packages pillow, av (FFmpeg) and numpy, and the program avifenc. Run it in this folder.
Encoders are those of Pillow and avifenc; FFmpeg's decoders of PNG, JPEG, WebP and GIF are its own
code, not the libraries the package uses. Of AVIF, boxes are read and colours converted by others than
libavif. NAME.rgba holds rows of straight RGBA.
"""
import io, os, struct, subprocess, tempfile, zlib
import av, numpy as np
from PIL import Image, ImageCms

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


def gif(art, **options):
    file = io.BytesIO()
    art.save(file, "gif", **options)
    return file.getvalue()


def make_gifs():
    art = drawing(W, H)
    colors = Image.fromarray(art).convert("RGB").quantize(64)
    open("gif-rows.gif", "wb").write(gif(colors, interlace=0))
    open("gif-interlaced.gif", "wb").write(gif(colors, interlace=1))
    # A part of the canvas, with a palette of its own.
    part = art[4:19, 3:24]
    clear = np.array(Image.fromarray(part).convert("RGB").quantize(30))
    clear[part[:, :, 3] < 120] = 31
    part = Image.fromarray(part).convert("RGB").quantize(30)
    palette = part.getpalette()
    part = Image.fromarray(clear, "P")
    part.putpalette(palette)
    file = gif(part, transparency=31, interlace=0, optimize=False)
    count = 3 << (file[10] & 7) + 1
    frame = file.index(b"\x2C", 13 + count)
    open("gif-part.gif", "wb").write(
        file[:6] + struct.pack("<HHBBB", W, H, 0x70, 0, 0) + file[13 + count : frame]
        + b"\x2C" + struct.pack("<HHHHB", 3, 4, 21, 15, 0x80 | file[10] & 7)
        + file[13 : 13 + count] + file[frame + 10 :])
    second = Image.fromarray(255 - art).convert("RGB").quantize(64)
    open("gif-animated.gif", "wb").write(
        gif(colors, save_all=True, append_images=[second], interlace=0, duration=100))
    open("large.gif", "wb").write(gif(Image.fromarray(drawing(120, 90)).convert("RGB").quantize(200)))


def avif(name, art, *options, quantizer=6):
    """Writes a file by avifenc."""
    with tempfile.TemporaryDirectory() as folder:
        Image.fromarray(art).save(f"{folder}/art.png")
        best = [] if "-l" in options else ["--min", quantizer, "--max", quantizer]
        words = ["avifenc", "-s", "3", *best, *options, f"{folder}/art.png", name]
        subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def make_avifs():
    art = drawing(W, H)
    opaque = art[:, :, :3]
    avif("avif-lossless.avif", art, "-l")
    avif("avif-420.avif", opaque, "-y", "420")
    avif("avif-422-10.avif", art, "-y", "422", "-d", 10)
    avif("avif-444-12.avif", art, "-y", "444", "-d", 12, "-r", "limited", "-p")
    avif("avif-grey.avif", np.repeat(art[:, :, :1], 3, 2), "-y", "400")
    avif("avif-turned.avif", art, "-l", "--irot", 1, "--imir", 0)
    Image.fromarray(art).save(
        "avif-animated.avif", save_all=True, quality=100, subsampling="4:4:4",
        append_images=[Image.fromarray(255 - art)])
    avif("grid.avif", drawing(128, 128)[:, :, :3], "-y", "420", "-g", "2x2")
    slope = np.repeat(np.linspace(0, 255, 144).astype(np.uint8)[None, :, None], 8, 0).repeat(3, 2)
    avif("crop-corner.avif", slope, "-l", "--crop", "0,0,60,4")
    avif("crop-middle.avif", slope, "-l", "--crop", "20,2,60,4")
    avif("large.avif", drawing(120, 90)[:, :, :3], quantizer=20)
    avif("large-alpha.avif", drawing(120, 90), quantizer=20)


def make_profiled_avifs():
    one = np.full((16, 16, 3), (200, 60, 60), np.uint8)
    with tempfile.NamedTemporaryFile(suffix=".icc") as profile:
        profile.write(Image.open("profile-p3.png").info["icc_profile"])
        profile.flush()
        avif("profile-p3.avif", one, "--icc", profile.name, quantizer=0)
    for name, numbers in NUMBERED.items():
        color = 165 if name.endswith(("pq", "hlg")) else (200, 60, 60)
        one = np.full((16, 16, 3), color, np.uint8)
        avif(f"profile-{name}.avif", one, "--cicp", f"{numbers}/6", "-y", "444", quantizer=0)


# Colour spaces by their numbers (ITU-T H.273): primaries and transfer functions.
NUMBERED = {
    "numbers-p3": "12/13", "numbers-2020": "9/1", "numbers-22": "1/4", "numbers-28": "1/5",
    "numbers-linear": "1/8", "numbers-pq": "9/16", "numbers-hlg": "9/18", "numbers-none": "2/2",
    "numbers-cinema": "11/17",
}


def smooth(plane, height, width, is_half_as_high=True):
    """Chroma at twice the size: a triangle filter, as the libraries have it."""
    def double(a):
        before, after = np.roll(a, 1, 0), np.roll(a, -1, 0)
        before[0], after[-1] = a[0], a[-1]
        return np.stack([(3 * a + before) / 4, (3 * a + after) / 4], 1).reshape(-1, a.shape[1])
    plane = plane.astype(float)
    return double((double(plane) if is_half_as_high else plane).T).T[:height, :width]


def rgb_of(luma, cb, cr, is_full):
    height, width = luma.shape
    if cb.shape != luma.shape:
        cb, cr = (smooth(part, height, width, part.shape[0] < height) for part in (cb, cr))
    y, b, r = luma.astype(float), cb.astype(float) - 128, cr.astype(float) - 128
    if not is_full:
        y, b, r = (y - 16) * 255 / 219, b * 255 / 224, r * 255 / 224
    rgb = np.stack([y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b], -1)
    return np.clip(rgb.round(), 0, 255)


def numbers(frame, index):
    """A plane of 8 to 12 bits as numbers up to 255."""
    part = frame.planes[index]
    depth = frame.format.components[0].bits
    kind, size = (np.uint8, 1) if depth == 8 else (np.dtype("<u2"), 2)
    words = np.frombuffer(part, kind).reshape(part.height, part.line_size // size)[:, : part.width]
    return words / (2 ** (depth - 8)), 255 / ((2**depth - 1) / 2 ** (depth - 8))


def witness_of_avif(name):
    """The primary image, and its alpha in a stream of its own."""
    file = av.open(name)
    frame, *others = [next(file.decode(stream)) for stream in file.streams.video for _ in (file.seek(0),)]
    is_full, kind = frame.color_range == 2, frame.format.name
    planes = [numbers(frame, i) for i in range(len(frame.planes))]
    scale = planes[0][1] if is_full else 1
    planes = [values * scale if i == 0 else (values - 128) * scale + 128 for i, (values, _) in enumerate(planes)]
    if kind.startswith("gbr"):
        rgb = np.stack([numbers(frame, i)[0] for i in (2, 0, 1)], -1)
    elif kind.startswith("gray"):
        rgb = np.repeat(planes[0][:, :, None], 3, 2)
    else:
        rgb = rgb_of(*planes, is_full)
    alpha = np.full(rgb.shape[:2], 255.0)
    if others:
        values, scale = numbers(others[0], 0)
        alpha = (values * scale).round()
    if name == "avif-444-12.avif":  # Multiplied by alpha.
        rgb = np.clip(rgb * 255 / np.maximum(alpha, 1)[:, :, None], 0, 255)
    return np.dstack([rgb, alpha]).round().astype(np.uint8)


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
make_gifs()
make_avifs()
make_profiled_avifs()
for name in sorted(os.listdir(".")):
    kind, ending = name.split("-")[0], name.split(".")[-1]
    if kind == ending.replace("jpg", "jpeg") and not any(word in name for word in ("turned", "animated")):
        pixels = witness_of_avif(name) if kind == "avif" else witness(name)
        print(name, pixels.shape)
        open(name.rsplit(".", 1)[0] + ".rgba", "wb").write(pixels.tobytes())
