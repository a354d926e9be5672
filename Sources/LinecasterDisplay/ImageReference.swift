public import LinecasterBase

/// The name of an image whose pixels are provided later, for example a file path.
public struct ImageReference: Hashable, Sendable {
  /// The name that the image provider looks up.
  @ExactText public private(set) var name: String

  /// Creates a reference from the name of an image.
  public init(_ name: String) {
    self.name = name
  }
}

/// A source of image sizes that works before pixels are loaded.
///
/// Layout calls the source concurrently on any thread. Read sizes from the headers of files,
/// without decoding pixels.
public protocol ImageSizes: Sendable {
  /// Returns the natural size of an image in layout points, one per pixel; `nil` if unknown. It is
  /// used unless a style sets a size.
  func naturalSize(of image: ImageReference) -> Size?
}

/// The scaling of an image in a box of another size (CSS `object-fit`, UIKit's `contentMode`).
public enum ContentMode: String, Hashable, Sendable, CaseIterable {
  /// Scales the image to fit inside the box and keeps its proportions (CSS `contain`).
  case fit
  /// Scales the image to fill the box and keeps its proportions. Parts outside the box are cropped
  /// (CSS `cover`).
  case fill
  /// Stretches the image to the box (CSS `fill`).
  case stretch
  /// Keeps the natural size, one layout point per pixel. Parts outside the box are cropped (CSS
  /// `none`).
  case center

  /// Returns the rectangle in which an image is drawn, centred in a box. The rectangle may exceed
  /// the box.
  ///
  /// An image with zero width or height is stretched to the box.
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
