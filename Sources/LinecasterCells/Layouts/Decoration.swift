public import LinecasterGeometry

/// What is drawn behind a node's content.
public struct Decoration: Hashable, Sendable {
  /// The colour of the border box; nil draws nothing.
  public var background: Color?
  /// The radius of the corners of the background, and of a picture, in layout points.
  public var cornerRadius: Double

  /// Makes a decoration; what is left out is nothing and square.
  public init(background: Color? = nil, cornerRadius: Double = 0) {
    self.background = background
    self.cornerRadius = cornerRadius
  }
}
