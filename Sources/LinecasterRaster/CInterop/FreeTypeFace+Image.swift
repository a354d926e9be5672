internal import CFreeType
import LinecasterBase
import LinecasterFonts

extension FreeTypeFace {
  /// The maximum side of an image in a font, in pixels; emoji fonts have up to 256.
  private static let maximumImageSide = 2048

  /// Returns the colour image of a glyph, scaled to the key's size; `nil` if the font has none.
  ///
  /// The image's corner stays at the font's fractional position, so the outer rows and columns may
  /// be faint.
  ///
  /// - Parameters:
  ///   - region: The pixels to draw, from the glyph's origin, y down; `nil` for all of them,
  ///     or for none where they are too many to be kept.
  ///   - readsPalettes: Whether palette images are decoded here instead of by FreeType.
  func image(
    of key: GlyphKey, in region: PixelRect?, readsPalettes: Bool = true
  ) -> GlyphBitmap? {
    let size = Double(key.size) / 64
    guard let strike = selectStrike(for: size),
      let slot = loadImage(key.index, linecaster_ft_load_color_metrics)
    else { return nil }
    let frame = ImageFrame(slot, scale: size / strike)
    guard frame.width > 0, frame.height > 0 else { return .empty }
    if readsPalettes, let image = paletteImage(of: key.index, pixelsPerEm: strike),
      image.width == frame.width, image.height == frame.height
    {
      return image.withRows { Self.scaled($0, frame, in: region) }
    }
    guard let slot = loadImage(key.index, linecaster_ft_load_color),
      let pixels = slot.pointee.bitmap.buffer,
      Int(slot.pointee.bitmap.pitch) >= frame.width * 4
    else { return nil }
    let rows = BytePixelRows(pixels, rowBytes: Int(slot.pointee.bitmap.pitch), format: .bgra)
    return Self.scaled(rows, frame, in: region)
  }

  /// Loads a glyph's image from the selected strike, or only its measurements.
  private func loadImage(_ glyph: UInt32, _ flags: FT_Int32) -> FT_GlyphSlot? {
    guard FT_Load_Glyph(pointer, glyph, flags) == 0, let slot = pointer.pointee.glyph,
      slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
      FT_Pixel_Mode(UInt32(slot.pointee.bitmap.pixel_mode)) == FT_PIXEL_MODE_BGRA,
      slot.pointee.bitmap.width <= Self.maximumImageSide,
      slot.pointee.bitmap.rows <= Self.maximumImageSide
    else { return nil }
    return slot
  }

  /// Returns the image of a strike if it can be decoded without FreeType.
  private func paletteImage(of glyph: UInt32, pixelsPerEm: Double) -> PaletteImage? {
    face.harfBuzz.withImage(of: glyph, pixelsPerEm: Int(saturating: pixelsPerEm)) { file in
      PaletteImage(file, maximumSide: Self.maximumImageSide, inflate: library.inflater.inflate)
    }
  }

  private static func scaled<Pixels: PixelRows>(
    _ pixels: Pixels, _ frame: ImageFrame, in region: PixelRect?
  ) -> GlyphBitmap {
    let columns = region.map { frame.columns.clamped(to: $0.left..<$0.right) } ?? frame.columns
    let rows = region.map { frame.rows.clamped(to: $0.top..<$0.bottom) } ?? frame.rows
    guard !columns.isEmpty, !rows.isEmpty else { return .empty }
    guard region != nil || columns.count * rows.count * 4 <= GlyphBitmap.maximumPixels else {
      return .path
    }
    let bytes = resampled(
      Resampler(
        source: pixels,
        columns: AxisFilter(
          sourceCount: frame.width, origin: frame.left, scale: frame.scale, range: columns,
          edge: .transparent),
        rows: AxisFilter(
          sourceCount: frame.height, origin: frame.top, scale: frame.scale, range: rows,
          edge: .transparent)),
      width: columns.count, height: rows.count)
    return GlyphBitmap(
      content: .color, left: Int32(columns.lowerBound), top: -Int32(rows.lowerBound),
      width: Int32(columns.count), height: Int32(rows.count), bytes: bytes)
  }

