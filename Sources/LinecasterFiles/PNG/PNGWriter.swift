import Dispatch
import LinecasterBase
import LinecasterRaster
import Synchronization

/// When and how an image is compressed in parts.
struct PNGParts: Hashable, Sendable {
  /// The bytes of pixels of an image that is compressed at once.
  var greatestWhole = 32 << 20
  /// About as many bytes has a part of a larger one.
  var usualByteCount = 1 << 18
  /// The most bytes of rows that are kept to be compressed side by side, or a single part.
  var mostKept = 1 << 23
  /// The parts that are kept until they are compressed side by side.
  static let atOnce = 16

  /// What goes with holding so many bytes at once: rows are held twice, as they are and compressed.
  ///
  /// Rows have a byte more than their pixels. Parts are compressed with what is before them, which
  /// is more than all of a small image.
  func holding(atMost byteCount: Int) -> PNGParts {
    var parts = self
    let most = max(0, byteCount.subtracting(saturating: 2 * Deflate.windowByteCount)) / 5 * 2
    parts.greatestWhole = min(greatestWhole, max(most, Deflate.windowByteCount))
    parts.usualByteCount = min(usualByteCount, max(1, most / 2))
    parts.mostKept = min(mostKept, max(1, most / 2))
    return parts
  }

  /// The most bytes that are held of rows of four bytes a pixel.
  func heldByteCount(width: Int, height: Int) -> Int {
    guard width > 0, height > 0 else { return 0 }
    let rowCount = width * 4 + 1
    let isWhole = width * height * 4 <= greatestWhole
    let rows = isWhole ? height : keptHeight(height, partHeight(height, rowCount), rowCount)
    return 2 * rows * rowCount + (isWhole ? 0 : 2 * Deflate.windowByteCount)
  }

  /// The rows of a part of an image that is not compressed at once.
  func partHeight(_ height: Int, _ rowCount: Int) -> Int {
    min(height, max(1, usualByteCount / rowCount))
  }

  /// The rows that are kept until they are compressed.
  func keptHeight(_ height: Int, _ partHeight: Int, _ rowCount: Int) -> Int {
    min(height, partHeight * max(1, min(Self.atOnce, mostKept / (partHeight * rowCount))))
  }
}

/// A PNG file that is written from top to bottom (third edition, §5).
///
/// Its bytes depend on the pixels alone, and not on the bitmaps that they come in or on how many
/// processors compress them: parts are so many rows.
final class PNGWriter {
  private let scanlines: PNGScanlines
  private let height: Int
  private let compression: PNGEncoder.Compression
  private let name: String
  private let isWhole: Bool
  /// The rows of a part; all where the image is compressed at once.
  private let partHeight: Int
  /// The rows that are kept until they are compressed.
  private let keptHeight: Int
  /// The end of what was compressed before, and the rows that are kept.
  private var kept: [UInt8]
  /// The bytes of `kept` that were compressed before.
  private var windowCount = 0
  private var keptRows = 0
  private var writtenRows = 0
  /// The rows that are kept, and filtered.
  private var filteredRows = 0
  /// The last row that was taken, packed.
  private var above: [UInt8] = []
  /// The sum of all rows.
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

  deinit { ScratchBytes.give(back: kept) }

  /// The bytes before those of the pixels.
  var head: [UInt8] {
    var head = Self.bigEndian(scanlines.width) + Self.bigEndian(height)
    head += [UInt8(scanlines.layout.depth), scanlines.layout.colorType, 0, 0, 0]
    var bytes = ImageFormat.pngSignature + chunk("IHDR", head) + chunk("sRGB", [0])
    guard case .palette(let palette) = scanlines.layout else { return bytes }
    let colors = palette.straight
    bytes += chunk("PLTE", colors.indices.filter { $0 % 4 < 3 }.map { colors[$0] })
    let alphas = stride(from: 3, to: colors.count, by: 4).map { colors[$0] }.filter { $0 < 255 }
    if !alphas.isEmpty { bytes += chunk("tRNS", alphas) }
    return bytes
  }

  /// Writes the next rows: those of a bitmap from a given one on, as many as are compressed at a
  /// time.
  ///
  /// - Parameters:
  ///   - bitmap: Is as wide as the file, and is asked for all of its rows in a row.
  ///   - row: The first one, and afterwards the first that was not taken.
  /// - Returns: The pieces of the file that came about.
  /// - Throws: `ImageError` with code `unwritable` where there is no memory.
  func write(_ bitmap: Bitmap, from row: inout Int) throws(ImageError) -> [[UInt8]] {
    let count = min(bitmap.height - row, keptHeight - keptRows)
    keep(row..<row + count, of: bitmap)
    row += count
    if row == bitmap.height { above = scanlines.last(of: bitmap) }
    guard keptRows == keptHeight || writtenRows + keptRows == height else { return [] }
    return try compressKept()
  }

  /// The bytes behind those of the pixels.
  func end() -> [UInt8] {
    (isWhole ? [] : chunk("IDAT", Self.bigEndian(Int(sum)))) + chunk("IEND", [])
  }

  private func keep(_ rows: Range<Int>, of bitmap: Bitmap) {
    let byteCount = scanlines.byteCount
    let start = windowCount + keptRows * byteCount
    // Slices of rows, one for each processor that helps.
    let slice = isWhole ? rows.count : partHeight
    let filtered = Mutex(0)
    kept.withUnsafeMutableBufferPointer { kept in
      let target = UnsafeMutableBufferPointer(
        rebasing: kept[start..<start + rows.count * byteCount])
      // Safe: each call writes rows of its own.
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

  /// Compresses the rows that are kept, and keeps only the end of them.
  private func compressKept() throws(ImageError) -> [[UInt8]] {
    let isLast = writtenRows + keptRows == height
    let end = windowCount + keptRows * scanlines.byteCount
    defer {
      writtenRows += keptRows
      keptRows = 0
      if !isLast { keepWindow(endingAt: end) }
    }
    guard !isWhole else {
      let stream = kept.withUnsafeBufferPointer {
        Deflate.stream(of: .init(rebasing: $0[..<end]), level: level)
      }
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

  /// The parts of the rows that are kept, compressed side by side.
  private func parts(upTo end: Int, isLast: Bool) throws(ImageError) -> [Deflate.Part] {
    let (start, length) = (windowCount, partHeight * scanlines.byteCount)
    let count = (end - start + length - 1) / length
    let level = compression.partLevel
    var parts = [Deflate.Part?](repeating: nil, count: count)
    kept.withUnsafeBufferPointer { kept in
      parts.withUnsafeMutableBufferPointer { parts in
        // Safe: the rows are only read, and each call writes a part of its own.
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

  /// Does some work so many times, on all processors.
  private static func concurrently(_ count: Int, _ work: @Sendable (Int) -> Void) {
    guard count > 1 else { return work(0) }
    DispatchQueue.concurrentPerform(iterations: count, execute: work)
  }

  /// The level for an image that is compressed at once.
  private var level: Int {
    let areRepeating = scanlines.layout.pixelBits >= 24 && filteredRows * 2 < height
    return areRepeating ? compression.repeatingLevel : compression.level
  }

  private var noMemory: ImageError {
    ImageError(code: .unwritable, source: name, reason: "no memory to compress it")
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
