public import LinecasterBase
public import LinecasterFonts

/// The style of a range of text: font, spacing, colours and decorations.
///
/// Copies share memory until one of them changes; comparing them is O(1).
///
///     var title = TextStyle(families: ["Noto Sans"], size: 24, weight: .bold)
///     title.slant = .italic
///     title.features = [FontFeature("tnum")]
///     title.decorations = [TextDecoration(.underline)]
///     let paragraph = Paragraph(string, style: title)
///
/// ## Topics
///
/// ### Choose the font
///
/// - ``families``
/// - ``size``
/// - ``weight``
/// - ``width``
/// - ``slant``
/// - ``variations``
/// - ``features``
/// - ``language``
///
/// ### Set the space
///
/// - ``letterSpacing``
/// - ``wordSpacing``
/// - ``baselineShift``
///
/// ### Change letters
///
/// - ``transform``
/// - ``caps``
/// - ``numerals``
/// - ``orientation``
///
/// ### Hyphenate words
///
/// - ``hyphenation``
/// - ``hyphenCharacter``
///
/// ### Color and decorate text
///
/// - ``color``
/// - ``themeColor``
/// - ``background``
/// - ``themeBackground``
/// - ``decorations``
public struct TextStyle: Hashable, Sendable {
  private var box: Box

  /// The font families in order of preference, before all other fonts of the collection (CSS
  /// `font-family`).
  public var families: [String] {
    get { values.families.map(\.string) }
    set { change { $0.families = newValue.map { ExactText($0) } } }
  }
  /// The em size, in layout points (CSS `font-size`). Sizes below a millionth and NaN draw nothing;
  /// sizes above 100,000 are clamped.
  public var size: Double {
    get { values.size }
    set { change { $0.size = newValue } }
  }
  /// The font weight (CSS `font-weight`).
  public var weight: FontWeight {
    get { values.weight }
    set { change { $0.weight = newValue } }
  }
  /// The font width (CSS `font-stretch`).
  public var width: FontWidth {
    get { values.width }
    set { change { $0.width = newValue } }
  }
  /// The font slant: upright, italic or oblique (CSS `font-style`).
  public var slant: FontSlant {
    get { values.slant }
    set { change { $0.slant = newValue } }
  }
  /// Axis values of variable fonts, which override weight, width, slant and size.
  public var variations: [FontVariation] {
    get { values.variations }
    set { change { $0.variations = newValue } }
  }
  /// OpenType features; the last one of a tag wins.
  public var features: [FontFeature] {
    get { values.features }
    set { change { $0.features = newValue } }
  }
  /// The language as a BCP 47 tag, for fonts with localized forms; `nil` for none.
  public var language: String? {
    get { values.language?.string }
    set { change { $0.language = newValue.map { ExactText($0) } } }
  }
  /// The space added after every cluster, in layout points (CSS `letter-spacing`).
  ///
  /// Any spacing disables optional ligatures. As in browsers, joining scripts (for example Arabic)
  /// get no spacing, and an Indic conjunct gets it after each half form that the font draws
  /// separately, although the conjunct is one grapheme. Values are clamped to ±100,000; non-finite
  /// values count as 0.
  public var letterSpacing: Double {
    get { values.letterSpacing }
    set { change { $0.letterSpacing = newValue } }
  }
  /// The space added after each space, in layout points (CSS `word-spacing`). The limits of
  /// `letterSpacing` apply.
  public var wordSpacing: Double {
    get { values.wordSpacing }
    set { change { $0.wordSpacing = newValue } }
  }
  /// The distance by which the text is raised above its baseline, in layout points; negative values
  /// lower it. The limits of `letterSpacing` apply.
  public var baselineShift: Double {
    get { values.baselineShift }
    set { change { $0.baselineShift = newValue } }
  }
  /// The orientation of letters on vertical lines (CSS `text-orientation`).
  public var orientation: TextOrientation {
    get { values.orientation }
    set { change { $0.orientation = newValue } }
  }
  /// The case conversion for layout (CSS `text-transform`).
  public var transform: TextTransform {
    get { values.transform }
    set { change { $0.transform = newValue } }
  }
  /// Small capitals (CSS `font-variant-caps`); synthesized if the first font has none.
  public var caps: CapsVariant {
    get { values.caps }
    set { change { $0.caps = newValue } }
  }
  /// The digit forms of the font, for example tabular (CSS `font-variant-numeric`).
  public var numerals: Numerals {
    get { values.numerals }
    set { change { $0.numerals = newValue } }
  }
  /// The places at which words may be hyphenated (CSS `hyphens`).
  public var hyphenation: Hyphenation {
    get { values.hyphenation }
    set { change { $0.hyphenation = newValue } }
  }
  /// The text shown at a hyphenated line end (CSS `hyphenate-character`). `nil` uses the script's
  /// hyphen; an empty string shows nothing. The text is cut to 64 UTF-16 units.
  public var hyphenCharacter: String? {
    get { values.hyphenCharacter?.string }
    set { change { $0.hyphenCharacter = newValue.map { ExactText($0) } } }
  }
  /// The text colour in the light theme; setting it sets the colour of all themes.
  ///
  /// Changing it never reshapes text.
  public var color: Color {
    get { values.color.light }
    set { change { $0.color = ThemeColor(newValue) } }
  }
  /// The text colour in each theme; `TextLayout.theme` selects one.
  public var themeColor: ThemeColor {
    get { values.color }
    set { change { $0.color = newValue } }
  }
  /// The background colour in the light theme; `nil` for none. Setting it sets the colour of all
  /// themes.
  public var background: Color? {
    get { values.background?.light }
    set { change { $0.background = newValue.map { ThemeColor($0) } } }
  }
  /// The background colour in each theme; `nil` for none.
  public var themeBackground: ThemeColor? {
    get { values.background }
    set { change { $0.background = newValue } }
  }
  /// The lines under, through and over the text (CSS `text-decoration`).
  public var decorations: [TextDecoration] {
    get { values.decorations }
    set { change { $0.decorations = newValue } }
  }

