import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterText
import Testing

/// The samples on lists that become draw data.
@Suite(.timeLimit(.minutes(60))) @MainActor struct DisplaySurfaceSampleTests {
  final class Picture {
    var pixels: Bitmap
    init(_ pixels: Bitmap) { self.pixels = pixels }
  }

  final class Scene: DisplaySurface {
    var builder: DrawDataBuilder
    var failure: (any Error)?
    init(_ builder: DrawDataBuilder) { self.builder = builder }

    func makeTexture(of pixels: Bitmap) -> Picture? { Picture(pixels) }
    func change(_ texture: Picture, to pixels: Bitmap, in changes: [PixelRect]) {
      texture.pixels = pixels
    }
    func draw(_ texture: Picture, _ quad: SurfaceQuad) {
      let (x, y) = (pixel(quad.topLeft.x), pixel(quad.topLeft.y))
      builder.append(texture.pixels, x: x, y: y, opacity: quad.opacity)
    }
    func draw(_ list: DisplayList, _ quad: SurfaceQuad) {
      let scale = builder.scale.factor
      let point = Point(x: quad.topLeft.x / scale, y: quad.topLeft.y / scale)
      do {
        try builder.append(list, at: point, opacity: quad.opacity)
      } catch {
        failure = error
      }
    }
    func fill(_ rect: Rect, with color: Color) {
      let (left, top) = (pixel(rect.minX), pixel(rect.minY))
      let (right, bottom) = (pixel(rect.maxX), pixel(rect.maxY))
      builder.fill(PixelRect(left: left, top: top, right: right, bottom: bottom), with: color)
    }
    func drop(_ texture: Picture) {}
    private func pixel(_ place: Double) -> Int { Int(exactly: place.rounded()) ?? 0 }
  }

  /// A row that is text, or that a worker draws.
  struct Line: Cell {
    var text: String
    var isFaint: Bool
    func body(in environment: LayoutEnvironment) -> some Layout {
      Text(text).padding(8).opacity(isFaint ? 0.5 : 1)
    }
  }

  @Test func aListBecomesTriangles() async throws {
    let (size, viewport) = (
      Size(width: 300, height: 400), PixelRect(x: 0, y: 0, width: 600, height: 800)
    )
    let environment = LayoutEnvironment(width: 300, scale: PixelScale(2))
    let pipeline = PrecomputePipeline(fonts: try .bundled())
    let scene = Scene(DrawDataBuilder(scale: PixelScale(2), rasterizer: pipeline.rasterizer))
    let host = SurfaceHost(displayListsOn: scene, size: size, pipeline: pipeline)
    var options = AutoDiffController.Options()
    options.output = .arrangements
    let controller = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, options: options)
    host.controller = controller

    controller.update(
      with: TableModel(
        items: (0..<100).map {
          TableItem(.number($0), cell: Line(text: "Row \($0)", isFaint: $0 == 1))
        }))
    var time = Duration.zero
    var uploads = 0
    /// Returns whether the frame differs from the one before.
    func frame() -> Bool {
      time += .seconds(1)
      scene.builder.beginFrame(viewport: viewport)
      host.draw(at: time)
      let hasChanged = scene.builder.endFrame()
      scene.builder.forEachUpload { upload, _ in uploads += upload.width > 0 ? 1 : 0 }
      return hasChanged
    }
    /// The textures of the frame: one page of glyphs, and the pixels of the faint row.
    func textureCount() -> Int { Set(scene.builder.data.commands.map(\.texture)).count }
    for _ in 0..<50_000 where host.blankRowCount > 0 || textureCount() < 2 {
      _ = frame()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(host.blankRowCount == 0 && scene.failure == nil)
    #expect(textureCount() == 2 && host.textureCount == 1)
    _ = frame()
    uploads = 0
    #expect(!frame() && uploads == 0)
  }
}
