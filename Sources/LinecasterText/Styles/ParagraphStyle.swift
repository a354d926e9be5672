import LinecasterBase

/// The alignment, wrapping, spacing and truncation of a paragraph's lines.
///
///     var style = ParagraphStyle(alignment: .justify, lineHeight: .multiple(1.5))
///     style.firstLineIndent = 20
///     style.overflowWrap = .anywhere
///     style.maximumLines = 3  // text that is left ends in an ellipsis
///     let paragraph = Paragraph(AttributedText(string), style: style)
public struct ParagraphStyle: Hashable, Sendable {
  /// The alignment of lines (CSS `text-align`).
  public var alignment: TextAlignment
  /// The alignment of the last line and of each line that a terminator ends (CSS
  /// `text-align-last`). `nil` uses `alignment`, or the start for justified text.
  public var lastLineAlignment: TextAlignment?
  /// The places at which justified lines are stretched (CSS `text-justify`).
  public var justification: TextJustification
  /// The line-breaking algorithm (CSS `text-wrap-style`).
  public var wrapStyle: TextWrapStyle
  /// The paragraph's base direction (UAX 9).
  public var baseDirection: BaseDirection
  /// Whether there is an eighth of an em between ideographs and letters or digits (CSS
  /// `text-autospace`).
  public var autospaces: Bool
  /// The trimming of the empty half of wide punctuation (CSS `text-spacing-trim`).
  public var spacingTrim: TextSpacingTrim
  /// The direction of lines and their progression (CSS `writing-mode`).
  public var writingMode: WritingMode
  /// The line height (CSS `line-height`).
  public var lineHeight: LineHeight
  /// The ends at which space above or below the letters is trimmed (CSS `text-box-trim`).
  public var textBoxTrim: TextBoxTrim
  /// The font metrics to which the space above and below is trimmed (CSS `text-box-edge`).
  public var textBoxEdge: TextBoxEdge
  /// The space below each line that a line terminator ends, in layout points; negative values count
  /// as 0.
  public var paragraphSpacing: Double
  /// The first-line indent, in layout points (CSS `text-indent`); negative values outdent it.
  public var firstLineIndent: Double
  /// The enlarged first letter (CSS `initial-letter`); `nil` for none.
  public var initialLetter: InitialLetter?
  /// The lines that `firstLineIndent` applies to.
  public var indentedLines: IndentedLines
  /// The tab width, in advances of the space (CSS `tab-size`).
  public var tabSize: Double
  /// The tab width in layout points, which overrides `tabSize`; `nil` uses `tabSize`.
  public var tabDistance: Double?
  /// The treatment of white space and wrapping (CSS `white-space`).
  public var whiteSpace: WhiteSpace
  /// The line-breaking rules: those of browsers, or those of UAX 14.
  public var lineBreakRules: LineBreakRules
  /// The strictness of the line-breaking rules (CSS `line-break`).
  public var lineBreakStrictness: LineBreakStrictness
  /// The rule for line breaks between letters (CSS `word-break`).
  public var wordBreak: WordBreak
  /// The treatment of words wider than a line (CSS `overflow-wrap`).
  public var overflowWrap: OverflowWrap
  /// The limits of hyphenation (CSS `hyphenate-limit-chars`, `hyphenate-limit-lines`).
  public var hyphenationLimits = HyphenationLimits()
  /// The maximum number of lines (CSS `line-clamp`); `nil` for all.
  ///
  /// If text is left, the last line ends in an ellipsis. Values below 1 count as 1.
  public var maximumLines: Int?
  /// Whether a line too wide for the layout ends in an ellipsis (CSS `text-overflow`).
  ///
  /// Lines can be too wide if they do not wrap. The last of `maximumLines` is truncated in any
  /// case.
  public var truncatesOverflow: Bool
  /// The part of a line that the ellipsis replaces.
  public var truncation = TextTruncation.tail
  /// The unit of text at which an ellipsis may cut.
  public var truncationUnit = TruncationUnit.cluster
  /// The punctuation that hangs at line edges (CSS `hanging-punctuation`).
  public var hangingPunctuation: HangingPunctuation = []