  /// Creates a style of one colour in all themes; other defaults are those of the initializer with
  /// a `ThemeColor`.
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

  /// Creates a style: by default regular upright text of 15 points in the collection's first font,
  /// black, or light in the dark theme.
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
        background: background.map { ThemeColor($0) }, decorations: decorations))
  }

  private var values: Values { box.values }

  /// The language in its compared form.
  var exactLanguage: ExactText? { values.language }
  /// Whether the style names no family.
  var isWithoutFamilies: Bool { values.families.isEmpty }

  private mutating func change(_ body: (inout Values) -> Void) {
    var values = values
    body(&values)
    box = Box(values)
  }

  /// The values of a style.
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
    var background: ThemeColor?
    var decorations: [TextDecoration]
  }

  /// A class, so copying a style retains one reference instead of one for each array.
  private final class Box: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }
  }

  /// The memory of an unshared style, without its arrays, in bytes.
  static let byteCount = MemoryLayout<Values>.size + 32

  /// Whether both are copies of one style; equal styles need not be.
  func isCopy(of other: TextStyle) -> Bool { box === other.box }

  /// Returns whether two styles have the same values.
  ///
  /// - Complexity: O(1) for copies of one style, else O(values), including those in arrays.
  public static func == (left: TextStyle, right: TextStyle) -> Bool {
    left.isCopy(of: right) || left.values == right.values
  }

  /// Feeds all values to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension TextStyle {
  /// The size to draw at: NaN, negative and invisible sizes become 0, large ones the limit.
  var drawnSize: Double { size >= Limit.minimumTextSize ? min(size, Limit.textSize) : 0 }

  /// The baseline shift and the spacings to draw with; non-finite values count as 0.
  var drawnShift: Double { Self.drawn(baselineShift) }
  var drawnLetterSpacing: Double { Self.drawn(letterSpacing) }
  var drawnWordSpacing: Double { Self.drawn(wordSpacing) }

  private static func drawn(_ distance: Double) -> Double {
    distance.isFinite ? distance.limited(to: Limit.textSize) : 0
  }

  /// Whether text of both styles can be shaped together: all but colours and decorations are equal.
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
  /// The values that select the faces.
  var fontRequest: FontRequest {
    FontRequest(
      exactFamilies: values.families, weight: weight, width: width, slant: slant,
      variations: variations, size: drawnSize, exactLanguage: values.language)
  }
}

