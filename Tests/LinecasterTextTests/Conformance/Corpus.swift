import Foundation
import LinecasterTestSupport

/// The shared texts in many languages, a paragraph a line.
enum Corpus {
  /// The folder; nil where it is not here.
  static let folder = SharedFiles.path("corpus")

  /// The names of all files of plain text.
  static let names = [
    "arabic", "bidi", "chinese", "emoji", "english", "german", "hebrew", "hindi", "japanese",
    "korean", "russian", "thai",
  ]

  /// The paragraphs of a file.
  static func paragraphs(_ name: String) throws -> [String] {
    try String(contentsOfFile: "\(folder ?? "")/\(name).txt", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }
}