  /// Creates a style; by default it keeps white space, wraps lines and breaks words that are too
  /// wide.
  public init(
    alignment: TextAlignment = .start, lastLineAlignment: TextAlignment? = nil,
    justification: TextJustification = .automatic, wrapStyle: TextWrapStyle = .greedy,
    baseDirection: BaseDirection = .automatic, autospaces: Bool = false,
    spacingTrim: TextSpacingTrim = .spaceAll, writingMode: WritingMode = .horizontal,
    lineHeight: LineHeight = .normal, textBoxTrim: TextBoxTrim = [],
    textBoxEdge: TextBoxEdge = TextBoxEdge(), paragraphSpacing: Double = 0,
    firstLineIndent: Double = 0,
    indentedLines: IndentedLines = .first, tabSize: Double = 8, tabDistance: Double? = nil,
    whiteSpace: WhiteSpace = .preWrap, lineBreakRules: LineBreakRules = .css,
    lineBreakStrictness: LineBreakStrictness = .automatic, wordBreak: WordBreak = .normal,
    overflowWrap: OverflowWrap = .breakWord, maximumLines: Int? = nil,
    truncatesOverflow: Bool = false
  ) {
    self.alignment = alignment
    self.lastLineAlignment = lastLineAlignment
    self.justification = justification
    self.wrapStyle = wrapStyle
    self.baseDirection = baseDirection
    self.autospaces = autospaces
    self.spacingTrim = spacingTrim
    self.writingMode = writingMode
    self.lineHeight = lineHeight
    self.textBoxTrim = textBoxTrim
    self.textBoxEdge = textBoxEdge
    self.paragraphSpacing = paragraphSpacing
    self.firstLineIndent = firstLineIndent
    self.indentedLines = indentedLines
    self.tabSize = tabSize
    self.tabDistance = tabDistance
    self.whiteSpace = whiteSpace
    self.lineBreakRules = lineBreakRules
    self.lineBreakStrictness = lineBreakStrictness
    self.wordBreak = wordBreak
    self.overflowWrap = overflowWrap
    self.maximumLines = maximumLines
    self.truncatesOverflow = truncatesOverflow
  }
}

/// The limits of hyphenation (CSS Text 4 §5.3.2), each clamped to 0...1,000.
///
///     var style = ParagraphStyle(alignment: .justify)
///     style.hyphenationLimits = HyphenationLimits(lettersOfWord: 6, lettersAfter: 3)
///     style.hyphenationLimits.linesInARow = 2
public struct HyphenationLimits: Hashable, Sendable {
  /// The minimum number of letters in a word that a dictionary breaks.
  public var lettersOfWord: Int {
    get { Int(word) }
    set { word = Self.stored(newValue) }
  }
  /// The minimum number of letters before a break; values below the dictionary's have no effect.
  public var lettersBefore: Int {
    get { Int(before) }
    set { before = Self.stored(newValue) }
  }
  /// The minimum number of letters after a break; values below the dictionary's have no effect.
  public var lettersAfter: Int {
    get { Int(after) }
    set { after = Self.stored(newValue) }
  }
  /// The maximum number of consecutive lines that end in a hyphen, soft hyphens included; `nil` for
  /// no limit.
  public var linesInARow: Int? {
    get { lines < 0 ? nil : Int(lines) }
    set { lines = newValue.map(Self.stored) ?? -1 }
  }

  // Small, because every paragraph has them.
  private var word: Int16
  private var before: Int16
  private var after: Int16
  /// Negative for no limit.
  private var lines: Int16

