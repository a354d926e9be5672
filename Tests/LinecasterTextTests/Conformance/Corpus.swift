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

  /// The texts of the messages of the feed; none where there is no `gzip` to read it with.
  static func feedBodies() throws -> [String] {
    let gzip = "/usr/bin/gzip"
    guard FileManager.default.isExecutableFile(atPath: gzip) else { return [] }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: gzip)
    process.arguments = ["-dc", "\(folder ?? "")/feed.jsonl.gz"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = output.split(separator: UInt8(ascii: "\n"))
    return try ConformanceSettings.sample(lines, 100).map {
      try JSONDecoder().decode(Message.self, from: $0).body
    }
  }

  private struct Message: Decodable {
    let body: String
  }
}
