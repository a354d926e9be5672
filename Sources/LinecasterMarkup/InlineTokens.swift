/// Cuts a paragraph into tokens and finds its links (CommonMark §6.1, §6.3 to §6.7).
struct InlineTokens {
  /// An image in text, by its characters.
  struct Image {
    let start: Int
    /// The bracket that ends its words.
    let labelEnd: Int
    let end: Int
    let address: String
  }

  let text: [Unicode.Scalar]
  private(set) var tokens: [InlineToken] = []
  /// The tokens of links, in order; no two overlap.
  private(set) var links: [Range<Int>] = []
  private(set) var images: [Image] = []

  private var index = 0
  /// Where the characters start that are in no token yet.
  private var pending = 0
  private var brackets: [Bracket] = []
  /// The brackets below it are around a link, and can start none.
  private var inactiveCount = 0
  private var backticks: BacktickRuns

  private struct Bracket {
    let token: Int
    let position: Int
    let isImage: Bool
  }

  /// - Complexity: O(characters).
  init(_ text: [Unicode.Scalar]) {
    self.text = text
    backticks = BacktickRuns(text)
    while index < text.count { step() }
    flush(upTo: text.count)
  }

  private mutating func step() {
    switch text[index] {
    case "\\": escape()
    case "`": code()
    case "<": address()
    case "*", "_", "~": run()
    case "[": bracket(isImage: false)
    case "!" where peek(1) == "[": bracket(isImage: true)
    case "]": closingBracket()
    case "\n": lineEnd()
    default: index += 1
    }
  }

  private func peek(_ distance: Int) -> Unicode.Scalar? {
    index + distance < text.count ? text[index + distance] : nil
  }

  /// Makes a token of the characters that are in none.
  private mutating func flush(upTo end: Int) {
    if pending < end { tokens.append(InlineToken(kind: .text, range: pending..<end)) }
    pending = end
  }

  /// Makes a token of what follows, up to an end.
  private mutating func add(_ kind: InlineToken.Kind, _ range: Range<Int>, end: Int) {
    flush(upTo: index)
    tokens.append(InlineToken(kind: kind, range: range))
    index = end
    pending = end
  }

  private mutating func escape() {
    switch peek(1) {
    case "\n"?: add(.lineEnd(isHard: true), index..<index, end: index + 2)
    case let next? where next.isASCII && next.isPunctuation:
      add(.text, index + 1..<index + 2, end: index + 2)
    default: index += 1
    }
  }

  private mutating func code() {
    let length = text[index...].prefix { $0 == "`" }.count
    guard let end = backticks.nextRun(of: length, after: index) else {
      index += length
      return
    }
    var content = index + length..<end
    let isPadded =
      content.count > 2 && text[content.lowerBound].isSpaceOrLineEnd
      && text[content.upperBound - 1].isSpaceOrLineEnd
    if isPadded, text[content].contains(where: { !$0.isSpaceOrLineEnd }) {
      content = content.lowerBound + 1..<content.upperBound - 1
    }
    add(.code, content, end: end + length)
  }

  private mutating func address() {
    guard let end = LinkAddress.end(ofAutomatic: text, at: index) else {
      index += 1
      return
    }
    add(.address, index + 1..<end - 1, end: end)
  }

  private mutating func lineEnd() {
    var end = index
    while end > pending, text[end - 1] == " " { end -= 1 }
    let isHard = index - end >= 2
    flush(upTo: end)
    pending = index
    add(.lineEnd(isHard: isHard), index..<index, end: index + 1)
  }

  /// Whether a run may open or close emphasis (§6.2).
  private mutating func run() {
    let mark = text[index]
    let end = index + text[index...].prefix { $0 == mark }.count
    let before = index > 0 ? text[index - 1] : "\n"
    let after = end < text.count ? text[end] : "\n"
    let isLeft =
      !after.isWhite && (!after.isPunctuation || before.isWhite || before.isPunctuation)
    let isRight =
      !before.isWhite && (!before.isPunctuation || after.isWhite || after.isPunctuation)
    switch mark {
    case "~" where end - index != 2: index = end
    case "_":
      add(
        .run(
          mark: mark, canOpen: isLeft && (!isRight || before.isPunctuation),
          canClose: isRight && (!isLeft || after.isPunctuation)), index..<end, end: end)
    default:
      add(.run(mark: mark, canOpen: isLeft, canClose: isRight), index..<end, end: end)
    }
  }

  private mutating func bracket(isImage: Bool) {
    let end = index + (isImage ? 2 : 1)
    let position = index
    add(.text, index..<end, end: end)
    brackets.append(
      Bracket(token: tokens.count - 1, position: position, isImage: isImage))
  }

  private mutating func closingBracket() {
    guard let open = brackets.popLast() else {
      index += 1
      return
    }
    let isActive = open.isImage || brackets.count >= inactiveCount
    inactiveCount = min(inactiveCount, brackets.count)
    guard isActive, let target = LinkAddress(text, at: index + 1) else {
      index += 1
      return
    }
    flush(upTo: index)
    tokens[open.token].kind = .hidden
    if open.isImage {
      images.append(
        Image(
          start: open.position, labelEnd: index, end: target.end, address: target.address))
    } else {
      links.append(open.token..<tokens.count)
      inactiveCount = brackets.count
    }
    index = target.end
    pending = index
  }
}

/// A piece of a paragraph, before emphasis is known.
struct InlineToken {
  enum Kind {
    /// Characters as they are.
    case text
    /// The characters between backticks.
    case code
    /// An address between `<` and `>`, which is its own text.
    case address
    /// The end of a line; hard ones stay.
    case lineEnd(isHard: Bool)
    /// `*`, `_` or `~` that may begin or end emphasis.
    case run(mark: Unicode.Scalar, canOpen: Bool, canClose: Bool)
    /// A bracket that became part of a link.
    case hidden
  }

  var kind: Kind
  /// Where its characters are.
  let range: Range<Int>
}

/// The runs of backticks in a text, so that each search for one looks at it once.
struct BacktickRuns {
  /// The starts of the runs of each length, last first.
  private var starts: [Int: [Int]] = [:]

  init(_ text: [Unicode.Scalar]) {
    var end = text.count
    while end > 0 {
      var start = end
      while start > 0, text[start - 1] == "`" { start -= 1 }
      if start < end { starts[end - start, default: []].append(start) }
      end = min(start, end - 1)
    }
  }

  /// The start of the first run of a length after a place; places asked for must rise.
  mutating func nextRun(of length: Int, after place: Int) -> Int? {
    while let start = starts[length]?.last, start <= place { starts[length]?.removeLast() }
    return starts[length]?.last
  }
}

/// The classes of characters that emphasis asks for (CommonMark §2.1).
extension Unicode.Scalar {
  var isWhite: Bool {
    value <= 0x20
      ? self == " " || (0x09...0x0D).contains(value) : properties.generalCategory == .spaceSeparator
  }

  var isSpaceOrLineEnd: Bool { self == " " || self == "\n" }

  /// Whether it is punctuation or a symbol.
  var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
