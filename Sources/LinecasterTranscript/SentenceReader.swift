import LinecasterScenes
import LinecasterText

/// Gives the sentences of a growing text, each once, when it is complete: when the next one begins,
/// its block ends, or the text does. A line of code counts as a sentence.
///
/// A sentence is given again if its text has changed since, for example because a part of it has
/// become a link.
struct SentenceReader: Sendable {
  /// The sentences of a block that have been given.
  private struct Given {
    var units: [UInt16] = []
    /// The ends of the sentences.
    var ends: [Int] = []

    /// Forgets what is not at the start of a text.
    mutating func keep(startOf text: [UInt16]) {
      guard !text.starts(with: units) else { return }
      let equal = zip(units, text).prefix { $0 == $1 }.count
      while let end = ends.last, end > equal { ends.removeLast() }
      units.removeSubrange((ends.last ?? 0)...)
    }

    mutating func add(_ sentence: ArraySlice<UInt16>) {
      units += sentence
      ends.append(units.count)
    }
  }

  /// The block that is being read.
  private var block = 0
  private var given = Given()
  /// The units of the block that have not been given.
  private var rest: ArraySlice<UInt16> = []
  /// The block before, to which the block may turn out to belong.
  private var before = Given()

  /// Returns the sentences that are complete after a change of the text.
  ///
  /// - Parameter isEnded: Whether the text is complete.
  /// - Complexity: O(text of the changed blocks).
  mutating func read(_ update: MarkupStream.Update, isEnded: Bool) -> [String] {
    var sentences: [String] = []
    if block > 0, update.count <= block {
      given = update.count == block ? before : Given()
      (block, rest, before) = (max(0, update.count - 1), [], Given())
    }
    for changed in update.blocks where changed.id >= block {
      if changed.id > block {
        finishBlock(&sentences)
        block = changed.id
      }
      read(changed.content.words, &sentences)
    }
    guard isEnded else { return sentences }
    finishBlock(&sentences)
    for note in update.footnotes {
      read(note.content.words, &sentences)
      finishBlock(&sentences)
    }
    return sentences
  }

  /// Gives the sentences of the block that have another behind them.
  private mutating func read(_ text: String, _ sentences: inout [String]) {
    let units = Array(text.utf16)
    given.keep(startOf: units)
    rest = units[given.units.count...]
    let start = rest.startIndex
    for end in UnicodeAnalyzer.sentenceEnds(in: Array(rest)).dropLast() {
      give(upTo: start + end, &sentences)
    }
  }

  /// Gives the rest of the block.
  private mutating func finishBlock(_ sentences: inout [String]) {
    if !rest.isEmpty { give(upTo: rest.endIndex, &sentences) }
    (before, given) = (given, Given())
  }

  private mutating func give(upTo end: Int, _ sentences: inout [String]) {
    given.add(rest[..<end])
    let sentence = String(decoding: rest[..<end], as: UTF16.self).trimmed
    if !sentence.isEmpty { sentences.append(sentence) }
    rest = rest[end...]
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension MarkupBlock {
  /// The words of the block as they are read out, with a line feed between its parts.
  ///
  /// - Complexity: O(characters).
  fileprivate var words: String {
    switch self {
    case .heading(_, let spans), .paragraph(let spans): spans.words
    case .quote(let blocks), .footnote(_, let blocks): blocks.words
    case .list(let list): list.items.map(\.words).joined(separator: "\n")
    case .code(let text, _), .html(let text), .image(_, let text): text
    case .table(let table):
      ([table.header] + table.rows)
        .map { row in row.map(\.words).joined(separator: ", ") }.joined(separator: "\n")
    case .thematicBreak: ""
    }
  }
}

extension [MarkupBlock] {
  fileprivate var words: String { map(\.words).joined(separator: "\n") }
}

extension [MarkupSpan] {
  /// The text without references to footnotes, whether their notes have come or not.
  fileprivate var words: String {
    filter { !$0.traits.contains(.footnote) }
      .map { $0.traits.contains(.code) ? $0.text : $0.text.withoutReferences }.joined()
  }
}

extension String {
  /// The text without references to notes that have not come: `[^label]`.
  ///
  /// - Complexity: O(bytes).
  fileprivate var withoutReferences: String {
    guard contains("[^") else { return self }
    var words = ""
    var rest = self[...]
    while let start = rest.firstRange(of: "[^") {
      words += rest[..<start.lowerBound]
      let label = rest[start.upperBound...].prefix { $0 != "]" && !$0.isWhitespace }
      let isReference = !label.isEmpty && rest[label.endIndex...].first == "]"
      if !isReference { words += rest[start] }
      rest = rest[(isReference ? rest.index(after: label.endIndex) : start.upperBound)...]
    }
    return words + rest
  }
}
