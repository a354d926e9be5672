import Foundation
import Linecaster

/// A text file with a paragraph on each line.
struct TextCorpus {
  /// The name of the file, without its endings.
  let name: String
  /// The lines, in the style that all peers use.
  let paragraphs: [Paragraph]
  /// The number of Unicode scalars, without those that end lines.
  let characters: Int

  init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    guard let data = try? Data(contentsOf: url) else {
      throw BenchmarkFailure("\(path): cannot be read")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    guard !lines.isEmpty else { throw BenchmarkFailure("\(path): no text in it") }
    let style = TextStyle(families: ["Noto Sans"], size: 15)
    name = String(url.lastPathComponent.prefix { $0 != "." })
    paragraphs = lines.map { Paragraph($0, style: style) }
    characters = lines.reduce(0) { $0 + $1.unicodeScalars.count }
  }
}
