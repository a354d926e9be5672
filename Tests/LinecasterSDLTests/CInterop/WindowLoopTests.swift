#if SDL
  import CSDL2
  import Foundation
  import LinecasterBase
  import LinecasterBundledFonts
  import LinecasterCells
  import LinecasterFonts
  import LinecasterList
  import LinecasterSDL
  import LinecasterSurface
  import Testing

  /// The loop of a hidden window: its frames, and the events that wake it.
  ///
  /// The test runner serves the main queue without a run loop, so work of the main actor and timers
  /// cannot wake it here; `.ci/window` tests programs that wait for both.
  @Suite(.timeLimit(.minutes(60)), .serialized) @MainActor struct WindowLoopTests {
    private let window: SDLWindow
    private let content: CountingContent

    init() throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      window = try SDLWindow(
        title: "test", size: Size(width: 100, height: 80), isAccelerated: false)
      content = CountingContent()
      SDL_FlushEvents(0, UInt32.max)
    }

    /// Runs the loop for a time.
    private func run(for duration: Duration) {
      let end = window.now + duration
      run(until: { window.now >= end })
    }

    /// Runs the loop until a condition holds, or for five minutes.
    private func run(mailbox: DeliveryMailbox? = nil, until isDone: @MainActor () -> Bool) {
      let end = window.now + .seconds(300)
      window.run(content, mailbox: mailbox) {
        guard isDone() || window.now >= end else { return }
        var event = SDL_Event()
        event.type = SDL_QUIT.rawValue
        SDL_PushEvent(&event)
      }
    }

    @Test func aWindowAtRestDrawsNothing() {
      run(for: .milliseconds(600))
      // The first frame, and one for the event that ends the loop.
      #expect((1...3).contains(content.frames.count))
    }

    @Test func whatMovesIsDrawnAtThePaceOfTheDisplay() {
      content.movesUntil = window.now + .milliseconds(500)
      run(for: .milliseconds(800))
      #expect((8...130).contains(content.frames.count))
      #expect(zip(content.frames, content.frames.dropFirst()).allSatisfy { $1 - $0 > .zero })
    }

    @Test func aLaterChangeIsDrawnWhenItIsDue() {
      let due = window.now + .milliseconds(300)
      content.change = due
      run(until: { content.change == nil })
      #expect(content.frames.last.map { $0 >= due } == true)
      #expect(content.frames.count <= 4)
    }

    @Test func aMailboxIsDrainedWhenSomethingArrives() async throws {
      let mailbox = DeliveryMailbox()
      let host = HeadlessHost(.all)
      let list = AutoDiffController(
        pipeline: PrecomputePipeline(fonts: try .bundled()),
        environment: LayoutEnvironment(width: 100), host: host, delivery: .manual(mailbox))
      list.update(with: TableModel(items: [TableItem("row", cell: Separator.small)]))
      run(mailbox: mailbox, until: { list.snapshot.generation > 0 && list.isIdle })
      #expect(list.snapshot.generation > 0 && list.isIdle)
    }

    @Test func aFrameOfPartsThatDoNotBelongTogetherWaits() {
      let free = window.now + .milliseconds(200)
      content.heldUntil = free
      content.change = .zero
      run(until: { !content.frames.isEmpty })
      #expect(content.frames.first.map { $0 >= free } == true)
    }

    @Test func theSecondButtonIsASecondaryClick() {
      for number in [SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE, SDL_BUTTON_LEFT] {
        for type in [SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP] {
          var event = SDL_Event()
          event.type = type.rawValue
          event.button.button = UInt8(number)
          event.button.x = 30
          event.button.y = 40
          SDL_PushEvent(&event)
        }
      }
      window.deliverEvents(to: content)
      #expect(content.said == ["menu at 30, 40", "down", "up"])
    }
  }

  /// Content that counts its frames, and changes at a time set by a test.
  @MainActor
  final class CountingContent: SurfaceContent {
    typealias Surface = SDLWindow
    var size = Size.zero
    var fields: [TextInputHost<SDLWindow>] { [] }
    private(set) var frames: [Duration] = []
    private(set) var said: [String] = []
    var movesUntil = Duration.zero
    var change: Duration?
    var heldUntil = Duration.zero

    func draw(at time: Duration) -> Bool {
      frames.append(time)
      if let due = change, due <= time { change = nil }
      return time < movesUntil
    }

    var nextFrame: Duration? {
      (frames.last ?? .zero) < movesUntil ? .zero : change
    }

    func holdsFrame(at time: Duration) -> Bool { time < heldUntil }
    func pointerDown(at point: Point, scrolls: Bool, clicks: Int, time: Duration) {
      said.append("down")
    }
    func pointerMoved(to point: Point, time: Duration) {}
    func secondaryTap(at point: Point, time: Duration) -> Bool {
      said.append("menu at \(Int(saturating: point.x)), \(Int(saturating: point.y))")
      return true
    }
    func pointerUp(at point: Point, time: Duration) -> Bool {
      said.append("up")
      return true
    }
    func pointerLeft(time: Duration) {}
    func wheel(by change: Double, at point: Point, time: Duration) {}
    func key(_ key: SurfaceKey, time: Duration) -> Bool { false }
    func isInteractive(at point: Point) -> Bool { false }
    func isSelectableText(at point: Point) -> Bool { false }
    func copySelection(to clipboard: any TextClipboard) -> Bool { false }
  }
#endif
