import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText
import Observation
import Testing

/// The samples of the comments on screens in a window.
@Suite(.timeLimit(.minutes(60))) @MainActor final class ScreenSurfaceSampleTests {
  /// A stand-in for a renderer.
  final class Renderer {
    var (count, drawn, frames) = (0, 0, 0)
    var clip: Rect?
  }

  enum Event {
    case wheel(Double)

    @MainActor func deliver(to content: some SurfaceContent<Window>) {
      switch self {
      case .wheel(let change): content.wheel(by: change, at: .zero, time: .zero)
      }
    }
  }

  final class Window: RowSurface {
    let renderer = Renderer()
    let size = Size(width: 360, height: 600)
    var events: [Event] { [.wheel(0)] }
    var isOpen: Bool { renderer.frames < 20 }
    func makeTexture(of pixels: Bitmap) -> Int? {
      renderer.count += 1
      return renderer.count
    }
    func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {}
    func draw(_ texture: Int, _ quad: SurfaceQuad) { renderer.drawn += 1 }
    func fill(_ rect: Rect, with color: Color) {}
    func drop(_ texture: Int) {}
    func present() { renderer.frames += 1 }
  }

  struct Clock {
    let start = ContinuousClock.now
    var now: Duration { start.duration(to: .now) }
  }

  struct Line: Cell {
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text).padding(8) }
  }

  enum Users: Screen {
    static func page(
      _ state: String, in environment: LayoutEnvironment, send: @escaping Send<Never>
    ) -> ScreenPage {
      ScreenPage(bar: ScreenBar("Users")) { TableItem("user", cell: Line(text: state)) }
    }
  }

  @MainActor @Observable final class UsersModel: ScreenModel {
    typealias Content = Users
    var recipient = "Ada"
    var state: String { recipient }

    var fields: [ScreenField] {
      [ScreenField("recipient", Binding(self, \.recipient), placeholder: "Who gets it?")]
    }
  }

  @MainActor @Observable final class Person {
    var name = "Ada"
  }

  private var events: [Event] { [.wheel(0)] }

  func frame(of content: some SurfaceContent<Window>, at time: Duration) {
    for event in events { event.deliver(to: content) }
    content.draw(at: time)
  }

  @Test func aWindowShowsScreens() async throws {
    let (window, clock) = (Window(), Clock())
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let environment = LayoutEnvironment(width: 360)
    let host = SurfaceScreenHost(on: window, size: window.size)
    let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
    try stack.push(UsersModel())
    stack.show(true)
    while window.isOpen {
      for event in window.events { event.deliver(to: host) }
      host.draw(at: clock.now)
      window.present()
    }
    for _ in 0..<50_000 where window.renderer.drawn < 2 {
      try await Task.sleep(for: .milliseconds(5))
      frame(of: host, at: clock.now)
    }
    #expect(window.renderer.drawn >= 2)
  }

  @Test func aChildHasAListOfItsOwn() throws {
    let stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 360))
    let (parent, child) = (try stack.push(UsersModel()), UsersModel())
    do {
      try stack.add(child, to: parent, in: "room")
    }
    #expect(stack.children(of: parent).first?.list != nil)
  }

  @Test func aNameIsKeptEqualToAField() async throws {
    let person = Person()
    let field = TextInputHost(
      on: Window(), frame: Rect(x: 0, y: 0, width: 100, height: 30),
      environment: LayoutEnvironment(width: 100),
      pipeline: PrecomputePipeline(fonts: try .bundled()))
    let connection = Binding(person, \.name).connect(to: field)
    #expect(field.input.text == "Ada" && connection.isActive)
    field.isFocused = true
    field.insert("!")
    #expect(person.name == "Ada!" || person.name == "!Ada")
    person.name = "Bo"
    for _ in 0..<50_000 where field.input.text != "Bo" {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(field.input.text == "Bo")
  }
}

extension ScreenSurfaceSampleTests.Window: ClippingSurface {
  func clip(to rect: Rect?) { renderer.clip = rect }
}
