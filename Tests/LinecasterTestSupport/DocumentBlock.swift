import Foundation

/// A block of code in a document of the repository, between two fences.
package struct DocumentBlock: Hashable, Sendable {
  /// The info string of the first fence, for example `swift`; empty without one.
  package let language: String
  /// The lines, each with its line feed.
  package let text: String

  /// The blocks of a document, in their order.
  ///
  /// - Parameter path: Its path from the root of the repository.
  package static func all(of path: String) throws -> [DocumentBlock] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../..")
    let document = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    var blocks: [DocumentBlock] = []
    var open: (language: String, text: String)?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let (language, text) = open {
          blocks.append(DocumentBlock(language: language, text: text))
          open = nil
        } else {
          open = (String(line.dropFirst(3)), "")
        }
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  /// Whether the lines appear consecutively in a source file, at any indentation.
  package func isPart(ofFile path: String) throws -> Bool {
    let source = Self.lines(try String(contentsOfFile: path, encoding: .utf8))
    let lines = Self.lines(text).dropLast()
    return source.indices.contains { source[$0...].starts(with: lines) }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.drop { $0 == " " }
    }
  }
}
