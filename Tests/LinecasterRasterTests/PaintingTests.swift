import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

@Suite struct PaintingTests {
  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DisplayShape {
    DisplayShape(Rect(x: x, y: y, width: width, height: height))
  }

  private func list(_ commands: [DisplayCommand], side: Double = 100) -> DisplayList {
    var list = DisplayList(size: Size(width: side, height: side))
    for command in commands { list.append(command) }
    return list
  }

  private func area(_ commands: [DisplayCommand], side: Int = 100) -> RenderCost.Painting {
    RenderCost.Painting(
      commands, scale: .one, clip: PixelRect(x: 0, y: 0, width: side, height: side))
  }

  @Test func shapesCountTheirPixels() {
    let fill = DisplayCommand.fill(box(10, 20, 30, 40), .color(.black))
    #expect(area([fill]).count == 1_200)
    #expect(area([fill]).bounds == PixelRect(x: 10, y: 20, width: 30, height: 40))
    // Between pixels the box touches one more; outside the clip it touches none.
    #expect(area([.fill(box(10.5, 20, 30, 40), .color(.black))]).count == 31 * 40)
    #expect(area([.fill(box(90, 90, 30, 40), .color(.black))]).count == 100)
    #expect(area([fill, fill, fill]).count == 3_600)
    #expect(area([.fill(box(.nan, 0, 1, 1), .color(.black))]).count == 0)
    // The ring of a border, without its inside.
    let border = DisplayCommand.border(
      box(0, 0, 100, 100), Border(all: BorderEdge(width: 2, color: .black)))
    #expect(area([border]).count == 100 * 100 - 96 * 96)
  }

  /// A layer counts for clearing, drawing and compositing.
  @Test func layersCountBesidesWhatIsInThem() {
    let fill = DisplayCommand.fill(box(10, 20, 30, 40), .color(.black))
    #expect(area([.group(DisplayGroup([fill]))]).count == 1_200)
    #expect(area([.group(DisplayGroup([fill], opacity: 0.5))]).count == 3 * 1_200)
    let nested = DisplayGroup([.group(DisplayGroup([fill], opacity: 0.5))], opacity: 0.5)
    #expect(area([.group(nested)]).count == 5 * 1_200)
    let clipped = DisplayGroup([fill], clip: box(0, 0, 20, 30))
    #expect(area([.group(clipped)]).count == 100)
    #expect(area([.group(DisplayGroup([fill], opacity: 0))]).count == 0)
  }

  @Test func aBlurCountsWhatItBlurs() {
    func count(_ blur: Double, side: Double = 40) -> Int {
      area([.shadow(box(30, 30, side, side), Shadow(.black, blur: blur))]).count
    }
    #expect(count(10) > 2 * count(0) && count(40) > count(10))
    // The area between the corners of a large box is uniform.
    let large = area(
      [.shadow(box(100, 100, 800, 800), Shadow(.black, blur: 10))], side: 1_000)
    #expect(large.pixelCount < 4 * 830 * 830)
  }

  /// Each limit allows exactly the needed amount; one less is an error with the numbers.
  @Test func errorsSayHowMuchIsPainted() throws {
    let fills = (0..<5).map { DisplayCommand.fill(box(Double($0), 0, 50, 50), .color(.black)) }
    let needed = 100 * 100 + 5 * 2_500
    let enough = DisplayRasterizer(budget: RenderBudget(blendedPixelCount: needed))
    let small = DisplayRasterizer(budget: RenderBudget(blendedPixelCount: needed - 1))
    let list = list(fills)
    #expect(try enough.rasterize(list) == DisplayRasterizer().rasterize(list))
    #expect(try enough.bands(of: list).bitmap() == DisplayRasterizer().rasterize(list))
    let calls: [() throws -> Void] = [
      { _ = try small.rasterize(list) }, { _ = try small.bands(of: list) },
    ]
    for call in calls {
      let error = #expect(throws: RenderBudget.Excess.self) { try call() }
      #expect(error?.limit == .blendedPixels && error?.source == "image of 100 × 100 pixels")
      #expect(error?.needed == needed && error?.allowed == needed - 1)
    }
    var canvas = Canvas(
      bitmap: try Bitmap(width: 100, height: 100), scale: .one, glyphs: GlyphSource())
    canvas.budget = RenderBudget(blendedPixelCount: 5 * 2_500 - 1)
    #expect(throws: RenderBudget.Excess.self) { try canvas.draw(list) }
    #expect(try canvas.bitmap == Bitmap(width: 100, height: 100))
    canvas.budget.blendedPixelCount += 1
    try canvas.draw(list)
  }

