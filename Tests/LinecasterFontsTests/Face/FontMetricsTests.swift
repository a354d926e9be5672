import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

/// Metrics of a font some of whose numbers are replaced.
@Suite struct FontMetricsTests {
  private let font: [UInt8]

  init() throws {
    font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: FontFixtures.variable)))
  }

  private func field(_ offset: Int) -> Int { Int(font[offset]) << 8 | Int(font[offset + 1]) }

  /// Where a table starts (OpenType, table directory).
  private func start(of table: String) throws -> Int {
    let records = (0..<field(4)).map { 12 + $0 * 16 }
    let record = try #require(records.first { Array(font[$0..<$0 + 4]) == Array(table.utf8) })
    return field(record + 8) << 16 | field(record + 10)
  }

  private func metrics(_ changes: [(table: String, offset: Int, value: Int)]) throws -> FontMetrics
  {
    var bytes = font
    for change in changes {
      let place = try start(of: change.table) + change.offset
      bytes[place] = UInt8(truncatingIfNeeded: change.value >> 8)
      bytes[place + 1] = UInt8(truncatingIfNeeded: change.value)
    }
    return try FontFace(data: FontData(bytes, name: "changed")).metrics
  }

  private func line(_ metrics: FontMetrics) -> [Double] {
    [metrics.ascent, metrics.descent, metrics.lineGap]
  }

  private static let windows = [("OS/2", 74, 950), ("OS/2", 76, 250)]
  private static let typographic = [("OS/2", 68, 800), ("OS/2", 70, -150), ("OS/2", 72, 90)]
  private static let none = [("hhea", 4, 0), ("hhea", 6, 0)]

  @Test func takesLinesFromTheTablesInTurn() throws {
    let all = Self.windows + Self.typographic
    #expect(line(try metrics(all)) == [900, 200, 0])
    #expect(line(try metrics(all + [("OS/2", 62, 1 << 7), ("OS/2", 0, 4)])) == [800, 150, 90])
    #expect(line(try metrics(all + Self.none)) == [800, 150, 90])
    let noTypographic = [("OS/2", 68, 0), ("OS/2", 70, 0)]
    #expect(line(try metrics(Self.windows + Self.none + noTypographic)) == [950, 250, 0])
    let nothing = [("OS/2", 74, 0), ("OS/2", 76, 0)] + Self.none + noTypographic
    #expect(line(try metrics(nothing)) == [800, 200, 0])
  }

  @Test func negativeGapsAreNone() throws {
    #expect(try metrics([("hhea", 8, -100)]).lineGap == 0)
    #expect(try metrics([("hhea", 8, 100)]).lineGap == 100)
  }

  /// The font has neither x nor H, so that without the numbers the usual estimates are left.
  @Test func estimatesHeights() throws {
    #expect(try metrics([]).xHeight == 500 && metrics([]).capHeight == 700)
    let none = try metrics([("OS/2", 86, 0), ("OS/2", 88, 0)])
    #expect(none.xHeight == 500 && none.capHeight == 700)
  }
}
