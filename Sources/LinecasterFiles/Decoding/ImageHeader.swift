import LinecasterBase
import LinecasterRaster

/// The properties of an image that its header states.
struct ImageHeader: Hashable {
  let format: ImageFormat
  /// The size in the file, before orientation.
  var size: PixelSize
  /// The size that the library decodes, if only a part of it is shown.
  var codedSize: PixelSize?
  var hasAlpha = false
  var orientation = ImageOrientation.up
  /// The bytes per pixel that the library takes for the whole image while it decodes.
  var workingBytesPerPixel = 0
  /// The maximum pixels that a byte of the file can represent.
  var pixelsPerByte = Int.max
  /// The range of the colour profile in the file, if no library reads it.
  var profile: Range<Int>?
  /// The range of the first frame's chunks in the file, for animations.
  var firstFrame: Range<Int>?
  /// Whether the first frame of an animation covers the whole image.
  var firstFrameIsWhole = false
  /// The maximum enlargement for drawing; above 1 for vector images.
  var magnification = 1

  /// The maximum size for drawing, before orientation.
  var greatestSize: PixelSize {
    PixelSize(width: size.width * magnification, height: size.height * magnification)
  }

  /// Reads the header at the start of a file.
  ///
  /// - Throws: `ImageError` with code `unsupported` for files of other formats, or `malformed`.
  static func read(_ file: some RandomAccessBytes) throws(ImageError) -> ImageHeader {
    let start = try file.bytes(at: 0, count: ImageFormat.startByteCount)
    guard let format = ImageFormat(start: start) else {
      let found = ImageFormat.otherName(start: start).map { "\($0), " } ?? ""
      throw ImageError(
        code: .unsupported, source: file.name,
        reason: "\(found)not PNG, JPEG, WebP, GIF, AVIF or SVG")
    }
    switch format {
    case .png: return try ImageHeader(png: file)
    case .jpeg: return try ImageHeader(jpeg: file)
    case .webP: return try ImageHeader(webP: file)
    case .svg: return try ImageHeader(svg: file)
    case .gif: return try ImageHeader(gif: file)
    case .avif:
      #if AVIF
        return try ImageHeader(avif: file)
      #else
        throw .missingTrait(of: format, file.name)
      #endif
    }
  }

  /// The maximum rows of working memory of any format: blocks, filters and their context.
  private static let workingRows = 64

  /// The memory for decoding besides the file and the result, in bytes.
  var workingBytes: Int {
    let size = codedSize ?? size
    return size.width * size.height * workingBytesPerPixel + size.width * 4 * Self.workingRows
  }

  /// Throws if an image exceeds the limits, or has more pixels than its file can hold.
  ///
  /// - Throws: `ImageError` with code `tooLarge` or `malformed`.
  func check(_ limits: ImageLimits, fileByteCount: Int, name: String) throws(ImageError) {
    let size = codedSize ?? size
    let claim = "\(size.width) × \(size.height) pixels"
    guard size.width > 0, size.height > 0 else {
      throw ImageError(code: .malformed, source: name, reason: claim)
    }
    guard max(size.width, size.height) <= Bitmap.maximumSide,
      size.width * size.height <= limits.pixelCount
    else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(claim); the limits are \(Bitmap.maximumSide) per side and "
          + "\(limits.pixelCount) in all")
    }
    guard size.width * size.height / pixelsPerByte <= fileByteCount else {
      throw ImageError(
        code: .malformed, source: name, reason: "\(fileByteCount) bytes cannot hold \(claim)")
    }
  }
}

/// The bytes of a file on disk or in memory.
protocol RandomAccessBytes {
  /// The name of the file in error messages.
  var name: String { get }
  /// The number of bytes.
  var count: Int { get }

  /// Reads bytes at a position; returns fewer, or none, at the end of the file.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  func bytes(at position: Int, count: Int) throws(ImageError) -> [UInt8]
}

