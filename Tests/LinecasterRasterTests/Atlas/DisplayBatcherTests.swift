import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// A host that draws with an atlas gives the images of the rasterizer, byte for byte.
@Suite struct DisplayBatcherTests {
  private let samples: ScriptSamples
  private static let background = Color(rgb: 0xF4F1EA)

  init() throws {
    samples = try ScriptSamples()
  }

  private func check(
    _ list: DisplayList, scale: PixelScale, rendering: GlyphRendering = .plain,
    options: GlyphAtlas.Options = .init()
  ) throws -> DisplayBatcher {
    let rasterizer = DisplayRasterizer(rendering: rendering)
    let expected = try rasterizer.rasterize(list, scale: scale, background: Self.background)
    var batcher = DisplayBatcher(
      viewport: expected.bounds, scale: scale, glyphs: rasterizer.glyphs, rendering: rendering,
      options: options)
    var host = try SoftwareHost(
      width: expected.width, height: expected.height, scale: scale, background: Self.background)
    try batcher.append(list) { host.draw($1, &$0) }
    host.draw(batcher.drawing, &batcher.atlas)
    #expect(host.bitmap == expected)
    #expect(
      expected
        != (try Bitmap(
          width: expected.width, height: expected.height, background: Self.background)))
    return batcher
  }

  @Test(arguments: [1, 1.25, 2, 3])
  func everyScriptHasTheSameImage(scale: Double) throws {
    var list = DisplayList(size: Size(width: 220, height: 300))
    for (row, text) in ScriptSamples.texts.enumerated() {
      let color = Color(red: 20, green: UInt8(row * 10), blue: 90, alpha: row % 3 == 0 ? 160 : 255)
      list.append(
        .text(
          samples.layout(text, TextStyle(size: 13, color: color)),
          origin: Point(x: 3.3, y: Double(row) * 18.4)))
    }
    _ = try check(list, scale: PixelScale(scale))
  }

  /// Rows scroll over a small atlas: every frame equals the canvas's, while glyphs are evicted.
  @Test(arguments: [1, 1.25, 2])
  func framesWithEvictionHaveTheSameImage(scale: Double) throws {
    var random = SeededGenerator()
    let scale = PixelScale(scale)
    let rows = (0..<14).map { row in
      var list = samples.list(Size(width: 150, height: 44), commands: 3, &random)
      // Coloured glyphs and coverage masks compete for the memory.
      let style = TextStyle(size: 12 + Double(row), color: .black)
      list.append(.text(samples.layout(row % 4 == 0 ? "😀🎉" : "Ag%", style), origin: .zero))
      return list
    }
    let (width, height) = (scale.pixels(150), scale.pixels(120))
    let glyphs = GlyphSource()
    var batcher = DisplayBatcher(
      viewport: PixelRect(x: 0, y: 0, width: width, height: height), scale: scale, glyphs: glyphs,
      rendering: .plain, options: .init(pageSide: 256, byteLimit: 0))
    var host = try SoftwareHost(
      width: width, height: height, scale: scale, background: Self.background)
    for frame in 0..<10 {
      batcher.beginFrame()
      host.bitmap = try Bitmap(width: width, height: height, background: Self.background)
      var canvas = Canvas(
        bitmap: host.bitmap, scale: scale, glyphs: glyphs, rendering: .plain)
      for row in 0..<3 {
        let list = rows[(frame + row) % rows.count]
        let place = Point(x: 0.3, y: Double(row) * 44 - 7.7)
        try batcher.append(list, at: place) { host.draw($1, &$0) }
        try canvas.draw(list, at: place)
      }
      host.draw(batcher.drawing, &batcher.atlas)
      #expect(host.bitmap == canvas.bitmap, "frame \(frame), seed \(random.seed)")
    }
    let statistics = batcher.atlas.statistics
    #expect(statistics.evictions > 0 && statistics.hits > 0, "seed \(random.seed)")
    #expect(statistics.bytes <= batcher.atlas.options.byteLimit)
  }

  @Test(arguments: GlyphRendering.Antialiasing.allCases)
  func stripesHaveTheSameImage(antialiasing: GlyphRendering.Antialiasing) throws {
    var random = SeededGenerator()
    let list = samples.list(Size(width: 160, height: 70), commands: 5, &random)
    let rendering = GlyphRendering(antialiasing: antialiasing, placement: .exact)
    let batcher = try check(list, scale: PixelScale(1.25), rendering: rendering)
    #expect(
      batcher.atlas.pages.contains { $0.kind == (antialiasing == .grey ? .mask : .subpixels) })
  }

  @Test func coloursInLayersHaveTheSameImage() throws {
    let face = try FontFace(path: FontFixtures.layers)
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    let style = TextStyle(size: 60, color: Color(red: 30, green: 60, blue: 90, alpha: 170))
    var list = DisplayList(size: Size(width: 200, height: 80))
    let layout = typesetter.prepare(Paragraph("ABA", style: style)).layout(width: .infinity)
    list.append(.text(layout, origin: .zero))
    let batcher = try check(list, scale: PixelScale(1.25))
    #expect(Set(batcher.drawing.quads.map(\.red)).count > 1)
  }

  /// Glyphs of many tiles, and glyphs over 2,000 pixels, of which only the visible tiles are drawn.
  @Test(arguments: [150, 700, 5000])
  func largeGlyphsHaveTheSameImage(size: Double) throws {
    var list = DisplayList(size: Size(width: 230, height: 190))
    let style = TextStyle(size: size, color: Color(red: 0, green: 90, blue: 0, alpha: 200))
    list.append(.text(samples.layout("g%S", style), origin: Point(x: -size / 10, y: -size * 0.9)))
    let batcher = try check(
      list, scale: .one, options: .init(pageSide: 256, byteLimit: 0))
    #expect(batcher.drawing.quads.allSatisfy { $0.texelWidth <= 128 && $0.texelHeight <= 128 })
  }

  @Test func anAtlasThatIsFullIsAnErrorOrFlushed() throws {
    var list = DisplayList(size: Size(width: 1200, height: 900))
    for size in 20..<60 {
      list.append(
        .text(
          samples.layout("ABCDEFGHIJKLM 😀", TextStyle(size: Double(size), color: .black)),
          origin: Point(x: 3, y: Double(size - 20) * 20)))
    }
    let options = GlyphAtlas.Options(pageSide: 256, byteLimit: 0)
    let batcher = try check(list, scale: .one, options: options)
    #expect(batcher.atlas.frame > 2)
    var strict = DisplayBatcher(
      viewport: batcher.viewport, scale: .one, glyphs: GlyphSource(), options: options)
    let error = #expect(throws: RasterError.self) { try strict.append(list) }
    #expect(error?.code == .atlasFull)
    #expect(!strict.drawing.quads.isEmpty)
  }

  @Test func drawingsAreUsedAgainWhileTheirGlyphsAreThere() throws {
    var random = SeededGenerator()
    let list = samples.list(Size(width: 150, height: 60), commands: 4, &random)
    let other = samples.list(Size(width: 150, height: 60), commands: 4, &random)
    let viewport = PixelRect(x: 0, y: 0, width: 150, height: 60)
    var batcher = DisplayBatcher(
      viewport: viewport, scale: .one, glyphs: GlyphSource(), rendering: .plain)
    let kept = try batcher.makeDrawing(of: list)
    #expect(batcher.drawing.steps.isEmpty)
    try batcher.append(list)
    #expect(kept.quads == batcher.drawing.quads)
    var host = try SoftwareHost(width: 150, height: 60, scale: .one, background: .white)
    host.draw(kept, &batcher.atlas)
    batcher.beginFrame()
    try batcher.append(other)
    let isKept = batcher.append(kept)
    #expect(isKept)
    let expected = try DisplayRasterizer(rendering: .plain).rasterize(list, background: .white)
    var again = try SoftwareHost(width: 150, height: 60, scale: .one, background: .white)
    again.textures = host.textures
    again.draw(batcher.drawing, &batcher.atlas)
    var canvas = Canvas(
      bitmap: try Bitmap(width: 150, height: 60, background: .white), scale: .one,
      glyphs: GlyphSource(), rendering: .plain)
    try canvas.draw(other)
    try canvas.draw(list)
    #expect(host.bitmap == expected && again.bitmap == canvas.bitmap, "seed \(random.seed)")
    batcher.atlas.removeAll()
    batcher.beginFrame()
    let isGone = !batcher.append(kept)
    #expect(kept.quads.isEmpty || isGone)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e12])
  func placesThatAreNowhereDrawNothing(place: Double) throws {
    let viewport = PixelRect(left: .min, top: .min, right: .max, bottom: .max)
    var batcher = DisplayBatcher(viewport: viewport, scale: .one, glyphs: GlyphSource())
    var list = DisplayList(size: Size(width: .infinity, height: 40))
    let layout = samples.layout("text", TextStyle(size: 12, color: .black))
    list.append(.text(layout, origin: Point(x: place, y: 0)))
    try batcher.append(list)
    try batcher.append(list, at: Point(x: 0, y: place))
    #expect(batcher.drawing.quads.isEmpty)
  }

  @Test func verticesAreTheCornersOfQuads() throws {
    var list = DisplayList(size: Size(width: 90, height: 30))
    list.append(.text(samples.layout("ab", TextStyle(size: 12, color: .black)), origin: .zero))
    let batcher = try check(list, scale: .one)
    let drawing = batcher.drawing
    guard case .glyphs(let batch)? = drawing.steps.last else {
      Issue.record("no glyphs")
      return
    }
    let vertices = drawing.vertices(of: batch)
    #expect(vertices.count == drawing.quads.count * 4)
    for (index, quad) in drawing.quads.enumerated() {
      let corners = vertices[index * 4..<index * 4 + 4]
      #expect(corners.map(\.x) == [quad.left, quad.right, quad.right, quad.left])
      #expect(corners.map(\.y) == [quad.top, quad.top, quad.bottom, quad.bottom])
      let side = Float(batch.side)
      #expect(corners.map { $0.u * side }.min() == Float(quad.texelX))
      #expect(corners.map { $0.v * side }.max() == Float(quad.texelY + quad.texelHeight))
    }
    #expect(AtlasDrawing.indices(quadCount: 2) == [0, 1, 2, 2, 3, 0, 4, 5, 6, 6, 7, 4])
    #expect(AtlasDrawing.indices(quadCount: -1).isEmpty)
    #expect(MemoryLayout<GlyphVertex>.stride == 20 && MemoryLayout<GlyphQuad>.stride == 28)
    #expect(MemoryLayout<GlyphQuad>.offset(of: \.texelX) == 16)
    #expect(MemoryLayout<GlyphQuad>.offset(of: \.red) == 24)
  }
}