  @Test func whoeverDrawsHasItsTime() throws {
    let list = list([.fill(box(0, 0, 50, 50), .color(.black))])
    let late = DisplayRasterizer(budget: RenderBudget(time: .zero))
    let error = #expect(throws: RenderBudget.Excess.self) { try late.rasterize(list) }
    #expect(error?.limit == .time && error?.allowed == 0)
    #expect(throws: RenderBudget.Excess.self) { try late.bands(of: list).bitmap() }
    #expect(throws: CancellationError.self) { try late.rasterize(list) { true } }
  }

  /// Shadows in hundreds of layers would take hours, and are refused at once.
  @Test func whatTakesHoursIsRefusedAtOnce() throws {
    let shape = box(0, 0, 1_000, 1_000)
    let shadow = DisplayCommand.shadow(shape, Shadow(.black, blur: 500, isInset: true))
    let many = list(Array(repeating: shadow, count: 4_000), side: 1_000)
    let error = #expect(throws: RenderBudget.Excess.self) {
      try DisplayRasterizer().rasterize(many)
    }
    #expect(error?.limit == .blendedPixels && error?.needed ?? 0 > 1 << 36)
    let few = Array(repeating: shadow, count: 5)
    let deep = (0..<500).reduce(DisplayGroup(few)) { group, _ in
      DisplayGroup([.group(group)], opacity: 0.9)
    }
    #expect(throws: RenderBudget.Excess.self) {
      try DisplayRasterizer().rasterize(self.list([.group(deep)], side: 4_000))
    }
  }
}

