public import LinecasterFonts
public import LinecasterGeometry

/// How a stretch of text looks.
public struct TextStyle: Hashable, Sendable {
  /// The families to draw with, best first; all other fonts of the collection follow them.
  public var families: [String]
  /// The size of the em, in layout points; sizes that are not numbers above 0 draw nothing.
  public var size: Double
  /// The heaviness of the letters.
  public var weight: FontWeight
  /// Whether the letters lean.
  public var slant: FontSlant
  /// The colour of the letters; changing it never shapes text again.
  public var color: Color
  /// The language as a BCP 47 tag, for fonts that draw languages differently; nil for none.
  public var language: String?

  /// Makes a style; what is left out is regular upright black text in the collection's first font.
  public init(
    families: [String] = [], size: Double = 15, weight: FontWeight = .regular,
    slant: FontSlant = .upright, color: Color = .black, language: String? = nil
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.slant = slant
    self.color = color
    self.language = language
  }

  /// The size to draw at: sizes that are not numbers above 0 become 0, huge ones the limit.
  var drawnSize: Double { size > 0 ? min(size, Self.sizeLimit) : 0 }

  /// An em larger than any picture; keeps sums of widths exact whatever a style says.
  private static let sizeLimit = 100_000.0

  /// Whether text of both styles is one piece for the shaper: everything but the colour is equal.
  func shapes(like other: TextStyle) -> Bool {
    size == other.size && weight == other.weight && slant == other.slant
      && language == other.language && families == other.families
  }
}
