import LinecasterRaster

/// What images may ask of memory and time; checked before either is spent.
public struct ImageLimits: Hashable, Sendable {
  /// The largest file read by default: 64 MiB, larger ones are no images for lists.
  public static let defaultFileByteCount = 64 << 20
  /// The most pixels of a file by default: 64 million, more than cameras have.
  public static let defaultPixelCount = 1 << 26
  /// The most memory that decoding takes by default: 256 MiB.
  public static let defaultMemoryByteCount = 256 << 20

  /// The largest file that is read, in bytes.
  public var fileByteCount: Int
  /// The most pixels a file may have, however small it is decoded; a side has at most
  /// `Bitmap.maximumSide`.
  public var pixelCount: Int
  /// The most memory for a file, its pixels, and what decoding takes beside, in bytes.
  public var memoryByteCount: Int

  /// Makes limits; those left out are the default ones.
  public init(
    fileByteCount: Int = Self.defaultFileByteCount, pixelCount: Int = Self.defaultPixelCount,
    memoryByteCount: Int = Self.defaultMemoryByteCount
  ) {
    self.fileByteCount = fileByteCount
    self.pixelCount = pixelCount
    self.memoryByteCount = memoryByteCount
  }

  /// The memory left for what a library takes for whole images.
  ///
  /// - Throws: `ImageError` with code `tooLarge` where what is sure to be needed is over the limit.
  func memoryLeft(
    file: Int, result: PixelSize, working: Int, name: String
  ) throws(ImageError) -> Int {
    let needed = file + result.width * result.height * 4 + working
    guard needed <= memoryByteCount else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(result.width) × \(result.height) pixels take \(needed) bytes to decode where "
          + "the limit is \(memoryByteCount)")
    }
    return memoryByteCount - needed + working
  }
}
