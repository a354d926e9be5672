import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct PlacementStepsTests {
  /// The standard library's rounding is the witness, at halves of steps too.
  @Test(arguments: [GlyphRendering.Placement.quarter, .exact], [true, false])
  func placesAreTheNearestOnes(placement: GlyphRendering.Placement, drawsImages: Bool) throws {
    let steps = PlacementSteps(GlyphRendering(placement: placement), drawsImages: drawsImages)
    let unit = drawsImages ? 64 : placement == .quarter ? 16 : 1
    let rowUnit = drawsImages || placement == .quarter ? 64 : 1
    var random = SeededGenerator(salt: 31)
    for _ in 0..<2000 {
      let reach = [1.0, 300, 1e6, 0.99e9][Int.random(in: 0..<4, using: &random)]
      var place = Double.random(in: -reach...reach, using: &random)
      if random.oneIn(3) { place = (place * 128).rounded() / 128 }
      let note: Comment = "\(place), seed \(random.seed)"
      #expect(steps.column(place) == nearest(place, unit), note)
      #expect(steps.row(place) == nearest(place, rowUnit), note)
    }
  }

  @Test(arguments: [1e9, -1e9, .infinity, -.infinity, .nan, 1e300])
  func thereIsNoPlaceBeyondAllBitmaps(place: Double) {
    let steps = PlacementSteps(.plain, drawsImages: false)
    #expect(steps.column(place) == nil && steps.row(place) == nil)
  }

  private func nearest(_ place: Double, _ unit: Int) -> Int {
    let perPixel = Double(64 / unit)
    return Int((place * perPixel + 0.5).rounded(.down)) * unit
  }
}
