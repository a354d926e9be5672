import Foundation
import Testing

/// Holds the Swift on the pages of the documentation against code that is compiled.
@Suite struct SampleTests {
  private static let chapters = [
    "Atlas.md", "Bidi.md", "Canvas.md", "Diffing.md", "Fonts.md", "Images.md", "LineBreaking.md",
    "Lists.md", "Paragraphs.md", "Threads.md",
  ]

  @Test(arguments: chapters)
  func everySampleIsPartOfCompiledCode(chapter: String) throws {
    let page = try #require(try Catalogue.pages().first { $0.name == chapter })
    let samples = Self.samples(in: page.text)
    #expect(!samples.isEmpty)
    let sources = try Self.sources()
    for sample in samples {
      let isQuoted = sources.contains { Self.contains($0, sample) }
      #expect(isQuoted, "\(chapter): no code here has \(sample.joined(separator: "\n"))")
    }
  }

  @Test func findsSamplesInPages() {
    let page = "a\n```swift\nlet a = 1\n  b()\n```\n```\nno\n```\n```swift\nc\n```\n"
    #expect(Self.samples(in: page) == [["let a = 1", "b()"], ["c"]])
    #expect(Self.contains(["x", "let a = 1", "b()", "y"], ["let a = 1", "b()"]))
    #expect(!Self.contains(["let a = 1", "x", "b()"], ["let a = 1", "b()"]))
  }

  /// The lines of each block of Swift, without indentation.
  private static func samples(in page: String) -> [[Substring]] {
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

  private static func contains(_ source: [Substring], _ sample: [Substring]) -> Bool {
    source.indices.contains { source[$0...].starts(with: sample) }
  }

  /// The lines of the files that draw images and of the tests beside this one.
  private static func sources() throws -> [[Substring]] {
    try ["Sources/Examples/Figures", "Tests/FiguresTests/Samples"].flatMap { folder in
      let root = Catalogue.root.appendingPathComponent(folder)
      return try FileManager.default.subpathsOfDirectory(atPath: root.path)
        .filter { $0.hasSuffix(".swift") }.map { path in
          let data = try Data(contentsOf: root.appendingPathComponent(path))
          return lines(of: String(decoding: data, as: UTF8.self))
        }
    }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.drop { $0 == " " }
    }
  }
}