/// The pixels that steps change, one after the other, are the second witness of the paint cost.
@Suite(.timeLimit(.minutes(60))) struct PaintingWitnessTests {
  private let glyphs = GlyphSource()

  /// The number of pixels that a step changes on a white or a black background.
  private func changed(
    _ size: PixelSize, _ scale: PixelScale, _ draw: (inout Canvas) throws -> Void
  ) throws -> Int {
    let drawings = try [Color.white, .black].map { ground in
      let bitmap = try Bitmap(width: size.width, height: size.height, background: ground)
      var canvas = Canvas(bitmap: bitmap, scale: scale, glyphs: glyphs)
      try draw(&canvas)
      return (bitmap, canvas.bitmap)
    }
    var isChanged = [Bool](repeating: false, count: size.width * size.height)
    for (before, after) in drawings where before != after {
      before.pixels.withUnsafeBytes { before in
        after.pixels.withUnsafeBytes { after in
          for pixel in isChanged.indices {
            let place = 4 * pixel
            guard
              before.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                != after.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            else { continue }
            isChanged[pixel] = true
          }
        }
      }
    }
    return isChanged.count(where: \.self)
  }

  /// The number of pixels that steps change, counted for each step.
  private func painted(
    _ commands: [DisplayCommand], _ size: PixelSize, _ scale: PixelScale,
    _ clips: [DisplayShape] = []
  ) throws -> Int {
    try commands.reduce(0) { sum, command in
      func changed(_ step: DisplayCommand) throws -> Int {
        let clipped = clips.reversed().reduce(step) { .group(DisplayGroup([$0], clip: $1)) }
        return try self.changed(size, scale) { try $0.draw(clipped, .unlimited) }
      }
      switch command {
      case .group(let group):
        let inner = clips + (group.clip.map { [$0] } ?? [])
        let content = group.opacity > 0 ? try painted(group.commands, size, scale, inner) : 0
        return sum + content + (group.opacity < 1 ? try changed(command) : 0)
      case .text(let layout, let origin) where clips.isEmpty:
        return try sum + painted(layout.inlineCommands(at: origin, scale: scale), size, scale)
          + letters(of: layout, origin, size, scale)
      default: return try sum + changed(command)
      }
    }
  }

  private func letters(
    of layout: TextLayout, _ origin: Point, _ size: PixelSize, _ scale: PixelScale
  ) throws -> Int {
    var count = 0
    for line in layout.decorationLines {
      count += try changed(size, scale) { $0.draw(line, layout.axes, at: origin) }
    }
    for run in layout.glyphRuns {
      for glyph in run.placedGlyphs {
        let place = glyph.origin.offset(x: origin.x, y: origin.y)
        count += try changed(size, scale) {
          try $0.drawGlyph(
            glyph.identifier, of: run.face, size: run.size, color: run.color, at: place)
        }
      }
    }
    return count
  }

  @Test func noLessIsFoundThanIsPainted() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 190))
    var sums = (found: 0.0, painted: 0)
    for round in 0..<TestSettings.transitions(usually: 25) {
      let list = display.list()
      let scale = PixelScale([1, 2, 1.25][round % 3])
      let size = PixelSize(
        width: scale.pixels(list.size.width), height: scale.pixels(list.size.height))
      let found = RenderCost.Painting(
        list.commands, scale: scale,
        clip: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
      let painted = try painted(list.commands, size, scale)
      #expect(
        found.count >= painted, "seed \(display.random.seed), round \(round): \(list.commands)")
      sums.found += found.pixelCount
      sums.painted += painted
    }
    #expect(sums.painted > 1_000)
  }

  /// Without blurs and text, the cost is at most a few times the changed pixels.
  @Test func shapesAreFoundNearly() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 191))
    var (found, drawn) = (0.0, 0)
    for _ in 0..<TestSettings.transitions(usually: 60) {
      let size = PixelSize(width: 80, height: 50)
      let fill = DisplayCommand.fill(display.shape(), .color(display.color()))
      found +=
        RenderCost.Painting([fill], scale: .one, clip: PixelRect(x: 0, y: 0, width: 80, height: 50))
        .pixelCount
      drawn += try painted([fill], size, .one)
    }
    #expect(found >= Double(drawn) && found < 2 * Double(drawn), "seed \(TestSettings.seed)")
  }

  /// Groups with effects, backdrop filters included.
  @Test func effectsAreNoLessThanTheirPixels() throws {
    var random = SeededGenerator(salt: 192)
    for _ in 0..<TestSettings.transitions(usually: 40) {
      let shape = DisplayShape(
        Rect(
          x: .random(in: -20...60, using: &random), y: .random(in: -20...60, using: &random),
          width: .random(in: 1...80, using: &random), height: .random(in: 1...80, using: &random)))
      let fill = DisplayCommand.fill(shape, .color(Color(rgb: 0x4080C0)))
      let blur = DisplayFilter.blur(.random(in: 0...9, using: &random))
      let group = DisplayGroup(
        [fill, fill], opacity: random.oneIn(2) ? 1 : 0.5,
        effects: DisplayEffects(
          transform: random.oneIn(2)
            ? .identity : DisplayTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, x: 20, y: 3),
          filters: random.oneIn(2) ? [] : [blur, .sepia(1)],
          backdrop: random.oneIn(2) ? DisplayBackdrop(shape, filters: [.invert(1)]) : nil))
      let size = PixelSize(width: 80, height: 80)
      let found = RenderCost.Painting(
        [.group(group)], scale: .one, clip: PixelRect(x: 0, y: 0, width: 80, height: 80))
      let painted = try changed(size, .one) { try $0.draw(.group(group), .unlimited) }
      #expect(found.count >= painted, "seed \(random.seed): \(group)")
    }
  }
}
