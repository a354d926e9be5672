public import LinecasterFonts
public import LinecasterGeometry

/// How a stretch of text looks.
public struct TextStyle: Hashable, Sendable {
  /// The families to draw with, best first; all other fonts of the collection follow them.
  public var families: [String]
  /// The size of the em, in layout points; sizes that are not numbers above 0 draw
  /// nothing, those above 100,000 count as that.
  public var size: Double
  /// The heaviness of the letters.
  public var weight: FontWeight
  /// How wide the letters are drawn.
  public var width: FontWidth
  /// Whether the letters lean.
  public var slant: FontSlant
  /// Places on the axes of variable fonts, over what weight, width, slant and size ask for.
  public var variations: [FontVariation]
  /// Features of the fonts, the last one of a tag deciding.
  public var features: [FontFeature]
  /// The language as a BCP 47 tag, for fonts that draw languages differently; nil for none.
  public var language: String?
  /// Room added after every cluster, in layout points; turns optional ligatures off.
  ///
  /// Letters of joining scripts, such as Arabic, get none, as in browsers.
  public var letterSpacing: Double
  /// Room added after every space, in layout points.
  public var wordSpacing: Double
  /// How far the text stands above its baseline, in layout points; negative is below.
  public var baselineShift: Double
  /// The colour of the letters; changing it never shapes text again.
  public var color: Color
  /// The colour behind the letters; nil for none.
  public var background: Color?
  /// The lines under, through and over the text.
  public var decorations: [TextDecoration]

  /// Makes a style; what is left out is regular upright black text in the collection's first font.
  public init(
    families: [String] = [], size: Double = 15, weight: FontWeight = .regular,
    width: FontWidth = .normal, slant: FontSlant = .upright, variations: [FontVariation] = [],
    features: [FontFeature] = [], language: String? = nil, letterSpacing: Double = 0,
    wordSpacing: Double = 0, baselineShift: Double = 0, color: Color = .black,
    background: Color? = nil, decorations: [TextDecoration] = []
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.width = width
    self.slant = slant
    self.variations = variations
    self.features = features
    self.language = language
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
    self.baselineShift = baselineShift
    self.color = color
    self.background = background
    self.decorations = decorations
  }

  /// The size to draw at: sizes that are not numbers above 0 become 0, huge ones the limit.
  var drawnSize: Double { size > 0 ? min(size, Self.sizeLimit) : 0 }

  /// The shift to draw with: what is not a number counts as 0.
  var drawnShift: Double {
    baselineShift.isFinite ? min(max(baselineShift, -Self.sizeLimit), Self.sizeLimit) : 0
  }

  /// An em larger than any picture; keeps sums of widths exact whatever a style says.
  private static let sizeLimit = 100_000.0

  /// Whether text of both styles is one piece for the shaper: all but its colours and lines
  /// are equal.
  func shapes(like other: TextStyle) -> Bool {
    size == other.size && weight == other.weight && width == other.width && slant == other.slant
      && letterSpacing == other.letterSpacing && wordSpacing == other.wordSpacing
      && baselineShift == other.baselineShift && language == other.language
      && families == other.families && variations == other.variations
      && features == other.features
  }
}
