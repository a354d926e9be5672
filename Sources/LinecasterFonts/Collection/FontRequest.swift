package import LinecasterBase

/// The properties of the font that text requests: families, weight, width, slant and language (CSS
/// `font`).
///
///     var request = FontRequest(families: ["Noto Sans"], slant: .italic)
///     request.weight = .bold
///     request.variations = [FontVariation(.widthAxis, 75)]
///     let face = fonts.face(for: request)
public struct FontRequest: Hashable, Sendable {
  /// The families in order of preference, before all other fonts of a collection (CSS
  /// `font-family`).
  public var families: [String] {
    get { exactFamilies.map(\.string) }
    set { exactFamilies = newValue.map { ExactText($0) } }
  }
  /// The families in the form that is compared.
  private(set) var exactFamilies: [ExactText]
  /// The weight (CSS `font-weight`).
  public var weight: FontWeight
  /// The width (CSS `font-width`).
  public var width: FontWidth
  /// The slant: `upright`, `italic` or `oblique` (CSS `font-style`).
  public var slant: FontSlant
  /// The axis values of variable fonts, which override all other properties (CSS
  /// `font-variation-settings`).
  public var variations: [FontVariation]
  /// The em size in layout points, for axes of optical size; 0 leaves these axes at their defaults.
  public var size: Double
  /// The language as a BCP 47 tag; `nil` for none.
  public var language: String? {
    get { exactLanguage?.string }
    set { exactLanguage = newValue.map { ExactText($0) } }
  }
  private var exactLanguage: ExactText?

  /// Creates a request; by default for regular upright text in the collection's first font.
  public init(
    families: [String] = [], weight: FontWeight = .regular, width: FontWidth = .normal,
    slant: FontSlant = .upright, variations: [FontVariation] = [], size: Double = 0,
    language: String? = nil
  ) {
    self.init(
      exactFamilies: families.map { ExactText($0) }, weight: weight, width: width, slant: slant,
      variations: variations, size: size, exactLanguage: language.map { ExactText($0) })
  }

  /// Creates a request from the properties of a style.
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

/// The weight of a font on the scale of CSS and OpenType, from 1 to 1000 (CSS `font-weight`).
public struct FontWeight: Hashable, Comparable, Sendable {
  /// The value on the scale: 400 is regular, 700 is bold.
  public let value: Int

  /// Creates a weight; values outside 1...1000 are clamped.
  public init(_ value: Int) {
    self.value = min(max(value, 1), 1000)
  }

  /// The weight of body text, 400.
  public static let regular = FontWeight(400)
  /// The medium weight, 500.
  public static let medium = FontWeight(500)
  /// The semibold weight, 600.
  public static let semibold = FontWeight(600)
  /// The bold weight, 700.
  public static let bold = FontWeight(700)

  /// Returns whether the left weight is lighter than the right one.
  public static func < (left: FontWeight, right: FontWeight) -> Bool { left.value < right.value }
}

/// The width of a font in percent of the normal width, from 50 to 200 (CSS `font-width`, Fonts 4
/// §2.3).
public struct FontWidth: Hashable, Comparable, Sendable {
  /// The width in percent; 100 is normal.
  public let percent: Double

  /// Creates a width; values outside 50...200 are clamped, and NaN becomes 100.
  public init(percent: Double) {
    self.percent = percent.isNaN ? 100 : min(max(percent, 50), 200)
  }

  /// The condensed width, 75 percent.
  public static let condensed = FontWidth(percent: 75)
  /// The width of body text, 100 percent.
  public static let normal = FontWidth(percent: 100)
  /// The expanded width, 125 percent.
  public static let expanded = FontWidth(percent: 125)

  /// Returns whether the left width is narrower than the right one.
  public static func < (left: FontWidth, right: FontWidth) -> Bool { left.percent < right.percent }
}

/// The slant of letters (CSS `font-style`). Emphasis is set in italic.
public enum FontSlant: UInt8, Hashable, Sendable {
  /// Upright letters.
  case upright
  /// Italic letters, which have a slanted design of their own; synthesized if the family has none.
  case italic
  /// Upright letters that are slanted by synthesis, or italic letters if the family has them.
  case oblique
}

/// The synthesis of styles that the family does not have, applied to outlines by the rasterizer
/// (CSS `font-synthesis`).
///
/// Advances stay those of the design, so synthesis does not change the layout.
public struct FontSynthesis: Hashable, Sendable {
  /// Whether outlines are emboldened.
  public var emboldens: Bool
  /// Whether outlines are slanted.
  public var slants: Bool

  /// Creates a synthesis; by default nothing is synthesized.
  public init(emboldens: Bool = false, slants: Bool = false) {
    self.emboldens = emboldens
    self.slants = slants
  }

  /// No synthesis: outlines are drawn as they are in the font.
  public static let none = FontSynthesis()

  /// The thickness that emboldening adds to outlines, in ems.
  package static let strength = 1.0 / 24
  /// The horizontal shift per unit of height: the tangent of 14 degrees (CSS Fonts 4 §2.4).
  package static let lean = 0.249328
}
