import LinecasterBase
import LinecasterText

/// Finds the spans of a text (CommonMark §6; appendix: phase 2).
///
/// The text becomes a list of tokens. Brackets and delimiter runs wait on stacks until their
/// partners come; then links and emphasis become edges of spans among the tokens.
struct InlineParser {
  /// A piece of the text.
  struct Token {
    enum Kind {
      /// Characters as they are.
      case text
      /// Characters that a reference stands for.
      case decoded([UInt8])
      case code
      case html
      case lineEnd(isHard: Bool)
      /// A delimiter run, by its index.
      case run(Int)
      case open(MarkupContent.Span)
      case close(MarkupContent.Span)
      /// An address that is its own text.
      case address(String)
      case footnote(LinkLabel)
    }

    var kind: Kind
    var range: Range<Int>
  }

  /// A bracket that may open a link or an image.
  struct Bracket {
    let token: Int
    /// The index after the bracket.
    let start: Int
    let isImage: Bool
    /// The delimiter runs before it.
    let runCount: Int
    /// Whether another bracket opens after it.
    var hasBracketAfter = false
  }

  let text: [UInt8]
  let extensions: MarkupExtensions
  let definitions: LinkDefinitions
  var tokens: [Token] = []
  var emphasis = EmphasisMatcher()
  var brackets: [Bracket] = []
  /// The number of bottommost brackets that are around a link and cannot open one.
  var inactiveCount = 0
  var waiting: Set<LinkLabel> = []
  var notes: [LinkLabel] = []
  /// The index of the next byte.
  var index = 0
  /// The start of the bytes that belong to no token yet.
  var pending = 0
  private var backticks: BacktickRuns
  private var html = RawHTML()

  /// Whether the text goes on after its end, so open spans end there and incomplete marks are
  /// hidden.
  let isGrowing: Bool

  /// Reads a text whose lines end in line feeds.
  ///
  /// - Complexity: O(bytes).
  init(
    _ text: [UInt8], _ extensions: MarkupExtensions, _ definitions: LinkDefinitions,
    isGrowing: Bool = false, _ scope: WorkScope
  ) throws(CancellationError) {
    self.text = text
    self.isGrowing = isGrowing
    self.extensions = extensions
    self.definitions = definitions
    try scope.pass(5 * text.count)
    backticks = BacktickRuns(text)
    while index < text.count {
      let pieceEnd = min(index + Self.pieceLength, text.count)
      while index < pieceEnd { step(upTo: pieceEnd) }
      try scope.pass(50 * Self.pieceLength)
    }
    flush(upTo: text.count)
    if isGrowing { completeSpans() } else { emphasis.match(from: 0) }
  }

  /// The bytes between two checks for cancellation.
  private static let pieceLength = 256

