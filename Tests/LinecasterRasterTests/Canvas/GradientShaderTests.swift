import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct GradientShaderTests {
  private let rect = Rect(x: 3.5, y: -4, width: 61, height: 37)

  private func pixels(_ paint: DisplayPaint, row: Int, scale: Double = 1) -> [UInt8] {
    guard let shader = GradientShader(paint, in: rect, scale: PixelScale(scale)) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 200 * 4)
    bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      shader.write(row: row, -20..<180, to: base)
    }
    return bytes
  }

  /// The premultiplied channels at a place (CSS Images 3 §3.4), without a table.
  private func formula(_ stops: [GradientStop], at place: Double) -> [Double] {
    func channels(_ color: Color) -> [Double] {
      let alpha = Double(color.alpha)
      return [color.red, color.green, color.blue].map { Double($0) * alpha / 255 } + [alpha]
    }
    guard let after = stops.firstIndex(where: { $0.place > place }) else {
      return channels(stops[stops.count - 1].color)
    }
    guard after > 0 else { return channels(stops[0].color) }
    let (one, two) = (stops[after - 1], stops[after])
    let share = (place - one.place) / (two.place - one.place)
    return zip(channels(one.color), channels(two.color)).map { $0 + ($1 - $0) * share }
  }

  private func stops(_ random: inout SeededGenerator) -> [GradientStop] {
    var place = -0.2
    return (0..<4).map { _ in
      place += .random(in: 0.2...0.5, using: &random)
      func channel() -> UInt8 { .random(in: 0...255, using: &random) }
      return GradientStop(
        Color(red: channel(), green: channel(), blue: channel(), alpha: channel()), at: place)
    }
  }

  @Test(arguments: [0.0, 90, 180, 37, -200, 1234.5])
  func linearOnesMatchTheFormula(angle: Double) {
    var random = SeededGenerator()
    let stops = stops(&random)
    let radians = angle * .pi / 180
    let direction = Point(x: sin(radians), y: -cos(radians))
    let length = abs(rect.width * direction.x) + abs(rect.height * direction.y)
    for scale in [1, 1.5] {
      for row in [-6, 0, 13, 40] {
        let found = pixels(
          .linear(LinearGradient(angle: angle, stops: stops)), row: row, scale: scale)
        for column in 0..<200 {
          let x = (Double(column - 20) + 0.5) / scale - rect.minX - rect.width / 2
          let y = (Double(row) + 0.5) / scale - rect.minY - rect.height / 2
          let expected = formula(
            stops, at: 0.5 + (x * direction.x + y * direction.y) / length)
          compare(found, column, expected, length * scale, random.seed)
        }
      }
    }
  }

  @Test(arguments: RadialGradient.Extent.allCases, [false, true])
  func radialOnesMatchTheFormula(extent: RadialGradient.Extent, isCircle: Bool) {
    var random = SeededGenerator()
    let stops = stops(&random)
    let gradient = RadialGradient(
      center: Point(x: 0.3, y: 0.6), extent: extent, isCircle: isCircle, stops: stops)
    let center = Point(x: rect.minX + 0.3 * rect.width, y: rect.minY + 0.6 * rect.height)
    let near = Point(x: 0.3 * rect.width, y: 0.4 * rect.height)
    let far = Point(x: 0.7 * rect.width, y: 0.6 * rect.height)
    let radii: (x: Double, y: Double) =
      switch (extent, isCircle) {
      case (.closestSide, true): (near.y, near.y)
      case (.farthestSide, true): (far.x, far.x)
      case (.closestCorner, true): (hypot(near.x, near.y), hypot(near.x, near.y))
      case (.farthestCorner, true): (hypot(far.x, far.y), hypot(far.x, far.y))
      case (.closestSide, false): (near.x, near.y)
      case (.farthestSide, false): (far.x, far.y)
      case (.closestCorner, false): (near.x * sqrt(2), near.y * sqrt(2))
      case (.farthestCorner, false): (far.x * sqrt(2), far.y * sqrt(2))
      }
    for row in [-6, 5, 18, 40] {
      let found = pixels(.radial(gradient), row: row)
      for column in 0..<200 {
        let x = (Double(column - 20) + 0.5 - center.x) / radii.x
        let y = (Double(row) + 0.5 - center.y) / radii.y
        compare(
          found, column, formula(stops, at: hypot(x, y)), min(radii.x, radii.y), random.seed)
      }
    }
  }

  /// Colours may be off by an eighth of a pixel. The tolerance is the change of the steepest
  /// gradient over that distance: from one colour to another in a fifth of a length.
  private func compare(
    _ found: [UInt8], _ column: Int, _ expected: [Double], _ length: Double, _ seed: UInt64
  ) {
    let steepest = 255 / (0.2 * length)
    for channel in 0..<4 {
      let difference = abs(Double(found[column * 4 + channel]) - expected[channel])
      #expect(difference <= 1 + steepest / 8, "seed \(seed), \(column)")
    }
  }

  @Test func hardStopsAreSharp() {
    let stops = [
      GradientStop(.black, at: 0.5), GradientStop(.white, at: 0.5),
    ]
    let found = pixels(.linear(LinearGradient(angle: 90, stops: stops)), row: 0)
    let middle = Int(saturating: rect.minX + rect.width / 2) + 20
    #expect(found[(middle - 1) * 4] == 0 && found[middle * 4] == 255)
  }

  @Test func oddStopsAreOrdered() {
    let stops = [
      GradientStop(.black, at: .nan), GradientStop(.white, at: 0.5), GradientStop(.black, at: 0.2),
      GradientStop(.white, at: .infinity),
    ]
    #expect(stops.ordered.map(\.place) == [0, 0.5, 0.5, 0.5])
    #expect(pixels(.linear(LinearGradient(stops: [])), row: 0).isEmpty)
    let one = pixels(.linear(LinearGradient(stops: [GradientStop(.white, at: 3)])), row: 0)
    #expect(one.allSatisfy { $0 == 255 })
  }

  @Test func emptyEllipsesAreTheirLastColor() {
    let gradient = RadialGradient(
      center: Point(x: 0, y: 0.5), extent: .closestSide, stops: .even(.white, .black))
    let found = pixels(.radial(gradient), row: 3)
    #expect(stride(from: 0, to: found.count, by: 4).allSatisfy { found[$0] == 0 })
  }
}
