import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterGeometry
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText
import Testing

/// The samples of the chapter on hosts that are about surfaces, and of the comments on these.
@Suite(.timeLimit(.minutes(2))) @MainActor struct SurfaceSampleTests {
  /// Takes the place of a renderer.
  final class Renderer {
    typealias Texture = Int
    var (count, drawn) = (0, 0)

    func upload(_ pixels: Bitmap) -> Texture? {
      count += 1
      return count
    }
    func upload(_ pixels: Bitmap, _ rect: PixelRect, to texture: Texture) {}
    func draw(_ texture: Texture, _ quad: SurfaceQuad) { drawn += 1 }
    func fill(_ rect: Rect, _ color: Color) {}
    func free(_ texture: Texture) {}
  }

  enum Event {
    case wheel(Double)

    @MainActor func tell(_ host: SurfaceHost<Window>) {
      switch self {
      case .wheel(let change): host.wheel(by: change, time: .zero)
      }
    }
  }

  final class Window: RowSurface {
    typealias Texture = Renderer.Texture
    let renderer = Renderer()
    var frames = 0
    var isOpen: Bool { frames < 200 && renderer.drawn < 4 }
    var events: [Event] { frames == 1 ? [.wheel(10)] : [] }

    func makeTexture(of pixels: Bitmap) -> Texture? { renderer.upload(pixels) }
    func change(_ texture: Texture, to pixels: Bitmap, in changes: [PixelRect]) {
      for rect in changes { renderer.upload(pixels, rect, to: texture) }
    }
    func draw(_ texture: Texture, _ quad: SurfaceQuad) { renderer.draw(texture, quad) }
    func fill(_ rect: Rect, with color: Color) { renderer.fill(rect, color) }
    func drop(_ texture: Texture) { renderer.free(texture) }

    func present() { frames += 1 }
  }

  struct Clock {
    let start = ContinuousClock.now
    var now: Duration { start.duration(to: .now) }
  }

  struct Line: Cell {
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text).padding(8) }
  }

  @Test func aWindowShowsAList() async throws {
    let (window, clock, scale) = (Window(), Clock(), PixelScale(2))
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let host = SurfaceHost(on: window, size: Size(width: 360, height: 600))
    let controller = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 360, scale: scale), host: host)
    host.controller = controller
    let lines = (0..<3).map { TableItem(.number($0), cell: Line(text: "line \($0)")) }
    _ = try await controller.update(with: TableModel(items: lines)).outcome
    while window.isOpen {
      for event in window.events { event.tell(host) }
      host.draw(at: clock.now)
      window.present()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(window.renderer.drawn >= 3 && window.renderer.count == 3)
  }

  @Test func aListIsThrown() {
    let clock = Clock()
    var motion = ScrollMotion()
    motion.setLimits(0...4_000, length: 600)
    motion.beginDrag(at: .zero)
    motion.drag(by: 40, at: .milliseconds(16))
    motion.endDrag(at: .milliseconds(20))
    #expect(motion.offset == 40 && motion.isMoving)
    motion.move(to: 40, at: .milliseconds(20))
    while motion.isMoving { motion.advance(to: clock.now) }
    #expect(motion.offset == 40)
  }
}
