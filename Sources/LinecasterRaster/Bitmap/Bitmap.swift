public import LinecasterGeometry

/// An image: rows of premultiplied RGBA pixels in sRGB, 8 bits a channel, top row first.
///
/// Rows follow each other without padding. A value: copies share their pixels until one is drawn
/// on, and may be read on any thread. Sizes of 0 are allowed and hold no pixels.
public struct Bitmap: Hashable, Sendable {
  /// The most pixels along a side, as many as libpng reads by default.
  public static let maximumSide = 1_000_000
  /// The most pixels of an image: 1 GiB of memory, far beyond screens, short of exhausting hosts.
  public static let maximumPixelCount = 1 << 28

  /// The number of pixels of a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels, four bytes each: red, green, blue and alpha, colours multiplied by alpha.
  public internal(set) var pixels: [UInt8]

  /// Makes an image of one colour.
  ///
  /// - Throws: `RasterError` with code `tooLarge` if a side is negative or over `maximumSide`, or
  ///   the area is over `maximumPixelCount`; no memory is taken then.
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

  /// Makes an image from premultiplied RGBA bytes, rows without padding.
  ///
  /// - Throws: `RasterError` with code `tooLarge` as above, or `wrongByteCount` unless there are
  ///   exactly four bytes a pixel.
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

  /// Throws unless an image of this size may be made.
  ///
  /// - Throws: `RasterError` with code `tooLarge`.
  public static func checkSize(width: Int, height: Int) throws(RasterError) {
    let sides = 0...maximumSide
    guard sides ~= width, sides ~= height, width * height <= maximumPixelCount else {
      throw RasterError(
        code: .tooLarge, source: "image of \(width) × \(height) pixels",
        reason: "the limits are 0 to \(maximumSide) a side and \(maximumPixelCount) in all")
    }
  }

  /// The colour of a pixel with straight alpha; nil outside the image.
  ///
  /// The origin is the top-left pixel, y down. Premultiplied pixels keep fewer than 8 bits of
  /// colour where they are nearly transparent.
  public func color(atX x: Int, y: Int) -> Color? {
    guard 0..<width ~= x, 0..<height ~= y else { return nil }
    let start = (y * width + x) * 4
    return PremultipliedPixel(
      red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2],
      alpha: pixels[start + 3]
    ).color
  }
}