  /// Reads what starts at the next byte, or bytes without a meaning up to an end.
  private mutating func step(upTo end: Int) {
    switch text[index] {
    case UInt8(ascii: "\\"): escape()
    case UInt8(ascii: "`"): code()
    case UInt8(ascii: "<"): angleBracket()
    case UInt8(ascii: "&"): reference()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): run()
    case UInt8(ascii: "~") where extensions.contains(.strikethrough): run()
    case UInt8(ascii: "["): bracket(isImage: false)
    case UInt8(ascii: "!") where peek(1) == UInt8(ascii: "["): bracket(isImage: true)
    case UInt8(ascii: "]"): closingBracket()
    case 0x0A: lineEnd()
    case UInt8(ascii: ":"), UInt8(ascii: "w"):
      if extensions.contains(.autolinks), isOutsideBrackets { autolink() } else { index += 1 }
    default:
      var place = index + 1
      while place < end, Self.isOrdinary(text[place]) { place += 1 }
      index = place
    }
  }

  /// Whether a byte never starts anything: a space, a small letter but that of `www`, a byte of a
  /// character outside of ASCII.
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x20 || (0x61...0x7A).contains(byte) && byte != UInt8(ascii: "w")
  }

  func peek(_ distance: Int) -> UInt8? {
    index + distance < text.count ? text[index + distance] : nil
  }

  /// Makes a token of the pending bytes.
  mutating func flush(upTo end: Int) {
    if pending < end { tokens.append(Token(kind: .text, range: pending..<end)) }
    pending = end
  }

  /// Makes a token of a range, up to an end.
  mutating func add(_ kind: Token.Kind, _ range: Range<Int>, end: Int) {
    flush(upTo: index)
    tokens.append(Token(kind: kind, range: range))
    index = end
    pending = end
  }

  private mutating func escape() {
    switch peek(1) {
    case 0x0A?:
      add(.lineEnd(isHard: true), index..<index, end: index + 2)
      skipIndentation()
    case let next? where next.isPunctuation:
      add(.text, index + 1..<index + 2, end: index + 2)
    case nil where isGrowing: hide(upTo: index + 1)
    default: index += 1
    }
  }

  private mutating func code() {
    let length = text[index...].prefix { $0 == UInt8(ascii: "`") }.count
    guard let end = backticks.nextRun(of: length, after: index) else {
      if isGrowing {
        // Backticks at the end may be the start of the closing ones.
        var end = text.count
        while end > index + length, text[end - 1] == UInt8(ascii: "`") { end -= 1 }
        add(.code, index + length..<end, end: text.count)
      } else {
        index += length
      }
      return
    }
    var content = index + length..<end
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }
    let isPadded =
      content.count > 2 && isSpace(text[content.lowerBound])
      && isSpace(text[content.upperBound - 1])
    if isPadded, text[content].contains(where: { !isSpace($0) }) {
      content = content.lowerBound + 1..<content.upperBound - 1
    }
    add(.code, content, end: end + length)
  }

  private mutating func angleBracket() {
    if let found = Autolink.pointed(text[...], at: index) {
      add(.address(found.destination), index + 1..<found.end - 1, end: found.end)
    } else if let end = html.end(text[...], at: index) {
      add(.html, index..<end, end: end)
    } else if isGrowing, isIncompleteTag {
      hide(upTo: index + 1)
    } else {
      index += 1
    }
  }

  private mutating func reference() {
    guard let found = CharacterReference.characters(text[...], at: index) else {
      if isGrowing, isIncompleteReference { hide(upTo: text.count) } else { index += 1 }
      return
    }
    add(.decoded(found.bytes), index..<index, end: found.end)
  }

  private mutating func autolink() {
    let found =
      text[index] == UInt8(ascii: ":")
      ? Autolink.url(text[...], atColon: index, from: pending) : Autolink.www(text[...], at: index)
    guard let found else {
      index += 1
      return
    }
    index = found.start
    add(.address(found.destination), found.start..<found.end, end: found.end)
  }

  private mutating func lineEnd() {
    let isHard = index - pending >= 2 && text[index - 1] == 0x20 && text[index - 2] == 0x20
    var end = index
    while end > pending, text[end - 1].isSpaceOrTab { end -= 1 }
    flush(upTo: end)
    pending = index
    add(.lineEnd(isHard: isHard), index..<index, end: index + 1)
    skipIndentation()
  }

  private mutating func skipIndentation() {
    while index < text.count, text[index].isSpaceOrTab { index += 1 }
    pending = index
  }

  private mutating func run() {
    let mark = text[index]
    let end = index + text[index...].prefix { $0 == mark }.count
    let run = DelimiterRun(
      text, index..<end,
      isCJKFriendly: extensions.contains(.cjkFriendly))
    if isGrowing, end == text.count {
      hide(upTo: end)
    } else if mark == UInt8(ascii: "~"), end - index > 2 {
      index = end
    } else if run.canOpen || run.canClose {
      add(.run(emphasis.runs.count), index..<end, end: end)
      emphasis.append(run)
    } else {
      index = end
    }
  }
}

/// The runs of backticks in a text, indexed so that each is searched once.
private struct BacktickRuns {
  /// The starts of the runs of each length, last first.
  private var starts: [Int: [Int]] = [:]

  init(_ text: [UInt8]) {
    let mark = UInt8(ascii: "`")
    var rest = text[...]
    while let last = rest.lastIndex(of: mark) {
      var start = last
      while start > 0, text[start - 1] == mark { start -= 1 }
      starts[last + 1 - start, default: []].append(start)
      rest = text[..<start]
    }
  }

  /// The start of the first run of a length after a place; successive places must increase.
  mutating func nextRun(of length: Int, after place: Int) -> Int? {
    while let start = starts[length]?.last, start <= place { starts[length]?.removeLast() }
    return starts[length]?.last
  }
}

/// A run of `*`, `_` or `~` (CommonMark §6.2).
struct DelimiterRun {
  let mark: UInt8
  let length: Int
  let canOpen: Bool
  let canClose: Bool
  /// The delimiters without a partner.
  var left: Int
  /// The spans that the run opens, the innermost first.
  var opened: [MarkupContent.Span] = []
  /// The spans that the run closes, in order.
  var closed: [MarkupContent.Span] = []
  fileprivate var previous = -1
  fileprivate var next = -1

  init(_ text: [UInt8], _ range: Range<Int>, isCJKFriendly: Bool) {
    mark = text[range.lowerBound]
    length = range.count
    left = range.count
    let before = Self.scalar(text, before: range.lowerBound)
    let after = Self.scalar(text, at: range.upperBound)
    let beforeMark = before.isPunctuation && !(isCJKFriendly && before.isCJK)
    let afterMark = after.isPunctuation && !(isCJKFriendly && after.isCJK)
    let isLeft =
      !after.isWhite
      && (!afterMark || before.isWhite || beforeMark || isCJKFriendly && before.isCJK)
    let isRight =
      !before.isWhite
      && (!beforeMark || after.isWhite || afterMark || isCJKFriendly && after.isCJK)
    let isWord = mark == UInt8(ascii: "_")
    canOpen = isLeft && (!isWord || !isRight || before.isPunctuation)
    canClose = isRight && (!isWord || !isLeft || after.isPunctuation)
  }