/// The case conversion of text for layout (CSS Text 4 §2.1), with the language rules of browsers:
/// Turkish, Azerbaijani and Lithuanian dots, and Greek accents.
///
/// Offsets, ranges and copied text are those of the original text. Words continue across the edges
/// of styles and boxes.
public enum TextTransform: UInt8, Hashable, Sendable, CaseIterable {
  /// Converts nothing.
  case none
  /// Converts to uppercase; `ß` becomes two letters that are one grapheme.
  case uppercase
  /// Converts to lowercase.
  case lowercase
  /// Converts the first letter of each word to titlecase, if titlecase is one letter. Words are
  /// those of UAX 29: a hyphen ends a word, an apostrophe does not.
  case capitalize
}

/// The places at which words may be hyphenated (CSS Text 4 §5.3).
public enum Hyphenation: UInt8, Hashable, Sendable, CaseIterable {
  /// Hyphenates no words; soft hyphens (U+00AD) are invisible.
  case none
  /// Hyphenates only after soft hyphens (U+00AD).
  case manual
  /// Hyphenates after soft hyphens and, in words without them, at the places that a dictionary of
  /// the text's language allows. Text without a language has no dictionary.
  ///
  /// `PreparedParagraph.hyphenationFailures` lists the languages without a dictionary.
  case automatic
}

/// The use of small capitals (CSS Fonts 4 §6.6), with the features of the text's first font.
///
/// If that font has no such feature, letters are drawn as capitals at 0.7 of the size, as in
/// browsers.
public enum CapsVariant: UInt8, Hashable, Sendable, CaseIterable {
  /// Leaves letters unchanged.
  case normal
  /// Draws lowercase letters as small capitals.
  case smallCaps
  /// Draws all letters as small capitals.
  case allSmallCaps

  /// The OpenType features.
  var features: [FontFeature] {
    switch self {
    case .normal: []
    case .smallCaps: [FontFeature("smcp")]
    case .allSmallCaps: [FontFeature("smcp"), FontFeature("c2sc")]
    }
  }
}

/// The digit forms of a font (CSS Fonts 4 §6.7); forms that the font does not have are ignored.
///
///     var price = TextStyle(size: 20)
///     price.numerals = [.tabular, .slashedZero]
public struct Numerals: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Digits as high as capitals.
  public static let lining = Numerals(rawValue: 1)
  /// Digits of different heights, like lowercase letters.
  public static let oldstyle = Numerals(rawValue: 2)
  /// Digits with widths of their own.
  public static let proportional = Numerals(rawValue: 4)
  /// Digits of equal width, which align in columns.
  public static let tabular = Numerals(rawValue: 8)
  /// Fractions with a slash, for example `1/2`.
  public static let diagonalFractions = Numerals(rawValue: 16)
  /// Fractions with a horizontal bar.
  public static let stackedFractions = Numerals(rawValue: 32)
  /// Raised letters after a number, as in `1st`.
  public static let ordinal = Numerals(rawValue: 64)
  /// A zero that is distinct from the letter O.
  public static let slashedZero = Numerals(rawValue: 128)

  /// The OpenType features.
  var features: [FontFeature] {
    Self.tags.filter { contains($0.0) }.map { FontFeature($0.1) }
  }

  private static let tags: [(Numerals, FontTag)] = [
    (.lining, "lnum"), (.oldstyle, "onum"), (.proportional, "pnum"), (.tabular, "tnum"),
    (.diagonalFractions, "frac"), (.stackedFractions, "afrc"), (.ordinal, "ordn"),
    (.slashedZero, "zero"),
  ]
}

/// An OpenType feature and its value.
public struct FontFeature: Hashable, Sendable {
  /// The feature tag, for example `smcp`, `tnum` or `ss01`.
  public var tag: FontTag
  /// The value of the feature: 0 for off, 1 for on; higher values select variants.
  public var value: UInt32

  /// Creates a feature, on by default.
  public init(_ tag: FontTag, _ value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }
}
