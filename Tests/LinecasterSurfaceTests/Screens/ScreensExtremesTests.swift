import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterSurface

/// Transitions and hosts with extreme numbers: nothing traps, and nothing moves beyond its path.
@Suite struct ScreensExtremesTests {
  @Test func placement() {
    var random = SeededGenerator()
    let (a, b) = (ScreenID(number: 1), ScreenID(number: 2))
    for kind in [ScreenTransition.Kind.push, .pop, .present, .dismiss] {
      let transition = ScreenTransition(number: 1, kind: kind, entering: [a], leaving: [b])
      for isRightToLeft in [false, true] {
        func place(_ id: ScreenID, _ progress: Double) -> ScreenTransition.Placement {
          transition.placement(
            of: id, progress: progress, size: Size(width: 100, height: 200),
            isRightToLeft: isRightToLeft)
        }
        #expect(place(a, 1) == .init() && place(b, 0) == .init())
        #expect(place(ScreenID(number: 3), 0.5) == .init())
        #expect(place(a, 0) != .init() || place(b, 1) != .init())
        for _ in 0..<50 {
          let placement = place(Bool.random(using: &random) ? a : b, random.extreme())
          #expect(abs(placement.offset.x) <= 100 && abs(placement.offset.y) <= 200)
          #expect((0...1).contains(placement.dimming), "seed \(random.seed)")
        }
      }
    }
  }

  @Test @MainActor func animations() throws {
    var random = SeededGenerator()
    let host = HeadlessScreenHost(size: Size(width: 100, height: 100))
    host.progress = 1
    let stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 100), host: host)
    let model = TurnedModel()
    let screen = try stack.push(model)
    for _ in 0..<200 {
      let (from, to) = (random.extreme(), random.extreme())
      model.state = from
      let duration = Duration.milliseconds(Int.random(in: -5...50, using: &random))
      screen.animate(Binding(model, \.state), to: to, for: duration)
      for time in [Duration.seconds(-1), .zero, .milliseconds(20), .seconds(1_000_000)] {
        stack.advance(to: time)
        let isBetween = min(from, to) <= model.state && model.state <= max(from, to)
        #expect(isBetween || !(from.isFinite && to.isFinite), "seed \(random.seed)")
      }
      stack.advance(to: .seconds(2_000_000))
      #expect(model.state == to || to.isNaN, "seed \(random.seed)")
    }
    screen.animate(Binding(model, \.state), to: 90, for: .milliseconds(400))
  }

  @Test @MainActor func hosts() throws {
    var random = SeededGenerator()
    for _ in 0..<40 {
      let size = Size(
        width: min(random.extreme(), 2_000), height: min(random.extreme(), 2_000))
      let host = HeadlessScreenHost(size: size)
      host.progress = random.extreme()
      let stack = ScreenStack(
        pipeline: PrecomputePipeline(fonts: try .bundled()),
        environment: LayoutEnvironment(width: random.extreme()), host: host)
      stack.show(true)
      try stack.push(NamesModel())
      try stack.push(NamesModel("Two"))
      // Numbers of transitions that do not exist do nothing.
      for number in [Int.min, -1, 0, 7, .max] {
        stack.finish(number)
        stack.cancel(number)
        host.interrupt(number)
      }
      #expect(host.transition != nil)
      host.finish(stack)
      let picture = try host.picture(of: stack)
      #expect(picture.width <= 2_000 && picture.height <= 2_000, "seed \(random.seed)")
    }
  }
}

/// A row whose height is animated.
private enum Turned: Screen {
  static func page(
    _ number: Double, in environment: LayoutEnvironment, send: @escaping Send<Never>
  ) -> ScreenPage {
    ScreenPage { TableItem("row", cell: NamesScreenRow(number: number)) }
  }
}

private struct NamesScreenRow: Cell {
  var number: Double

  func body(in environment: LayoutEnvironment) -> some Layout {
    Box(.black, size: Size(width: 10, height: 10)).transform(.rotate(number))
  }
}

@MainActor
private final class TurnedModel: ScreenModel {
  typealias Content = Turned
  var state = 0.0
}
