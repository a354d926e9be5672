import Foundation
import Linecaster
import Testing

@testable import LinecasterAccess

/// Texts in code points, compared with Swift's own strings and the layout in UTF-16.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SpokenTextTests {
  private static let pieces = [
    "a", "word", " ", " ", "é", "e\u{301}", "𝒳", "👩‍🚀", "漢字", "\u{FFFD}", ".", "שלום", "\n", "ﬁ",
  ]

  private func texts(_ strings: [String]) async throws -> [SpokenText] {
    let list = try await ShownList(strings, height: 100_000)
    return list.controller.semantics().rows.flatMap(\.children).compactMap { node in
      node.text.map { SpokenText($0, frame: node.frame) }
    }
  }

  private func drawn(_ seed: UInt64, count: Int) -> [String] {
    var draws = Draws(seed: seed)
    return (0..<count).map { _ in
      "x"
        + (0..<Int.random(in: 0...20, using: &draws)).map { _ in
          Self.pieces.randomElement(using: &draws) ?? ""
        }.joined()
    }
  }

  @Test func rangesAreWhereTheLayoutSays() async throws {
    let seed = Draws.seed
    let strings = drawn(seed, count: 40)
    let list = try await ShownList(strings, height: 100_000)
    let nodes = list.controller.semantics().rows.flatMap(\.children)
    try #require(nodes.count == strings.count)
    var draws = Draws(seed: seed &+ 1)
    for (string, node) in zip(strings, nodes) {
      let placed = try #require(node.text)
      let text = SpokenText(placed, frame: node.frame)
      let scalars = string.unicodeScalars
      // Compared by code points because canonically equivalent strings are equal.
      #expect(
        Array(text.string.unicodeScalars) == Array(scalars),
        "\(string.debugDescription), seed \(seed)")
      #expect(text.count == scalars.count, "\(string.debugDescription), seed \(seed)")
      for _ in 0..<10 {
        let start = Int.random(in: 0..<scalars.count, using: &draws)
        let end = Int.random(in: start + 1...scalars.count, using: &draws)
        let (from, to) = (
          scalars.index(scalars.startIndex, offsetBy: start),
          scalars.index(scalars.startIndex, offsetBy: end)
        )
        let units = from.utf16Offset(in: string)..<to.utf16Offset(in: string)
        let boxes = placed.layout.rectangles(for: units)
        guard let first = boxes.first else { continue }
        let box = boxes.reduce(first) { $0.union($1) }
          .offset(x: node.frame.minX, y: node.frame.minY)
        #expect(text.frame(of: start..<end) == box, "\(start)..<\(end) of \(string), seed \(seed)")
      }
    }
  }

  @Test func theCharacterAtAPointIsTheOneWhoseBoxIsThere() async throws {
    let string = "naïve 𝒳 e\u{301} 👩‍🚀 end"
    let text = try #require(try await texts([string]).first)
    var start = 0
    for character in string {
      let box = text.frame(of: start..<start + 1)
      for share in [0.2, 0.8] {
        let point = Point(x: box.minX + box.width * share, y: (box.minY + box.maxY) / 2)
        #expect(text.offset(at: point) == start, "\(character) at \(share)")
      }
      start += character.unicodeScalars.count
    }
    #expect(text.offset(at: Point(x: -1, y: 5)) == nil)
    #expect(text.offset(at: Point(x: .nan, y: .infinity)) == nil)
  }

  @Test func everyCharacterIsInItsLineAndItsWord() async throws {
    let seed = Draws.seed
    let strings = drawn(seed, count: 30)
    for (string, text) in zip(strings, try await texts(strings)) {
      for offset in 0..<text.count {
        #expect(text.line(at: offset).contains(offset), "\(offset) of \(string), seed \(seed)")
        #expect(text.word(at: offset).contains(offset), "\(offset) of \(string), seed \(seed)")
      }
      var end = 0
      while end < text.count {
        let line = text.line(at: end)
        #expect(line.lowerBound == end, "line at \(end) of \(string), seed \(seed)")
        end = max(end + 1, line.upperBound)
      }
    }
  }

  @Test func offsetsOutsideAreItsEnds() async throws {
    let text = try #require(try await texts(["two words"]).first)
    for offset in [-1, 9, 10, .max, .min] {
      #expect(text.count == 9 && !text.word(at: offset).isEmpty && !text.line(at: offset).isEmpty)
    }
    #expect(text.frame(of: .min ..< .max) == text.frame(of: 0..<9))
    #expect(text.frame(of: 9..<9).width == 0)
    let (empty, nul) = (SpokenText.spoken("", limit: 5), SpokenText.spoken("a\0b👩‍🚀", limit: 4))
    #expect(empty == "" && nul == "a\u{FFFD}b👩")
  }
}
