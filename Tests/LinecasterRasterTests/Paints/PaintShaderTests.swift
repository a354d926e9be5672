import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts
@testable import LinecasterRaster

/// Gradients and blend modes, compared with their definitions.
@Suite struct PaintShaderTests {
  private func line(
    _ stops: [(Double, Color)], _ extend: ColorPaint.Extend = .pad
  ) -> ColorPaint.Line {
    ColorPaint.Line(
      stops: stops.map { .init(place: $0.0, ink: .init(color: $0.1, alpha: 1)) }, extend: extend)
  }

  /// The greatest t from 50 down to −50 at which the circle of a gradient passes over a point.
  private func greatest(_ start: ColorPaint.Circle, _ end: ColorPaint.Circle, _ point: Point)
    -> Double?
  {
    func side(_ t: Double) -> Double {
      let x = start.center.x + (end.center.x - start.center.x) * t - point.x
      let y = start.center.y + (end.center.y - start.center.y) * t - point.y
      let radius = start.radius + (end.radius - start.radius) * t
      return x * x + y * y - radius * radius
    }
    // Circles that pass over the point beyond 50 are not covered by this witness.
    let (x, y) = (end.center.x - start.center.x, end.center.y - start.center.y)
    let growth = end.radius - start.radius
    if side(50) * (x * x + y * y - growth * growth) < 0 { return nil }
    let steps = 100_000
    for step in 0..<steps {
      let (t, next) = (50 - Double(step) * 0.001, 50 - Double(step + 1) * 0.001)
      let radius = start.radius + (end.radius - start.radius) * t
      if radius >= 0, side(t) <= 0 && side(next) > 0 || side(t) >= 0 && side(next) < 0 { return t }
    }
    return nil
  }

