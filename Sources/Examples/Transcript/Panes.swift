#if SDL
  import Linecaster
  import LinecasterSDL
  import LinecasterSurface

  /// A list above a bar of buttons, which is a list of one row.
  @MainActor
  final class Panes: SurfaceContent {
    typealias Surface = SDLWindow
    let list, bar: SurfaceHost<SDLWindow>
    /// Called after input.
    var onInput: @MainActor () -> Void = {}
    /// The part that a pressed pointer belongs to.
    private var held: SurfaceHost<SDLWindow>?

    nonisolated static let barHeight = 48.0

    init(on window: SDLWindow) {
      list = SurfaceHost(on: window, size: window.size)
      bar = SurfaceHost(on: window, size: Size(width: window.size.width, height: Self.barHeight))
      size = window.size
      place()
    }

    var size: Size { didSet { place() } }

    private func place() {
      let height = max(0, size.height - Self.barHeight)
      list.size = Size(width: size.width, height: height)
      bar.size = Size(width: size.width, height: Self.barHeight)
      bar.origin = Point(x: 0, y: height)
    }

    private func part(at point: Point) -> (SurfaceHost<SDLWindow>, Point) {
      let part = held ?? (point.y < bar.origin.y ? list : bar)
      return (part, point.offset(x: -part.origin.x, y: -part.origin.y))
    }

    var fields: [TextInputHost<SDLWindow>] { [] }

    func draw(at time: Duration) -> Bool {
      let isMoving = list.draw(at: time)
      // Rows of the list may reach below it, and are covered.
      return bar.draw(at: time) || isMoving
    }

    var nextFrame: Duration? { [list.nextFrame, bar.nextFrame].compactMap(\.self).min() }

    func pointerDown(at point: Point, scrolls: Bool, clicks: Int, time: Duration) {
      let (part, place) = part(at: point)
      held = part
      part.pointerDown(at: place, scrolls: scrolls, clicks: clicks, time: time)
    }

    func pointerMoved(to point: Point, time: Duration) {
      let (part, place) = part(at: point)
      for other in [list, bar] where other !== part { other.pointerLeft(time: time) }
      part.pointerMoved(to: place, time: time)
    }

    func secondaryTap(at point: Point, time: Duration) -> Bool { false }

    func pointerUp(at point: Point, time: Duration) -> Bool {
      let (part, place) = part(at: point)
      held = nil
      defer { onInput() }
      return part.pointerUp(at: place, time: time)
    }

    func pointerLeft(time: Duration) {
      held = nil
      for part in [list, bar] { part.pointerLeft(time: time) }
    }

    func wheel(by change: Double, at point: Point, time: Duration) {
      list.wheel(by: change, time: time)
      onInput()
    }

    func key(_ key: SurfaceKey, time: Duration) -> Bool {
      defer { onInput() }
      return list.key(key, time: time)
    }

    func isInteractive(at point: Point) -> Bool {
      let (part, place) = part(at: point)
      return part.isInteractive(at: place)
    }

    func isSelectableText(at point: Point) -> Bool {
      let (part, place) = part(at: point)
      return part === list && part.isSelectableText(at: place)
    }

    func copySelection(to clipboard: any TextClipboard) -> Bool {
      list.copySelection(to: clipboard)
    }
  }

  /// The buttons below the list.
  struct Bar: Cell {
    enum Action: Hashable { case start, stop, latest, copy }

    var isStreaming: Bool
    var isAtEnd: Bool

    func body(in environment: LayoutEnvironment) -> some Layout {
      let isDark = environment.theme == .dark
      Row(spacing: 8, alignment: .center) {
        button(isStreaming ? "■ Stop" : "▶ Start", isStreaming ? .stop : .start, environment)
        button("Copy answer", .copy, environment)
        Spacer()
        if !isAtEnd { button("↓ To the latest", .latest, environment) }
      }
      .padding(Insets(horizontal: 12, vertical: 0))
      .frame(height: Panes.barHeight)
      .background(Color(rgb: isDark ? 0x161B22 : 0xF6F8FA))
      .border(Border(top: BorderEdge(width: 1, color: Color(rgb: isDark ? 0x30363D : 0xD0D7DE))))
    }

    private func button(
      _ title: String, _ action: Action, _ environment: LayoutEnvironment
    ) -> LayoutNode {
      let isDark = environment.theme == .dark
      let isPressed = environment.state.isPressed(action)
      let ground = isPressed ? 0x4361EE : isDark ? 0x30363D : 0xE1E6EC
      return Text(title, style: TextStyle(size: 14))
        .padding(Insets(horizontal: 12, vertical: 5))
        .background(Color(rgb: UInt32(ground)), cornerRadius: 8)
        .tag(action).role(.button)
    }
  }
#endif