  /// Creates limits. By default, those of the dictionaries apply.
  public init(
    lettersOfWord: Int = 0, lettersBefore: Int = 0, lettersAfter: Int = 0, linesInARow: Int? = nil
  ) {
    word = Self.stored(lettersOfWord)
    before = Self.stored(lettersBefore)
    after = Self.stored(lettersAfter)
    lines = linesInARow.map(Self.stored) ?? -1
  }

  private static func stored(_ number: Int) -> Int16 { Int16(clamping: min(max(number, 0), 1_000)) }
}

/// The part of a truncated line that the ellipsis replaces.
///
///     var style = ParagraphStyle(maximumLines: 1)
///     style.truncation = .middle  // both ends of a path are worth seeing
///     let path = Paragraph(string, paragraphStyle: style)
///
/// The order and direction of the text do not change: the ellipsis is at the place of the omitted
/// text.
public enum TextTruncation: UInt8, Hashable, Sendable, CaseIterable {
  /// Replaces the end of the line.
  case tail
  /// Replaces the start of the line.
  ///
  /// The line shows the end of the text, or of the line that is too wide, as far back as it fits.
  /// It does not go back beyond a line terminator.
  case head
  /// Replaces the middle of the line.
  ///
  /// The end is chosen as for `head`, in at most half of the space; the start fills the rest.
  case middle
}

/// The unit of text at which an ellipsis may cut.
public enum TruncationUnit: UInt8, Hashable, Sendable, CaseIterable {
  /// Cuts between graphemes.
  case cluster
  /// Cuts between words, at line-break opportunities, or between graphemes if no word fits.
  case word
}

/// The alignment of lines in the layout's width (CSS `text-align`).
public enum TextAlignment: UInt8, Hashable, Sendable {
  /// Aligns left-to-right paragraphs with the left edge, and right-to-left ones with the right
  /// edge.
  case start
  /// Aligns left-to-right paragraphs with the right edge, and right-to-left ones with the left
  /// edge.
  case end
  /// Aligns lines with the left edge.
  case left
  /// Aligns lines with the right edge.
  case right
  /// Centers lines.
  case center
  /// Aligns lines with both edges. Free space goes to spaces and, in Chinese, Japanese and Korean,
  /// to all characters.
  ///
  /// The last line, and each line that a terminator ends, is aligned with the start.
  case justify

  /// Returns the fraction of the free space to the left of a line, 0 to 1.
  func leadingShare(isRightToLeft: Bool) -> Double {
    switch self {
    case .left: 0
    case .right: 1
    case .center: 0.5
    case .start, .justify: isRightToLeft ? 1 : 0
    case .end: isRightToLeft ? 0 : 1
    }
  }
}

/// The places at which justified lines are stretched (CSS Text 4 §7.4).
public enum TextJustification: UInt8, Hashable, Sendable, CaseIterable {
  /// Stretches spaces and, in Chinese, Japanese and Korean, the space between characters.
  case automatic
  /// Stretches nothing: lines are aligned with the start.
  case none
  /// Stretches spaces only.
  case interWord
  /// Stretches the space between all characters.
  case interCharacter
  /// Lengthens Arabic words first, by kashidas (U+0640).
  ///
  /// Each word is lengthened at one place, chosen by calligraphic priority, by as many kashidas as
  /// fit. The remaining space, less than the width of one kashida, is distributed as with
  /// `automatic`, as are lines without such words.
  case kashida
}

/// The line-breaking algorithm (CSS Text 4 §6.4.1).
public enum TextWrapStyle: UInt8, Hashable, Sendable, CaseIterable {
  /// Fills each line as far as possible.
  case greedy
  /// Gives lines about equal widths, in paragraphs of two to six lines, without adding lines. In
  /// text with line terminators, only the part before the first terminator is balanced.
  case balance
  /// Optimizes all lines together: it avoids uneven lines, broken words, a short word alone at the
  /// end, and rivers in justified text.
  ///
  /// Line breaking takes a few times as long, and longer if breaks change glyphs.
  case pretty
}

