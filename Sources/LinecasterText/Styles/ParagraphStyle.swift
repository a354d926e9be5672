import LinecasterBase

/// How the lines of a paragraph are made.
///
///     var style = ParagraphStyle(alignment: .justify, lineHeight: .multiple(1.5))
///     style.firstLineIndent = 20
///     style.overflowWrap = .anywhere
///     style.maximumLines = 3  // text that is left ends in an ellipsis
///     let paragraph = Paragraph(AttributedText(string), style: style)
public struct ParagraphStyle: Hashable, Sendable {
  /// Which edge lines stand at.
  public var alignment: TextAlignment
  /// Which edge the last line stands at, and each that a terminator ends; nil for that of the
  /// others, or for the start where those stand at both edges.
  public var lastLineAlignment: TextAlignment?
  /// Where lines that stand at both edges take more room.
  public var justification: TextJustification
  /// How it is decided where lines end.
  public var wrapStyle: TextWrapStyle
  /// The direction the paragraph is written in.
  public var baseDirection: BaseDirection
  /// Whether there is an eighth of an em between ideographs and letters or digits.
  public var autospaces: Bool
  /// Where the empty half of wide punctuation is left out.
  public var spacingTrim: TextSpacingTrim
  /// Which way lines run and follow each other.
  public var writingMode: WritingMode
  /// The height of the lines.
  public var lineHeight: LineHeight
  /// At which ends the room above or below the letters is left out.
  public var textBoxTrim: TextBoxTrim
  /// To which lines of the letters it is left out.
  public var textBoxEdge: TextBoxEdge
  /// Room under each line that a line terminator ends, in layout points; what is below 0 counts
  /// as 0.
  public var paragraphSpacing: Double
  /// Room before the first line's text, in layout points; negative lets it stand out.
  public var firstLineIndent: Double
  /// How large the first letter is; nil where it is as large as it is in the text.
  public var initialLetter: InitialLetter?
  /// Which lines have that room before their text.
  public var indentedLines: IndentedLines
  /// The distance between tab stops, in advances of the space.
  public var tabSize: Double
  /// The distance between tab stops in layout points, in place of that in spaces; nil for the
  /// latter.
  public var tabDistance: Double?
  /// What becomes of white space, and whether lines wrap.
  public var whiteSpace: WhiteSpace
  /// Which rules say where lines may end.
  public var lineBreakRules: LineBreakRules
  /// How strict those rules are.
  public var lineBreakStrictness: LineBreakStrictness
  /// Where lines may end between letters.
  public var wordBreak: WordBreak
  /// What becomes of a word that is wider than a line.
  public var overflowWrap: OverflowWrap
  /// How many letters stand before and after hyphens of dictionaries, and how many lines may end in
  /// a hyphen.
  public var hyphenationLimits = HyphenationLimits()
  /// The most lines shown, the last of them ending in an ellipsis where text is left; nil for all,
  /// and less than 1 counts as 1.
  public var maximumLines: Int?
  /// Whether a line that is too wide for the layout ends in an ellipsis.
  ///
  /// It may be so where lines do not wrap; the last of `maximumLines` has one in any case.
  public var truncatesOverflow: Bool
  /// Which part of a line is left out for its ellipsis.
  public var truncation = TextTruncation.tail
  /// Between what an ellipsis may cut.
  public var truncationUnit = TruncationUnit.cluster
  /// Which punctuation at the edges of lines hangs out of them.
  public var hangingPunctuation: HangingPunctuation = []

  /// Makes a style; what is left out keeps white space, wraps lines and breaks words that are too
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

/// How much words are broken (CSS Text 4 §5.3.2); numbers below 0 count as 0, those above 1,000 as
/// that.
///
///     var style = ParagraphStyle(alignment: .justify)
///     style.hyphenationLimits = HyphenationLimits(lettersOfWord: 6, lettersAfter: 3)
///     style.hyphenationLimits.linesInARow = 2
public struct HyphenationLimits: Hashable, Sendable {
  /// The fewest letters of a word that a dictionary breaks.
  public var lettersOfWord: Int {
    get { Int(word) }
    set { word = Self.stored(newValue) }
  }
  /// The fewest letters before a break of a dictionary; fewer than that asks for change nothing.
  public var lettersBefore: Int {
    get { Int(before) }
    set { before = Self.stored(newValue) }
  }
  /// The fewest letters after one.
  public var lettersAfter: Int {
    get { Int(after) }
    set { after = Self.stored(newValue) }
  }
  /// The most lines in a row that end in a hyphen, also one that is in the text as a soft hyphen;
  /// nil for any number.
  public var linesInARow: Int? {
    get { lines < 0 ? nil : Int(lines) }
    set { lines = newValue.map(Self.stored) ?? -1 }
  }

  // Small, since every paragraph has them.
  private var word: Int16
  private var before: Int16
  private var after: Int16
  /// Negative for any number.
  private var lines: Int16

