import LinecasterBase
import LinecasterText

extension InlineTokens {
  /// The spans of the paragraph, with emphasis and links resolved (CommonMark §6).
  ///
  /// - Complexity: O(characters).
  func spans(
    lineBreaks: Markup.LineBreaks, _ scope: WorkScope
  ) throws(CancellationError) -> [MarkupSpan] {
    var emphasis = EmphasisMatcher(self)
    try emphasis.match(scope)
    var spans: [MarkupSpan] = []
    var levels = TraitLevels()
    var nextLink = 0
    for (index, token) in tokens.enumerated() {
      try scope.pass(100)
      while nextLink < links.count, links[nextLink].tokens.upperBound <= index { nextLink += 1 }
      let isInLink = nextLink < links.count && links[nextLink].tokens.contains(index)
      var link = isInLink ? links[nextLink].address : nil
      levels.add(emphasis.changes[index])
      var traits = levels.traits
      let text: String
      switch token.kind {
      case .hidden: continue
      case .text: text = string(token.range)
      case .address:
        text = string(token.range)
        traits.insert(.link)
        link = link ?? text
      case .code:
        text = words(token.range)
        traits.insert(.code)
      case .lineEnd(let isHard): text = isHard || lineBreaks == .kept ? "\n" : " "
      case .run(let mark, _, _):
        text = String(repeating: Character(mark), count: emphasis.left[index])
      }
      Self.append(MarkupSpan(text, traits, link: link), to: &spans)
    }
    return spans
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text[range]))
  }

  /// The characters of a range, with spaces instead of line ends.
  private func words(_ range: Range<Int>) -> String {
    var words = String.UnicodeScalarView()
    for scalar in text[range] { words.append(scalar == "\n" ? " " : scalar) }
    return String(words)
  }

  /// Appends a span, merging it with the last one if both have the same traits.
  private static func append(_ span: MarkupSpan, to spans: inout [MarkupSpan]) {
    guard !span.text.isEmpty else { return }
    if let last = spans.last, last.traits == span.traits, last.isInSameLink(as: span) {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }
}

/// Matches delimiter runs that open emphasis with those that close it (CommonMark §6.2).
///
/// If no opener is found, later searches of the same kind stop at that token, so the total time is
/// linear.
private struct EmphasisMatcher {
  /// The changes of nesting before each token.
  private(set) var changes: [TraitLevels]
  /// The unmatched delimiters of each token after all pairs are found.
  private(set) var left: [Int]

  private let tokens: InlineTokens
  private var openers: [Opener] = []
  /// The first token that may open emphasis, for each kind of closing run.
  private var bottoms: [ClosingRun: Int] = [:]
  /// The first token of the link that is being read.
  private var linkStart = 0

  fileprivate struct Opener {
    let token: Int
    let mark: Unicode.Scalar
    let canClose: Bool
  }

  private struct ClosingRun: Hashable {
    let mark: Unicode.Scalar
    let canOpen: Bool
    let remainder: Int
  }

  init(_ tokens: InlineTokens) {
    self.tokens = tokens
    changes = Array(repeating: TraitLevels(), count: tokens.tokens.count + 1)
    left = tokens.tokens.map(\.range.count)
  }

  /// Matches all pairs; emphasis is inside a link or around it, and never crosses its edge.
  mutating func match(_ scope: WorkScope) throws(CancellationError) {
    var links = tokens.links.map(\.tokens)[...]
    var outside: (openers: [Opener], bottoms: [ClosingRun: Int])?
    var linkEnd = 0
    for index in tokens.tokens.indices {
      try scope.pass(50)
      if let saved = outside, index == linkEnd {
        (openers, bottoms, linkStart, outside) = (saved.openers, saved.bottoms, 0, nil)
      }
      if let link = links.first, link.lowerBound == index {
        changes[link.lowerBound].link += 1
        changes[link.upperBound].link -= 1
        outside = (openers, bottoms)
        (openers, bottoms, linkStart, linkEnd) = ([], [:], index, link.upperBound)
        links.removeFirst()
      }
      if case .run(let mark, let canOpen, let canClose) = tokens.tokens[index].kind {
        if canClose { close(index, mark, canOpen: canOpen) }
        if canOpen, left[index] > 0 {
          openers.append(Opener(token: index, mark: mark, canClose: canClose))
        }
      }
    }
  }

  /// Matches the delimiters of a run with openers, the nearest first.
  private mutating func close(_ token: Int, _ mark: Unicode.Scalar, canOpen: Bool) {
    let length = tokens.tokens[token].range.count
    let kind = ClosingRun(mark: mark, canOpen: canOpen, remainder: length % 3)
    while left[token] > 0 {
      let bottom = bottoms[kind] ?? linkStart
      guard
        let place = openers.lastIndex(
          from: bottom, where: { fits($0, mark, length, canOpen: canOpen) })
      else {
        bottoms[kind] = token
        return
      }
      openers.removeSubrange((place + 1)...)
      let opener = openers[place].token
      let count = min(2, left[opener], left[token])
      changes[opener + 1].add(mark, count: count, 1)
      changes[token].add(mark, count: count, -1)
      left[opener] -= count
      left[token] -= count
      if left[opener] == 0 { openers.removeLast() }
    }
  }

  /// Whether a delimiter run may close what an opener opens (rules 9 and 10).
  private func fits(
    _ opener: Opener, _ mark: Unicode.Scalar, _ length: Int, canOpen: Bool
  ) -> Bool {
    guard opener.mark == mark else { return false }
    guard mark != "~", opener.canClose || canOpen else { return true }
    let other = tokens.tokens[opener.token].range.count
    return (other + length) % 3 != 0 || (other % 3 == 0 && length % 3 == 0)
  }
}

extension [EmphasisMatcher.Opener] {
  /// The last matching opener at or after a token.
  fileprivate func lastIndex(from bottom: Int, where fits: (Element) -> Bool) -> Int? {
    var index = count - 1
    while index >= 0, self[index].token >= bottom {
      if fits(self[index]) { return index }
      index -= 1
    }
    return nil
  }
}

/// The nesting depth of each trait at a place.
private struct TraitLevels {
  var emphasis = 0
  var strong = 0
  var strike = 0
  var link = 0

  /// Adds the changes at a place.
  mutating func add(_ other: TraitLevels) {
    emphasis += other.emphasis
    strong += other.strong
    strike += other.strike
    link += other.link
  }

  /// Adds or removes a pair of delimiters.
  mutating func add(_ mark: Unicode.Scalar, count: Int, _ change: Int) {
    if mark == "~" {
      strike += change
    } else if count == 2 {
      strong += change
    } else {
      emphasis += change
    }
  }

  var traits: MarkupSpan.Traits {
    var traits: MarkupSpan.Traits = []
    if emphasis > 0 { traits.insert(.emphasis) }
    if strong > 0 { traits.insert(.strong) }
    if strike > 0 { traits.insert(.strike) }
    if link > 0 { traits.insert(.link) }
    return traits
  }
}