@Suite struct DisplayBatcherDistanceFieldsTests {
  private let samples: ScriptSamples

  init() throws {
    samples = try ScriptSamples()
  }

  /// Draws a list and returns the batcher, with the mean difference of pixels from the canvas's,
  /// relative to the ink.
  private func draw(
    _ list: DisplayList, scale: PixelScale, options: DistanceFieldOptions = .init()
  ) throws -> (batcher: DisplayBatcher, difference: Double) {
    let rasterizer = DisplayRasterizer(rendering: .plain)
    let expected = try rasterizer.rasterize(list, scale: scale, background: .white)
    var batcher = DisplayBatcher(
      viewport: expected.bounds, scale: scale, glyphs: rasterizer.glyphs, rendering: .plain,
      distanceFields: options)
    var host = try SoftwareHost(
      width: expected.width, height: expected.height, scale: scale, background: .white)
    host.spread = options.spread
    try batcher.append(list)
    host.draw(batcher.drawing, &batcher.atlas)
    let difference = zip(host.bitmap.pixels, expected.pixels)
      .reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let ink = expected.pixels.reduce(0) { $0 + 255 - Int($1) }
    return (batcher, Double(difference) / Double(max(1, ink)))
  }

  private func list(_ text: String, _ style: TextStyle) -> DisplayList {
    var list = DisplayList(size: Size(width: 120, height: 40))
    list.append(.text(samples.layout(text, style), origin: Point(x: 3.3, y: 2.1)))
    return list
  }

