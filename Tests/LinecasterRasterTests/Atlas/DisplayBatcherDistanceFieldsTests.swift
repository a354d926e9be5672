import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

@Suite struct DisplayBatcherDistanceFieldsTests {
  private let samples: ScriptSamples

  init() throws {
    samples = try ScriptSamples()
  }

  /// The batcher after drawing a list, and the mean difference of the pixels from the canvas's,
  /// in shares of the ink.
  private func draw(
    _ list: DisplayList, scale: PixelScale, options: DistanceFieldOptions = .init()
  ) throws -> (batcher: DisplayBatcher, difference: Double) {
    let rasterizer = DisplayRasterizer()
    let expected = try rasterizer.rasterize(list, scale: scale, background: .white)
    var batcher = DisplayBatcher(
      viewport: expected.bounds, scale: scale, glyphs: rasterizer.glyphs, distanceFields: options)
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
    // Glyphs are not moved to quarters of pixels here.
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
