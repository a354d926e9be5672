import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

/// The samples in the comments of LinecasterRaster.
@Suite struct TypeSamplesRaster {
  struct Swatches: ImageProvider {
    func bitmap(for image: ImageReference) -> Bitmap? {
      try? Bitmap(width: 8, height: 8, background: image.name == "ink" ? .black : .white)
    }
  }

  /// A stand-in for a host that draws on a GPU.
  private final class Host {
    var byteCount = 0
    var stepCount = 0
    func upload(_ upload: AtlasUpload, _ bytes: UnsafeRawBufferPointer) {
      byteCount += bytes.count
    }
    func draw(_ step: AtlasStep) { stepCount += 1 }
  }

  private let layout: TextLayout
  private let window = PixelRect(x: 0, y: 0, width: 300, height: 100)

  init() throws {
    layout = Typesetter(fonts: try .bundled()).prepare(Paragraph("Drawn once")).layout()
  }

  private var list: DisplayList {
    var list = DisplayList(size: Size(width: 200, height: 60))
    list.append(.text(layout, origin: Point(x: 20, y: 20)))
    return list
  }

  @Test func inkIsFoundByDrawing() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let layout = typesetter.prepare(Paragraph("ink")).layout(width: 100)
    let rasterizer = DisplayRasterizer()
    var list = DisplayList(size: layout.size)
    list.append(.text(layout, origin: .zero))
    let ink = try rasterizer.inkBounds(of: list, scale: PixelScale(2))
    #expect((ink?.width ?? 0) > 5 && (ink?.width ?? 0) < layout.size.width + 10)
  }

  @Test func rasterizes() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rasterizer = DisplayRasterizer()
    let bitmap = try rasterizer.rasterize(list, scale: PixelScale(2), background: .white)
    try PNGEncoder().write(bitmap, to: path)
    #expect((bitmap.width, bitmap.height) == (400, 120))
    #expect(try ImageDecoder().decode(path: path) == bitmap)
  }

  @Test func drawsColouredGlyphs() throws {
    let face = try FontFace(path: FontFixtures.paints)
    let glyph = try #require(
      (1..<UInt32(face.glyphCount)).first { try face.colorGlyph(of: $0) != nil })
    let source = GlyphSource()
    if let image = try source.image(of: glyph, in: face, size: 32, color: .black) {
      print(image.bitmap.width, image.bitmap.height, image.left, image.top)
    }
    #expect(try source.image(of: glyph, in: face, size: 32)?.top == 23)
  }

  @Test func readsCoverage() throws {
    let face = try #require(try FontCollection.bundled().faces.first { !$0.hasColorBitmaps })
    let (source, glyph) = (GlyphSource(), UInt32(40))
    if let coverage = try source.coverage(of: glyph, in: face, size: 32) {
      print(coverage.rect.width, coverage.rect.height, coverage.rowBytes)
    }
    #expect(try source.coverage(of: glyph, in: face, size: 32)?.bytes.contains(255) == true)
  }

  @Test func hasABudget() throws {
    var bitmap: Bitmap?
    let small = DisplayRasterizer(budget: RenderBudget(pixelCount: 4_000_000))
    do {
      bitmap = try small.rasterize(list)
    } catch let excess as RenderBudget.Excess {
      print(excess.limit, excess.needed, excess.allowed)
    }
    #expect(bitmap?.width == 200 && bitmap?.height == 60)
  }

  @Test func drawsInBands() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let picture = try DisplayRasterizer().bands(of: list, scale: PixelScale(2))
    try PNGEncoder().write(picture, to: path)
    #expect(try ImageDecoder().decode(path: path) == picture.bitmap())
  }

  @Test func drawsUnlessCancelled() throws {
    let picture = try DisplayRasterizer().bands(of: list)
    let bytes = try WorkScope.run(isCancelled: { Task.isCancelled }) { scope in
      var bytes: [UInt8] = []
      try PNGEncoder().encode(picture, name: "card.png", in: scope) { bytes += $0 }
      return bytes
    }
    #expect(try ImageDecoder().decode(bytes) == picture.bitmap())
  }

  @Test func draws() throws {
    let color = Color(rgb: 0xE8F0FE)
    let paper = try Bitmap(width: 200, height: 60, background: .white)
    var canvas = Canvas(bitmap: paper, scale: .one, glyphs: GlyphSource())
    canvas.fill(DisplayShape(Rect(x: 10, y: 10, width: 180, height: 40)), with: color)
    try canvas.draw(layout, at: Point(x: 20, y: 20))
    let drawn = canvas.bitmap
    #expect(drawn.color(atX: 12, y: 12) == color && drawn != paper)
  }

  @Test func copiesPixels() throws {
    let stamp = try Bitmap(width: 10, height: 10, background: Color(rgb: 0xD62839))
    var page = try Bitmap(width: 300, height: 200, background: .white)
    page.draw(stamp, atX: 20, y: 30)
    let corner = page.color(atX: 0, y: 0)
    let texture = page.bytes(in: .bgra)
    #expect(corner == .white && page.color(atX: 20, y: 30) == Color(rgb: 0xD62839))
    let start = (30 * 300 + 20) * 4
    #expect(texture[start..<start + 4] == [0x39, 0x28, 0xD6, 0xFF])
  }

  @Test func uploads() throws {
    var batcher = DisplayBatcher(viewport: window, scale: .one, glyphs: GlyphSource())
    try batcher.append(list)
    var (textures, byteCount) = ([Int: Int](), 0)
    batcher.atlas.forEachUpload { upload, bytes in
      textures[upload.page] = upload.identifier
      byteCount += bytes.count
    }
    #expect(textures.count == 1 && byteCount > 0)
  }

  @Test func batches() throws {
    let host = Host()
    var batcher = DisplayBatcher(viewport: window, scale: .one, glyphs: GlyphSource())
    batcher.beginFrame()
    try batcher.append(list, at: Point(x: 0, y: 40))
    batcher.atlas.forEachUpload { upload, bytes in host.upload(upload, bytes) }
    for step in batcher.drawing.steps { host.draw(step) }
    #expect(host.byteCount > 0 && host.stepCount == 2)
  }

  @Test func measuresDistances() throws {
    let glyphs = GlyphSource()
    let run = try #require(layout.glyphRuns.first)
    let (glyph, face) = (try #require(run.placedGlyphs.first).identifier, run.face)
    let field = try glyphs.distanceField(of: glyph, in: face, size: 32, spread: 4)
    if let field, let corner = field.bytes.first {
      print(field.width, field.height, field.distance(of: corner))
    }
    #expect(try #require(field).distance(of: 255) > 3)
  }

  @Test func rendersGlyphs() throws {
    let rendering = GlyphRendering(hinting: .light, antialiasing: .rgb, contrast: 0.5)
    let rasterizer = DisplayRasterizer(rendering: rendering)
    let bitmap = try rasterizer.rasterize(list, background: .white)
    #expect(bitmap != (try DisplayRasterizer().rasterize(list, background: .white)))
  }

  @Test func rendersGlyphsForAScreen() throws {
    let scale = PixelScale(1.25)
    let rasterizer = DisplayRasterizer(rendering: .preset(.screen, for: scale))
    let bitmap = try rasterizer.rasterize(list, scale: scale, background: .white)
    let plain = DisplayRasterizer(rendering: .plain)
    #expect(bitmap != (try plain.rasterize(list, scale: scale, background: .white)))
    #expect(bitmap == (try DisplayRasterizer().rasterize(list, scale: scale, background: .white)))
  }

  @Test func sharesGlyphs() throws {
    let cache = GlyphCache(byteLimit: 8 << 20)
    let (light, sharp) = (
      DisplayRasterizer(glyphCache: cache),
      DisplayRasterizer(glyphCache: cache, rendering: GlyphRendering(hinting: .full))
    )
    for rasterizer in [light, sharp, light] { _ = try rasterizer.rasterize(list) }
    print(cache.statistics.hits, cache.statistics.bytes)
    #expect(cache.statistics.hits >= list.glyphCount)
  }

  @Test func providesImages() throws {
    var list = DisplayList(size: Size(width: 20, height: 20))
    let box = DisplayShape(Rect(x: 0, y: 0, width: 20, height: 20))
    list.append(.image(ImageReference("ink"), box, .stretch))
    let bitmap = try DisplayRasterizer(images: Swatches()).rasterize(list)
    #expect(bitmap.color(atX: 10, y: 10) == .black)
  }
}
