internal import CImages
public import LinecasterGeometry
public import LinecasterRaster

/// Writes bitmaps as PNG in sRGB, in the smallest colour type that loses nothing.
///
/// That is a palette where there are few colours, grey where there are no others, RGB where all
/// pixels are opaque, else RGBA with straight alpha. A value; may be used on any thread. Files hold
/// no time and no comments, so the same pixels give the same bytes.
///
///     let bitmap = try Bitmap(width: 32, height: 32, background: Color(rgb: 0x1A5FB4))
///     try PNGEncoder().write(bitmap, to: path)
///     let bytes = try PNGEncoder(compression: .small).encode(bitmap)
public struct PNGEncoder: Hashable, Sendable {
  /// How much time to spend on small files.
  public struct Compression: Hashable, Sendable {
    /// The level of zlib, 0 (none) to 9 (slow).
    let level: Int
    /// Whether each row is filtered as suits it best, which helps photographs; palettes never are.
    let filtersRows: Bool

    /// Makes a compression; levels beyond the range are brought into it.
    init(level: Int, filtersRows: Bool) {
      self.level = min(max(level, 0), 9)
      self.filtersRows = filtersRows
    }

    /// Level 3 without filters: good for interfaces and text, several times faster.
    public static let fast = Compression(level: 3, filtersRows: false)
    /// Level 6 with filters: best for photographs.
    public static let small = Compression(level: 6, filtersRows: true)
  }

  /// How much time to spend on small files.
  public var compression: Compression

  /// Makes an encoder.
  public init(compression: Compression = .fast) {
    self.compression = compression
  }

  /// The bytes of a PNG file of a bitmap.
  ///
  /// - Throws: `ImageError` with code `empty` for a bitmap without pixels, or `unwritable` with
  ///   libpng's reason.
  /// - Complexity: O(pixels).
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, "PNG data")
  }

  private func encode(_ bitmap: Bitmap, _ name: String) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(bitmap, name: name) { bytes += $0 }
    return bytes
  }

  /// Hands the bytes of a PNG file to `sink` in pieces, as they come about.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels.
  ///   - name: What stands for the file in error messages.
  ///   - sink: Takes a piece, which follows the one before; it may throw to end the matter.
  /// - Throws: As `encode(_:)` does, or what `sink` throws.
  /// - Complexity: O(pixels) in time; O(width) in memory.
  public func encode(
    _ bitmap: Bitmap, name: String = "PNG data", to sink: ([UInt8]) throws(ImageError) -> Void
  ) throws(ImageError) {
    try Self.checkSize(width: bitmap.width, height: bitmap.height, name)
    var finder = PNGLayoutFinder()
    finder.take(bitmap.pixels)
    let rows = try PNGRows(
      width: bitmap.width, height: bitmap.height, layout: finder.layout, compression, name)
    for index in 0..<bitmap.height {
      try rows.write(index, of: bitmap)
      if rows.hasPiece { try sink(rows.take()) }
    }
    try rows.finish()
    try sink(rows.take())
  }

  /// Hands the bytes of a PNG file of an image that is made in bands to `sink` in pieces.
  ///
  /// Where there are several bands, each is drawn twice: to find the smallest colour type, and to
  /// write it. The bytes are those of the whole as one bitmap.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - name: What stands for the file in error messages.
  ///   - isCancelled: Asked before each band, and by what draws it.
  ///   - sink: Takes a piece, which follows the one before; it may throw to end the matter.
  /// - Throws: As `encode(_:)` does, what drawing the bands or `sink` throws, or
  ///   `CancellationError` if `isCancelled` says so.
  /// - Complexity: O(pixels) besides drawing in time; O(pixels of a band) in memory.
  public func encode(
    _ image: BandedImage, name: String = "PNG data", isCancelled: () -> Bool = { false },
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try Self.checkSize(width: image.width, height: image.height, name)
    guard image.bandCount > 1 else {
      try sink(encode(image.bitmap(isCancelled: isCancelled), name))
      return
    }
    var finder = PNGLayoutFinder()
    try image.forEachBand(isCancelled: isCancelled) { finder.take($0.pixels) }
    let rows = try PNGRows(
      width: image.width, height: image.height, layout: finder.layout, compression, name)
    try image.forEachBand(isCancelled: isCancelled) { band in
      for index in 0..<band.height {
        try rows.write(index, of: band)
        if rows.hasPiece { try sink(rows.take()) }
      }
    }
    try rows.finish()
    try sink(rows.take())
  }

  private static func checkSize(
    width: Int, height: Int, _ name: String
  ) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(code: .empty, source: name, reason: "\(width) × \(height) pixels")
    }
  }

  /// Writes an image that is made in bands to the file at `path`, which is never seen half written.
  ///
  /// - Throws: As `encode(_:name:isCancelled:to:)` does, and `ImageError` that names the file; what
  ///   was there is untouched then.
  public func write(
    _ image: BandedImage, to path: String, isCancelled: () -> Bool = { false }
  ) throws {
    try AtomicFileWriter.write(
      to: path,
      pieces: { write in
        try encode(image, name: path, isCancelled: isCancelled, to: write)
      })
  }

  /// Writes a bitmap to the file at `path`, which is never seen half written.
  ///
  /// - Throws: `ImageError` naming the file: `empty` or `unwritable`; a file that was there is
  ///   untouched then.
  public func write(_ bitmap: Bitmap, to path: String) throws(ImageError) {
    try AtomicFileWriter.write(to: path) { write throws(ImageError) in
      try encode(bitmap, name: path, to: write)
    }
  }
}

