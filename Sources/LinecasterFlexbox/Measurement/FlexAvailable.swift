/// The extents of the block that contains the root, in layout points; nil is indefinite.
///
/// An automatic width of the root fills a definite width and is the max-content width else; an
/// automatic height is always that of the content. Percentages of the root refer to these extents.
public struct FlexAvailable: Hashable, Sendable {
  /// The width of the containing block.
  public var width: Double?
  /// The height of the containing block.
  public var height: Double?

  /// Makes the extents; what is below 0 or not finite counts as indefinite.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
