import LinecasterRaster

/// How an image must be turned to be shown upright (Exif 3.0 §4.6.5.1.6, tag 0112h).
///
/// Each case says where the first row and the first column of the file belong.
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

  /// The size after turning, or before where the argument is after.
  func size(of size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where the pixels of a row of the file go: the place of the first one in the turned image,
  /// and the distance to the next, in pixels.
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
