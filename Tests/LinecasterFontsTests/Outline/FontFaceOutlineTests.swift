import Foundation
import LinecasterBundledFonts
import LinecasterGeometry
import Testing

@testable import LinecasterFonts

@Suite struct FontFaceOutlineTests {
  private func face(_ family: String) throws -> FontFace {
    try #require(
      try FontCollection.bundled().face(family: family, weight: .regular, slant: .upright))
  }

  private func outline(_ scalar: Unicode.Scalar, of face: FontFace) throws -> GlyphOutline {
    face.outline(of: try #require(face.harfBuzz.glyph(for: scalar)))
  }

  /// The corners are those that fontTools reads.
  @Test func drawsABar() throws {
    let outline = try outline("|", of: face("Noto Sans"))
    #expect(outline.unitsPerEm == 1000)
    #expect(outline.svgPath() == "M239,760 L312,760 L312,-241 L239,-241 Z")
  }

  @Test func isEmptyWhereThereIsNoOutline() throws {
    let sans = try face("Noto Sans")
    #expect(try outline(" ", of: sans).isEmpty)
    #expect(sans.outline(of: UInt32(sans.glyphCount)).isEmpty)
    #expect(sans.outline(of: .max).isEmpty)
    #expect(try outline("\u{1F600}", of: face("Noto Color Emoji")).isEmpty)
  }

  /// The header of each glyph is a second witness: its contours, and the box of its points.
  @Test(arguments: ["Noto Sans", "Noto Sans Arabic", "Noto Sans Thai"])
  func agreesWithTheHeadersOfGlyphs(family: String) throws {
    let face = try face(family)
    let glyphs = try #require(
      TrueTypeGlyphs([UInt8](try Data(contentsOf: URL(fileURLWithPath: face.data.source)))))
    var compared = 0
    for glyph in 0..<face.glyphCount {
      let outline = face.outline(of: UInt32(glyph))
      guard let header = glyphs.header(of: glyph) else {
        #expect(outline.isEmpty, "glyph \(glyph)")
        continue
      }
      compared += 1
      #expect(outline.isClosed, "glyph \(glyph)")
      if header.contours >= 0 {
        #expect(outline.contours == header.contours, "glyph \(glyph)")
        #expect(outline.box == header.box, "glyph \(glyph)")
      } else {
        // Parts of a glyph may be scaled; the header's numbers are whole.
        let distances = zip(outline.box, header.box).map { abs($0 - $1) }
        #expect(distances.allSatisfy { $0 <= 0.5 }, "glyph \(glyph)")
      }
    }
    #expect(compared > 100)
  }
}

extension TrueTypeGlyphs.Header {
  fileprivate var box: [Double] { [xMin, yMin, xMax, yMax].map(Double.init) }
}

extension GlyphOutline {
  fileprivate var contours: Int {
    segments.count { if case .move = $0 { true } else { false } }
  }

  /// Whether a close stands before each move but the first, and at the end.
  fileprivate var isClosed: Bool {
    zip([.close] + segments, segments + [.move(to: .zero)]).allSatisfy { before, after in
      if case .move = after { before == .close } else { before != .close }
    }
  }

  /// The least box around all points, those off the curve too: fonts have points at extremes.
  fileprivate var box: [Double] {
    let points = segments.flatMap { segment -> [Point] in
      switch segment {
      case .move(let point), .line(let point): [point]
      case .quadratic(let control, let point): [control, point]
      case .cubic(let control1, let control2, let point): [control1, control2, point]
      case .close: []
      }
    }
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    return [xs.min(), ys.min(), xs.max(), ys.max()].map { $0 ?? 0 }
  }
}
