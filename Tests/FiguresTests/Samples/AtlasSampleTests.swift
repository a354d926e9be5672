import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText
import Testing

/// The samples of the article on the atlas.
@Suite struct AtlasSampleTests {
  /// A stand-in for a renderer on a GPU.
  private final class Renderer {
    struct Texture {
      let identifier: Int
      let side: Int
      var byteCount = 0
    }

    var textures: [Int: Texture] = [:]
    private(set) var quadCount = 0
    private(set) var canvasSteps = 0

    func draw(_ drawing: AtlasDrawing, _ atlas: inout GlyphAtlas) {
      atlas.forEachUpload { upload, bytes in
        if textures[upload.page]?.identifier != upload.identifier {
          textures[upload.page] = makeTexture(upload)
        }
        update(upload.page, upload.rect, from: bytes, rowBytes: upload.rowBytes)
      }
      for step in drawing.steps {
        switch step {
        case .list(let x, let y, let clip): scissor(clip, movedBy: (x, y))
        case .glyphs(let batch): draw(drawing.vertices(of: batch), textureOf: batch.page)
        case .command, .beneath, .above: drawWithCanvas(step)
        }
      }
    }

    private func makeTexture(_ upload: AtlasUpload) -> Texture {
      Texture(identifier: upload.identifier, side: upload.side)
    }

    private func update(
      _ page: Int, _ rect: PixelRect, from bytes: UnsafeRawBufferPointer, rowBytes: Int
    ) {
      textures[page]?.byteCount += rect.width * rect.height
      #expect(bytes.count >= (rect.height - 1) * rowBytes + rect.width)
    }

    private func scissor(_ rect: PixelRect, movedBy place: (Int, Int)) {}

    private func draw(_ vertices: [GlyphVertex], textureOf page: Int) {
      #expect(textures[page] != nil)
      quadCount += vertices.count / 4
    }

    private func drawWithCanvas(_ step: AtlasStep) { canvasSteps += 1 }
  }

  private struct Row {
    let list: DisplayList
    let top: Double
  }

  private func rows() throws -> [Row] {
    let typesetter = Typesetter(fonts: try .bundled())
    return (0..<4).map { row in
      var list = DisplayList(size: Size(width: 300, height: 24))
      list.append(
        .fill(DisplayShape(Rect(x: 0, y: 0, width: 300, height: 24)), .color(.white)))
      let layout = typesetter.prepare(Paragraph("Row \(row)")).layout(width: 300)
      list.append(.text(layout, origin: Point(x: 4, y: 4)))
      return Row(list: list, top: Double(row) * 24)
    }
  }

  @Test func drawsFrames() throws {
    let (rows, renderer) = (try rows(), Renderer())
    let window = PixelRect(x: 0, y: 0, width: 300, height: 100)
    var batcher = DisplayBatcher(viewport: window, scale: PixelScale(1), glyphs: GlyphSource())
    for _ in 0..<3 {
      batcher.beginFrame()
      for row in rows {
        try batcher.append(row.list, at: Point(x: 0, y: row.top)) { atlas, drawing in
          renderer.draw(drawing, &atlas)
        }
      }
      renderer.draw(batcher.drawing, &batcher.atlas)
    }
    #expect(renderer.quadCount >= 3 * 4 * 4 && renderer.canvasSteps == 3 * 4)
    #expect(renderer.textures.count == 1)
  }

  @Test func restoresTextures() throws {
    let (rows, renderer) = (try rows(), Renderer())
    let window = PixelRect(x: 0, y: 0, width: 300, height: 100)
    var batcher = DisplayBatcher(viewport: window, scale: PixelScale(1), glyphs: GlyphSource())
    for row in rows { try batcher.append(row.list, at: Point(x: 0, y: row.top)) }
    renderer.draw(batcher.drawing, &batcher.atlas)
    let side = try #require(renderer.textures[0]).side
    renderer.textures = [:]
    batcher.atlas.markAllForUpload()
    renderer.draw(batcher.drawing, &batcher.atlas)
    #expect(renderer.textures.count == 1 && renderer.textures[0]?.byteCount == side * side)
  }

  @Test func keepsRows() throws {
    let rows = try rows()
    let window = PixelRect(x: 0, y: 0, width: 300, height: 100)
    var batcher = DisplayBatcher(viewport: window, scale: PixelScale(1), glyphs: GlyphSource())
    var kept: [Int: AtlasDrawing] = [:]
    for _ in 0..<3 {
      batcher.beginFrame()
      for (index, row) in rows.enumerated() {
        if let drawing = kept[index], batcher.append(drawing) { continue }
        let drawing = try batcher.makeDrawing(of: row.list, at: Point(x: 0, y: row.top))
        _ = batcher.append(drawing)
        kept[index] = drawing
      }
    }
    // The result equals that of drawing all rows anew.
    var fresh = DisplayBatcher(viewport: window, scale: PixelScale(1), glyphs: GlyphSource())
    for row in rows { try fresh.append(row.list, at: Point(x: 0, y: row.top)) }
    #expect(batcher.drawing.quads == fresh.drawing.quads && !fresh.drawing.quads.isEmpty)
  }

  @Test func drawsFromFields() throws {
    let window = PixelRect(x: 0, y: 0, width: 300, height: 100)
    let glyphs = GlyphSource()
    var batcher = DisplayBatcher(
      viewport: window, scale: PixelScale(1), glyphs: glyphs,
      distanceFields: DistanceFieldOptions(size: 32, spread: 4))
    for row in try rows() { try batcher.append(row.list, at: Point(x: 0, y: row.top)) }
    #expect(batcher.atlas.pages.map(\.kind) == [.distance])
  }

  @Test func redrawsWhatDiffers() throws {
    let rows = try rows()
    let (old, new) = (rows[1].list, rows[2].list)
    let rasterizer = DisplayRasterizer()
    var bitmap = try rasterizer.rasterize(old)
    let changed = try rasterizer.redraw(&bitmap, from: old, to: new)
    for rect in changed { #expect(rect.width < 20 && rect.height < 20) }
    #expect(try bitmap == rasterizer.rasterize(new))
  }
}
