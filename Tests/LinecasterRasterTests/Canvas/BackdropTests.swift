import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// Backdrop filters of groups; a convolution by its definition is the second witness.
@Suite struct BackdropTests {
  private let rasterizer = DisplayRasterizer()

  private func list(
    _ commands: [DisplayCommand], width: Double = 60, height: Double = 40
  ) -> DisplayList {
    var list = DisplayList(size: Size(width: width, height: height))
    for command in commands { list.append(command) }
    return list
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DisplayShape {
    DisplayShape(Rect(x: x, y: y, width: width, height: height))
  }

  private func glass(
    _ shape: DisplayShape, _ filters: [DisplayFilter], opacity: Double = 1,
    transform: DisplayTransform = .identity, _ inside: [DisplayCommand] = []
  ) -> DisplayCommand {
    .group(
      DisplayGroup(
        inside, opacity: opacity,
        effects: DisplayEffects(
          transform: transform, backdrop: DisplayBackdrop(shape, filters: filters))))
  }

  /// Random stripes and boxes.
  private func ground(_ random: inout SeededGenerator) -> [DisplayCommand] {
    (0..<9).map { _ in
      let shape = box(
        .random(in: -5...55, using: &random), .random(in: -5...35, using: &random),
        .random(in: 1...25, using: &random), .random(in: 1...25, using: &random))
      let color = Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random), alpha: 255)
      return .fill(shape, .color(color))
    }
  }

  /// The Gaussian mean of the pixels of a box around a place, mirrored at its edges.
  private func blurred(
    _ image: Bitmap, _ box: PixelRect, _ deviation: Double, x: Int, y: Int
  ) -> [Double] {
    func mirrored(_ place: Int, _ start: Int, _ end: Int) -> Int {
      var place = place
      while place < start || place >= end {
        place = place < start ? 2 * start - 1 - place : 2 * end - 1 - place
      }
      return place
    }
    let reach = Int(saturating: (4 * deviation).rounded(.up))
    var sums = [0.0, 0, 0, 0]
    var weights = 0.0
    for dy in -reach...reach {
      for dx in -reach...reach {
        let weight = Self.weight(dx, deviation) * Self.weight(dy, deviation)
        let column = mirrored(x + dx, box.left, box.right)
        let row = mirrored(y + dy, box.top, box.bottom)
        weights += weight
        for channel in 0..<4 {
          sums[channel] +=
            weight * Double(image.pixels[(row * image.width + column) * 4 + channel])
        }
      }
    }
    return sums.map { $0 / weights }
  }

  private static func weight(_ distance: Int, _ deviation: Double) -> Double {
    exp(-Double(distance * distance) / (2 * deviation * deviation))
  }

  @Test(arguments: [1.5, 3, 7])
  func whatIsBeneathIsBlurredInsideOfTheBox(deviation: Double) throws {
    var random = SeededGenerator()
    let ground = ground(&random)
    let before = try rasterizer.rasterize(list(ground), background: .white)
    let after = try rasterizer.rasterize(
      list(ground + [glass(box(12, 8, 30, 24), [.blur(deviation)])]), background: .white)
    let inside = PixelRect(x: 12, y: 8, width: 30, height: 24)
    for y in 0..<before.height {
      for x in 0..<before.width {
        let isInside =
          (inside.left..<inside.right).contains(x) && (inside.top..<inside.bottom).contains(y)
        let place = (y * before.width + x) * 4
        let drawn = after.pixels[place..<place + 4].map { Double($0) }
        let wanted =
          isInside
          ? blurred(before, inside, deviation, x: x, y: y)
          : before.pixels[place..<place + 4].map { Double($0) }
        // Wide blurs are three box blurs, which come within 3 % of the Gaussian (Filter Effects 1).
        let most = isInside ? (deviation > 4 ? 0.03 * 255 : 1.5) : 0
        let isNear = zip(drawn, wanted).allSatisfy { abs($0 - $1) <= most }
        try #require(isNear, "\(x), \(y): \(drawn), not \(wanted); seed \(random.seed)")
      }
    }
  }

  /// Colours change pixel by pixel; at half the opacity the change is half as large.
  @Test func colorsOfWhatIsBeneathChange() throws {
    let ground = DisplayCommand.fill(box(0, 0, 60, 40), .color(Color(rgb: 0x2040A0)))
    let drawn = try rasterizer.rasterize(
      list([
        ground, glass(box(0, 0, 20, 40), [.invert(1)]),
        glass(box(20, 0, 20, 40), [.invert(1)], opacity: 0.5),
      ]), background: .white)
    #expect(drawn.color(atX: 10, y: 20) == Color(rgb: 0xDFBF5F))
    #expect(drawn.color(atX: 30, y: 20) == Color(rgb: 0x80807F))
    #expect(drawn.color(atX: 50, y: 20) == Color(rgb: 0x2040A0))
  }

  /// The backdrop is limited to the surrounding group, and the content above it is unchanged.
  @Test func aGroupEndsWhatIsBeneath() throws {
    let shape = box(10, 10, 20, 20)
    let ground = DisplayCommand.fill(box(0, 0, 60, 40), .color(Color(rgb: 0x2040A0)))
    let front = DisplayCommand.fill(box(15, 15, 5, 5), .color(.black))
    for group in [
      DisplayGroup([glass(shape, [.invert(1)], [front])]),
      DisplayGroup([glass(shape, [.invert(1)], [front])], clip: box(0, 0, 50, 40)),
    ] {
      let drawn = try rasterizer.rasterize(list([ground, .group(group)]), background: .white)
      #expect(drawn.color(atX: 12, y: 12) == Color(rgb: 0x2040A0))
      #expect(drawn.color(atX: 17, y: 17) == .black)
    }
    let plain = try rasterizer.rasterize(
      list([ground, glass(shape, [.invert(1)], [front])]), background: .white)
    #expect(plain.color(atX: 12, y: 12) == Color(rgb: 0xDFBF5F))
    #expect(plain.color(atX: 17, y: 17) == .black)
  }

  /// The shape of the backdrop is transformed with its group.
  @Test func theShapeIsTransformed() throws {
    let ground = DisplayCommand.fill(box(0, 0, 60, 40), .color(.black))
    let turn = DisplayTransform.rotation(90, around: Point(x: 30, y: 20))
    let drawn = try rasterizer.rasterize(
      list([ground, glass(box(10, 15, 40, 10), [.invert(1)], transform: turn)]),
      background: .white)
    #expect(drawn.color(atX: 30, y: 3) == .white && drawn.color(atX: 30, y: 36) == .white)
    #expect(drawn.color(atX: 15, y: 20) == .black && drawn.color(atX: 44, y: 20) == .black)
  }

  /// A backdrop filter sees the result of another one below it.
  @Test func glassMayLieOnGlass() throws {
    let ground = DisplayCommand.fill(box(0, 0, 60, 40), .color(.black))
    let drawn = try rasterizer.rasterize(
      list([
        ground, glass(box(0, 0, 40, 40), [.invert(1)]), glass(box(20, 0, 40, 40), [.invert(1)]),
      ]), background: .white)
    #expect(drawn.color(atX: 10, y: 20) == .white)
    #expect(drawn.color(atX: 30, y: 20) == .black)
    #expect(drawn.color(atX: 50, y: 20) == .white)
  }

  /// A canvas without a known background filters only the list, as on clear pixels.
  @Test func aCanvasKnowsOnlyTheList() throws {
    let shape = box(0, 0, 60, 40)
    let half = list([.fill(box(0, 0, 30, 40), .color(.black)), glass(shape, [.blur(4)])])
    var canvas = rasterizer.canvas(
      on: try Bitmap(width: 60, height: 40, background: .white), scale: .one)
    try canvas.draw(half)
    let known = try rasterizer.rasterize(half, background: .white)
    let distance = zip(canvas.bitmap.pixels, known.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(distance) <= 1)
  }

  /// Bands, strips and parts of any size equal the whole, for blurs of any reach.
  @Test(arguments: [1, 1.25, 2])
  func partsAreTheWhole(scale: Double) throws {
    var random = SeededGenerator()
    let scale = PixelScale(scale)
    for _ in 0..<TestSettings.transitions(usually: 8) {
      var commands = ground(&random)
      for _ in 0..<4 {
        let shape = DisplayShape(
          Rect(
            x: .random(in: -20...50, using: &random), y: .random(in: -20...30, using: &random),
            width: .random(in: 1...50, using: &random),
            height: .random(in: 1...40, using: &random)), cornerRadius: 7)
        let inside = [DisplayCommand.fill(shape, .color(Color.white.opacity(0.3)))]
        let opacity = random.oneIn(2) ? 1 : 0.6
        let pane = glass(
          shape, [.blur(.random(in: 0...9, using: &random)), .saturate(1.4)], opacity: opacity,
          inside)
        commands.append(
          random.oneIn(3)
            ? .group(DisplayGroup(ground(&random) + [pane], opacity: 0.8, clip: shape)) : pane)
        commands += ground(&random).prefix(2)
      }
      let list = list(commands)
      let whole = try rasterizer.rasterize(list, scale: scale, background: .white)
      let bands = try rasterizer.bands(
        of: list, scale: scale, background: .white,
        bandHeight: .random(in: 1...20, using: &random))
      let isSame = try bands.bitmap() == whole
      #expect(isSame, "seed \(random.seed)")
      var canvas = rasterizer.canvas(on: whole, scale: scale)
      let part = PixelRect(
        x: .random(in: 0..<whole.width, using: &random),
        y: .random(in: 0..<whole.height, using: &random), width: 9, height: 14
      ).clipped(to: whole.bounds)
      try canvas.redraw(list, inside: part, background: .white, .unlimited)
      let isStill = canvas.bitmap == whole
      #expect(isStill, "seed \(random.seed)")
    }
  }

  /// A change below a backdrop filter damages all of the filter's shape, and nothing beside it.
  @Test func damageSpreadsInGlass() throws {
    let (old, new) = (
      DisplayCommand.fill(box(20, 20, 2, 2), .color(.black)),
      DisplayCommand.fill(box(20, 20, 2, 2), .color(.white))
    )
    let pane = glass(box(15, 5, 40, 30), [.blur(5)])
    let changes = try rasterizer.changes(from: list([old, pane]), to: list([new, pane]))
    let all = changes.reduce(changes[0]) { $0.union($1) }
    #expect(all == PixelRect(x: 15, y: 5, width: 40, height: 30))
    let apart = try rasterizer.changes(
      from: list([old, glass(box(30, 5, 20, 30), [.blur(5)])]),
      to: list([new, glass(box(30, 5, 20, 30), [.blur(5)])]))
    #expect(apart == [PixelRect(x: 20, y: 20, width: 2, height: 2)])
  }

  /// Overlapping wide backdrop filters stay within the budget, or are an error.
  @Test func manyGlassesAreBounded() throws {
    let panes = (0..<400).map { index in
      glass(box(Double(index % 7), 0, 50, 40), [.blur(400)])
    }
    let small = DisplayRasterizer(budget: RenderBudget(pixelCount: 20_000))
    #expect(throws: RenderBudget.Excess.self) { try small.rasterize(list(panes)) }
    // Painted pixels are counted apart from memory.
    let work = DisplayRasterizer(budget: RenderBudget(blendedPixelCount: 1 << 20))
    let error = #expect(throws: RenderBudget.Excess.self) { try work.rasterize(list(panes)) }
    #expect(error?.limit == .blendedPixels)
    // The time limit is off because a busy machine may take long.
    let patient = DisplayRasterizer(budget: RenderBudget(time: .seconds(3_600)))
    #expect(throws: Never.self) { try patient.rasterize(list(Array(panes.prefix(6)))) }
    #expect(throws: CancellationError.self) {
      try rasterizer.rasterize(list(panes), isCancelled: { true })
    }
  }
}