  /// Makes limits; what is left out is up to the dictionaries.
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

/// Which part of a line that is cut is left out for the ellipsis.
///
///     var style = ParagraphStyle(maximumLines: 1)
///     style.truncation = .middle  // both ends of a path are worth seeing
///     let path = Paragraph(string, paragraphStyle: style)
///
/// Order and direction stay those of the text: the ellipsis stands where what it stands for would.
public enum TextTruncation: UInt8, Hashable, Sendable, CaseIterable {
  /// Its end.
  case tail
  /// Its start: the end of the text is shown, or of the line that is too wide, as far back as there
  /// is room and no line terminator stands between.
  case head
  /// Its middle: as `.head` in at most half of the room, behind as much of the start as fits.
  case middle
}

/// Between what an ellipsis may cut.
public enum TruncationUnit: UInt8, Hashable, Sendable, CaseIterable {
  /// Any two graphemes.
  case cluster
  /// Words, as lines end behind them; where none fits it is graphemes.
  case word
}

/// Which edge of the layout's width lines stand at.
public enum TextAlignment: UInt8, Hashable, Sendable {
  /// The left edge for lines of left-to-right paragraphs, the right edge for the others.
  case start
  /// The opposite of `start`.
  case end
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The middle.
  case center
  /// Both edges: spaces, and in Chinese, Japanese and Korean all characters, share the free room.
  ///
  /// The last line, and each that a terminator ends, stands at the start.
  case justify

  /// The share of the free space that stands left of a line, 0 to 1.
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

/// Where lines that stand at both edges take more room (CSS Text 4 §7.4).
public enum TextJustification: UInt8, Hashable, Sendable, CaseIterable {
  /// At spaces and, in Chinese, Japanese and Korean, between characters.
  case automatic
  /// Nowhere: lines stand at the start.
  case none
  /// At spaces only.
  case interWord
  /// Between all characters.
  case interCharacter
  /// In Arabic words first, whose letters are drawn apart by kashidas (U+0640): one place a word,
  /// by the order of calligraphers, as many as there is room for. What is left, which is less than
  /// one of them is wide, and all lines without such words are as with `automatic`.
  case kashida
}

/// How it is decided where lines end (CSS Text 4 §6.4.1).
public enum TextWrapStyle: UInt8, Hashable, Sendable, CaseIterable {
  /// Each line takes as much as it can.
  case greedy
  /// Lines are about as wide as each other, in paragraphs of two to six lines; no more lines are
  /// made for it. Of a text with line terminators it is the part before the first.
  case balance
  /// Lines are chosen together, so that none is much shorter or more spread than the others, few
  /// words are broken, no short word stands alone at the end, and white seldom runs down through
  /// justified lines.
  ///
  /// It takes a few times as long to break lines, more where breaks change glyphs.
  case pretty
}

/// Where the empty half of punctuation as wide as an ideograph is left out (CSS Text 4 §8.4).
public enum TextSpacingTrim: UInt8, Hashable, Sendable, CaseIterable {
  /// Nowhere.
  case spaceAll
  /// Beside other such punctuation, and at a line's end where it would not fit otherwise.
  case normal
  /// Also at the start of lines, but not of the first nor after a terminator.
  case spaceFirst
  /// Also at the start of every line.
  case trimStart

  /// Whether openings are trimmed at the start of a line.
  var trimsStart: Bool { self == .spaceFirst || self == .trimStart }
}

/// Which punctuation hangs: stands outside of its line, which is measured, aligned and justified as
/// if it were not there (CSS Text 3 §8.2).
///
///     var style = ParagraphStyle(alignment: .justify)
///     style.hangingPunctuation = [.first, .allowEnd, .last]
///
/// One mark hangs at each edge, and none that border, padding or margin of a box keep away from it
/// or that the order of a line with two directions puts elsewhere.
public struct HangingPunctuation: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An opening bracket or a quote at the start of the first line.
  public static let first = HangingPunctuation(rawValue: 1)
  /// A closing bracket or a quote at the end of the last line.
  public static let last = HangingPunctuation(rawValue: 2)
  /// A stop or a comma at the end of any line.
  public static let forceEnd = HangingPunctuation(rawValue: 4)
  /// A stop or a comma at the end of a line where it does not fit; without it words that end in one
  /// would be too long.
  public static let allowEnd = HangingPunctuation(rawValue: 8)
}

/// Which lines of a paragraph are indented (CSS Text 4 §8.1).
public struct IndentedLines: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The first line only.
  public static let first: IndentedLines = []
  /// Also each line after one that a terminator ends.
  public static let afterTerminators = IndentedLines(rawValue: 1)
  /// All lines but those: the indent hangs.
  public static let others = IndentedLines(rawValue: 2)
}

/// The direction a paragraph is written in, in which its runs follow each other (UAX 9 HL1).
public enum BaseDirection: UInt8, Hashable, Sendable {
  /// By the first strong character of each paragraph, left to right where there is none (UAX 9 P2).
  case automatic
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}

/// The height of a line box; negative ones and those that are not numbers count as 0.
public enum LineHeight: Hashable, Sendable {
  /// What the fonts on the line ask for, ascent and descent rounded to whole points as browsers do.
  case normal
  /// A multiple of the em of each font on the line; the difference is split above and below.
  case multiple(Double)
  /// A height in layout points; the difference is split above and below.
  case points(Double)
  /// What the fonts ask for, but at least a height in layout points.
  case atLeast(Double)

