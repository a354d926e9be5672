public import LinecasterBase
public import LinecasterRaster

#if JPEG
  internal import CImages
#endif

/// Writes bitmaps as JPEG in sRGB, with the package trait `JPEG`.
///
///     try JPEGEncoder(quality: 90).write(bitmap, to: path)
///
/// JPEG has no alpha, so transparent pixels are composited on a background. An encoder is a value
/// that any thread may use. Files contain the colour profile of sRGB (ICC.1) and no time stamps, so
/// equal pixels give equal bytes.
public struct JPEGEncoder: ImageEncoder, Hashable {
  /// The quality, from 1 to 100; clamped to that range. From 90 on, chroma has full resolution,
  /// which small coloured text needs.
  public var quality: Int
  /// The colour behind transparent pixels; its alpha is ignored.
  public var background: Color

  /// Creates an encoder.
  public init(quality: Int = 90, background: Color = .white) {
    self.quality = quality
    self.background = background
  }

  /// Whether this build includes the format.
  public static var isBuiltIn: Bool {
    #if JPEG
      return true
    #else
      return false
    #endif
  }

  /// The maximum width and height of libjpeg.
  static let maximumSide = 65_500

  /// Encodes a JPEG file, and passes its bytes to `sink` in chunks as they are produced.
  ///
  /// - Throws: The errors of `ImageEncoder.encode(_:name:in:to:)`, with code `tooLarge` if
  ///   a side is over 65,500 pixels.
  /// - Complexity: O(pixels) in time, besides drawing; O(pixels of a band) in memory.
  public func encode(
    _ image: BandedImage, name: String = "JPEG data", in scope: WorkScope = .unlimited,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try check(image, side: Self.maximumSide, name)
    #if JPEG
      let writer = try JPEGWriter(
        width: image.width, height: image.height, quality: min(max(quality, 1), 100), name)
      var row = [UInt8](repeating: 255, count: image.width * 4)
      try image.forEachBand(in: scope) { band in
        for index in 0..<band.height {
          putOnBackground(band, row: index, to: &row)
          try writer.write(row)
          if index % 64 == 63 { try sink(writer.take()) }
        }
        try sink(writer.take())
      }
      try writer.finish()
      try sink(writer.take())
    #else
      throw missing(trait: "JPEG", name)
    #endif
  }

  /// Returns the maximum memory that encoding an image takes besides a band, in bytes: some rows,
  /// and their compressed form.
  public func peakByteCount(of image: BandedImage) -> Int { image.width * Self.bytesPerColumn }

  /// The bytes of a column: 16 rows of three colours, as pixels and compressed, and output that is
  /// not passed on yet.
  private static let bytesPerColumn = 512

  /// Writes a row of a bitmap as opaque pixels, composited on the background.
  private func putOnBackground(_ bitmap: Bitmap, row: Int, to target: inout [UInt8]) {
    let below = (background.red, background.green, background.blue)
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      let range = row * target.count..<(row + 1) * target.count
      let source = UnsafeBufferPointer(rebasing: pixels[range])
      for start in stride(from: 0, to: source.count, by: 4) {
        let rest = 255 - source[start + 3]
        target[start] = source[start] &+ below.0.multiplied(by: rest)
        target[start + 1] = source[start + 1] &+ below.1.multiplied(by: rest)
        target[start + 2] = source[start + 2] &+ below.2.multiplied(by: rest)
      }
    }
  }
}

#if JPEG
  /// Writes a JPEG file row by row into memory, by libjpeg-turbo.
  private final class JPEGWriter {
    private let writer: OpaquePointer
    private let name: String

    /// The lowest quality with full chroma resolution.
    private static let leastQualityOfWholeColors = 90

    init(width: Int, height: Int, quality: Int, _ name: String) throws(ImageError) {
      let profile = StandardProfile.bytes
      guard
        let writer = linecaster_jpeg_writer_open(
          UInt32(clamping: width), UInt32(clamping: height), Int32(quality),
          quality < Self.leastQualityOfWholeColors, profile, UInt32(clamping: profile.count))
      else {
        throw ImageError(code: .unwritable, source: name, reason: "out of memory in libjpeg")
      }
      (self.writer, self.name) = (writer, name)
      try check()
    }

    deinit { linecaster_jpeg_writer_close(writer) }

    /// Writes the next row, four bytes a pixel.
    func write(_ row: [UInt8]) throws(ImageError) {
      if !linecaster_jpeg_writer_write_row(writer, row) { try fail() }
    }

    /// Writes the end of the file.
    func finish() throws(ImageError) {
      if !linecaster_jpeg_writer_finish(writer) { try fail() }
    }

    /// The bytes produced since the last call.
    func take() -> [UInt8] {
      var count = 0
      let bytes = linecaster_jpeg_writer_take(writer, &count)
      return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    private func check() throws(ImageError) {
      if linecaster_jpeg_writer_fault(writer) != nil { try fail() }
    }

    private func fail() throws(ImageError) {
      let reason = linecaster_jpeg_writer_fault(writer).map { String(cString: $0) }
      throw ImageError(code: .unwritable, source: name, reason: reason ?? "libjpeg accepted no row")
    }
  }
#endif
