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
    while runs[closer].previous != opener { remove(runs[closer].previous) }
    if isStrike, runs[opener].length != runs[closer].length {
      remove(opener)
      remove(closer)
      return next
    }
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
