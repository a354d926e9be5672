import Foundation
import Testing

/// The lines of code on the page `SeedPrograms`, counted again.
@Suite struct SeedLinesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The lines that are neither empty nor comments.
  private static func count(_ lines: some Sequence<Substring>) -> Int {
    lines.count { line in
      let code = line.drop { $0 == " " || $0 == "\t" }
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }

  /// The lines of a type in the examples, with its attributes, up to the brace that ends it.
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
    let rows = text.matches(of: /(?m)^\| (.+?) \| (\d+) \| (\d+) \| (.+?) \|$/)
    #expect(rows.count == 5)
    for row in rows {
      let names = row.4.matches(of: /`(\w+)`/).map { String($0.1) }
      let counts = try names.map { try #require(try Self.count(ofType: $0), "\($0)") }
      #expect(counts.reduce(0, +) == Int(row.3), "\(row.1): \(counts)")
      #expect(!names.isEmpty)
    }
    // A network is chosen by at least 27 % less.
    let chosen = rows.prefix(2).compactMap { row in
      Int(row.2).flatMap { there in Int(row.3).map { (there, $0) } }
    }
    #expect(chosen.allSatisfy { Double($0.1) <= 0.73 * Double($0.0) })
  }

  /// Seed rows B1 and B10: the two ways to write one screen, which the same tests drive.
  @Test func theDeclaredScreenIsShorterThanTheOneOfViews() throws {
    let page = Self.root.appendingPathComponent(
      "Sources/Linecaster/Linecaster.docc/SeedPrograms.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.matches(of: /(?m)^\| (with views|declared) \| (\d+) \| (.+?) \|$/)
    #expect(rows.map { String($0.1) } == ["with views", "declared"])
    let counts = try rows.map { row in
      let names = row.3.matches(of: /`(\w+)`/).map { String($0.1) }
      let counts = try names.map { try #require(try Self.count(ofType: $0), "\($0)") }
      #expect(counts.reduce(0, +) == Int(row.2), "\(row.1): \(counts)")
      return counts.reduce(0, +)
    }
    #expect(counts.count == 2 && Double(counts[1]) <= 0.73 * Double(counts[0]))
  }

  @Test func countsCode() {
    let text = "@A\nfinal class B {\n\n  // no\n  /// no\n  let c = 1  // yes\n}\n"
    #expect(Self.count(text.split(separator: "\n", omittingEmptySubsequences: false)) == 4)
  }
}
