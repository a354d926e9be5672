public import LinecasterBase
public import LinecasterFonts

/// How a stretch of text looks.
///
/// Copies share their memory until one is changed, and are compared at once.
///
///     var title = TextStyle(families: ["Noto Sans"], size: 24, weight: .bold)
///     title.slant = .italic
///     title.features = [FontFeature("tnum")]
///     title.decorations = [TextDecoration(.underline)]
///     let paragraph = Paragraph(string, style: title)
public struct TextStyle: Hashable, Sendable {
  private var box: Box

  /// The families to draw with, best first; all other fonts of the collection follow them.
  public var families: [String] {
    get { values.families.map(\.string) }
    set { change { $0.families = newValue.map { ExactText($0) } } }
  }
  /// The size of the em, in layout points; sizes that are not numbers of a millionth or more draw
  /// nothing, those above 100,000 count as that.
  public var size: Double {
    get { values.size }
    set { change { $0.size = newValue } }
  }
  /// The heaviness of the letters.
  public var weight: FontWeight {
    get { values.weight }
    set { change { $0.weight = newValue } }
  }
  /// How wide the letters are drawn.
  public var width: FontWidth {
    get { values.width }
    set { change { $0.width = newValue } }
  }
  /// Whether the letters are upright, italic or oblique.
  public var slant: FontSlant {
    get { values.slant }
    set { change { $0.slant = newValue } }
  }
  /// Places on the axes of variable fonts, over what weight, width, slant and size ask for.
  public var variations: [FontVariation] {
    get { values.variations }
    set { change { $0.variations = newValue } }
  }
  /// Features of the fonts, the last one of a tag deciding.
  public var features: [FontFeature] {
    get { values.features }
    set { change { $0.features = newValue } }
  }
  /// The language as a BCP 47 tag, for fonts that draw languages differently; nil for none.
  public var language: String? {
    get { values.language?.string }
    set { change { $0.language = newValue.map { ExactText($0) } } }
  }
  /// Room added after every cluster, in layout points; turns optional ligatures off.
  ///
  /// Letters of joining scripts, such as Arabic, get none, as in browsers. Room beyond ±100,000
  /// counts as that, and what is not finite as 0.
  public var letterSpacing: Double {
    get { values.letterSpacing }
    set { change { $0.letterSpacing = newValue } }
  }
  /// Room added after every space, in layout points, with the same limits.
  public var wordSpacing: Double {
    get { values.wordSpacing }
    set { change { $0.wordSpacing = newValue } }
  }
  /// How far the text stands above its baseline, in layout points; negative is below. Limits are
  /// those of the spacing.
  public var baselineShift: Double {
    get { values.baselineShift }
    set { change { $0.baselineShift = newValue } }
  }
  /// How the letters stand on vertical lines.
  public var orientation: TextOrientation {
    get { values.orientation }
    set { change { $0.orientation = newValue } }
  }
  /// The letters that the text is laid out in instead of its own.
  public var transform: TextTransform {
    get { values.transform }
    set { change { $0.transform = newValue } }
  }
  /// Small capitals for letters; made of smaller capitals where the first font has none.
  public var caps: CapsVariant {
    get { values.caps }
    set { change { $0.caps = newValue } }
  }
  /// Which of the font's digits are drawn: all equally wide, as tables want them, or others.
  public var numerals: Numerals {
    get { values.numerals }
    set { change { $0.numerals = newValue } }
  }
  /// Where words may be broken, for lines that end in a hyphen.
  public var hyphenation: Hyphenation {
    get { values.hyphenation }
    set { change { $0.hyphenation = newValue } }
  }
  /// What shows at the end of a line where a word is broken; nil for the hyphen of its script, and
  /// an empty text for nothing. What is longer than 64 UTF-16 units is cut.
  public var hyphenCharacter: String? {
    get { values.hyphenCharacter?.string }
    set { change { $0.hyphenCharacter = newValue.map { ExactText($0) } } }
  }
  /// The colour of the letters in the light theme; set, it is that of all themes.
  ///
  /// Changing it never shapes text again.
  public var color: Color {
    get { values.color.light }
    set { change { $0.color = ThemeColor(newValue) } }
  }
  /// The colour of the letters in each theme; `TextLayout.theme` says which of them is drawn.
  public var themeColor: ThemeColor {
    get { values.color }
    set { change { $0.color = newValue } }
  }
  /// The colour behind the letters; nil for none.
  public var background: Color? {
    get { values.background }
    set { change { $0.background = newValue } }
  }
  /// The lines under, through and over the text.
  public var decorations: [TextDecoration] {
    get { values.decorations }
    set { change { $0.decorations = newValue } }
  }

