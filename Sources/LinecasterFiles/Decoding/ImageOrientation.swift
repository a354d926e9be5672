import LinecasterRaster

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