/// The rows of a PNG file on their way to where its bytes go.
private final class PNGRows {
  private let writer: PNGWriter
  private let packer: PNGRowPacker
  private var row: [UInt8]

  /// The least bytes handed on at a time, but for the last.
  private static let pieceByteCount = 1 << 16

  init(
    width: Int, height: Int, layout: PNGLayout, _ compression: PNGEncoder.Compression,
    _ name: String
  ) throws(ImageError) {
    writer = try PNGWriter(
      width: width, height: height, layout: layout, compression: compression, name: name)
    packer = PNGRowPacker(width: width, layout: layout)
    row = packer.emptyRow
  }

  /// Writes the next row, a given one of a bitmap as wide as the file.
  func write(_ index: Int, of bitmap: Bitmap) throws(ImageError) {
    packer.pack(bitmap.pixels, row: index, into: &row)
    try writer.write(row)
  }

  /// Writes the end of the file.
  func finish() throws(ImageError) { try writer.finish() }

  /// Whether there are bytes enough to be handed on.
  var hasPiece: Bool { writer.count >= Self.pieceByteCount }

  /// The bytes since the last time.
  func take() -> [UInt8] { writer.take() }
}

/// A PNG file that is written row by row into memory, by libpng.
private final class PNGWriter {
  private let writer: OpaquePointer
  private let name: String

  /// Writes the head of a file of an image that has pixels.
  ///
  /// - Throws: `ImageError` with code `unwritable` and libpng's reason.
  init(
    width: Int, height: Int, layout: PNGLayout, compression: PNGEncoder.Compression, name: String
  ) throws(ImageError) {
    var format = linecaster_png_format()
    format.width = UInt32(clamping: width)
    format.height = UInt32(clamping: height)
    format.color_type = Self.colorType(layout)
    format.depth = Int32(layout.depth)
    format.level = Int32(compression.level)
    var palette: [UInt8] = []
    if case .palette(let colors) = layout {
      palette = colors.straight
    } else {
      format.filters = compression.filtersRows
    }
    format.palette_count = Int32(palette.count / 4)
    let writer = palette.withUnsafeBufferPointer { palette in
      format.palette = palette.baseAddress
      return linecaster_png_writer_open(&format)
    }
    guard let writer else {
      throw ImageError(code: .unwritable, source: name, reason: "no memory for libpng")
    }
    self.writer = writer
    self.name = name
    try check()
  }

  deinit { linecaster_png_writer_close(writer) }

  /// The bytes that were not taken yet.
  var count: Int { linecaster_png_writer_count(writer) }

  /// Writes the next row, packed as the layout says.
  func write(_ row: [UInt8]) throws(ImageError) {
    guard linecaster_png_writer_write_row(writer, row) else { return try check() }
  }

  /// Writes the end of the file.
  func finish() throws(ImageError) {
    guard linecaster_png_writer_finish(writer) else { return try check() }
  }

