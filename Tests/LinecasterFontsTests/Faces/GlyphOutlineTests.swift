import LinecasterBase
import Testing

@testable import LinecasterFonts

@Suite struct GlyphOutlineTests {
  private let outline = GlyphOutline(
    segments: [
      .move(to: Point(x: 0, y: -10)), .line(to: Point(x: 0.5, y: 1000)),
      .quadratic(control: Point(x: 1.23456, y: 2), to: Point(x: -0.0001, y: 4)),
      .cubic(
        control1: Point(x: 1, y: 2), control2: Point(x: 3, y: 4), to: Point(x: 5, y: 6)),
      .close,
    ], unitsPerEm: 1000)

  @Test func writesPathData() {
    #expect(outline.svgPath() == "M0,-10 L0.5,1000 Q1.235,2 0,4 C1,2 3,4 5,6 Z")
    #expect(outline.svgPath(scale: 2) == "M0,-20 L1,2000 Q2.469,4 0,8 C2,4 6,8 10,12 Z")
    #expect(GlyphOutline(segments: [], unitsPerEm: 1000).svgPath() == "")
  }

  @Test func isEmptyWithoutSegments() {
    #expect(!outline.isEmpty)
    #expect(GlyphOutline(segments: [], unitsPerEm: 1000).isEmpty)
  }
}
