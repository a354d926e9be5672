import Foundation
public import LinecasterBase
package import LinecasterDisplay

/// An image: rows of premultiplied RGBA pixels in sRGB, 8 bits a channel, top row first.
///
/// Rows are stored without padding. Copies share their pixels until one of them changes, and may be
/// read on any thread. A width or height of 0 is allowed.
///
///     var page = try Bitmap(width: 300, height: 200, background: .white)
///     page.draw(stamp, atX: 20, y: 30)
///     let corner = page.color(atX: 0, y: 0)
///     let texture = page.bytes(in: .bgra)
///
/// ## Topics
///
/// ### Create a bitmap
///
/// - ``init(width:height:background:)``
/// - ``init(width:height:pixels:)``
/// - ``checkSize(width:height:)``
/// - ``maximumSide``
/// - ``maximumPixelCount``
///
/// ### Read pixels
///
/// - ``width``
/// - ``height``
/// - ``pixels``
/// - ``color(atX:y:)``
/// - ``bytes(in:)``
/// - ``visibleBounds``
///
/// ### Copy pixels
///
/// - ``cropped(x:y:width:height:)``
/// - ``draw(_:atX:y:)``
///
/// ### Compare bitmaps
///
/// - ``changes(since:)``
public struct Bitmap: Hashable, Sendable {
  /// The maximum number of columns or rows, which is also libpng's default.
  public static let maximumSide = 1_000_000
  /// The maximum number of pixels, which take 1 GiB of memory: far more than screens have, and
  /// little enough not to exhaust the memory of a host.
  public static let maximumPixelCount = 1 << 28

  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels, row by row from the top, four bytes each: red, green, blue and alpha,
  /// premultiplied.
  public internal(set) var pixels: [UInt8]

  /// Creates an image of one colour.
  ///
  /// - Throws: `RasterError` with code `tooLarge` if a side is negative or over `maximumSide`, or
  ///   the area is over `maximumPixelCount`; no memory is allocated then.
  /// - Complexity: O(width × height).
  public init(width: Int, height: Int, background: Color = .clear) throws(RasterError) {
    try Self.checkSize(width: width, height: height)
    self.width = width
    self.height = height
    let count = width * height * 4
    let pixel = PremultipliedPixel(background)
    if let byte = pixel.repeatedByte {
      pixels = [UInt8](repeating: byte, count: count)
      return
    }
    pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = count
      UnsafeMutableRawBufferPointer(buffer).baseAddress?
        .initializeMemory(as: UInt32.self, repeating: pixel.bits, count: count / 4)
    }
  }

  /// Creates an image from premultiplied RGBA bytes, row by row without padding.
  ///
  /// - Throws: `RasterError` with code `tooLarge` as for `init(width:height:background:)`, or
  ///   `wrongByteCount` unless there are exactly four bytes per pixel.
  /// - Complexity: O(1).
  public init(width: Int, height: Int, pixels: [UInt8]) throws(RasterError) {
    try Self.checkSize(width: width, height: height)
    guard pixels.count == width * height * 4 else {
      throw RasterError(
        code: .wrongByteCount, source: "image of \(width) × \(height) pixels",
        reason: "\(pixels.count) bytes instead of \(width * height * 4)")
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Checks that an image of a size is allowed.
  ///
  /// - Throws: `RasterError` with code `tooLarge` if it is not.
  public static func checkSize(width: Int, height: Int) throws(RasterError) {
    let sides = 0...maximumSide
    guard sides ~= width, sides ~= height, width * height <= maximumPixelCount else {
      throw RasterError(
        code: .tooLarge, source: "image of \(width) × \(height) pixels",
        reason: "the limits are 0 to \(maximumSide) per side and \(maximumPixelCount) in all")
    }
  }

  /// Returns the colour of a pixel with straight alpha; `nil` outside the image.
  ///
  /// The origin is the top-left pixel, y down. Premultiplied pixels keep fewer than 8 bits of
  /// colour if they are nearly transparent.
  public func color(atX x: Int, y: Int) -> Color? {
    guard 0..<width ~= x, 0..<height ~= y else { return nil }
    let start = (y * width + x) * 4
    return PremultipliedPixel(
      red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2],
      alpha: pixels[start + 3]
    ).color
  }
}

