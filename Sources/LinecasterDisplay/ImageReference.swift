public import LinecasterBase

/// The name of an image whose pixels come later, such as the path of its file.
public struct ImageReference: Hashable, Sendable {
  /// The name by which an image provider finds the pixels.
  @ExactText public private(set) var name: String

  /// Makes a reference by name.
  public init(_ name: String) {
    self.name = name
  }
}

/// Something that knows how large images are before their pixels are there.
///
/// Layout asks from any thread, several at once; answer from a header, without decoding.
public protocol ImageSizes: Sendable {
  /// The size at which an image is shown where nothing else is said, a pixel a layout point; nil
  /// where it is not known.
  func naturalSize(of image: ImageReference) -> Size?
}

/// How an image fills a box that is not of its size (CSS Images 3, `object-fit`).
public enum ContentMode: String, Hashable, Sendable, CaseIterable {
  /// As large as fits, in its proportions; room is left at two sides.
  case fit
  /// As small as fills the box, in its proportions; what reaches out is cut off.
  case fill
  /// Stretched to the box.
  case stretch
  /// In its own size, a pixel a layout point; what reaches out is cut off.
  case center

  /// Where an image of a size goes; it is centred in the box, and may reach out of it.
  ///
  /// An image without extent is stretched.
  public func rect(of image: Size, in box: Rect) -> Rect {
    guard image.width > 0, image.height > 0 else { return box }
    let factors = (box.width / image.width, box.height / image.height)
    let factor =
      switch self {
      case .fit: min(factors.0, factors.1)
      case .fill: max(factors.0, factors.1)
      case .center: 1.0
      case .stretch: Double.nan
      }
    if factor.isNaN { return box }
    let size = Size(width: image.width * factor, height: image.height * factor)
    return Rect(
      x: box.minX + (box.width - size.width) / 2, y: box.minY + (box.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}