  /// Makes a style of one colour in all themes; what is left out is as in the other initializer.
  public init(
    families: [String] = [], size: Double = 15, weight: FontWeight = .regular,
    width: FontWidth = .normal, slant: FontSlant = .upright, variations: [FontVariation] = [],
    features: [FontFeature] = [], language: String? = nil, letterSpacing: Double = 0,
    wordSpacing: Double = 0, baselineShift: Double = 0, color: Color,
    background: Color? = nil, decorations: [TextDecoration] = []
  ) {
    self.init(
      families: families, size: size, weight: weight, width: width, slant: slant,
      variations: variations, features: features, language: language,
      letterSpacing: letterSpacing, wordSpacing: wordSpacing, baselineShift: baselineShift,
      color: ThemeColor(color), background: background, decorations: decorations)
  }

  /// Makes a style; what is left out is regular upright text in the collection's first font, black
  /// or in the dark theme light.
  public init(
    families: [String] = [], size: Double = 15, weight: FontWeight = .regular,
    width: FontWidth = .normal, slant: FontSlant = .upright, variations: [FontVariation] = [],
    features: [FontFeature] = [], language: String? = nil, letterSpacing: Double = 0,
    wordSpacing: Double = 0, baselineShift: Double = 0, color: ThemeColor = .text,
    background: Color? = nil, decorations: [TextDecoration] = []
  ) {
    box = Box(
      Values(
        families: families.map { ExactText($0) }, size: size, weight: weight, width: width,
        slant: slant, variations: variations, features: features,
        language: language.map { ExactText($0) }, letterSpacing: letterSpacing,
        wordSpacing: wordSpacing, baselineShift: baselineShift, color: color,
        background: background, decorations: decorations))
  }

  private var values: Values { box.values }

  /// The language as what it is compared by.
  var exactLanguage: ExactText? { values.language }
  /// Whether the style names no family.
  var isWithoutFamilies: Bool { values.families.isEmpty }

  private mutating func change(_ body: (inout Values) -> Void) {
    var values = values
    body(&values)
    box = Box(values)
  }

  /// What a style says.
  private struct Values: Hashable, Sendable {
    var families: [ExactText]
    var size: Double
    var weight: FontWeight
    var width: FontWidth
    var slant: FontSlant
    var variations: [FontVariation]
    var features: [FontFeature]
    var language: ExactText?
    var letterSpacing: Double
    var wordSpacing: Double
    var baselineShift: Double
    var orientation = TextOrientation.mixed
    var transform = TextTransform.none
    var caps = CapsVariant.normal
    var numerals: Numerals = []
    var hyphenation = Hyphenation.manual
    var hyphenCharacter: ExactText?
    var color: ThemeColor
    var background: Color?
    var decorations: [TextDecoration]
  }

  /// A class, so that to copy a style counts one reference and not one for each of its arrays.
  private final class Box: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// The memory of a style that shares none with others, its arrays left out, in bytes.
  static let byteCount = MemoryLayout<Values>.size + 32

  /// Whether both are copies of one style; equal ones need not be.
  func isCopy(of other: TextStyle) -> Bool { box === other.box }

  /// Whether both say the same.
  public static func == (left: TextStyle, right: TextStyle) -> Bool {
    left.isCopy(of: right) || left.values == right.values
  }

  /// Feeds all that the style says to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension TextStyle {
  /// The size to draw at: sizes that are not numbers above 0 become 0, as do those that nobody
  /// could see, and huge ones the limit.
  var drawnSize: Double { size >= Limit.leastTextSize ? min(size, Limit.textSize) : 0 }

  /// The shift to draw with, and the spacings; what is not finite counts as 0.
  var drawnShift: Double { Self.drawn(baselineShift) }
  var drawnLetterSpacing: Double { Self.drawn(letterSpacing) }
  var drawnWordSpacing: Double { Self.drawn(wordSpacing) }

  private static func drawn(_ distance: Double) -> Double {
    distance.isFinite ? distance.limited(to: Limit.textSize) : 0
  }

