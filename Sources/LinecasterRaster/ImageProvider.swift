public import LinecasterDisplay
public import LinecasterGeometry

/// Something that finds the pixels of images by name.
///
/// Drawing asks from any thread, several at once; answer without waiting for the network.
///
///     struct Swatches: ImageProvider {
///       func bitmap(for image: ImageReference) -> Bitmap? {
///         try? Bitmap(width: 8, height: 8, background: image.name == "ink" ? .black : .white)
///       }
///     }
public protocol ImageProvider: ImageSizes {
  /// The pixels of an image, or nil where there are none (yet); a placeholder is drawn then.
  func bitmap(for image: ImageReference) -> Bitmap?

  /// The pixels of an image that is drawn at a size, or nil where there are none (yet).
  ///
  /// The bitmap may be smaller than the image itself, as long as it covers that size. Which one
  /// is given must depend on the image and the size alone, or drawing the same twice could
  /// differ. Where an image goes depends on its natural size and not on that of the bitmap.
  func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap?
}

extension ImageProvider {
  /// The pixels of an image at its own size.
  public func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
    bitmap(for: image)
  }

  /// The size of the image's bitmap.
  public func naturalSize(of image: ImageReference) -> Size? {
    bitmap(for: image).map { Size(width: Double($0.width), height: Double($0.height)) }
  }
}

/// A width and a height in whole device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels of a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size; any numbers are allowed.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
