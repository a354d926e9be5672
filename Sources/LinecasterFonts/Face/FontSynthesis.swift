/// What a rasterizer does to outlines because the family has no such design.
///
/// Advances are those of the design, so text is laid out as without it.
public struct FontSynthesis: Hashable, Sendable {
  /// Whether outlines are made bolder.
  public var emboldens: Bool
  /// Whether outlines are made to lean.
  public var slants: Bool

  /// Makes a synthesis; what is left out is off.
  public init(emboldens: Bool = false, slants: Bool = false) {
    self.emboldens = emboldens
    self.slants = slants
  }

  /// Outlines as the font has them.
  public static let none = FontSynthesis()

  /// How much bolder outlines become, in ems.
  package static let strength = 1.0 / 24
  /// How far outlines lean for one unit of height: the tangent of 14 degrees (CSS Fonts 4 §2.4).
  package static let lean = 0.249328
}
