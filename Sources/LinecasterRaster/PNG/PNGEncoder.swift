import Dispatch
public import LinecasterBase
import Synchronization

/// Writes bitmaps as PNG in sRGB, in the smallest lossless colour type.
///
/// The type is a palette for few colours, greyscale for greys, RGB for opaque pixels, and otherwise
/// RGBA with straight alpha. An encoder is a value that any thread may use. Files contain no time
/// stamps or comments, so equal pixels give equal bytes, on any number of processors.
///
///     let bitmap = try Bitmap(width: 32, height: 32, background: Color(rgb: 0x1A5FB4))
///     try PNGEncoder().write(bitmap, to: path)
///     let bytes = try PNGEncoder(compression: .small, colors: .compact).encode(bitmap)
///
/// Images of up to 32 MB of pixels, or as many as a budget allows, are compressed in one piece.
/// Larger images are compressed in parts, on all processors.
public struct PNGEncoder: ImageEncoder, Hashable {
  /// The effort of compression: time against the size of the file.
  public struct Compression: Hashable, Sendable {
    /// The level of libdeflate, from 0 (none) to 12 (slow).
    let level: Int
    /// Whether `RunDeflate` compresses images that mostly repeat pixels.
    let repeatsPixels: Bool
    /// The level of zlib for the parts of large images, from 0 (none) to 9 (slow).
    let partLevel: Int
    /// Whether rows of photographs are filtered; palette rows never are.
    let filtersRows: Bool

    /// Creates a compression; levels are clamped to their ranges.
    init(level: Int, repeatsPixels: Bool = false, partLevel: Int, filtersRows: Bool) {
      self.level = min(max(level, 0), 12)
      self.repeatsPixels = repeatsPixels
      self.partLevel = min(max(partLevel, 0), 9)
      self.filtersRows = filtersRows
    }

    /// The fastest compression. Rows are not filtered, which makes photographs large.
    public static let fast = Compression(
      level: 2, repeatsPixels: true, partLevel: 1, filtersRows: false)
    /// Fast compression, with filters for rows that need them. Files of text and shapes
    /// are a tenth larger than with `small`.
    public static let standard = Compression(
      level: 2, repeatsPixels: true, partLevel: 3, filtersRows: true)
    /// Small files that are stored or sent often, in about four times the time of `standard`.
    public static let small = Compression(level: 8, partLevel: 6, filtersRows: true)
  }

  /// The treatment of colours.
  public enum Colors: Hashable, Sendable {
    /// Keeps the colours of the bitmap.
    case exact
    /// Reduces the file to 256 colours, if no channel of any pixel changes by more than 1 of 255;
    /// otherwise keeps the colours of the bitmap.
    ///
    /// Colours of large areas stay exact. Text and flat shapes take half the bytes and less time.
    case compact
  }

  /// The signature of PNG files (PNG specification, third edition, §5.2).
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The effort of compression.
  public var compression: Compression
  /// The treatment of colours.
  public var colors: Colors
  /// The rule for compression in parts.
  var parts = PNGParts()

  /// Creates an encoder.
  public init(compression: Compression = .standard, colors: Colors = .exact) {
    self.compression = compression
    self.colors = colors
  }

  /// Encodes a bitmap, and returns the bytes of its PNG file.
  ///
  /// - Throws: `ImageError` with code `empty` for a bitmap without pixels, or `unwritable` if
  ///   memory is exhausted.
  /// - Complexity: O(pixels).
  public func encode(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    try encode(bitmap, "PNG data")
  }