extension RandomAccessBytes {
  /// Reads exactly the requested bytes.
  ///
  /// - Throws: `ImageError` with code `malformed` if the file ends before, or `unreadable`.
  func need(at position: Int, count: Int) throws(ImageError) -> [UInt8] {
    let found = try bytes(at: position, count: count)
    guard found.count == count else { throw malformed("the file ends in its header") }
    return found
  }

  func malformed(_ reason: String) -> ImageError {
    ImageError(code: .malformed, source: name, reason: reason)
  }
}

/// The byte order of numbers in a header.
enum ByteOrder {
  case bigEndian
  case littleEndian

  /// The number in `count` bytes; `nil` if the bytes end before.
  func number(_ bytes: [UInt8], at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    let part = bytes[position..<position + count]
    return self == .bigEndian
      ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The orientation of an image file (Exif 3.0 §4.6.5.1.6, tag 0112h).
///
/// Each case states the displayed position of the file's first row and first column.
enum ImageOrientation: Int, Hashable, CaseIterable {
  /// Top, left.
  case up = 1
  /// Top, right.
  case upMirrored
  /// Bottom, right.
  case down
  /// Bottom, left.
  case downMirrored
  /// Left, top.
  case leftMirrored
  /// Right, top.
  case right
  /// Right, bottom.
  case rightMirrored
  /// Left, bottom.
  case left

  /// Whether rows of the file become columns.
  var swapsSides: Bool { rawValue >= 5 }

  /// Converts a size to its displayed orientation, or back.
  func size(of size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The place of the first pixel of a file's row in the displayed image, and the distance between
  /// its pixels, in pixels.
  func places(ofRow row: Int, in size: PixelSize) -> (first: Int, step: Int) {
    let lastColumn = size.width - 1
    let lastRow = size.height - 1
    return switch self {
    case .up: (row * size.width, 1)
    case .upMirrored: (row * size.width + lastColumn, -1)
    case .down: ((lastRow - row) * size.width + lastColumn, -1)
    case .downMirrored: ((lastRow - row) * size.width, 1)
    case .leftMirrored: (row, size.height)
    case .right: (lastRow - row, size.height)
    case .rightMirrored: (lastColumn * size.height + lastRow - row, -size.height)
    case .left: (lastColumn * size.height + row, -size.height)
    }
  }
}

/// Finds the orientation in EXIF data, a TIFF structure (TIFF 6.0 §2, Exif 3.0 §4.6).
///
/// Only the first directory is read; every offset is checked against the end of the data.
enum ExifOrientation {
  /// The maximum bytes of EXIF data: the size of a JPEG segment.
  static let byteLimit = 65_533

  private static let prefix = Array("Exif\0\0".utf8)
  private static let entryByteCount = 12
  private static let tag = 0x0112
  private static let short = 3

  /// The orientation; `up` if it is missing or damaged.
  ///
  /// - Parameter data: A TIFF structure, with or without the six-byte prefix in JPEG.
  static func find(in data: [UInt8]) -> ImageOrientation {
    let tiff = data.starts(with: prefix) ? Array(data.dropFirst(prefix.count)) : data
    return value(in: tiff).flatMap(ImageOrientation.init(rawValue:)) ?? .up
  }

  /// Whether a segment of a JPEG file holds EXIF data.
  static func isExif(_ data: [UInt8]) -> Bool { data.starts(with: prefix) }

  private static func value(in tiff: [UInt8]) -> Int? {
    guard let order = order(of: tiff), order.number(tiff, at: 2, count: 2) == 42,
      let directory = order.number(tiff, at: 4, count: 4),
      let count = order.number(tiff, at: directory, count: 2)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * entryByteCount
      guard let found = order.number(tiff, at: entry, count: 2) else { return nil }
      guard found == tag else { continue }
      guard order.number(tiff, at: entry + 2, count: 2) == short,
        order.number(tiff, at: entry + 4, count: 4) == 1
      else { return nil }
      return order.number(tiff, at: entry + 8, count: 2)
    }
    return nil
  }

  private static func order(of tiff: [UInt8]) -> ByteOrder? {
    if tiff.starts(with: "II".utf8) { return .littleEndian }
    return tiff.starts(with: "MM".utf8) ? .bigEndian : nil
  }
}