  /// The bytes since the last time.
  func take() -> [UInt8] {
    var count = 0
    let bytes = linecaster_png_writer_take(writer, &count)
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check() throws(ImageError) {
    guard let fault = linecaster_png_writer_fault(writer) else { return }
    throw ImageError(code: .unwritable, source: name, reason: String(cString: fault))
  }

  private static func colorType(_ layout: PNGLayout) -> Int32 {
    switch layout {
    case .grey: Int32(linecaster_png_grey)
    case .greyAlpha: Int32(linecaster_png_grey_alpha)
    case .rgb: Int32(linecaster_png_rgb)
    case .rgba: Int32(linecaster_png_rgba)
    case .palette: Int32(linecaster_png_palette)
    }
  }
}

/// How the pixels of a PNG file are stored.
private enum PNGLayout {
  case grey
  case greyAlpha
  case rgb
  case rgba
  case palette(PNGPalette)

  /// Bits a channel, or an index.
  var depth: Int {
    if case .palette(let palette) = self { palette.depth } else { 8 }
  }

  /// Bits a pixel.
  var pixelBits: Int {
    switch self {
    case .palette(let palette): palette.depth
    case .grey: 8
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }
}

/// Finds the smallest layout that keeps premultiplied RGBA pixels as they are.
private struct PNGLayoutFinder {
  /// The colours; nil where there are too many for a palette.
  private var palette: PNGPalette? = PNGPalette()
  private var isGrey = true
  private var isOpaque = true

  /// Takes pixels of the image.
  ///
  /// - Complexity: O(pixels), less where nothing can be found out any more.
  mutating func take(_ pixels: [UInt8]) {
    if palette?.insert(pixels) == false { palette = nil }
    if isGrey { isGrey = Self.isGrey(pixels) }
    if isOpaque { isOpaque = StraightAlpha.isOpaque(pixels) }
  }

  /// The layout for the pixels taken.
  var layout: PNGLayout {
    var palette = palette
    palette?.sort()
    if let palette, palette.depth < 8 || !isGrey { return .palette(palette) }
    return isGrey ? (isOpaque ? .grey : .greyAlpha) : isOpaque ? .rgb : .rgba
  }

  /// Whether red, green and blue are equal in each pixel.
  private static func isGrey(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).allSatisfy {
        bytes[$0] == bytes[$0 + 1] && bytes[$0] == bytes[$0 + 2]
      }
    }
  }
}

/// Turns rows of premultiplied RGBA into rows as a PNG file has them.
private struct PNGRowPacker {
  let width: Int
  let layout: PNGLayout

  /// A row to pack into. It has spare bytes at its end, so that pixels of three bytes may be stored
  /// as four.
  var emptyRow: [UInt8] { [UInt8](repeating: 0, count: (width * layout.pixelBits + 7) / 8 + 1) }

  /// Packs a row of an image; `packed` was made by `emptyRow`.
  func pack(_ pixels: [UInt8], row: Int, into packed: inout [UInt8]) {
    let range = row * width * 4..<(row + 1) * width * 4
    pixels.withUnsafeBufferPointer { pixels in
      let source = UnsafeBufferPointer(rebasing: pixels[range])
      packed.withUnsafeMutableBufferPointer { pack(source, into: $0) }
    }
  }

  private func pack(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    switch layout {
    case .grey:
      for pixel in 0..<width { target[pixel] = source[pixel * 4] }
    case .greyAlpha:
      for pixel in 0..<width {
        let alpha = source[pixel * 4 + 3]
        target[pixel * 2] = StraightAlpha.straight(source[pixel * 4], alpha: alpha)
        target[pixel * 2 + 1] = alpha
      }
    case .rgb: StraightAlpha.dropAlpha(source, into: target)
    case .rgba:
      for start in stride(from: 0, to: source.count, by: 4) {
        let alpha = source[start + 3]
        for channel in start..<start + 3 {
          target[channel] = StraightAlpha.straight(source[channel], alpha: alpha)
        }
        target[start + 3] = alpha
      }
    case .palette(let palette): pack(source, palette, into: target)
    }
  }

