import LinecasterBase
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
  /// Of an animated image, where in the file the chunks of its first frame are.
  var firstFrame: Range<Int>?
  /// Whether the first frame of an animated image covers all of it.
  var firstFrameIsWhole = false
  /// How many times as large as its size an image can be drawn: shapes have no pixels of their own.
  var magnification = 1

  /// The greatest size that the image can be drawn at, before it is turned.
  var greatestSize: PixelSize {
    PixelSize(width: size.width * magnification, height: size.height * magnification)
  }

  /// The header at the start of a file.
  ///
  /// - Throws: `ImageError` with code `unsupported` for files of other formats, or `malformed`.
  static func read(_ file: some RandomAccessBytes) throws(ImageError) -> ImageHeader {
    let start = try file.bytes(at: 0, count: ImageFormat.startByteCount)
    guard let format = ImageFormat(start: start) else {
      throw ImageError(
        code: .unsupported, source: file.name, reason: "neither PNG nor JPEG nor WebP nor SVG")
    }
    switch format {
    case .png: return try ImageHeader(png: file)
    case .jpeg: return try ImageHeader(jpeg: file)
    case .webP: return try ImageHeader(webP: file)
    case .svg: return try ImageHeader(svg: file)
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

/// The bytes of a file on disk or in memory, so that headers are read from either alike.
protocol RandomAccessBytes {
  /// What stands for the file in error messages.
  var name: String { get }
  /// The number of bytes.
  var count: Int { get }

  /// Some bytes from a place on; fewer, or none, where the file ends before.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  func bytes(at position: Int, count: Int) throws(ImageError) -> [UInt8]
}

extension RandomAccessBytes {
  /// As many bytes as asked for.
  ///
  /// - Throws: `ImageError` with code `malformed` where the file ends before, or `unreadable`.
  func need(at position: Int, count: Int) throws(ImageError) -> [UInt8] {
    let found = try bytes(at: position, count: count)
    guard found.count == count else { throw malformed("the file ends in its header") }
    return found
  }

  func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }
}

/// Numbers of several bytes, read from a header.
enum ByteOrder {
  case bigEndian
  case littleEndian

  /// The number that `count` bytes stand for; nil where the bytes end before.
  func number(_ bytes: [UInt8], at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    let part = bytes[position..<position + count]
    return self == .bigEndian
      ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
