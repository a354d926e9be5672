import LinecasterBase
import LinecasterText

/// A paragraph cut into tokens, with its links (CommonMark §6.1, §6.3 to §6.7).
struct InlineTokens {
  /// An image in text, by its characters.
  struct InlineImage {
    let start: Int
    /// The bracket that ends its words.
    let labelEnd: Int
    let end: Int
    let address: String
  }

  /// A link, by its tokens.
  struct Link {
    let tokens: Range<Int>
    let address: String
  }

  let text: [Unicode.Scalar]
  private(set) var tokens: [InlineToken] = []
  /// The links in order; no two overlap.
  private(set) var links: [Link] = []
  private(set) var images: [InlineImage] = []

  private var index = 0
  /// The start of the characters that belong to no token yet.
  private var pending = 0
  private var brackets: [Bracket] = []
  /// The number of bottommost brackets that are around a link and cannot start one.
  private var inactiveCount = 0
  private var backticks: BacktickRuns

  private struct Bracket {
    let token: Int
    let position: Int
    let isImage: Bool
  }

  /// Reads a paragraph whose lines end in line feeds.
  ///
  /// - Complexity: O(characters).
  init(
    _ paragraph: String, _ scope: WorkScope
  ) throws(CancellationError) {
    text = Array(paragraph.unicodeScalars)
    try scope.pass(5 * text.count)
    backticks = BacktickRuns(text)
    while index < text.count {
      let pieceEnd = index + Self.pieceLength
      while index < min(pieceEnd, text.count) { step() }
      try scope.pass(50 * Self.pieceLength)
    }
    flush(upTo: text.count)
  }

  /// The characters between two checks for cancellation.
  private static let pieceLength = 256

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

  /// Makes a token of the pending characters.
  private mutating func flush(upTo end: Int) {
    if pending < end { tokens.append(InlineToken(kind: .text, range: pending..<end)) }
    pending = end
  }

  /// Makes a token up to an end.
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

  /// Reads a delimiter run, and whether it may open or close emphasis (§6.2).
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
        InlineImage(
          start: open.position, labelEnd: index, end: target.end, address: target.address))
    } else {
      links.append(Link(tokens: open.token..<tokens.count, address: target.address))
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
  /// The range of its characters.
  let range: Range<Int>
}

/// The runs of backticks in a text, indexed so that each is searched once.
private struct BacktickRuns {
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

  /// The start of the first run of a length after a place; successive places must increase.
  mutating func nextRun(of length: Int, after place: Int) -> Int? {
    while let start = starts[length]?.last, start <= place { starts[length]?.removeLast() }
    return starts[length]?.last
  }
}

/// The character classes of the emphasis rules (CommonMark §2.1).
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

/// The address in parentheses after the text of a link, with an optional title.
private struct LinkAddress {
  let address: String
  /// The index after the closing parenthesis.
  let end: Int

  /// The maximum length of an address or a title; longer ones are not links and are not read again.
  private static let lengthLimit = 2000
  /// The maximum nesting of parentheses in an address (§6.3).
  private static let nestingLimit = 32

  /// Reads an address at a place; `nil` for other text.
  init?(_ text: [Unicode.Scalar], at start: Int) {
    guard start < text.count, text[start] == "(" else { return nil }
    var index = Self.skipBlanks(text, start + 1)
    guard index < text.count else { return nil }
    let isPointed = text[index] == "<"
    let range = isPointed ? Self.pointed(text, index) : Self.plain(text, index)
    guard let range else { return nil }
    let after = isPointed ? range.upperBound + 1 : range.upperBound
    index = Self.skipBlanks(text, after)
    if index > after, let title = Self.end(ofTitle: text, at: index) {
      index = Self.skipBlanks(text, title)
    }
    guard index < text.count, text[index] == ")" else { return nil }
    address = Self.unescaped(text[range])
    end = index + 1
  }

  private static func skipBlanks(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    var index = start
    while index < text.count, text[index].isSpaceOrLineEnd, index - start < lengthLimit {
      index += 1
    }
    return index
  }

  private static func pointed(_ text: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    var index = start + 1
    while index < text.count, index - start < lengthLimit {
      switch text[index] {
      case ">": return start + 1..<index
      case "<", "\n": return nil
      case "\\": index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func plain(_ text: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    var index = start
    var nesting = 0
    while index < text.count, index - start < lengthLimit {
      switch text[index] {
      case "(":
        nesting += 1
        if nesting > nestingLimit { return nil }
      case ")" where nesting == 0: return start..<index
      case ")": nesting -= 1
      case "\\": index += 1
      case let scalar where scalar.isSpaceOrLineEnd: return nesting == 0 ? start..<index : nil
      case let scalar where scalar.value < 0x20: return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The index after a title in quotes or parentheses.
  private static func end(ofTitle text: [Unicode.Scalar], at start: Int) -> Int? {
    guard start < text.count, ["\"", "'", "("].contains(text[start]) else { return nil }
    let close: Unicode.Scalar = text[start] == "(" ? ")" : text[start]
    var index = start + 1
    while index < text.count, index - start < lengthLimit {
      if text[index] == close { return index + 1 }
      if close == ")", text[index] == "(" { return nil }
      index += text[index] == "\\" ? 2 : 1
    }
    return nil
  }

  private static func unescaped(_ text: ArraySlice<Unicode.Scalar>) -> String {
    var address = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped, !scalar.isPunctuation { address.append("\\") }
      address.append(scalar)
      isEscaped = false
    }
    return String(address)
  }

  /// The index after an autolink, for example `<https://swift.org>` (§6.5); `nil` for other text.
  static func end(ofAutomatic text: [Unicode.Scalar], at start: Int) -> Int? {
    let scheme = text[(start + 1)...].prefix(33).prefix {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789+.-".unicodeScalars.contains($0))
    }
    let colon = start + 1 + scheme.count
    guard 2...32 ~= scheme.count, text[start + 1].properties.isAlphabetic, colon < text.count,
      text[colon] == ":"
    else { return nil }
    var index = colon + 1
    while index < text.count, index - start < lengthLimit {
      if text[index] == ">" { return index + 1 }
      if text[index] == "<" || text[index].value <= 0x20 { return nil }
      index += 1
    }
    return nil
  }
}