/// The byte order of a pixel in memory. Colours are premultiplied.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
  /// Red, green, blue, alpha: the order of `Bitmap.pixels`.
  case rgba
  /// Blue, green, red, alpha: `ARGB32` of Cairo and Qt and `XRGB8888` of Linux's framebuffers, on
  /// little-endian machines.
  case bgra
}

extension Bitmap {
  /// The bounding box of the pixels that are not clear; `nil` if all are.
  ///
  /// - Complexity: O(pixels).
  package var inkRect: PixelRect? {
    var ink: PixelRect?
    for row in 0..<height {
      let columns = 0..<width
      // Colours are premultiplied: if alpha is 0, all channels are.
      func isInk(_ column: Int) -> Bool { pixels[(row * width + column) * 4 + 3] != 0 }
      guard let first = columns.first(where: isInk), let last = columns.last(where: isInk) else {
        continue
      }
      ink = PixelRect(
        left: min(ink?.left ?? first, first), top: ink?.top ?? row,
        right: max(ink?.right ?? last + 1, last + 1), bottom: row + 1)
    }
    return ink
  }

  /// Returns the part of the image inside a rectangle of pixels, clipped to the image.
  ///
  /// - Complexity: O(pixels of the part).
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
    let part = PixelRect(x: x, y: y, width: width, height: height).clipped(to: bounds)
    guard !part.isEmpty else { return Bitmap(uncheckedWidth: 0, height: 0, pixels: []) }
    let rowBytes = part.width * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: part.height * rowBytes) { buffer, count in
      count = part.height * rowBytes
      copyRows(of: part, to: UnsafeMutableRawBufferPointer(buffer), rowBytes: rowBytes)
    }
    return Bitmap(uncheckedWidth: part.width, height: part.height, pixels: pixels)
  }

  /// Copies another image over this one with its top-left pixel at (x, y), clipped to this image.
  ///
  /// Pixels are replaced, not blended.
  ///
  /// - Complexity: O(pixels copied), plus a copy of this image if its pixels are shared.
  public mutating func draw(_ other: Bitmap, atX x: Int, y: Int) {
    let source = PixelRect(
      x: 0.subtracting(saturating: x), y: 0.subtracting(saturating: y), width: width, height: height
    ).clipped(to: other.bounds)
    guard !source.isEmpty else { return }
    let rowBytes = width * 4
    let start = (y + source.top) * rowBytes + (x + source.left) * 4
    pixels.withUnsafeMutableBytes { bytes in
      other.copyRows(
        of: source, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]),
        rowBytes: rowBytes)
    }
  }

  /// All pixels of the image.
  var bounds: PixelRect { PixelRect(left: 0, top: 0, right: width, bottom: height) }

  /// Creates an image whose size and byte count are known to fit.
  init(uncheckedWidth width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Copies the rows of a part inside the image to memory with its own row length.
  private func copyRows(
    of part: PixelRect, to target: UnsafeMutableRawBufferPointer, rowBytes: Int
  ) {
    pixels.withUnsafeBytes { bytes in
      for row in 0..<part.height {
        let start = ((part.top + row) * width + part.left) * 4
        UnsafeMutableRawBufferPointer(rebasing: target[(row * rowBytes)...])
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + part.width * 4]))
      }
    }
  }
}

extension Bitmap {
  /// Returns the pixels in a byte order, row by row without padding.
  ///
  /// - Complexity: O(pixels); O(1) for `rgba`.
  public func bytes(in format: PixelFormat) -> [UInt8] {
    guard format == .bgra else { return pixels }
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      count = pixels.count
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(buffer)
        for start in stride(from: 0, to: source.count, by: 4) {
          let word = source.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          target.storeBytes(of: Self.swapped(word), toByteOffset: start, as: UInt32.self)
        }
      }
    }
  }

  /// Returns a pixel with its first and third byte swapped.
  @inline(__always)
  private static func swapped(_ pixel: UInt32) -> UInt32 {
    let word = pixel.littleEndian
    return (word & 0xFF00_FF00 | word << 16 & 0xFF_0000 | word >> 16 & 0xFF).littleEndian
  }
}