  private func encode(_ bitmap: Bitmap, _ name: String) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(bitmap, name: name) { bytes += $0 }
    return bytes
  }

  /// Encodes a bitmap, and passes the bytes of its PNG file to `sink` in chunks as they are
  /// produced.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels.
  ///   - name: The name of the file in error messages.
  ///   - sink: Receives the next chunk; throwing stops the encoder.
  /// - Throws: The errors of `encode(_:)` and of `sink`.
  /// - Complexity: O(pixels) in time. In memory, O(pixels) for up to 32 MB of pixels, and O(width)
  ///   for more.
  public func encode(
    _ bitmap: Bitmap, name: String = "PNG data", to sink: ([UInt8]) throws(ImageError) -> Void
  ) throws(ImageError) {
    try Self.checkSize(width: bitmap.width, height: bitmap.height, name)
    var finder = PNGLayoutFinder(colors)
    finder.take(bitmap.pixels)
    let file = PNGWriter(
      width: bitmap.width, height: bitmap.height, layout: finder.layout, compression, parts, name)
    try sink(file.head)
    var row = 0
    while row < bitmap.height {
      for piece in try file.write(bitmap, from: &row) { try sink(piece) }
    }
    try sink(file.end())
  }

  /// Encodes an image in bands, and passes the bytes of its PNG file to `sink` in chunks.
  ///
  /// If there are several bands, each band is drawn twice: to find the smallest colour type, and to
  /// write the pixels. The bytes equal those of the whole image as one bitmap.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - name: The name of the file in error messages.
  ///   - scope: Checked before each band, and while a band is drawn.
  ///   - sink: Receives the next chunk; throwing stops the encoder.
  /// - Throws: The errors of `encode(_:)`, of drawing and of `sink`; `CancellationError` if
  ///   the scope is cancelled.
  /// - Complexity: O(pixels) in time, besides drawing. In memory, O(pixels) for up to 32 MB of
  ///   pixels, and O(pixels of a band) for more.
  public func encode(
    _ image: BandedImage, name: String = "PNG data", in scope: WorkScope = .unlimited,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try Self.checkSize(width: image.width, height: image.height, name)
    guard image.bandCount > 1 else {
      try sink(encode(image.bitmap(in: scope), name))
      return
    }
    var finder = PNGLayoutFinder(colors)
    try image.forEachBand(in: scope) { finder.take($0.pixels) }
    let file = PNGWriter(
      width: image.width, height: image.height, layout: finder.layout, compression, parts, name)
    try sink(file.head)
    try image.forEachBand(in: scope) { band in
      var row = 0
      while row < band.height {
        for piece in try file.write(band, from: &row) { try sink(piece) }
      }
    }
    try sink(file.end())
  }

  /// Returns the maximum memory that encoding an image takes besides a band, in bytes: rows, and
  /// their compressed form.
  public func peakByteCount(of image: BandedImage) -> Int {
    parts.peakByteCount(width: image.width, height: image.height)
  }

  /// Returns an encoder that compresses images over a number of bytes in parts.
  public func limited(toByteCount byteCount: Int) -> PNGEncoder {
    var encoder = self
    encoder.parts = parts.limited(toByteCount: byteCount)
    return encoder
  }

  private static func checkSize(
    width: Int, height: Int, _ name: String
  ) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(code: .empty, source: name, reason: "\(width) × \(height) pixels")
    }
  }
}

/// The sizes that control compression in parts.
struct PNGParts: Hashable, Sendable {
  /// The maximum bytes of pixels that are compressed in one call.
  var greatestWhole = 32 << 20
  /// The approximate bytes of a part.
  var usualByteCount = 1 << 18
  /// The maximum bytes of rows kept for concurrent compression, except for a single part.
  var mostKept = 1 << 23
  /// The number of parts that are compressed concurrently.
  static let atOnce = 16

  /// The same rule for holding a number of bytes at once: rows are held twice, raw and compressed.
  ///
  /// Each row has one byte more than its pixels. Parts are compressed with the window before them,
  /// which is more than all of a small image.
  func limited(toByteCount byteCount: Int) -> PNGParts {
    var parts = self
    let most = max(0, byteCount.subtracting(saturating: 2 * Deflate.windowByteCount)) / 5 * 2
    parts.greatestWhole = min(greatestWhole, max(most, Deflate.windowByteCount))
    parts.usualByteCount = min(usualByteCount, max(1, most / 2))
    parts.mostKept = min(mostKept, max(1, most / 2))
    return parts
  }

  /// The maximum bytes held, for rows of four bytes per pixel.
  func peakByteCount(width: Int, height: Int) -> Int {
    guard width > 0, height > 0 else { return 0 }
    let rowCount = width * 4 + 1
    let isWhole = width * height * 4 <= greatestWhole
    let rows = isWhole ? height : keptHeight(height, partHeight(height, rowCount), rowCount)
    return 2 * rows * rowCount + (isWhole ? 0 : 2 * Deflate.windowByteCount)
  }

  /// The rows of a part, for images that are compressed in parts.
  func partHeight(_ height: Int, _ rowCount: Int) -> Int {
    min(height, max(1, usualByteCount / rowCount))
  }