/// The trimming of the empty half of fullwidth punctuation (CSS Text 4 §8.4).
public enum TextSpacingTrim: UInt8, Hashable, Sendable, CaseIterable {
  /// Trims nothing.
  case spaceAll
  /// Trims punctuation next to other such punctuation, and at the end of a line if it would not fit
  /// otherwise.
  case normal
  /// Trims as `normal`, and at the start of lines, except the first line and those after a
  /// terminator.
  case spaceFirst
  /// Trims as `normal`, and at the start of every line.
  case trimStart

  /// Whether opening punctuation is trimmed at the start of a line.
  var trimsStart: Bool { self == .spaceFirst || self == .trimStart }
}

/// The punctuation that hangs outside its line (CSS Text 3 §8.2). The line is measured, aligned and
/// justified without it.
///
///     var style = ParagraphStyle(alignment: .justify)
///     style.hangingPunctuation = [.first, .allowEnd, .last]
///
/// At most one mark hangs at each edge. A mark does not hang if a box's border, padding or margin,
/// or the order of a bidirectional line, separates it from the edge.
public struct HangingPunctuation: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An opening bracket or a quote at the start of the first line.
  public static let first = HangingPunctuation(rawValue: 1)
  /// A closing bracket or a quote at the end of the last line.
  public static let last = HangingPunctuation(rawValue: 2)
  /// A stop or a comma at the end of any line.
  public static let forceEnd = HangingPunctuation(rawValue: 4)
  /// A stop or a comma at the end of a line if it does not fit otherwise.
  public static let allowEnd = HangingPunctuation(rawValue: 8)
}

/// The lines of a paragraph that are indented (CSS Text 4 §8.1).
public struct IndentedLines: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Only the first line of the paragraph is indented.
  public static let first: IndentedLines = []
  /// Each line after a line terminator is indented as well.
  public static let afterTerminators = IndentedLines(rawValue: 1)
  /// All lines that would not be indented otherwise are indented, and no others: a hanging indent.
  public static let others = IndentedLines(rawValue: 2)
}

/// The base direction of a paragraph, which orders its runs (UAX 9 HL1).
public enum BaseDirection: UInt8, Hashable, Sendable {
  /// The direction of the first strong character of each paragraph, or left to right without one
  /// (UAX 9 P2).
  case automatic
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}

/// The height of a line box (CSS `line-height`); negative values and NaN count as 0.
public enum LineHeight: Hashable, Sendable {
  /// The height that the fonts request; ascent and descent are rounded to whole points as in
  /// browsers.
  case normal
  /// A multiple of the em of each font on the line. The difference from the font's height is split
  /// above and below.
  case multiple(Double)
  /// A height in layout points. The difference from the fonts' height is split above and below.
  case points(Double)
  /// The height that the line's fonts request, but at least this many layout points.
  case atLeast(Double)

  /// Whether every face on a line affects its height. With a given height, only the first face of
  /// each style does (CSS Inline 3 §5.1).
  var followsFallback: Bool {
    switch self {
    case .normal, .atLeast: true
    case .multiple, .points: false
    }
  }
}

/// The ends of a paragraph at which the space between the letters and the edge of the line is
/// trimmed (CSS Inline 3 §6.2).
public struct TextBoxTrim: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Trims above the first line.
  public static let start = TextBoxTrim(rawValue: 1)
  /// Trims below the last line.
  public static let end = TextBoxTrim(rawValue: 2)
}

/// The metrics of the paragraph's own font to which space is trimmed (CSS Inline 3 §6.3).
public struct TextBoxEdge: Hashable, Sendable {
  /// A metric above the baseline.
  public enum Over: UInt8, Hashable, Sendable, CaseIterable {
    /// The ascent of the font.
    case text
    /// The cap height.
    case capital
    /// The x-height.
    case ex
  }

