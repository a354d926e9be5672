import Foundation
import LinecasterTestSupport
import Testing

/// The Unicode text rendering tests, from the command line.
@Suite struct TextRenderingTests {
  @Test(
    .enabled(
      if: SharedFiles.mayRun(with: "conformance/text/text-rendering-tests"),
      "no shared text rendering tests here"))
  func drawsWhatTheUnicodeTextRenderingTestsShow() async throws {
    let folder = try #require(SharedFiles.path("conformance/text/text-rendering-tests"))
    let run = try await LinecasterRun([
      "glyphs", "\(folder)/cases.jsonl", "--fonts", "\(folder)/fonts",
    ])
    let cases: [RenderingCase] = try decode(
      String(contentsOfFile: "\(folder)/cases.jsonl", encoding: .utf8))
    let results: [RenderingCase.Result] = try decode(run.output)
    #expect(results.map(\.id) == cases.map(\.id))
    let judged = zip(cases, results).filter { $0.0.bareLibraries == "pass" }
    let failed = judged.filter { !$0.0.isMet(by: $0.1) }.map(\.0.id)
    print("text rendering tests: \(judged.count - failed.count) of \(judged.count) cases")
    #expect(failed == [])
    #expect(judged.count == 653)
  }

  private func decode<Value: Decodable>(_ lines: String) throws -> [Value] {
    try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Value.self, from: Data($0.utf8))
    }
  }

  @Test func comparesPaths() {
    let path = PathContours("M0,0 Q1,2 3,4 Z M9,9 L8,8 Z")
    #expect(path.isNear(PathContours("M9,9 L8,8 Z M0,0 Q1,2 3,4 Z"), tolerance: 0))
    #expect(path.isNear(PathContours("M0,0 Q1,2 3,5.5 Z M9,9 L8,8 Z"), tolerance: 1.5))
    #expect(!path.isNear(PathContours("M0,0 Q1,2 3,5.6 Z M9,9 L8,8 Z"), tolerance: 1.5))
    #expect(!path.isNear(PathContours("M0,0 Q1,2 3,4 M9,9 L8,8 Z"), tolerance: 9))
    #expect(!path.isNear(PathContours("M0,0 Q1,2 3,4 Z"), tolerance: 9))
    #expect(!path.isNear(PathContours(""), tolerance: 9))
  }
}

/// A case of the Unicode text rendering tests, with the expected result.
struct RenderingCase: Decodable {
  /// A glyph, its origin and its outline.
  struct Glyph: Decodable {
    let x: Double
    let y: Double
    let d: String
  }

  let id: String
  let group: String
  /// `glyphs`, or `no-crash` if any result is accepted.
  let expect: String
  /// Whether the bare libraries pass: `pass` or `fail`.
  let bareLibraries: String
  let glyphs: [Glyph]?

  private enum CodingKeys: String, CodingKey {
    case id
    case group
    case expect
    case bareLibraries = "harfbuzz6_freetype212"
    case glyphs
  }

  /// A line of the command's output.
  struct Result: Decodable {
    let id: String?
    let glyphs: [Glyph]?
    let error: String?
  }

  /// The original numbers were truncated to integers.
  private static let originTolerance = 1.0
  private static let pathTolerance = 1.5

  func isMet(by result: Result) -> Bool {
    guard let shown = result.glyphs else { return false }
    guard expect == "glyphs" else { return true }
    let wanted = (glyphs ?? []).filter { !$0.d.isEmpty }
    return shown.count == wanted.count
      && zip(shown, wanted).allSatisfy { shown, wanted in
        abs(shown.x - wanted.x) <= Self.originTolerance
          && abs(shown.y - wanted.y) <= Self.originTolerance
          && PathContours(shown.d).isNear(
            PathContours(wanted.d), tolerance: Self.pathTolerance)
      }
  }
}

/// The contours of an SVG path, for comparing two drawings of a glyph.
struct PathContours {
  /// A letter and the numbers after it.
  struct Command: Equatable {
    let letter: Character
    let numbers: [Double]

    func isNear(_ other: Command, _ tolerance: Double) -> Bool {
      letter == other.letter && numbers.count == other.numbers.count
        && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= tolerance }
    }
  }

  private(set) var contours: [[Command]] = []

  init(_ path: String) {
    for word in path.split(separator: " ") {
      if let letter = word.first, letter.isLetter {
        if letter == "M" { contours.append([]) }
        add(Command(letter: letter, numbers: Self.numbers(word.dropFirst())))
      } else if let last = contours.last?.last {
        contours[contours.count - 1].removeLast()
        add(Command(letter: last.letter, numbers: last.numbers + Self.numbers(word)))
      }
    }
  }

  /// Whether both have the same commands with coordinates within the tolerance, contours in any
  /// order.
  func isNear(_ other: PathContours, tolerance: Double) -> Bool {
    var rest = other.contours
    for contour in contours {
      let match = rest.firstIndex { candidate in
        candidate.count == contour.count
          && zip(candidate, contour).allSatisfy { $0.isNear($1, tolerance) }
      }
      guard let match else { return false }
      rest.remove(at: match)
    }
    return rest.isEmpty
  }

  private mutating func add(_ command: Command) {
    if contours.isEmpty { contours.append([]) }
    contours[contours.count - 1].append(command)
  }

  private static func numbers(_ text: Substring) -> [Double] {
    text.split(separator: ",").compactMap { Double($0) }
  }
}