  @Test func twoCirclesAreTheirDefinition() throws {
    var random = SeededGenerator()
    let ramp = line([(-50, .black), (50, .white)])
    var found = 0
    for _ in 0..<120 {
      func circle() -> ColorPaint.Circle {
        ColorPaint.Circle(
          center: Point(
            x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random)),
          radius: random.oneIn(4) ? 0 : .random(in: 0...8, using: &random))
      }
      let (start, end) = (circle(), random.oneIn(4) ? nil : circle())
      // Equal radii make a strip.
      let other = end ?? ColorPaint.Circle(center: Point(x: 9, y: -9), radius: start.radius)
      let shader = try #require(
        PaintShader(.radialGradient(ramp, start: start, end: other), .init(), textColor: .black))
      let point = Point(x: .random(in: -20...20, using: &random), y: 3)
      let color = shader.color(x: point.x, y: point.y)
      guard let expected = greatest(start, other, point) else { continue }
      found += 1
      #expect(color.w == 1, "seed \(random.seed)")
      #expect(abs(Double(color.x) * 100 - 50 - expected) < 0.003, "seed \(random.seed)")
    }
    #expect(found > 20)
  }

  @Test func linesRepeatAndReflect() throws {
    var random = SeededGenerator()
    let stops = [(0.2, Color.black), (0.3, Color(rgb: 0x804020)), (0.7, .white)]
    let repeated = try #require(ColorRamp(line(stops, .repeat), textColor: .black))
    let reflected = try #require(ColorRamp(line(stops, .reflect), textColor: .black))
    let padded = try #require(ColorRamp(line(stops), textColor: .black))
    for _ in 0..<200 {
      let place = Double.random(in: 0.2..<0.7, using: &random)
      let turns = Double(Int.random(in: -20...20, using: &random))
      func isNear(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Bool {
        (0..<4).allSatisfy { abs(one[$0] - other[$0]) < 1e-4 }
      }
      let color = padded.color(at: place)
      #expect(isNear(repeated.color(at: place + turns * 0.5), color), "seed \(random.seed)")
      #expect(isNear(reflected.color(at: place + turns), color), "seed \(random.seed)")
      #expect(isNear(reflected.color(at: 0.4 - place + turns), color), "seed \(random.seed)")
    }
    #expect(padded.color(at: -9) == padded.first && padded.color(at: 9) == padded.last)
  }

  @Test func stopsAtOnePlaceChangeAtOnce() throws {
    let stops = [(0.0, Color.black), (0.5, .black), (0.5, .white), (1.0, .white)]
    let ramp = try #require(ColorRamp(line(stops), textColor: .black))
    #expect(ramp.color(at: 0.499).x == 0 && ramp.color(at: 0.5).x == 1)
    // Without an extent nothing can repeat; otherwise there are two colours.
    let twice = [(0.5, Color.black), (0.5, .white)]
    #expect(ColorRamp(line(twice, .repeat), textColor: .black) == nil)
    let step = try #require(ColorRamp(line(twice), textColor: .black))
    #expect(step.color(at: 0.4).x == 0 && step.color(at: 0.5).x == 1)
  }

  @Test func coloursAreMixedPremultiplied() throws {
    let faint = Color(red: 255, green: 0, blue: 0, alpha: 0)
    let ramp = try #require(ColorRamp(line([(0, faint), (1, .white)]), textColor: .black))
    #expect(ramp.color(at: 0.5) == SIMD4(repeating: 0.5))
  }

  /// A singular transform paints nothing, and extreme numbers are allowed.
  @Test func placesTakeAnyNumber() {
    let ramp = line([(0, .black), (1, .white)])
    for number in ExtremeNumbers.doubles {
      let transform = ColorPaint.Transform(xx: number, yy: number, dx: number, dy: number)
      let circle = ColorPaint.Circle(center: Point(x: number, y: 1), radius: abs(number))
      let paints: [ColorPaint] = [
        .linearGradient(ramp, start: .zero, end: Point(x: number, y: 1)),
        .radialGradient(ramp, start: circle, end: .init(center: .zero, radius: 1)),
        .sweepGradient(ramp, center: .zero, startAngle: number, endAngle: 90),
      ]
      for paint in paints {
        for place in ExtremeNumbers.doubles {
          _ = PaintShader(paint, transform, textColor: .black)?.color(x: place, y: number)
          _ = PaintShader(paint, .init(), textColor: .black)?.color(x: place, y: 1)
        }
      }
    }
    #expect(
      PaintShader(.solid(.init(color: nil, alpha: 1)), .init(xx: 0), textColor: .white) != nil)
  }
}

@Suite struct CompositeModeTests {
  private func color(_ random: inout SeededGenerator) -> SIMD4<Float> {
    let alpha = random.oneIn(3) ? 1 : Float.random(in: 0...1, using: &random)
    return SIMD4(
      .random(in: 0...1, using: &random), .random(in: 0...1, using: &random),
      .random(in: 0...1, using: &random), 1) * alpha
  }

  @Test(arguments: ColorPaint.CompositeMode.allCases)
  func resultsArePremultiplied(mode: ColorPaint.CompositeMode) {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let (source, backdrop) = (color(&random), color(&random))
      let result = mode.blended(source, on: backdrop)
      for channel in 0..<4 {
        #expect(-1e-5...1.00001 ~= result[channel], "seed \(random.seed)")
        #expect(mode == .plus || result[channel] <= result.w + 1e-5, "seed \(random.seed)")
      }
    }
  }

  /// The definition of §9: a part of the source, a part of the backdrop, and for blend modes the
  /// mix of both where they overlap.
  @Test func nothingOnOneSideLeavesTheOther() {
    var random = SeededGenerator()
    let blends = ColorPaint.CompositeMode.allCases.filter { $0.rawValue > 12 }
    #expect(blends.count == 15)
    for mode in blends {
      let some = color(&random)
      for (one, other) in [(some, .zero), (SIMD4<Float>.zero, some)] {
        let result = mode.blended(one, on: other)
        #expect((0..<4).allSatisfy { abs(result[$0] - some[$0]) < 1e-6 }, "\(mode)")
      }
    }
  }
}
