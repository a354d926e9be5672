public import LinecasterBase
public import LinecasterRaster

#if AVIF
  internal import CAVIF
#endif

/// Writes bitmaps as AVIF in sRGB, with the package trait `AVIF`, which is off by default.
///
///     try AVIFEncoder(quality: 70).write(bitmap, to: path)
///
/// An encoder is a value that any thread may use. Files contain no time stamps, so equal pixels
/// give equal bytes.
public struct AVIFEncoder: ImageEncoder, Hashable {
  /// The quality, from 0 to 100; clamped to that range. From 90 on, chroma has full resolution.
  public var quality: Int

  /// Creates an encoder.
  public init(quality: Int = 70) {
    self.quality = quality
  }

  /// Whether this build includes the format.
  public static var isBuiltIn: Bool {
    #if AVIF
      return true
    #else
      return false
    #endif
  }

  /// The maximum width and height: the largest square that libavif reads.
  static let maximumSide = 16_384

  /// Encodes an AVIF file, and passes its bytes to `sink` in one chunk.
  ///
  /// - Throws: The errors of `ImageEncoder.encode(_:name:in:to:)`, with code `tooLarge` if
  ///   a side is over 16,384 pixels.
  /// - Complexity: O(pixels) in time, besides drawing, and O(pixels) in memory.
  public func encode(
    _ image: BandedImage, name: String = "AVIF data", in scope: WorkScope = .unlimited,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try check(image, side: Self.maximumSide, name)
    #if AVIF
      try sink(bytes(of: image.bitmap(in: scope), name))
    #else
      throw missing(trait: "AVIF", name)
    #endif
  }

  /// Returns the maximum memory that encoding an image takes, in bytes: the whole image, as many
  /// times as libavif holds it.
  public func peakByteCount(of image: BandedImage) -> Int {
    wholeByteCount(of: image, bytesPerPixel: Self.bytesPerPixel)
  }

  /// The bytes of a pixel: straight colours, luma and chroma, and the encoder's frames in 16 bits.
  private static let bytesPerPixel = 64

  #if AVIF
    /// The libavif speed, from 0 to 10; the default of its command-line tool.
    private static let speed: Int32 = 6
    private static let leastQualityOfWholeColors = 90

    private func bytes(of bitmap: Bitmap, _ name: String) throws(ImageError) -> [UInt8] {
      var avif = try AVIFLibrary.functions(for: name)
      let quality = min(max(quality, 0), 100)
      var data = avifRWData()
      defer { avif.avifRWDataFree(&data) }
      let result = linecaster_avif_encode(
        &avif, StraightAlpha.straight(bitmap.pixels), UInt32(clamping: bitmap.width),
        UInt32(clamping: bitmap.height), Int32(quality),
        quality < Self.leastQualityOfWholeColors ? 1 : 0, Self.speed, &data)
      guard result == AVIF_RESULT_OK else {
        throw ImageError(
          code: .unwritable, source: name,
          reason: "libavif says: \(avif.words(of: result))")
      }
      return [UInt8](UnsafeBufferPointer(start: data.data, count: data.size))
    }
  #endif
}

#if AVIF
  extension linecaster_avif {
    /// The library's words for a result.
    func words(of result: avifResult) -> String {
      avifResultToString(result).map { String(cString: $0) } ?? ""
    }
  }

  /// libavif, which is loaded at its first use.
  enum AVIFLibrary {
    /// Sendable because its functions never change, and any thread may call them.
    private struct Loaded: @unchecked Sendable {
      var functions = linecaster_avif()
      let fault: String?

      init() { fault = linecaster_avif_load(&functions).map { String(cString: $0) } }
    }

    private static let loaded = Loaded()

    /// The functions of the library.
    ///
    /// - Parameter name: The name of the image in error messages.
    /// - Throws: `ImageError` with code `unsupported` if the library is not installed.
    static func functions(for name: String) throws(ImageError) -> linecaster_avif {
      if let fault = loaded.fault {
        throw ImageError(code: .unsupported, source: name, reason: "AVIF needs \(fault)")
      }
      return loaded.functions
    }
  }
#endif