  @Test(arguments: [1, 2, 4])
  func oneFieldServesAllSizes(scale: Double) throws {
    let list = list("Hello, Öl", TextStyle(size: 24, color: .black))
    let (batcher, difference) = try draw(list, scale: PixelScale(scale))
    // Distance fields are not aligned to quarters of pixels.
    #expect(difference < 0.25 / scale)
    #expect(batcher.atlas.pages.map(\.kind) == [.distance])
    let (other, _) = try draw(list, scale: PixelScale(1.75))
    #expect(batcher.atlas.pages.map(\.texels) == other.atlas.pages.map(\.texels))
    #expect(batcher.atlas.statistics.entries == Set("Hello,Öl").count)
  }

  @Test func imagesAndLayersKeepTheirColours() throws {
    let (emoji, difference) = try draw(
      list("😀a", TextStyle(size: 20, color: .black)), scale: .one)
    #expect(Set(emoji.atlas.pages.map(\.kind)) == [.color, .distance])
    #expect(difference < 0.05)
    let face = try FontFace(path: FontFixtures.layers)
    let typesetter = Typesetter(fonts: try FontCollection(faces: [face]))
    var list = DisplayList(size: Size(width: 120, height: 40))
    let style = TextStyle(size: 30, color: .black)
    let layout = typesetter.prepare(Paragraph("AB", style: style)).layout(width: .infinity)
    list.append(.text(layout, origin: .zero))
    let (layers, _) = try draw(list, scale: .one)
    #expect(layers.atlas.pages.map(\.kind) == [.distance])
    #expect(Set(layers.drawing.quads.map(\.red)).count > 1)
  }

  @Test func whatIsTooLargeForAFieldIsDrawnFromCoverage() throws {
    let options = DistanceFieldOptions(size: 1000, spread: 16)
    #expect(options.size == 128)
    // A dash of three ems.
    let list = list("\u{2E3B}", TextStyle(size: 24, color: .black))
    let (batcher, difference) = try draw(list, scale: .one, options: options)
    #expect(batcher.atlas.pages.map(\.kind) == [.mask])
    #expect(difference == 0)
  }

  @Test func quadsOutOfSightAreLeftOut() throws {
    var list = DisplayList(size: Size(width: 120, height: 40))
    let layout = samples.layout("out", TextStyle(size: 20, color: .black))
    for origin in [Point(x: 130, y: 0), Point(x: 0, y: 50), Point(x: -90, y: 0)] {
      list.append(.text(layout, origin: origin))
    }
    #expect(try draw(list, scale: .one).batcher.drawing.quads.isEmpty)
  }
}