  /// Whether the run most likely opens a span that ends later. Single marks inside a word are
  /// more often marks.
  var isOpenAtEnd: Bool {
    guard canOpen, left > 0 else { return false }
    return mark == UInt8(ascii: "~") ? length == 2 && !canClose : left >= 2 || !canClose
  }

  private static func scalar(_ text: [UInt8], before end: Int) -> Unicode.Scalar {
    guard end > 0 else { return "\n" }
    var start = end - 1
    while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(text, at: start)
  }

  private static func scalar(_ text: [UInt8], at start: Int) -> Unicode.Scalar {
    guard start < text.count else { return "\n" }
    if text[start] < 0x80 { return Unicode.Scalar(text[start]) }
    let bytes = text[start..<min(start + 4, text.count)]
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }
}

/// Matches delimiter runs that open spans with those that close them (CommonMark, appendix:
/// process emphasis).
///
/// Runs without a partner are not searched again, so the total time is linear.
struct EmphasisMatcher {
  private(set) var runs: [DelimiterRun] = []
  /// The last run that may have a partner.
  private var last = -1

  mutating func append(_ run: DelimiterRun) {
    var run = run
    run.previous = last
    if last >= 0 { runs[last].next = runs.count }
    last = runs.count
    runs.append(run)
  }

  /// Removes the runs from one on; they stay text.
  mutating func remove(from first: Int) {
    while last >= first { last = runs[last].previous }
    if last >= 0 { runs[last].next = -1 }
  }

  /// Matches the runs from one on, and removes them.
  mutating func match(from first: Int) {
    pairRuns(from: first)
    remove(from: first)
  }

  /// Matches all runs, and makes spans up to the end of the text of those that only open. Returns
  /// these spans, the outermost first.
  mutating func complete() -> [MarkupContent.Span] {
    pairRuns(from: 0)
    var open: [Int] = []
    while last >= 0 {
      if runs[last].isOpenAtEnd { open.append(last) }
      last = runs[last].previous
    }
    var spans: [MarkupContent.Span] = []
    for index in open.reversed() {
      let run = runs[index]
      let isStrike = run.mark == UInt8(ascii: "~")
      let opened: [MarkupContent.Span] =
        isStrike
        ? [.strike]
        : run.left == 1 ? [.emphasis] : run.left == 2 ? [.strong] : [.strong, .emphasis]
      runs[index].opened += opened
      runs[index].left = 0
      spans += opened.reversed()
    }
    return spans
  }

  private mutating func pairRuns(from first: Int) {
    var closer = last
    while closer >= first, runs[closer].previous >= first { closer = runs[closer].previous }
    if closer < first { return }
    /// The first run that may open a span, for each kind of closing run.
    var bottoms = Array(repeating: first, count: 18)
    while closer >= 0 {
      let run = runs[closer]
      guard run.canClose else {
        closer = run.next
        continue
      }
      let kind = Self.kind(of: run)
      guard let opener = opener(for: closer, from: bottoms[kind]) else {
        bottoms[kind] = max(first, run.previous + 1)
        if !run.canOpen { remove(closer) }
        closer = run.next
        continue
      }
      closer = pair(opener, closer)
    }
  }

  private static func kind(of run: DelimiterRun) -> Int {
    let mark = run.mark == UInt8(ascii: "*") ? 0 : run.mark == UInt8(ascii: "_") ? 1 : 2
    return mark * 6 + (run.canOpen ? 3 : 0) + run.length % 3
  }

  private func opener(for closer: Int, from bottom: Int) -> Int? {
    let run = runs[closer]
    var index = run.previous
    while index >= bottom {
      let opener = runs[index]
      let isOdd =
        (run.canOpen || opener.canClose) && run.length % 3 != 0
        && (opener.length + run.length) % 3 == 0
      if opener.mark == run.mark, opener.canOpen, !isOdd { return index }
      index = opener.previous
    }
    return nil
  }

  /// Makes a span between two runs, and returns the next run that may close one.
  private mutating func pair(_ opener: Int, _ closer: Int) -> Int {
    let isStrike = runs[closer].mark == UInt8(ascii: "~")
    let next = runs[closer].next
    // One tilde matches one, and two match two. As in cmark-gfm, other runs stay as they are.
    if isStrike, runs[opener].length != runs[closer].length {
      remove(closer)
      return next
    }
    while runs[closer].previous != opener { remove(runs[closer].previous) }
    let count =
      isStrike ? runs[closer].length : runs[opener].left >= 2 && runs[closer].left >= 2 ? 2 : 1
    let span = isStrike ? MarkupContent.Span.strike : count == 2 ? .strong : .emphasis
    runs[opener].left -= count
    runs[closer].left -= count
    runs[opener].opened.append(span)
    runs[closer].closed.append(span)
    if runs[opener].left == 0 { remove(opener) }
    guard runs[closer].left == 0 else { return closer }
    remove(closer)
    return next
  }

  private mutating func remove(_ index: Int) {
    let (previous, next) = (runs[index].previous, runs[index].next)
    if previous >= 0 { runs[previous].next = next }
    if next >= 0 { runs[next].previous = previous } else { last = previous }
  }
}
