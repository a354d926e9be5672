import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText
import Testing

/// The samples of the article on hosts that use surfaces, and of the comments on surfaces.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SurfaceSampleTests {
  /// A stand-in for a renderer.
  final class Renderer {
    var (count, drawn, frames, uploads, glyphs) = (0, 0, 0, 0, 0)

    func upload(_ pixels: Bitmap) -> Int? {
      count += 1
      return count
    }
    func upload(_ pixels: Bitmap, _ rect: PixelRect, to texture: Int) {}
    func upload(_ part: Bitmap, at rect: PixelRect, to page: Int) { uploads += 1 }
    func draw(_ texture: Int, _ quad: SurfaceQuad) { drawn += 1 }
    func draw(_ vertices: [GlyphVertex], _ page: Int) { glyphs += vertices.count / 4 }
    func fill(_ rect: Rect, _ color: Color) {}
    func free(_ texture: Int) {}
  }

  enum Event {
    case wheel(Double)

    @MainActor func deliver(to host: SurfaceHost<Window>) {
      switch self {
      case .wheel(let change): host.wheel(by: change, time: .zero)
      }
    }
  }

  final class Window: RowSurface {
    let renderer = Renderer()
    func makeTexture(of pixels: Bitmap) -> Int? { renderer.upload(pixels) }
    func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {
      for rect in changes { renderer.upload(pixels, rect, to: texture) }
    }
    func draw(_ texture: Int, _ quad: SurfaceQuad) { renderer.draw(texture, quad) }
    func fill(_ rect: Rect, with color: Color) { renderer.fill(rect, color) }
    func drop(_ texture: Int) { renderer.free(texture) }
  }

  final class Scene: GlyphSurface {
    let renderer = Renderer()
    func makeTexture(of pixels: Bitmap) -> Int? { renderer.upload(pixels) }
    func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {
      for rect in changes { renderer.upload(pixels, rect, to: texture) }
    }
    func change(_ page: Int, to part: Bitmap, at rect: PixelRect) {
      renderer.upload(part, at: rect, to: page)
    }
    func draw(_ texture: Int, _ quad: SurfaceQuad) { renderer.draw(texture, quad) }
    func draw(_ vertices: [GlyphVertex], from page: Int) { renderer.draw(vertices, page) }
    func fill(_ rect: Rect, with color: Color) { renderer.fill(rect, color) }
    func drop(_ texture: Int) { renderer.free(texture) }
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
    while window.isOpen {
      for event in window.events { event.deliver(to: host) }
      host.draw(at: clock.now)
      window.present()
    }
    #expect(window.renderer.frames == 200 && window.renderer.drawn == 0)
    // Workers make rows while the loop yields the main actor.
    let lines = (0..<3).map { TableItem(.number($0), cell: Line(text: "line \($0)")) }
    _ = try await controller.update(with: TableModel(items: lines)).outcome
    window.renderer.frames = 0
    while window.isOpen {
      host.draw(at: clock.now)
      window.present()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(window.renderer.drawn >= 3 && window.renderer.count == 3)
  }

  @Test func glyphsComeFromAnAtlas() async throws {
    let (window, clock, size) = (Scene(), Clock(), Size(width: 360, height: 600))
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let environment = LayoutEnvironment(width: 360, scale: PixelScale(2))
    let host = SurfaceHost(glyphsOn: window, size: size, pipeline: pipeline)
    var options = AutoDiffController.Options()
    options.output = .arrangements
    let controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, options: options)
    host.controller = controller
    let lines = (0..<3).map { TableItem(.number($0), cell: Line(text: "line \($0)")) }
    _ = try await controller.update(with: TableModel(items: lines)).outcome
    repeat {
      window.renderer.glyphs = 0
      host.draw(at: clock.now)
      try await Task.sleep(for: .milliseconds(5))
    } while window.renderer.glyphs == 0 || host.blankRowCount > 0
    // The letters without the spaces, all from one page, and no other texture.
    #expect(window.renderer.glyphs == 15 && window.renderer.count == 1)
    #expect(window.renderer.uploads > 0 && window.renderer.drawn == 0)
  }

  @Test func aListIsThrown() {
    /// Sixteen milliseconds later each time it is asked.
    final class Frames {
      private var count = 2
      var now: Duration {
        count += 1
        return .milliseconds(count * 16)
      }
    }

    let clock = Frames()
    var motion = ScrollMotion()
    motion.setLimits(0...4_000, length: 600)
    motion.beginDrag(at: .zero)
    motion.drag(by: 40, at: .milliseconds(16))
    motion.endDrag(at: .milliseconds(20))
    while motion.isMoving { motion.advance(to: clock.now) }
    #expect(motion.offset > 40 && motion.velocity == 0)
  }
}

extension SurfaceSampleTests.Window {
  fileprivate var isOpen: Bool { renderer.frames < 200 && renderer.drawn < 4 }
  fileprivate var events: [SurfaceSampleTests.Event] {
    renderer.frames == 1 ? [.wheel(10)] : []
  }

  fileprivate func present() { renderer.frames += 1 }
}
