#if SDL
  import CSDL2
  import Foundation
  import LinecasterBundledFonts
  import LinecasterCells
  import LinecasterBase
  import LinecasterList
  import LinecasterSDL
  import LinecasterSurface
  import Testing

  /// Finger events in SDL's form, pushed into its queue, over a list in a hidden window.
  @Suite(.timeLimit(.minutes(60)), .serialized) @MainActor struct TouchEventTests {
    private let window: SDLWindow
    private let host: SurfaceHost<SDLWindow>
    private let list: AutoDiffController
    private let size = Size(width: 300, height: 200)
    private let taps = Taps()

    private struct Line: Cell {
      var number: Int

      func body(in environment: LayoutEnvironment) -> some Layout {
        Text("Row \(number)").padding(8)
      }
    }

    private final class Taps {
      var rows: [Int] = []
    }

    init() async throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      window = try SDLWindow(title: "test", size: size, isAccelerated: false)
      host = SurfaceHost(on: window, size: size)
      list = AutoDiffController(
        pipeline: PrecomputePipeline(fonts: try .bundled()),
        environment: LayoutEnvironment(width: size.width), host: host)
      host.controller = list
      let items = (0..<500).map { [taps] number in
        TableItem(.number(number), cell: Line(number: number))
          .onTap { taps.rows.append(number) }
      }
      _ = try await list.update(with: TableModel(items: items)).outcome
      SDL_FlushEvents(0, UInt32.max)
      for _ in 0..<10 {
        frames(1)
        try await Task.sleep(for: .milliseconds(8))
      }
    }

    private func finger(_ type: SDL_EventType, _ y: Double, _ number: SDL_FingerID = 1) {
      var event = SDL_Event()
      event.type = type.rawValue
      event.tfinger.fingerId = number
      event.tfinger.x = 0.5
      event.tfinger.y = Float(y / size.height)
      #expect(SDL_PushEvent(&event) == 1)
    }

    /// Draws frames, each with the work done since the one before. The main actor is not yielded,
    /// because the test depends on the speed of the finger.
    private func frames(_ count: Int) {
      for _ in 0..<count {
        window.deliverEvents(to: host)
        host.draw(at: window.now)
        SDL_Delay(8)
      }
    }

    /// Swipes a finger up over the screen and lifts it.
    private func swipe() {
      finger(SDL_FINGERDOWN, 180)
      for step in 1...5 {
        finger(SDL_FINGERMOTION, 180 - Double(step) * 25)
        frames(1)
      }
    }

    @Test func aFlingGoesOnAndSlowsDown() {
      swipe()
      let dragged = host.offset
      #expect(dragged > 60)
      finger(SDL_FINGERUP, 50)
      frames(10)
      let soon = host.offset
      #expect(soon > dragged + 10)
      frames(60)
      let later = host.offset
      frames(10)
      #expect(later > soon && host.offset - later < soon - dragged)
      #expect(taps.rows.isEmpty)
    }

    @Test func aFingerCatchesTheListAndPressesNothing() {
      swipe()
      finger(SDL_FINGERUP, 50)
      frames(4)
      finger(SDL_FINGERDOWN, 100)
      frames(1)
      let caught = host.offset
      frames(20)
      #expect(host.offset == caught)
      finger(SDL_FINGERUP, 100)
      frames(3)
      #expect(taps.rows.isEmpty)
    }

    /// Only one finger at a time is used, and the pointer only if no finger is down.
    @Test func aSecondFingerAndThePointerAreLeftOut() {
      finger(SDL_FINGERDOWN, 180)
      finger(SDL_FINGERMOTION, 150)
      frames(1)
      let before = host.offset
      finger(SDL_FINGERDOWN, 100, 2)
      finger(SDL_FINGERMOTION, 20, 2)
      button(SDL_MOUSEBUTTONDOWN, 40)
      button(SDL_MOUSEBUTTONUP, 40)
      finger(SDL_FINGERUP, 20, 2)
      frames(3)
      #expect(host.offset == before && taps.rows.isEmpty)
      finger(SDL_FINGERMOTION, 130)
      frames(1)
      #expect(abs(host.offset - before - 20) < 0.5)
      finger(SDL_FINGERUP, 130)
      frames(3)
      button(SDL_MOUSEBUTTONDOWN, 40)
      button(SDL_MOUSEBUTTONUP, 40)
      frames(1)
      #expect(taps.rows.count == 1)
    }

    private func button(_ type: SDL_EventType, _ y: Int32) {
      var event = SDL_Event()
      event.type = type.rawValue
      event.button.button = 1
      event.button.clicks = 1
      event.button.x = 90
      event.button.y = y
      #expect(SDL_PushEvent(&event) == 1)
    }

    @Test func aTapIsATap() {
      finger(SDL_FINGERDOWN, 10)
      finger(SDL_FINGERUP, 11)
      frames(2)
      #expect(taps.rows == [0] && host.offset == 0)
    }

    @Test func theEndGivesWayAndComesBack() {
      finger(SDL_FINGERDOWN, 20)
      for step in 1...6 {
        finger(SDL_FINGERMOTION, 20 + Double(step) * 25)
        frames(1)
      }
      #expect(host.offset < -10)
      finger(SDL_FINGERUP, 170)
      frames(120)
      #expect(host.offset == 0)
    }
  }
#endif
