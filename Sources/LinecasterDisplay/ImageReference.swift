public import LinecasterBase

/// The name of an image whose pixels are provided later, such as a file path.
public struct ImageReference: Hashable, Sendable {
  /// The name that the image provider looks up.
  @ExactText public private(set) var name: String

  /// Makes a reference to a name.
  public init(_ name: String) {
    self.name = name
  }
}

/// A source of image sizes that works before pixels are loaded.
///
/// Layout calls it on any thread, concurrently; read the size from the file's header without
/// decoding.
public protocol ImageSizes: Sendable {
  /// Returns the natural size of an image, one pixel per layout point, used unless a style sets a
  /// size; `nil` if unknown.
  func naturalSize(of image: ImageReference) -> Size?
}

/// The scaling of an image in a box of another size (CSS `object-fit`, UIKit's `contentMode`).
public enum ContentMode: String, Hashable, Sendable, CaseIterable {
  /// Scales the image to fit inside the box and keeps its proportions (CSS `contain`).
  case fit
  /// Scales the image to fill the box and keeps its proportions; the overflow is cropped (CSS
  /// `cover`).
  case fill
  /// Stretches the image to the box (CSS `fill`).
  case stretch
  /// Keeps the natural size, one pixel per layout point; the overflow is cropped (CSS `none`).
  case center

  /// Returns the rectangle of an image, centred in the box; it may exceed the box.
  ///
  /// An image with zero width or height is stretched.
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