  /// The rows that are kept until they are compressed.
  func keptHeight(_ height: Int, _ partHeight: Int, _ rowCount: Int) -> Int {
    min(height, partHeight * max(1, min(Self.atOnce, mostKept / (partHeight * rowCount))))
  }
}

/// Writes a PNG file from top to bottom (third edition, §5).
///
/// Its bytes depend on the pixels alone, not on the bitmaps they come in or on the number of
/// processors: parts have a fixed number of rows.
final class PNGWriter {
  private let scanlines: PNGScanlines
  private let height: Int
  private let compression: PNGEncoder.Compression
  private let name: String
  private let isWhole: Bool
  /// The rows of a part; all rows if the image is compressed in one call.
  private let partHeight: Int
  /// The rows that are kept until they are compressed.
  private let keptHeight: Int
  /// The window of compressed bytes, and the rows after it that are not compressed yet.
  private var kept: [UInt8]
  /// The bytes of `kept` that belong to the window.
  private var windowCount = 0
  private var keptRows = 0
  private var writtenRows = 0
  /// The number of kept rows that are filtered.
  private var filteredRows = 0
  /// The last row that was written, packed.
  private var above: [UInt8] = []
  /// The checksum of all rows.
  private var sum: UInt32 = 1

  init(
    width: Int, height: Int, layout: PNGLayout, _ compression: PNGEncoder.Compression,
    _ parts: PNGParts, _ name: String
  ) {
    scanlines = PNGScanlines(
      width: width, layout: layout, filtersRows: compression.filtersRows)
    (self.height, self.compression, self.name) = (height, compression, name)
    let rowCount = scanlines.byteCount
    isWhole = width * height * 4 <= parts.greatestWhole
    partHeight = isWhole ? height : parts.partHeight(height, rowCount)
    keptHeight = isWhole ? height : parts.keptHeight(height, partHeight, rowCount)
    let count = keptHeight * rowCount + (isWhole ? 0 : Deflate.windowByteCount)
    kept = ScratchBytes.take(count)
  }

  deinit { ScratchBytes.recycle(kept) }

  /// The bytes before the pixels.
  var head: [UInt8] {
    var head = Self.bigEndian(scanlines.width) + Self.bigEndian(height)
    head += [UInt8(scanlines.layout.depth), scanlines.layout.colorType, 0, 0, 0]
    var bytes = PNGEncoder.signature + chunk("IHDR", head) + chunk("sRGB", [0])
    guard case .palette(let palette) = scanlines.layout else { return bytes }
    let colors = palette.straight
    bytes += chunk("PLTE", colors.indices.filter { $0 % 4 < 3 }.map { colors[$0] })
    let alphas = stride(from: 3, to: colors.count, by: 4).map { colors[$0] }.filter { $0 < 255 }
    if !alphas.isEmpty { bytes += chunk("tRNS", alphas) }
    return bytes
  }

  /// Writes the next rows of a bitmap, as many as are compressed at a time.
  ///
  /// - Parameters:
  ///   - bitmap: As wide as the file; all of its rows are written in order.
  ///   - row: The first row to write; becomes the first row not written.
  /// - Returns: The chunks of the file that were produced.
  /// - Throws: `ImageError` with code `unwritable` if memory is exhausted.
  func write(_ bitmap: Bitmap, from row: inout Int) throws(ImageError) -> [[UInt8]] {
    let count = min(bitmap.height - row, keptHeight - keptRows)
    keep(row..<row + count, of: bitmap)
    row += count
    if row == bitmap.height { above = scanlines.last(of: bitmap) }
    guard keptRows == keptHeight || writtenRows + keptRows == height else { return [] }
    return try compressKept()
  }

  /// The bytes after the pixels.
  func end() -> [UInt8] {
    (isWhole ? [] : chunk("IDAT", Self.bigEndian(Int(sum)))) + chunk("IEND", [])
  }