  /// Whether text of both styles is one piece for the shaper: all but its colours and lines
  /// are equal.
  func shapes(like other: TextStyle) -> Bool {
    isCopy(of: other)
      || size == other.size && weight == other.weight && width == other.width
        && slant == other.slant
        && letterSpacing == other.letterSpacing && wordSpacing == other.wordSpacing
        && baselineShift == other.baselineShift && orientation == other.orientation
        && caps == other.caps && numerals == other.numerals
        && exactLanguage == other.exactLanguage
        && values.families == other.values.families && variations == other.variations
        && features == other.features
  }
}

extension TextStyle {
  /// What of the style decides which faces draw it.
  var fontRequest: FontRequest {
    FontRequest(
      exactFamilies: values.families, weight: weight, width: width, slant: slant,
      variations: variations, size: drawnSize, exactLanguage: values.language)
  }
}

/// The letters that text is laid out in instead of its own (CSS Text 4 §2.1), by the rules of its
/// language where browsers have some: Turkish and Azerbaijani dots, Lithuanian dots, Greek accents.
///
/// Offsets, ranges and what is copied are those of the text as it was given. Words reach over the
/// edges of styles and boxes.
public enum TextTransform: UInt8, Hashable, Sendable, CaseIterable {
  /// Its own.
  case none
  /// Capitals; `ß` becomes two letters that are one grapheme.
  case uppercase
  /// Small letters.
  case lowercase
  /// The first letter of each word as titles have it, where that is one letter; words are those of
  /// UAX 29, so a hyphen ends one and an apostrophe does not.
  case capitalize
}

/// Where words may be broken (CSS Text 4 §5.3).
public enum Hyphenation: UInt8, Hashable, Sendable, CaseIterable {
  /// Nowhere; soft hyphens (U+00AD) show nothing.
  case none
  /// Behind soft hyphens.
  case manual
  /// Behind soft hyphens and, in words that have none, where a dictionary of the text's language
  /// says so; text that names no language has none.
  ///
  /// `PreparedParagraph.hyphenationFailures` has the languages without a dictionary.
  case automatic
}

/// Small capitals (CSS Fonts 4 §6.6), by the features of the font that text is drawn with first.
///
/// Where that font has no such feature, letters are drawn as capitals at 0.7 of the size, as
/// browsers do.
public enum CapsVariant: UInt8, Hashable, Sendable, CaseIterable {
  /// Letters as they are.
  case normal
  /// Small capitals for small letters.
  case smallCaps
  /// Small capitals for all letters.
  case allSmallCaps

  /// The features that ask a font for them.
  var features: [FontFeature] {
    switch self {
    case .normal: []
    case .smallCaps: [FontFeature("smcp")]
    case .allSmallCaps: [FontFeature("smcp"), FontFeature("c2sc")]
    }
  }
}

/// Which of a font's digits are drawn (CSS Fonts 4 §6.7); where a font has no others, its own.
///
///     var price = TextStyle(size: 20)
///     price.numerals = [.tabular, .slashedZero]
public struct Numerals: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As high as capitals.
  public static let lining = Numerals(rawValue: 1)
  /// Of different heights, as small letters are.
  public static let oldstyle = Numerals(rawValue: 2)
  /// As wide as each is.
  public static let proportional = Numerals(rawValue: 4)
  /// All equally wide, so that they stand under each other.
  public static let tabular = Numerals(rawValue: 8)
  /// Fractions with a slash, such as of `1/2`.
  public static let diagonalFractions = Numerals(rawValue: 16)
  /// Fractions with a line.
  public static let stackedFractions = Numerals(rawValue: 32)
  /// Raised letters behind a number, as in `1st`.
  public static let ordinal = Numerals(rawValue: 64)
  /// A zero that is not taken for a letter.
  public static let slashedZero = Numerals(rawValue: 128)

  /// The features that ask a font for them.
  var features: [FontFeature] {
    Self.tags.filter { contains($0.0) }.map { FontFeature($0.1) }
  }

  private static let tags: [(Numerals, FontTag)] = [
    (.lining, "lnum"), (.oldstyle, "onum"), (.proportional, "pnum"), (.tabular, "tnum"),
    (.diagonalFractions, "frac"), (.stackedFractions, "afrc"), (.ordinal, "ordn"),
    (.slashedZero, "zero"),
  ]
}

/// A typographic feature of OpenType that text turns on, off, or to one of its variants.
public struct FontFeature: Hashable, Sendable {
  /// The feature, such as `smcp`, `tnum` or `ss01`.
  public var tag: FontTag
  /// 0 for off, 1 for on, more for the variants of features that have some.
  public var value: UInt32

  /// Makes a feature, turned on unless said otherwise.
  public init(_ tag: FontTag, _ value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }
}
