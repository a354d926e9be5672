/// The place of a variable font on one of its axes (OpenType `fvar`).
public struct FontVariation: Hashable, Sendable {
  /// The axis, such as `wght`, `wdth`, `slnt`, `opsz` or one of the font's own.
  public var axis: FontTag
  /// The place in the axis' own units; faces clamp it to what they have.
  public var value: Double

  /// Makes a place on an axis.
  public init(_ axis: FontTag, _ value: Double) {
    self.axis = axis
    self.value = value
  }
}