  private func keep(_ rows: Range<Int>, of bitmap: Bitmap) {
    let byteCount = scanlines.byteCount
    let start = windowCount + keptRows * byteCount
    // Slices of rows, one for each processor.
    let slice = isWhole ? rows.count : partHeight
    let filtered = Mutex(0)
    kept.withUnsafeMutableBufferPointer { kept in
      let target = UnsafeMutableBufferPointer(
        rebasing: kept[start..<start + rows.count * byteCount])
      // Safe: each call writes its own rows.
      nonisolated(unsafe) let rowsOfTarget = target
      let (scanlines, above) = (scanlines, above)
      Self.concurrently((rows.count + slice - 1) / slice) { index in
        let part = index * slice..<min(rows.count, (index + 1) * slice)
        let count = scanlines.write(
          rows.lowerBound + part.lowerBound..<rows.lowerBound + part.upperBound, of: bitmap,
          below: above,
          to: .init(
            rebasing: rowsOfTarget[part.lowerBound * byteCount..<part.upperBound * byteCount]))
        filtered.withLock { $0 += count }
      }
    }
    keptRows += rows.count
    filteredRows += filtered.withLock { $0 }
  }

  /// Compresses the kept rows, and keeps only the window.
  private func compressKept() throws(ImageError) -> [[UInt8]] {
    let isLast = writtenRows + keptRows == height
    let end = windowCount + keptRows * scanlines.byteCount
    defer {
      writtenRows += keptRows
      keptRows = 0
      if !isLast { keepWindow(endingAt: end) }
    }
    guard !isWhole else {
      let stream = kept.withUnsafeBufferPointer { compress(.init(rebasing: $0[..<end])) }
      guard let stream else { throw noMemory }
      return [chunk("IDAT", stream)]
    }
    var bytes: [[UInt8]] = []
    for part in try parts(upTo: end, isLast: isLast) {
      let isFirst = bytes.isEmpty && writtenRows == 0
      bytes.append(chunk("IDAT", (isFirst ? Deflate.streamStart : []) + part.bytes))
      sum = Deflate.sum(sum, with: part)
    }
    return bytes
  }

  /// The parts of the kept rows, compressed concurrently.
  private func parts(upTo end: Int, isLast: Bool) throws(ImageError) -> [Deflate.Part] {
    let (start, length) = (windowCount, partHeight * scanlines.byteCount)
    let count = (end - start + length - 1) / length
    let level = compression.partLevel
    var parts = [Deflate.Part?](repeating: nil, count: count)
    kept.withUnsafeBufferPointer { kept in
      parts.withUnsafeMutableBufferPointer { parts in
        // Safe: the rows are only read, and each call writes its own part.
        nonisolated(unsafe) let (kept, places) = (kept, parts)
        Self.concurrently(count) { index in
          let range = start + index * length..<min(end, start + (index + 1) * length)
          places[index] = Deflate.part(
            kept, range, level: level, isLast: isLast && index == count - 1)
        }
      }
    }
    let whole = parts.compactMap { $0 }
    guard whole.count == count else { throw noMemory }
    return whole
  }

  private func keepWindow(endingAt end: Int) {
    guard !isWhole else { return }
    windowCount = min(end, Deflate.windowByteCount)
    kept.withUnsafeMutableBytes { kept in
      guard let start = kept.baseAddress else { return }
      start.copyMemory(from: start + (end - windowCount), byteCount: windowCount)
    }
  }

  /// Performs work a number of times, on all processors.
  private static func concurrently(_ count: Int, _ work: @Sendable (Int) -> Void) {
    guard count > 1 else { return work(0) }
    DispatchQueue.concurrentPerform(iterations: count, execute: work)
  }

  /// Compresses an image in one call; `nil` if memory is exhausted.
  private func compress(_ rows: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let layout = scanlines.layout
    let areRepeating = layout.isPalette || layout.pixelBits >= 24 && filteredRows * 2 < height
    guard areRepeating, compression.repeatsPixels else {
      return Deflate.stream(of: rows, level: compression.level)
    }
    return Deflate.stream(
      ofRepeating: rows, pixelByteCount: max(1, layout.pixelBits / 8),
      rowByteCount: scanlines.byteCount)
  }

  private var noMemory: ImageError {
    ImageError(code: .unwritable, source: name, reason: "out of memory while compressing")
  }

  /// A chunk with its length and checksum (§5.3).
  private func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count + 12)
    bytes += Self.bigEndian(content.count)
    bytes += kind.utf8
    bytes += content
    let sum = bytes.withUnsafeBytes { Deflate.cyclicSum(.init(rebasing: $0[4...])) }
    bytes += Self.bigEndian(Int(sum))
    return bytes
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
