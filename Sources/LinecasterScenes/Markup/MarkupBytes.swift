/// The character classes of CommonMark §2.1, for bytes and for characters.
extension UInt8 {
  var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }
  /// Whether it is a space, a tab, a line end, or another blank of ASCII.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isLetterOrDigit: Bool { isLetter || isDigit }
  var isPunctuation: Bool {
    (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }
  /// The letter in lower case; other bytes unchanged.
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Unicode.Scalar {
  /// Whether it is white space (CommonMark §2.1).
  var isWhite: Bool {
    value <= 0x20
      ? self == " " || (0x09...0x0D).contains(value) : properties.generalCategory == .spaceSeparator
  }

  /// Whether it is punctuation or a symbol (CommonMark §2.1).
  var isPunctuation: Bool {
    if isASCII { return UInt8(truncatingIfNeeded: value).isPunctuation }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      return true
    default: return false
    }
  }

  /// Whether it belongs to Chinese, Japanese or Korean text: letters, syllables, punctuation and
  /// full-width forms.
  var isCJK: Bool {
    guard value >= 0x1100 else { return false }
    return Self.cjkRanges.contains { $0.contains(value) }
  }

  private static let cjkRanges: [ClosedRange<UInt32>] = [
    0x1100...0x11FF, 0x2E80...0x303E, 0x3040...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

extension ArraySlice<UInt8> {
  /// Without spaces and tabs at both ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = drop { $0.isSpaceOrTab }
    while let last = slice.last, last.isSpaceOrTab { slice.removeLast() }
    return slice
  }

  /// Without blanks at its end.
  var withoutTrailingBlanks: ArraySlice<UInt8> {
    var slice = self
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return slice
  }
}

/// A place in a line that containers advance as they take their markers (CommonMark §2.2).
struct LineCursor {
  let line: ArraySlice<UInt8>
  /// The index of the next byte.
  private(set) var offset: Int
  /// The column of the next byte; a tab advances to the next multiple of four.
  private(set) var column = 0
  /// Whether some columns of the tab at `offset` are taken.
  private(set) var isInTab = false
  /// The index of the next byte that is no space or tab.
  private(set) var nextNonspace: Int
  private var nextNonspaceColumn = 0

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    offset = line.startIndex
    nextNonspace = line.startIndex
    findNextNonspace()
  }

  var indent: Int { nextNonspaceColumn - column }
  /// Whether the indentation makes it a line of indented code.
  var isIndented: Bool { indent >= 4 }
  var isBlank: Bool { nextNonspace == line.endIndex }
  /// The next byte that is no space or tab.
  var first: UInt8? { isBlank ? nil : line[nextNonspace] }
  /// The line from the next byte that is no space or tab.
  var rest: ArraySlice<UInt8> { line[nextNonspace...] }
  /// The next byte.
  var next: UInt8? { offset < line.endIndex ? line[offset] : nil }

  private mutating func findNextNonspace() {
    guard nextNonspace <= offset else { return }
    nextNonspace = offset
    nextNonspaceColumn = column
    while nextNonspace < line.endIndex, line[nextNonspace].isSpaceOrTab {
      nextNonspaceColumn += line[nextNonspace] == 0x20 ? 1 : 4 - nextNonspaceColumn % 4
      nextNonspace += 1
    }
  }

  /// Advances by bytes.
  mutating func advance(bytes count: Int) {
    let end = min(offset + count, line.endIndex)
    while offset < end {
      column += line[offset] == 0x09 ? 4 - column % 4 : 1
      offset += 1
    }
    isInTab = false
    findNextNonspace()
  }

  /// Advances by columns, at most to the end of the line.
  mutating func advance(columns count: Int) {
    var count = count
    while count > 0, offset < line.endIndex {
      let width = line[offset] == 0x09 ? 4 - column % 4 : 1
      isInTab = width > count
      let taken = min(count, width)
      column += taken
      count -= taken
      if !isInTab { offset += 1 }
    }
    findNextNonspace()
  }

  mutating func advanceToNonspace() {
    offset = nextNonspace
    column = nextNonspaceColumn
    isInTab = false
  }

  /// Skips a space or a column of a tab.
  mutating func skipSpace() {
    if let next, next.isSpaceOrTab { advance(columns: 1) }
  }

  /// Appends what is left of the line, with the left columns of a tab as spaces.
  func appendRest(to text: inout [UInt8]) {
    var start = offset
    if isInTab {
      start += 1
      for _ in 0..<(4 - column % 4) { text.append(0x20) }
    }
    text += line[start...]
  }
}
