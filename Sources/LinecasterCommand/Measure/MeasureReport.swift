import Foundation
import Linecaster

/// What came of laying a text out: its size, lines, fonts and missing characters.
///
/// Lengths are in layout points.
struct MeasureReport: Encodable {
  let width: Double
  let height: Double
  let maxContent: Double
  let minContent: Double
  let lines: [MeasuredLine]
  /// The families of the fonts that glyphs are from, in the order of their first ones.
  let fonts: [String]
  /// The characters that no font has, each once.
  let missing: [String]

  /// Lays a paragraph out; without a width its lines are as long as they are.
  init(_ paragraph: Paragraph, width: Double?, typesetter: Typesetter) {
    let prepared = typesetter.prepare(paragraph)
    let layout = prepared.layout(width: width ?? .infinity)
    self.width = Self.rounded(layout.size.width)
    height = Self.rounded(layout.size.height)
    maxContent = Self.rounded(prepared.maxContentWidth)
    minContent = Self.rounded(prepared.minContentWidth)
    let units = Array(paragraph.text.string.utf16)
    lines = layout.lines.map { MeasuredLine($0, units) }
    fonts = Self.distinct(layout.glyphRuns.map(\.face.family))
    missing = Self.distinct(layout.missingCharacters.map { "U+" + Self.hex($0) })
  }

  /// The report as one JSON object.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// In thousandths, which is less than anyone sees.
  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension MeasureReport: CustomStringConvertible {
  /// The report for people: a line a line.
  var description: String {
    var rows = ["\(lines.count) \(lines.count == 1 ? "line" : "lines"), \(width) × \(height)"]
    rows.append("widest \(maxContent), narrowest \(minContent)")
    rows += lines.enumerated().map { index, line in "\(index + 1): \(line)" }
    if !fonts.isEmpty { rows.append("fonts: \(fonts.joined(separator: ", "))") }
    if !missing.isEmpty { rows.append("missing: \(missing.joined(separator: ", "))") }
    return rows.map(CommandFailure.printable).joined(separator: "\n")
  }
}
