public import LinecasterDisplay

/// An image that a loader was asked for and has finished with.
public struct ImageArrival: Hashable, Sendable {
  /// The name it was asked for by.
  public let image: ImageReference
  /// Why there are no pixels; nil where there are.
  public let error: ImageError?
}