  /// A metric at or below the baseline.
  public enum Under: UInt8, Hashable, Sendable, CaseIterable {
    /// The descent of the font.
    case text
    /// The baseline.
    case alphabetic
  }

  /// The metric to which the space above the first line is trimmed.
  public var over: Over
  /// The metric to which the space below the last line is trimmed.
  public var under: Under

  /// Creates a pair of edges; by default the font's ascent and descent.
  public init(over: Over = .text, under: Under = .text) {
    self.over = over
    self.under = under
  }
}

/// The treatment of spaces, tabs and line terminators, and wrapping (CSS Text 3 §3).
public enum WhiteSpace: UInt8, Hashable, Sendable, CaseIterable {
  /// Collapses runs of white space, terminators included, into one space; lines wrap.
  case normal
  /// Collapses white space as `normal`; lines do not wrap.
  case nowrap
  /// Keeps text as it is; lines end at terminators only.
  case pre
  /// Keeps text as it is; lines wrap, and white space at their ends takes no space.
  case preWrap
  /// Collapses runs of spaces and tabs into one space; terminators end lines, and lines wrap.
  case preLine
  /// Keeps text as it is; lines wrap after every space, and white space always takes space.
  case breakSpaces
}

extension WhiteSpace {
  /// Whether runs of white space become one space.
  var collapses: Bool { self == .normal || self == .nowrap || self == .preLine }

  /// The same treatment of white space in lines that do not wrap.
  package var withoutWrapping: WhiteSpace { collapses ? .nowrap : .pre }

  /// Whether white space at the end of a line takes no space.
  var hangs: Bool { self != .pre && self != .breakSpaces }

  /// Whether lines wrap.
  var wraps: Bool { self != .nowrap && self != .pre }

  /// The ideographic space.
  static let ideographicSpace: UInt16 = 0x3000
}

/// The line-breaking rules.
public enum LineBreakRules: UInt8, Hashable, Sendable, CaseIterable {
  /// The rules of browsers: UAX 14, with the web's treatment of ASCII punctuation.
  case css
  /// The rules of Unicode (UAX 14), as in ICU.
  case unicode
}

/// The strictness of line breaking, mainly for Japanese (CSS Text 3 §5.3).
public enum LineBreakStrictness: UInt8, Hashable, Sendable, CaseIterable {
  /// The default strictness of the line-breaking rules in use.
  case automatic
  /// The least strict rules, for short lines.
  case loose
  /// The most common rules.
  case normal
  /// The strictest rules: for example, no line starts with a small kana or with a mark that repeats
  /// a word (Thai ๆ).
  case strict
  /// Allows breaks between any two graphemes, punctuation and spaces included.
  case anywhere
}

/// The rule for line breaks between letters (CSS Text 3 §5.2).
public enum WordBreak: UInt8, Hashable, Sendable, CaseIterable {
  /// Follows the conventions of each script.
  case normal
  /// Allows breaks between any two letters or digits, as between ideographs.
  case breakAll
  /// Allows no breaks between letters or digits of any script, ideographs and syllables included.
  case keepAll
  /// Allows breaks between phrases in Japanese, as Chromium's model finds them, and between words
  /// in Korean, and follows the conventions of each script elsewhere (CSS Text 4 §6.2,
  /// `auto-phrase`).
  ///
  /// The language is that of the style (`TextStyle.language`). Phrases wider than a line are broken
  /// by the conventions of the script; the minimum content width is that of whole phrases.
  case autoPhrase
}

/// The treatment of words wider than a line (CSS Text 3 §5.5).
public enum OverflowWrap: UInt8, Hashable, Sendable, CaseIterable {
  /// Words that are too wide overflow.
  case normal
  /// Words that are too wide are broken between graphemes. The minimum content width is that of
  /// whole words.
  case breakWord
  /// Words that are too wide are broken between graphemes. These breaks also count for the minimum
  /// content width.
  case anywhere
}