  private static func resampled<Pixels: PixelRows>(
    _ source: consuming Resampler<Pixels>, width: Int, height: Int
  ) -> [UInt8] {
    let rowBytes = GlyphBitmap.rowBytes(.color, width: width)
    return [UInt8](unsafeUninitializedCapacity: height * rowBytes) { buffer, count in
      count = height * rowBytes
      buffer.initialize(repeating: 0)
      guard let target = buffer.baseAddress else { return }
      for row in 0..<height { source.write(row: row, to: target + row * rowBytes) }
    }
  }
}

/// The frame of a scaled strike image, relative to the glyph's origin.
private struct ImageFrame {
  /// The size of the unscaled image.
  let width: Int
  let height: Int
  let scale: Double
  /// The top-left corner in scaled pixels, y down.
  let left: Double
  let top: Double

  init(_ slot: FT_GlyphSlot, scale: Double) {
    width = Int(slot.pointee.bitmap.width)
    height = Int(slot.pointee.bitmap.rows)
    self.scale = scale
    left = Double(slot.pointee.bitmap_left) * scale
    top = -Double(slot.pointee.bitmap_top) * scale
  }

  /// The columns of pixels that it covers, at least in part.
  var columns: Range<Int> { Self.pixels(from: left, to: left + Double(width) * scale) }

  /// The rows of pixels that it covers, at least in part.
  var rows: Range<Int> { Self.pixels(from: top, to: top + Double(height) * scale) }

  private static func pixels(from start: Double, to end: Double) -> Range<Int> {
    let first = Int(saturating: start.rounded(.down))
    return first..<max(first + 1, Int(saturating: end.rounded(.up)))
  }
}

/// A palette image, as in emoji fonts: a PNG file with one byte per pixel in one chunk, whose rows
/// are unfiltered.
///
/// libpng takes five times as long, because it decompresses row by row and expands each pixel to
/// four bytes. This reader decompresses all rows at once and looks colours up during summation.
struct PaletteImage {
  let width: Int
  let height: Int
  /// Premultiplied red, green, blue and alpha from 0 to 255, for each of the 256 indices.
  private let colors: [SIMD4<Float>]
  /// Rows from the top, each after its filter byte.
  private let rows: [UInt8]

  /// Reads a file; `nil` for other kinds of images and for broken ones.
  ///
  /// - Parameters:
  ///   - file: A whole PNG file.
  ///   - maximumSide: The maximum number of pixels of a side.
  ///   - inflate: Decompresses zlib; `nil` unless the byte count is as given.
  init?(
    _ file: UnsafeRawBufferPointer, maximumSide: Int,
    inflate: (_ data: UnsafeRawBufferPointer, _ count: Int) -> [UInt8]?
  ) {
    guard let chunks = PNGChunks(file), chunks.hasBytePalette,
      1...maximumSide ~= chunks.width, 1...maximumSide ~= chunks.height,
      chunks.palette.count % 3 == 0,
      let rows = inflate(chunks.data, chunks.height * (chunks.width + 1))
    else { return nil }
    (width, height) = (chunks.width, chunks.height)
    for row in 0..<height where rows[row * (width + 1)] != 0 { return nil }
    self.rows = rows
    colors = Self.colors(chunks.palette, alphas: chunks.alphas)
  }

  /// Returns the colours; indices outside the palette are black, as in libpng.
  private static func colors(
    _ palette: UnsafeRawBufferPointer, alphas: UnsafeRawBufferPointer
  ) -> [SIMD4<Float>] {
    [SIMD4<Float>](unsafeUninitializedCapacity: 256) { colors, count in
      count = 256
      for number in 0..<256 {
        let alpha = number < alphas.count ? alphas[number] : 255
        var color = SIMD4<UInt8>(0, 0, 0, alpha)
        if number < palette.count / 3 {
          for channel in 0..<3 {
            color[channel] = palette[number * 3 + channel].multiplied(by: alpha)
          }
        }
        colors.initializeElement(
          at: number, to: SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: color)))
      }
    }
  }

  /// Calls `body` with the pixels.
  func withRows<Result>(_ body: (PalettePixelRows) -> Result) -> Result? {
    rows.withUnsafeBufferPointer { rows in
      colors.withUnsafeBufferPointer { colors in
        guard let base = rows.baseAddress, let colors = colors.baseAddress else { return nil }
        return body(PalettePixelRows(base + 1, rowBytes: width + 1, colors: colors))
      }
    }
  }
}

