import Foundation
import LinecasterTestSupport
import Testing

/// The lines of code on the page `SeedPrograms` equal a new count.
@Suite struct SeedLinesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The number of lines that are neither empty nor comments.
  private static func count(_ lines: some Sequence<Substring>) -> Int {
    lines.count { line in
      let code = line.drop { $0 == " " || $0 == "\t" }
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }

  /// The number of lines of a type in the examples, from its attributes to its closing brace.
  private static func count(ofType name: String) throws -> Int? {
    let folder = root.appendingPathComponent("Sources/Examples")
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let pattern = try Regex("^(public )?(final )?(struct|enum|class) \(name)\\b")
      guard let start = lines.firstIndex(where: { $0.firstMatch(of: pattern) != nil }),
        let end = lines[start...].firstIndex(of: "}")
      else { continue }
      let attributes = lines[..<start].reversed().prefix { $0.hasPrefix("@") }.count
      return count(lines[(start - attributes)...end])
    }
    return nil
  }

  @Test func linesOnThePageAreThoseOfTheSources() throws {
    let page = Self.root.appendingPathComponent(
      "Sources/Linecaster/Linecaster.docc/SeedPrograms.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = Self.rows(of: text)
    #expect(rows.count == 7)
    for row in rows {
      let names = row.4.matches(of: /`(\w+)`/).map { String($0.1) }
      var counts = try names.map { try #require(try Self.count(ofType: $0), "\($0)") }
      // The loop of a catalog, which other rows share, in its two declarations.
      if row.4.hasSuffix(" and its catalog") {
        counts.append(try Self.loopOfPreviews(on: text) + 4)
      }
      #expect(counts.reduce(0, +) == Int(row.3), "\(row.1): \(counts)")
      #expect(!names.isEmpty)
    }
    // The screen that chooses a network takes at least 27 % fewer lines.
    let chosen = rows.prefix(2).compactMap { row in
      Int(row.2).flatMap { there in Int(row.3).map { (there, $0) } }
    }
    #expect(chosen.allSatisfy { Double($0.1) <= 0.73 * Double($0.0) })
  }

  private typealias Row = Regex<(Substring, Substring, Substring, Substring, Substring)>.Match

  private static func rows(of page: String) -> [Row] {
    page.matches(of: /(?m)^\| (.+?) \| (\d+) \| (\d+) \| (.+?) \|$/)
  }

  /// The number of lines of the block on the page that makes the previews.
  private static func loopOfPreviews(on page: String) throws -> Int {
    let blocks = page.matches(of: /(?s)```swift\n(.*?)```/).map(\.1)
    let loop = try #require(blocks.first { $0.contains("Money.states") })
    return count(loop.split(separator: "\n"))
  }

  /// The listings of the texts, by the rows of the page: files, and Swift blocks in them.
  private static let listings: [(row: Int, file: String, blocks: [Int])] = [
    (0, "000_f02874060bafbe07.txt", [1]), (1, "000_f02874060bafbe07.txt", [2]),
    (2, "001_85bb78c605997fe4.txt", [1, 2, 3, 4]), (3, "002_57039758c2311bee.txt", [3]),
    (6, "004_f484697e4f24591e.txt", [5, 6, 9, 11]),
  ]

  /// Seed rows B1 and B10: the lines of the listings, counted by the same rule.
  @Test(.enabled(if: SharedFiles.mayRun(with: "seeds"), "the texts of the seeds are not here"))
  func linesOfTheListingsAreCountedAlike() throws {
    let page = Self.root.appendingPathComponent(
      "Sources/Linecaster/Linecaster.docc/SeedPrograms.md")
    let rows = Self.rows(of: try String(contentsOf: page, encoding: .utf8))
    let folder = try #require(SharedFiles.path("seeds"))
    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }
    try #require(rows.count == 7)
    for listing in Self.listings {
      let row = rows[listing.row]
      let blocks = try text(listing.file).matches(of: /(?s)```swift\n(.*?)```/).map(\.1)
      let counts = listing.blocks.map { Self.count(blocks[$0].split(separator: "\n")) }
      #expect(counts.reduce(0, +) == Int(row.2), "\(row.1): \(counts)")
    }
    // The talk has no blocks: its layout by hand is on one slide, its controller on two.
    let talk = try text("003_8b92fe48d6549450.txt")
    let layout = try #require(
      talk.firstMatch(of: /(?s)(let componentWidth: .*?padding\.bottom\))/)?.1)
    #expect(Self.count(layout.split(separator: "\n")) == Int(rows[4].2))
    let parts = try [
      #require(talk.firstMatch(of: /(?s)class SimpleViewController: .*?\n\x7D/)?.0),
      #require(talk.firstMatch(of: /(?s)class Interactor \x7B.*?\n\x7D/)?.0),
      #require(talk.firstMatch(of: /(?s)class Router \x7B.*?\n\x7D/)?.0),
    ]
    #expect(parts.reduce(0) { $0 + Self.count($1.split(separator: "\n")) } == Int(rows[5].2))
  }

  /// Seed rows B1 and B10: two versions of one screen, which the same tests drive, alone and with
  /// their own cells and views.
  @Test func theDeclaredScreenIsShorterThanTheOneOfViews() throws {
    let page = Self.root.appendingPathComponent(
      "Sources/Linecaster/Linecaster.docc/SeedPrograms.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let pattern = /(?m)^\| ((?:with views|declared)(?:, whole)?) \| (\d+) \| (.+?) \|$/
    let rows = text.matches(of: pattern)
    #expect(
      rows.map { String($0.1) } == [
        "with views", "declared", "with views, whole", "declared, whole",
      ])
    let counts = try rows.map { row in
      let names = row.3.matches(of: /`(\w+)`/).map { String($0.1) }
      let counts = try names.map { try #require(try Self.count(ofType: $0), "\($0)") }
      #expect(counts.reduce(0, +) == Int(row.2), "\(row.1): \(counts)")
      return counts.reduce(0, +)
    }
    try #require(counts.count == 4 && counts[2] > counts[0] && counts[3] > counts[1])
    let shares = [0, 2].map { 100 - (100 * Double(counts[$0 + 1]) / Double(counts[$0])).rounded() }
    #expect(shares[0] >= 27 && shares[1] > 0)
    // The sentence below the table.
    #expect(text.contains("\(Int(shares[0])) % fewer lines alone, and \(Int(shares[1])) % fewer"))
  }

  @Test func countsCode() {
    let text = "@A\nfinal class B {\n\n  // no\n  /// no\n  let c = 1  // yes\n}\n"
    #expect(Self.count(text.split(separator: "\n", omittingEmptySubsequences: false)) == 4)
  }
}
