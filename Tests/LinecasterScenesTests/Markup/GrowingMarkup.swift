import LinecasterScenes
import LinecasterTestSupport
import Testing

/// A stream that is compared with its whole text after every byte.
struct GrowingMarkup {
  private var stream: MarkupStream
  private let extensions: MarkupExtensions
  private var bytes: [UInt8] = []
  /// The blocks that were final, by identity.
  private var final: [Int: MarkupBlock] = [:]
  /// The blocks as the updates build them.
  private var shown: [MarkupStream.Block] = []

  init(_ extensions: MarkupExtensions) {
    self.extensions = extensions
    stream = MarkupStream(extensions: extensions)
  }

  /// A difference from the whole text.
  struct Difference: Error, CustomStringConvertible {
    let text: String
    let kind: String
    var description: String { "\(kind): \(text.debugDescription)" }
  }

  /// Appends a text byte by byte.
  ///
  /// - Throws: The first difference.
  mutating func append(_ text: String) throws(Difference) {
    for byte in text.utf8 {
      bytes.append(byte)
      stream.append(bytes: [byte])
      try compare(with: complete)
      _ = stream.preview
    }
    stream.finish()
    try compare(with: text)
    guard stream.blocks.allSatisfy(\.isFinal) else {
      throw Difference(text: text, kind: "not final at the end")
    }
  }

  /// The text so far, without an incomplete character.
  private var complete: String {
    var bytes = bytes
    while true {
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      bytes.removeLast()
    }
  }

  private mutating func compare(with text: String) throws(Difference) {
    let blocks = stream.blocks
    guard blocks.map(\.content) == Markup(text, extensions: extensions).blocks else {
      throw Difference(text: text, kind: "other blocks")
    }
    let found = Dictionary(blocks.map { ($0.id, $0) }) { first, _ in first }
    guard found.count == blocks.count else { throw Difference(text: text, kind: "equal ids") }
    for (id, block) in final where found[id]?.content != block || found[id]?.isFinal != true {
      throw Difference(text: text, kind: "block \(id) was final")
    }
    for block in blocks where block.isFinal { final[block.id] = block.content }
    // Updates may be requested at any time.
    guard bytes.count % 3 != 0 || stream.state != .growing else { return }
    let update = stream.update()
    shown.removeSubrange(min(update.count, shown.count)...)
    for block in update.blocks {
      if block.id < shown.count { shown[block.id] = block } else { shown.append(block) }
    }
    guard shown + update.footnotes == blocks else {
      throw Difference(text: text, kind: "other updates")
    }
  }
}

/// Random documents of markers and words.
struct RandomMarkdown {
  private var generator: SeededGenerator

  init(salt: UInt64) {
    generator = SeededGenerator(salt: salt)
  }

  static let pieces = [
    "*", "**", "_", "__", "~~", "~", "`", "``", "[", "]", "](x)", "](<y> \"t\")", "![", "!", "\\",
    "<", ">", "a", "b ", "word", " ", "\n", "\n", "\n\n", "- ", "1. ", "2) ", "# ", "## ", "    ",
    "\t", "> ", "```\n", "~~~\n", "---\n", "===\n", "|", "| a | b |\n", "|---|---|\n", "-|-\n",
    "é", "字", "」", "“", "&amp;", "&#65;", "<b>", "</b>", "<!-- c -->", "<div>\n", "[a]: /u\n",
    "[a]", "[b]: <v> 't'\n", "[b][]", "[^n]", "[^n]: note\n", "[^m]", "[^m]: [^n] x\n",
    "[^n ]: /v\n", "[ ] ",
    "- [x] ", "http://a.b/c", "www.a.b", "m@a.b", "  \n", "\\\n", "+ ", "* ", "   ", ".", ",",
    "(", ")", "\r", "\r\n", "\0", "😀",
  ]

  /// The next document.
  mutating func document(_ pieces: [String] = pieces) -> String {
    let count = Int.random(in: 3...24, using: &generator)
    return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}