  /// Writes indices, the first pixel in the high bits of a byte.
  private func pack(
    _ source: UnsafeBufferPointer<UInt8>, _ palette: PNGPalette,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let bytes = UnsafeRawBufferPointer(source)
    let depth = palette.depth
    target.update(repeating: 0)
    var last: UInt32?
    var index: UInt8 = 0
    for pixel in 0..<width {
      let color = bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
      if color != last { index = palette.index(of: color) }
      last = color
      let bit = pixel * depth
      target[bit / 8] |= index << UInt8(8 - depth - bit % 8)
    }
  }
}

/// The colours of an image that has few.
private struct PNGPalette {
  /// As many as an index of eight bits has.
  static let capacity = 256

  /// The colours, as the bits of their four bytes in memory; those that are not opaque come first.
  private(set) var colors: [UInt32] = []
  private var table = [Slot](repeating: Slot(), count: 1024)

  /// A place of the hash table.
  private struct Slot {
    var color: UInt32 = 0
    /// The index of the colour; below 0 where the place is free.
    var index: Int16 = -1
  }

  /// Collects the colours of premultiplied RGBA pixels; false where there are too many.
  ///
  /// - Complexity: O(pixels up to the first that is too many).
  mutating func insert(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      var last: UInt32?
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let color = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        // Most pixels are as the one before.
        if color == last { continue }
        last = color
        guard insert(color) else { return false }
      }
      return true
    }
  }

  /// Bits an index.
  var depth: Int { colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8 }

  /// The index of a colour that the palette has.
  func index(of color: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: table[slot(color)].index) }

  /// The colours as straight RGBA, four bytes each.
  var straight: [UInt8] {
    StraightAlpha.straight(colors.flatMap { withUnsafeBytes(of: $0, Array.init) })
  }

  private mutating func insert(_ color: UInt32) -> Bool {
    let place = slot(color)
    guard table[place].index < 0 else { return true }
    guard colors.count < Self.capacity else { return false }
    table[place] = Slot(color: color, index: Int16(colors.count))
    colors.append(color)
    return true
  }

  /// Brings the colours that need an alpha of their own to the front, else in order of appearance.
  mutating func sort() {
    let isOpaque = { (color: UInt32) in color.littleEndian >> 24 == 255 }
    colors = colors.filter { !isOpaque($0) } + colors.filter(isOpaque)
    for (index, color) in colors.enumerated() { table[slot(color)].index = Int16(index) }
  }

  /// The place of a colour, or the free one where it belongs.
  private func slot(_ color: UInt32) -> Int {
    var place = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
    while table[place].index >= 0, table[place].color != color {
      place = (place + 1) & (table.count - 1)
    }
    return place
  }
}

/// Straight alpha, as PNG has it, from premultiplied, as bitmaps have it.
enum StraightAlpha {
  /// A colour divided by its alpha, rounded to the nearest; multiplying gives it back.
  @inline(__always)
  static func straight(_ channel: UInt8, alpha: UInt8) -> UInt8 {
    switch alpha {
    case 255: channel
    case 0: 0
    default: channel.divided(by: alpha)
    }
  }

  /// A copy with colours divided by alpha.
  static func straight(_ pixels: [UInt8]) -> [UInt8] {
    var straight = pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      for channel in start..<start + 3 {
        straight[channel] = Self.straight(pixels[channel], alpha: pixels[start + 3])
      }
    }
    return straight
  }

  /// Whether every alpha is 255.
  static func isOpaque(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      let alpha = SIMD4(repeating: UInt32(littleEndian: 0xFF00_0000))
      var start = 0
      while start + 16 <= bytes.count {
        let four = bytes.loadUnaligned(fromByteOffset: start, as: SIMD4<UInt32>.self)
        guard four & alpha == alpha else { return false }
        start += 16
      }
      return stride(from: start + 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    }
  }

  /// Writes the first three bytes of every four; the target has a byte to spare.
  static func dropAlpha(
    _ pixels: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let start = UnsafeMutableRawPointer(target.baseAddress) else { return }
    let source = UnsafeRawBufferPointer(pixels)
    for index in 0..<pixels.count / 4 {
      // Four bytes are stored; the next pixel, or the spare byte, takes the fourth.
      (start + index * 3).storeBytes(
        of: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self), as: UInt32.self)
    }
  }
}