  /// Whether every face on a line has a say: where the height is given, only the first face of
  /// each style has (CSS Inline 3 §5.1).
  var followsFallback: Bool {
    switch self {
    case .normal, .atLeast: true
    case .multiple, .points: false
    }
  }
}

/// At which ends of a paragraph the room between the letters and the edge of the line is left out
/// (CSS Inline 3 §6.2).
public struct TextBoxTrim: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Above the first line.
  public static let start = TextBoxTrim(rawValue: 1)
  /// Below the last line.
  public static let end = TextBoxTrim(rawValue: 2)
}

/// To which lines of the paragraph's own font room is left out (CSS Inline 3 §6.3).
public struct TextBoxEdge: Hashable, Sendable {
  /// A line above the letters.
  public enum Over: UInt8, Hashable, Sendable, CaseIterable {
    /// The ascent of the font.
    case text
    /// The top of capital letters.
    case capital
    /// The top of small letters.
    case ex
  }

  /// A line below the letters.
  public enum Under: UInt8, Hashable, Sendable, CaseIterable {
    /// The descent of the font.
    case text
    /// The baseline.
    case alphabetic
  }

  /// Where the first line begins.
  public var over: Over
  /// Where the last line ends.
  public var under: Under

  /// Makes a pair of edges, those of the font unless said otherwise.
  public init(over: Over = .text, under: Under = .text) {
    self.over = over
    self.under = under
  }
}

/// What becomes of spaces, tabs and line terminators, and whether lines wrap (CSS Text 3 §3).
public enum WhiteSpace: UInt8, Hashable, Sendable, CaseIterable {
  /// Runs of white space, terminators included, become one space; lines wrap.
  case normal
  /// The same, but lines do not wrap.
  case nowrap
  /// Nothing is changed, and lines end at terminators only.
  case pre
  /// Nothing is changed; lines wrap, and white space at their ends takes no room.
  case preWrap
  /// Runs of spaces and tabs become one space; terminators end lines, and lines wrap.
  case preLine
  /// Nothing is changed; lines wrap after every space, and white space always takes room.
  case breakSpaces
}

extension WhiteSpace {
  /// Whether runs of white space become one space.
  var collapses: Bool { self == .normal || self == .nowrap || self == .preLine }

  /// Whether white space takes no room at a line's end.
  var hangs: Bool { self != .pre && self != .breakSpaces }

  /// Whether lines end where the text need not end one.
  var wraps: Bool { self != .nowrap && self != .pre }

  /// The space as wide as an ideograph.
  static let ideographicSpace: UInt16 = 0x3000
}

/// Which rules say where lines may end.
public enum LineBreakRules: UInt8, Hashable, Sendable, CaseIterable {
  /// Those of browsers: Unicode's, with ASCII punctuation as people are used to from the web.
  case css
  /// Those of Unicode (UAX 14), as ICU has them.
  case unicode
}

/// How strict the rules of line breaking are, above all for Japanese (CSS Text 3 §5.3).
public enum LineBreakStrictness: UInt8, Hashable, Sendable, CaseIterable {
  /// As the rules in use have it where nothing is said.
  case automatic
  /// The least strict rules, for short lines.
  case loose
  /// The most common rules.
  case normal
  /// The strictest rules: no small kana starts a line.
  case strict
  /// Between any two graphemes, punctuation and spaces included.
  case anywhere
}

/// Where lines may end between letters (CSS Text 3 §5.2).
public enum WordBreak: UInt8, Hashable, Sendable, CaseIterable {
  /// By the custom of each script.
  case normal
  /// Between any two letters or digits, as between ideographs.
  case breakAll
  /// Not between letters or digits of any script, ideographs and syllables included.
  case keepAll
  /// Japanese between phrases, as the model of Chromium finds them, and all else by the custom of
  /// its script (CSS Text 4 §6.2, `auto-phrase`).
  ///
  /// Text is Japanese where its style says so (`TextStyle.language`). A phrase that is wider than a
  /// line is broken by custom; the minimum content width is that of whole phrases.
  case autoPhrase
}

/// What becomes of a word that is wider than a line (CSS Text 3 §5.5).
public enum OverflowWrap: UInt8, Hashable, Sendable, CaseIterable {
  /// It overflows.
  case normal
  /// It is broken between graphemes; the minimum content width is that of whole words.
  case breakWord
  /// It is broken between graphemes, and the minimum content width knows.
  case anywhere
}
