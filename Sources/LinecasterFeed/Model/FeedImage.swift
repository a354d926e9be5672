public import LinecasterDisplay
public import LinecasterGeometry

/// An image of a feed item, whose size is known before its pixels are read.
public struct FeedImage: Hashable, Sendable {
  /// The name by which the rasterizer finds the pixels.
  public var reference: ImageReference
  /// The size in pixels.
  public var size: Size

  /// Makes an image.
  public init(reference: ImageReference, size: Size) {
    self.reference = reference
    self.size = size
  }
}
