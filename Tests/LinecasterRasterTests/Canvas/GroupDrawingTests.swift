import Dispatch
import LinecasterDisplay
import LinecasterGeometry
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterRaster

@Suite struct GroupDrawingTests {
  private func canvas(_ background: Color = .white) throws -> Canvas {
    Canvas(
      bitmap: try Bitmap(width: 40, height: 30, background: background), scale: .one,
      glyphs: GlyphSource())
  }

  private func fill(_ x: Double, _ color: Color) -> DisplayCommand {
    .fill(DisplayShape(Rect(x: x, y: 5, width: 20, height: 20), cornerRadius: 7), .color(color))
  }

  /// The group over the ground: what it is on clear pixels, by the source-over formula.
  @Test func opacityMatchesTheFormula() throws {
    var random = try RandomDisplay(SeededGenerator())
    for _ in 0..<20 {
      let commands = [fill(2, random.color()), fill(11.5, random.color())]
      let opacity = random.number(0...1)
      let ground = random.color()
      var alone = try canvas(.clear)
      for command in commands {
        try alone.draw(.group(DisplayGroup([command])), isCancelled: { false })
      }
      var drawn = try canvas(ground)
      let before = drawn.bitmap
      try drawn.draw(DisplayGroup(commands, opacity: opacity))
      for index in drawn.bitmap.pixels.indices {
        let alpha = Double(alone.bitmap.pixels[index | 3]) / 255 * opacity
        let expected =
          Double(alone.bitmap.pixels[index]) * opacity
          + Double(before.pixels[index]) * (1 - alpha)
        // The opacity and two products are rounded.
        #expect(
          abs(Double(drawn.bitmap.pixels[index]) - expected) <= 1.75,
          "seed \(random.random.seed)")
      }
    }
  }

  @Test func aClipIsTheCoverageOfItsShape() throws {
    let clip = DisplayShape(Rect(x: 4.3, y: 3, width: 30, height: 22.5), cornerRadius: 8)
    let everywhere = DisplayShape(Rect(x: -10, y: -10, width: 90, height: 90))
    var filled = try canvas()
    filled.fill(clip, with: Color(rgb: 0xAA3311))
    var clipped = try canvas()
    try clipped.draw(
      DisplayGroup([.fill(everywhere, .color(Color(rgb: 0xAA3311)))], clip: clip))
    for (left, right) in zip(filled.bitmap.pixels, clipped.bitmap.pixels) {
      #expect(abs(Int(left) - Int(right)) <= 1)
    }
  }

  @Test func plainGroupsAreTheirSteps() throws {
    let commands = [fill(2, Color(red: 9, green: 80, blue: 3, alpha: 100)), fill(9, .black)]
    var apart = try canvas()
    for command in commands { try apart.draw(command, isCancelled: { false }) }
    var group = try canvas()
    let pixels = DisplayShape(Rect(x: 0, y: 0, width: 40, height: 30))
    try group.draw(DisplayGroup([.group(DisplayGroup(commands))], clip: pixels))
    #expect(group.bitmap == apart.bitmap)
  }

  @Test(arguments: [0, -1, Double.nan])
  func clearGroupsAreNotSeen(opacity: Double) throws {
    var canvas = try canvas()
    let before = canvas.bitmap
    try canvas.draw(DisplayGroup([fill(2, .black)], opacity: opacity))
    #expect(canvas.bitmap == before)
  }

  @Test func deepGroupsAreDrawnAndDeeperOnesAnError() throws {
    // Round corners take pixels of their own.
    let clip = DisplayShape(Rect(x: 0, y: 0, width: 40, height: 30), cornerRadius: 1)
    func nested(_ levels: Int) -> DisplayGroup {
      (1..<levels).reduce(DisplayGroup([fill(2, .black)], clip: clip)) { group, _ in
        DisplayGroup([.group(group)], clip: clip)
      }
    }
    let deepest = nested(DisplayGroup.maximumDepth)
    let failures = Mutex<[RasterError]>([])
    // The stacks of the queue's threads are the smallest that drawing meets.
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      do {
        var canvas = try canvas()
        try canvas.draw(deepest)
        #expect(canvas.bitmap.color(atX: 10, y: 15) != .white)
      } catch {
        if let error = error as? RasterError { failures.withLock { $0.append(error) } }
      }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    for levels in [DisplayGroup.maximumDepth + 1, 50_000] {
      let group = nested(levels)
      #expect(group.isTooDeep)
      var canvas = try canvas()
      let error = #expect(throws: RasterError.self) { try canvas.draw(group) }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func errorsLeaveWhatWasDrawn() throws {
    var canvas = try canvas()
    var asked = 0
    let group = DisplayGroup([fill(2, .black), fill(9, .black)], opacity: 0.5)
    #expect(throws: CancellationError.self) {
      try canvas.draw(group) {
        asked += 1
        return asked > 1
      }
    }
    #expect((canvas.bitmap.width, canvas.bitmap.height) == (40, 30))
    try canvas.draw(group)
    #expect(canvas.bitmap.color(atX: 10, y: 15) == Color(rgb: 0x7F7F7F))
  }
}
