/// What text wants of a font.
public struct FontRequest: Hashable, Sendable {
  /// The families to draw with, best first; all other fonts of a collection follow them.
  public var families: [String]
  /// The heaviness of the letters.
  public var weight: FontWeight
  /// How wide the letters are drawn.
  public var width: FontWidth
  /// Whether the letters lean.
  public var slant: FontSlant
  /// Places on axes of variable fonts, over what all else asks for.
  public var variations: [FontVariation]
  /// The size of the em in layout points, for axes of optical size; 0 leaves them alone.
  public var size: Double
  /// The language as a BCP 47 tag; nil for none.
  public var language: String?

  /// Makes a request; what is left out is regular upright text in the collection's first font.
  public init(
    families: [String] = [], weight: FontWeight = .regular, width: FontWidth = .normal,
    slant: FontSlant = .upright, variations: [FontVariation] = [], size: Double = 0,
    language: String? = nil
  ) {
    self.families = families
    self.weight = weight
    self.width = width
    self.slant = slant
    self.variations = variations
    self.size = size
    self.language = language
  }
}
