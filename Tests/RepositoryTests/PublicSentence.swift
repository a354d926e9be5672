/// A sentence of a public doc comment, by its number of words.
struct PublicSentence {
  /// The maximum number of words in a sentence that is read at a glance.
  static let limit = 30

  /// The place of the comment, and its first words.
  let offence: Offence
  let isLong: Bool

  /// Returns the sentences in the comments of a file's public declarations, samples left out.
  static func all(in file: SourceFile) -> [PublicSentence] {
    file.declarations.indices.filter { isPublic($0, in: file) }.flatMap { index in
      let (line, texts) = comment(of: file.declarations[index], in: file)
      return paragraphs(texts).flatMap(sentences).map { words in
        let count = words.count(where: { $0.contains { $0.isLetter || $0.isNumber } })
        let reason = "\(count) words: \(words.prefix(6).joined(separator: " "))"
        return PublicSentence(
          offence: Offence(path: file.path, line: line, reason: reason), isLong: count > limit)
      }
    }
  }

  /// Whether a declaration is public; cases and requirements are as public as their type.
  private static func isPublic(_ index: Int, in file: SourceFile) -> Bool {
    let declaration = file.declarations[index]
    guard declaration.kind == .enumCase || declaration.parentKind == .protocol else {
      return declaration.isPublic
    }
    let outer = file.declarations[..<index].last { outer in
      (outer.kind == .type || outer.kind == .protocol)
        && (outer.lastLine ?? 0) >= declaration.keywordLine
    }
    return outer?.isPublic ?? false
  }

  /// Returns the comment above a declaration without its slashes, and its first line, from 1.
  private static func comment(
    of declaration: SwiftDeclaration, in file: SourceFile
  ) -> (line: Int, texts: [Substring]) {
    var start = declaration.line - 1
    while start > 0, CommentTests.comment(file.lines[start - 1]) != nil { start -= 1 }
    let texts = file.lines[start..<declaration.line - 1].compactMap(CommentTests.comment)
    return (start + 1, texts)
  }

  /// Joins the lines of paragraphs and list items. Code is indented and follows an empty line.
  private static func paragraphs(_ comment: [Substring]) -> [String] {
    var (isAfterGap, isSample) = (false, false)
    return comment.reduce(into: [""]) { paragraphs, text in
      isSample = text.hasPrefix("    ") && (isAfterGap || isSample)
      isAfterGap = text.isEmpty
      if isSample { return }
      let line = text.drop { $0 == " " }
      let begins = ["- ", "#"].contains { line.hasPrefix($0) }
      if line.isEmpty || begins { paragraphs.append("") }
      paragraphs[paragraphs.count - 1] += " \(line)"
    }
  }

  /// Splits a paragraph at full stops, question marks and exclamation marks, into words.
  private static func sentences(_ paragraph: String) -> [[Substring]] {
    var sentences: [[Substring]] = []
    var words: [Substring] = []
    for word in paragraph.split(separator: " ") {
      words.append(word)
      let end = word.last == ")" ? word.dropLast().last : word.last
      if let end, ".!?".contains(end) {
        sentences.append(words)
        words = []
      }
    }
    return words.isEmpty ? sentences : sentences + [words]
  }
}
