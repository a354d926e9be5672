import Foundation

/// The Swift samples of the documentation, and the compiled code that must contain them.
enum SampleCode {
  /// The lines of each fenced block of Swift on a page, without indentation.
  static func samples(inPage page: String) -> [[Substring]] {
    var samples: [[Substring]] = []
    var isSample = false
    for line in lines(of: page) {
      if line.hasPrefix("```") {
        isSample = line == "```swift"
        if isSample { samples.append([]) }
      } else if isSample {
        samples[samples.count - 1].append(line)
      }
    }
    return samples
  }

  /// The code in the `///` comments of a source file: lines indented by four spaces after an empty
  /// line, and fenced blocks of Swift.
  static func samples(inSource source: String) -> [[Substring]] {
    comments(in: source).flatMap { comment in
      samples(inPage: fenced(comment).joined(separator: "\n"))
    }
  }

  /// Whether a source has the lines of a sample consecutively, with any indentation.
  static func contains(_ source: [Substring], _ sample: [Substring]) -> Bool {
    source.indices.contains { source[$0...].starts(with: sample) }
  }

  /// The Swift files under a folder of the project, with their paths.
  static func files(in folder: String) throws -> [(path: String, text: String)] {
    let root = Catalogue.root.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { path in
        let data = try Data(contentsOf: root.appendingPathComponent(path))
        return ("\(folder)/\(path)", String(decoding: data, as: UTF8.self))
      }
  }

  /// The lines of the Swift files under some folders of the project.
  static func sources(in folders: String...) throws -> [[Substring]] {
    try folders.flatMap { try files(in: $0).map { lines(of: $0.text) } }
  }

  /// The lines of a text without indentation.
  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.drop { $0 == " " }
    }
  }

  /// The lines of each `///` comment, without the slashes and one space.
  private static func comments(in source: String) -> [[Substring]] {
    var comments: [[Substring]] = []
    var isComment = false
    for line in lines(of: source) {
      if line.hasPrefix("///") {
        if !isComment { comments.append([]) }
        let words = line.dropFirst(3)
        comments[comments.count - 1].append(words.first == " " ? words.dropFirst() : words)
      }
      isComment = line.hasPrefix("///")
    }
    return comments
  }

  /// A comment with its indented code between fences.
  private static func fenced(_ comment: [Substring]) -> [Substring] {
    var lines: [Substring] = []
    var (isFenced, isCode) = (false, false)
    for line in comment {
      if line.hasPrefix("```") { isFenced.toggle() }
      let isIndented = !isFenced && line.hasPrefix("    ")
      if isCode, !isIndented { lines.append("```") }
      if !isCode, isIndented, lines.last?.isEmpty ?? true {
        isCode = true
        lines.append("```swift")
      }
      isCode = isCode && isIndented
      lines.append(line)
    }
    return isCode ? lines + ["```"] : lines
  }
}
