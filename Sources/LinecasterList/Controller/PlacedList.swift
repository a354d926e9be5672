public import LinecasterBase

/// A list on a surface or in a window, with its place.
public struct PlacedList: Sendable {
  /// The list.
  public let controller: AutoDiffController
  /// The top-left corner of its viewport, in layout points from that of the surface or of the
  /// window's content.
  public let origin: Point

  /// Creates a list at a place.
  public init(_ controller: AutoDiffController, at origin: Point = .zero) {
    (self.controller, self.origin) = (controller, origin)
  }
}