/// The parts of a PNG file up to its pixels (PNG, third edition, §11).
private struct PNGChunks {
  let width: Int
  let height: Int
  /// Whether each pixel is a palette index of one byte, without interlacing.
  let hasBytePalette: Bool
  /// The colours, three bytes each.
  private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The alphas of the first colours.
  private(set) var alphas = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The compressed pixels.
  private(set) var data = UnsafeRawBufferPointer(start: nil, count: 0)

  /// The signature and the length and name of the header chunk, which start every file.
  private static let start: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
  private static let headerEnd = 33
  /// The depth, colour type, compression, filter and interlace method of such a palette.
  private static let bytePalette: [UInt8] = [8, 3, 0, 0, 0]
  /// The bytes of the length and the name before a chunk, and of the checksum after it.
  private static let nameBytes = 8
  private static let checksumBytes = 4

  /// Finds the parts, valid as long as the file; `nil` if the file is truncated or the pixels are
  /// in several chunks.
  init?(_ file: UnsafeRawBufferPointer) {
    guard file.count >= Self.headerEnd, file.starts(with: Self.start) else { return nil }
    width = file.bigEndian(at: 16)
    height = file.bigEndian(at: 20)
    hasBytePalette = file[24..<29].elementsEqual(Self.bytePalette)
    var place = Self.headerEnd
    while let chunk = Self.chunk(of: file, at: place) {
      place += Self.nameBytes + chunk.bytes.count + Self.checksumBytes
      switch chunk.name {
      case Self.name("PLTE"): palette = chunk.bytes
      case Self.name("tRNS"): alphas = chunk.bytes
      case Self.name("IDAT"):
        data = chunk.bytes
        guard Self.chunk(of: file, at: place)?.name == Self.name("IEND") else { return nil }
        return
      default: break
      }
    }
    return nil
  }

  private static func name(_ letters: StaticString) -> Int {
    letters.withUTF8Buffer { UnsafeRawBufferPointer($0).bigEndian(at: 0) }
  }

  private static func chunk(
    of file: UnsafeRawBufferPointer, at place: Int
  ) -> (name: Int, bytes: UnsafeRawBufferPointer)? {
    guard place <= file.count - nameBytes - checksumBytes else { return nil }
    let count = file.bigEndian(at: place)
    guard count <= file.count - place - nameBytes - checksumBytes else { return nil }
    let start = place + nameBytes
    return (
      file.bigEndian(at: place + 4), UnsafeRawBufferPointer(rebasing: file[start..<start + count])
    )
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the big-endian 32-bit number at an offset.
  fileprivate func bigEndian(at offset: Int) -> Int {
    Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}

/// Rows with one byte per pixel, the index of its colour.
struct PalettePixelRows: PixelRows {
  private let base: UnsafePointer<UInt8>
  private let rowBytes: Int
  private let colors: UnsafePointer<SIMD4<Float>>

  /// Creates rows of pixels that must stay valid while they are used.
  ///
  /// - Parameters:
  ///   - base: Rows from the top.
  ///   - rowBytes: The distance between rows.
  ///   - colors: 256 colours with channels from 0 to 255.
  init(_ base: UnsafePointer<UInt8>, rowBytes: Int, colors: UnsafePointer<SIMD4<Float>>) {
    self.base = base
    self.rowBytes = rowBytes
    self.colors = colors
  }

  @inline(__always)
  func sum(row: Int, from start: Int, _ weights: UnsafeBufferPointer<Float>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    let pixels = base + (row &* rowBytes &+ start)
    var index = 0
    // Unrolled by hand, because the compiler does not unroll sums whose order matters.
    while index &+ 4 <= weights.count {
      sum += colors[Int(pixels[index])] * weights[index]
      sum += colors[Int(pixels[index &+ 1])] * weights[index &+ 1]
      sum += colors[Int(pixels[index &+ 2])] * weights[index &+ 2]
      sum += colors[Int(pixels[index &+ 3])] * weights[index &+ 3]
      index &+= 4
    }
    while index < weights.count {
      sum += colors[Int(pixels[index])] * weights[index]
      index &+= 1
    }
    return sum
  }
}
