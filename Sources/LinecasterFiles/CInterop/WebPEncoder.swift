public import LinecasterBase
public import LinecasterRaster

#if WebP
  internal import CWebP
#endif

/// Writes bitmaps as WebP in sRGB, with the package trait `WebP`.
///
///     try WebPEncoder().write(bitmap, to: path)
///     try WebPEncoder(quality: .lossy(80)).write(bitmap, to: path)
///
/// An encoder is a value that any thread may use. Files contain the colour profile of sRGB (ICC.1)
/// and no time stamps, so equal pixels give equal bytes.
public struct WebPEncoder: ImageEncoder, Hashable {
  /// The quality of a WebP file.
  public enum Quality: Hashable, Sendable {
    /// Lossless compression: files are smaller than PNG files, and encoding is slower.
    case lossless
    /// Lossy compression, with a quality from 0 to 100; clamped to that range.
    case lossy(Int)
  }

  /// The quality of the file.
  public var quality: Quality

  /// Creates an encoder.
  public init(quality: Quality = .lossless) {
    self.quality = quality
  }

  /// Whether this build includes the format.
  public static var isBuiltIn: Bool {
    #if WebP
      return true
    #else
      return false
    #endif
  }

  /// The maximum width and height of the format.
  static let maximumSide = 16_383

  /// Encodes a WebP file, and passes its bytes to `sink` in one chunk.
  ///
  /// - Throws: The errors of `ImageEncoder.encode(_:name:in:to:)`, with code `tooLarge` if
  ///   a side is over 16,383 pixels.
  /// - Complexity: O(pixels) in time, besides drawing, and O(pixels) in memory.
  public func encode(
    _ image: BandedImage, name: String = "WebP data", in scope: WorkScope = .unlimited,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try check(image, side: Self.maximumSide, name)
    #if WebP
      try sink(bytes(of: image.bitmap(in: scope), name))
    #else
      throw missing(trait: "WebP", name)
    #endif
  }

  /// Returns the maximum memory that encoding an image takes, in bytes: the whole image, as many
  /// times as libwebp holds it.
  public func peakByteCount(of image: BandedImage) -> Int {
    wholeByteCount(
      of: image, bytesPerPixel: quality == .lossless ? Self.losslessBytes : Self.lossyBytes)
  }

  /// The bytes of a pixel: straight colours, a copy in the library's order, and the matches it
  /// finds.
  private static let losslessBytes = 64
  /// The bytes of a pixel: straight colours, luma with subsampled chroma, and their compressed
  /// form.
  private static let lossyBytes = 16

  #if WebP
    private func bytes(of bitmap: Bitmap, _ name: String) throws(ImageError) -> [UInt8] {
      // Below 0, the shim encodes lossless.
      var level: Float = -1
      if case .lossy(let quality) = quality { level = Float(min(max(quality, 0), 100)) }
      var writer = WebPMemoryWriter()
      WebPMemoryWriterInit(&writer)
      defer { WebPMemoryWriterClear(&writer) }
      let status = linecaster_webp_encode(
        StraightAlpha.straight(bitmap.pixels), Int32(bitmap.width), Int32(bitmap.height), level,
        &writer)
      guard status == VP8_ENC_OK else {
        throw ImageError(
          code: .unwritable, source: name,
          reason: status == VP8_ENC_ERROR_OUT_OF_MEMORY
            ? "out of memory in libwebp" : "libwebp error \(status.rawValue)")
      }
      return Self.marked(
        UnsafeBufferPointer(start: writer.mem, count: writer.size), width: bitmap.width,
        height: bitmap.height)
    }

    /// Adds the colour profile of sRGB to a file of the simple or extended format (RFC 9649 §2).
    private static func marked(
      _ file: UnsafeBufferPointer<UInt8>, width: Int, height: Int
    ) -> [UInt8] {
      var chunks = file.dropFirst(riffByteCount)
      var flags = profileFlag
      if chunks.starts(with: "VP8X".utf8), chunks.count >= 18 {
        flags |= chunks[chunks.startIndex + 8]
        chunks = chunks.dropFirst(18)
      } else if chunks.starts(with: "VP8L".utf8), chunks.count >= 13 {
        // The header of the lossless format ends in a version, below which is the bit of alpha.
        if chunks[chunks.startIndex + 12] & 0x10 != 0 { flags |= alphaFlag }
      }
      let profile = StandardProfile.bytes
      let content =
        Array("WEBPVP8X".utf8) + little(10, count: 4) + little(Int(flags), count: 4)
        + little(width - 1, count: 3) + little(height - 1, count: 3)
        + Array("ICCP".utf8) + little(profile.count, count: 4) + profile
        + [UInt8](repeating: 0, count: profile.count % 2)
      return Array("RIFF".utf8) + little(content.count + chunks.count, count: 4) + content + chunks
    }

    /// The bytes before the first chunk.
    private static let riffByteCount = 12
    private static let profileFlag: UInt8 = 0x20
    private static let alphaFlag: UInt8 = 0x10

    private static func little(_ number: Int, count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  #endif
}
