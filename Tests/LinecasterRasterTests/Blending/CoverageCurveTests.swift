import Foundation
import LinecasterGeometry
import Testing

@testable import LinecasterRaster

@Suite struct CoverageCurveTests {
  private func curve(_ color: Color, contrast: Double = 0, gamma: Double = 1) throws
    -> CoverageCurve
  {
    CoverageCurve(
      try #require(
        CoverageCurve.Key(color, GlyphRendering(contrast: contrast, gamma: gamma))))
  }

  @Test(arguments: [Color.black, .white, Color(rgb: 0x3366CC)])
  func plainRenderingsHaveNoCurve(color: Color) {
    #expect(CoverageCurve.Key(color, .plain) == nil)
    #expect(CoverageCurve.Key(color, GlyphRendering(contrast: .nan, gamma: .nan)) == nil)
    #expect(CoverageCurve.Key(color, GlyphRendering(contrast: -1, gamma: 0.2)) == nil)
  }

  /// Blending grey text over its opposite through the curve is blending light.
  @Test(arguments: [0, 1, 40, 100, 160, 220, 255] as [UInt8], [1.4, 1.8, 2.2])
  func blendingIsThatOfLight(grey: UInt8, gamma: Double) throws {
    let curve = try curve(Color(red: grey, green: grey, blue: grey), gamma: gamma)
    let (text, back) = (Double(grey), 255 - Double(grey))
    for coverage in 0...255 {
      let share = Double(coverage) / 255
      let light =
        pow(text / 255, gamma) * share + pow(back / 255, gamma) * (1 - share)
      let expected = pow(light, 1 / gamma) * 255
      let level = Double(curve.levels[coverage]) / 255
      #expect(abs(text * level + back * (1 - level) - expected) <= 0.51)
    }
  }

  /// Dark text gains, white text does not, and nothing becomes of no coverage.
  @Test func contrastRaisesDarkText() throws {
    let black = try curve(.black, contrast: 0.5)
    for coverage in 0...255 {
      let share = Double(coverage) / 255
      #expect(
        abs(Double(black.levels[coverage]) / 255 - (share + 0.5 * share * (1 - share)))
          <= 0.5 / 255 + 1e-9)
    }
    #expect(try curve(.white, contrast: 0.5).levels == Array(0...255))
  }

  @Test(arguments: 0...255)
  func levelsRise(grey: Int) throws {
    let level = UInt8(grey)
    let curve = try curve(
      Color(red: level, green: level, blue: level), contrast: 0.7, gamma: 2.2)
    #expect(curve.levels.first == 0 && curve.levels.last == 255 && curve.levels.count == 256)
    #expect(zip(curve.levels, curve.levels.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
