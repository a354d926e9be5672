/// What a reader wants of the letters of all text: families, and a size beside that of the design.
public struct FontPreference: Hashable, Sendable {
  /// The families for text whose style names none, best first; fonts of the collection follow them.
  public var families: [String]
  /// How many times as large as designed letters are, and the distances that go with them; values
  /// that are not numbers above 0 become 1.
  public var scale: Double {
    didSet { scale = Self.usable(scale) }
  }

  /// Makes a preference; the default is the design.
  public init(families: [String] = [], scale: Double = 1) {
    self.families = families
    self.scale = Self.usable(scale)
  }

  private static func usable(_ scale: Double) -> Double {
    scale.isFinite && scale > 0 ? scale : 1
  }

  /// Whether text stays as it was designed.
  var isDesign: Bool { families.isEmpty && scale == 1 }
}
