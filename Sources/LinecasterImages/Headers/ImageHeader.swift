import LinecasterRaster

/// What is known of an image before it is decoded.
struct ImageHeader: Hashable {
  let format: ImageFormat
  /// The size in the file, before it is turned.
  var size: PixelSize
  var hasAlpha = false
  var orientation = ImageOrientation.up
  /// How many bytes a pixel the library takes for the whole image while it decodes.
  var workingBytesPerPixel = 0
  /// How many pixels a byte of the file can stand for at most.
  var pixelsPerByte = Int.max
  /// Of an animated image, where its first frame is.
  var animation: WebPAnimation?

  /// The header at the start of a file.
  ///
  /// - Throws: `ImageError` with code `unsupported` for files of other formats, or `malformed`.
  static func read(_ file: some RandomAccessBytes) throws(ImageError) -> ImageHeader {
    let start = try file.bytes(at: 0, count: ImageFormat.startByteCount)
    guard let format = ImageFormat(start: start) else {
      throw ImageError(
        code: .unsupported, source: file.name, reason: "neither PNG nor JPEG nor WebP")
    }
    switch format {
    case .png: return try PNGHeaderReader(file: file).header()
    case .jpeg: return try JPEGHeaderReader(file: file).header()
    case .webP: return try WebPHeaderReader(file: file).header()
    }
  }

  /// How many rows of working memory any format takes at most: blocks, filters and their context.
  private static let workingRows = 64

  /// The memory that decoding takes besides the file and the result, in bytes.
  var workingBytes: Int {
    size.width * size.height * workingBytesPerPixel + size.width * 4 * Self.workingRows
  }

  /// Throws where an image is over the limits, or larger than its file can hold.
  ///
  /// - Throws: `ImageError` with code `tooLarge` or `malformed`.
  func check(_ limits: ImageLimits, fileByteCount: Int, name: String) throws(ImageError) {
    let claim = "\(size.width) × \(size.height) pixels"
    guard size.width > 0, size.height > 0 else {
      throw ImageError(code: .malformed, source: name, reason: claim)
    }
    guard max(size.width, size.height) <= Bitmap.maximumSide,
      size.width * size.height <= limits.pixelCount
    else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(claim) where the limits are \(Bitmap.maximumSide) a side and "
          + "\(limits.pixelCount) in all")
    }
    guard size.width * size.height / pixelsPerByte <= fileByteCount else {
      throw ImageError(
        code: .malformed, source: name, reason: "\(fileByteCount) bytes cannot hold \(claim)")
    }
  }
}
