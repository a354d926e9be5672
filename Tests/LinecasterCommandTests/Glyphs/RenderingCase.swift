/// A case of the Unicode text rendering tests, with what has to come out.
struct RenderingCase: Decodable {
  /// A glyph, its origin and its outline.
  struct Glyph: Decodable {
    let x: Double
    let y: Double
    let d: String
  }

  let id: String
  let group: String
  /// `glyphs`, or `no-crash` where any result will do.
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

  /// The original numbers were cut to whole ones.
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