extension Bitmap {
  /// Returns the rectangles that differ from an earlier image.
  ///
  /// - Returns: At most sixteen rectangles, which may overlap; the whole image if the sizes differ;
  ///   none if all pixels are the same.
  /// - Complexity: O(pixels), two reads each; O(1) if both images share their pixels.
  public func changes(since earlier: Bitmap) -> [PixelRect] {
    guard width == earlier.width, height == earlier.height else {
      return bounds.isEmpty ? [] : [bounds]
    }
    var region = PixelRegion()
    pixels.withUnsafeBytes { new in
      earlier.pixels.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress, new != old else { return }
        for top in stride(from: 0, to: height, by: Self.tile) {
          insertChanges(old, new, rows: top..<min(height, top + Self.tile), in: &region)
        }
      }
    }
    return region.rects
  }

  /// The distance in pixels below which changes may share a rectangle.
  private static let tile = 16

  /// Adds the bounding box of the differing pixels in each column of tiles.
  private func insertChanges(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, rows: Range<Int>, in region: inout PixelRegion
  ) {
    let rowBytes = width * 4
    let start = rows.lowerBound * rowBytes
    guard memcmp(old + start, new + start, rows.count * rowBytes) != 0 else { return }
    for left in stride(from: 0, to: width, by: Self.tile) {
      var changed = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
      for row in rows {
        for column in left..<min(width, left + Self.tile) {
          let place = row * rowBytes + column * 4
          guard
            old.loadUnaligned(fromByteOffset: place, as: UInt32.self)
              != new.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          else { continue }
          changed = changed.union(PixelRect(x: column, y: row, width: 1, height: 1))
        }
      }
      region.insert(changed)
    }
  }
}

extension DisplayTransform {
  /// Returns the pixels that an image may map to, including its edges.
  fileprivate func reach(width: Int, height: Int, in bounds: PixelRect) -> PixelRect {
    func pixel(_ place: Double) -> Int { Int(saturating: min(max(place, -1), 1e9)) }
    let area = self.bounds(of: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    return PixelRect(
      left: max(bounds.left, pixel((area.minX - 1).rounded(.down))),
      top: max(bounds.top, pixel((area.minY - 1).rounded(.down))),
      right: min(bounds.right, pixel((area.maxX + 1).rounded(.up))),
      bottom: min(bounds.bottom, pixel((area.maxY + 1).rounded(.up))))
  }
}

extension Bitmap {
  /// Draws another image over this one through a transform, with bilinear interpolation.
  ///
  /// A singular transform draws nothing.
  ///
  /// - Parameters:
  ///   - other: The image.
  ///   - opacity: The factor of its alpha, 0 to 1.
  ///   - transform: The transform from its pixels to those of this image.
  /// - Complexity: O(pixels drawn), plus a copy of this image if its pixels are shared.
  package mutating func blend(
    _ other: Bitmap, opacity: Double, through transform: DisplayTransform
  ) {
    guard let back = transform.inverse, opacity > 0, other.width > 0, other.height > 0 else {
      return
    }
    let area = transform.reach(width: other.width, height: other.height, in: bounds)
    guard area.left < area.right, area.top < area.bottom else { return }
    for row in area.top..<area.bottom {
      for column in area.left..<area.right {
        let place = back.apply(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        let color = other.mixture(atX: place.x - 0.5, y: place.y - 0.5) * opacity
        guard color.w > 0 else { continue }
        blend(color, at: (row * width + column) * 4)
      }
    }
  }

  /// Returns the interpolated channels at a position; outside the image is clear.
  private func mixture(atX x: Double, y: Double) -> SIMD4<Double> {
    guard x > -1, y > -1, x < Double(width), y < Double(height) else { return .zero }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (x - left, y - top)
    let (column, row) = (Int(saturating: left), Int(saturating: top))
    let upper = channels(column, row) * (1 - dx) + channels(column + 1, row) * dx
    let lower = channels(column, row + 1) * (1 - dx) + channels(column + 1, row + 1) * dx
    return upper * (1 - dy) + lower * dy
  }

  private func channels(_ column: Int, _ row: Int) -> SIMD4<Double> {
    guard 0..<width ~= column, 0..<height ~= row else { return .zero }
    let start = (row * width + column) * 4
    return SIMD4(
      Double(pixels[start]), Double(pixels[start + 1]), Double(pixels[start + 2]),
      Double(pixels[start + 3]))
  }

  private mutating func blend(_ color: SIMD4<Double>, at start: Int) {
    let rest = 1 - color.w / 255
    for channel in 0..<4 {
      let mixed = color[channel] + Double(pixels[start + channel]) * rest
      pixels[start + channel] = UInt8(saturating: min(max(mixed.rounded(), 0), 255))
    }
  }
}
