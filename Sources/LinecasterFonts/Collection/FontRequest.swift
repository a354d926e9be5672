package import LinecasterBase

/// What text wants of a font: families, how bold, wide and italic it is, and a language.
///
///     var request = FontRequest(families: ["Noto Sans"], slant: .italic)
///     request.weight = .bold
///     request.variations = [FontVariation(.widthAxis, 75)]
///     let face = fonts.face(for: request)
public struct FontRequest: Hashable, Sendable {
  /// The families to draw with, best first; all other fonts of a collection follow them.
  public var families: [String] {
    get { exactFamilies.map(\.string) }
    set { exactFamilies = newValue.map { ExactText($0) } }
  }
  /// The families as what they are compared by.
  private(set) var exactFamilies: [ExactText]
  /// The heaviness of the letters.
  public var weight: FontWeight
  /// How wide the letters are drawn.
  public var width: FontWidth
  /// Whether the letters lean: `upright`, `italic` or `oblique`.
  public var slant: FontSlant
  /// Places on axes of variable fonts, over what all else asks for.
  public var variations: [FontVariation]
  /// The size of the em in layout points, for axes of optical size; 0 leaves them alone.
  public var size: Double
  /// The language as a BCP 47 tag; nil for none.
  public var language: String? {
    get { exactLanguage?.string }
    set { exactLanguage = newValue.map { ExactText($0) } }
  }
  private var exactLanguage: ExactText?

  /// Makes a request; what is left out is regular upright text in the collection's first font.
  public init(
    families: [String] = [], weight: FontWeight = .regular, width: FontWidth = .normal,
    slant: FontSlant = .upright, variations: [FontVariation] = [], size: Double = 0,
    language: String? = nil
  ) {
    self.init(
      exactFamilies: families.map { ExactText($0) }, weight: weight, width: width, slant: slant,
      variations: variations, size: size, exactLanguage: language.map { ExactText($0) })
  }

  /// Makes a request of what a style has.
  package init(
    exactFamilies: [ExactText], weight: FontWeight, width: FontWidth, slant: FontSlant,
    variations: [FontVariation], size: Double, exactLanguage: ExactText?
  ) {
    self.exactFamilies = exactFamilies
    self.weight = weight
    self.width = width
    self.slant = slant
    self.variations = variations
    self.size = size
    self.exactLanguage = exactLanguage
  }
}

/// The heaviness of letters on the scale of CSS and OpenType, 1 to 1000.
public struct FontWeight: Hashable, Comparable, Sendable {
  /// The value on the scale; 400 is regular, 700 bold.
  public let value: Int

  /// Makes a weight; values outside 1…1000 are clamped.
  public init(_ value: Int) {
    self.value = min(max(value, 1), 1000)
  }

  /// 400, the weight of running text.
  public static let regular = FontWeight(400)
  /// 500.
  public static let medium = FontWeight(500)
  /// 600.
  public static let semibold = FontWeight(600)
  /// 700.
  public static let bold = FontWeight(700)

  /// Whether the left weight is lighter.
  public static func < (left: FontWeight, right: FontWeight) -> Bool { left.value < right.value }
}

/// How wide letters are drawn, in percent of the normal width, 50 to 200 (CSS Fonts 4 §2.3).
public struct FontWidth: Hashable, Comparable, Sendable {
  /// The percentage; 100 is normal.
  public let percent: Double

  /// Makes a width; values outside 50…200 are clamped, and what is not a number is 100.
  public init(percent: Double) {
    self.percent = percent.isNaN ? 100 : min(max(percent, 50), 200)
  }

  /// 75 percent.
  public static let condensed = FontWidth(percent: 75)
  /// 100 percent, the width of running text.
  public static let normal = FontWidth(percent: 100)
  /// 125 percent.
  public static let expanded = FontWidth(percent: 125)

  /// Whether the left width is narrower.
  public static func < (left: FontWidth, right: FontWidth) -> Bool { left.percent < right.percent }
}

/// Whether letters stand upright or lean: italic is the slant of emphasis.
public enum FontSlant: UInt8, Hashable, Sendable {
  /// Upright letters.
  case upright
  /// Leaning letters of a design of their own; slanted upright ones where a family has none.
  case italic
  /// Upright letters slanted; italic ones where a family has those.
  case oblique
}

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
