import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList
@testable import LinecasterSurface

/// A row with each kind of content: background, text, decoration lines, emoji, a shape in front,
/// and a group.
private struct Note: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 4) {
      Text("Note \(number) نص 日本", style: underlined).padding(4)
        .background(Color(rgb: 0xE7F0FF), cornerRadius: 6)
      Text("struck 👍 through", style: struck)
      Row(spacing: 2) {
        Box(.black, size: Size(width: 9, height: 9)).cornerRadius(4)
        Text("faint").opacity(0.5)
      }
      Text(String(repeating: "word \(number) ", count: number % 4))
    }
    .padding(6)
    .border(Color(rgb: 0xD6336C), width: number % 3 == 0 ? 1 : 0)
  }

  private var underlined: TextStyle {
    var style = TextStyle(size: 15, color: Color(rgb: 0x0B7285))
    style.decorations = [TextDecoration(.underline)]
    return style
  }

  private var struck: TextStyle {
    var style = TextStyle(size: 13)
    style.decorations = [TextDecoration(.strikethrough)]
    return style
  }
}

/// A list with glyphs from an atlas, on a machine with simulated threads.
@MainActor private final class GlyphBench {
  let machine: SimulatedMachine
  let surface: SoftwareSurface
  let host: SurfaceHost<SoftwareSurface>
  let list: AutoDiffController
  var time = Duration.zero

  init(
    scale: Double = 2, atlas: GlyphAtlas.Options = .init(), seed: UInt64 = 1
  ) throws {
    machine = SimulatedMachine(seed: seed)
    let environment = LayoutEnvironment(
      width: 160, scale: PixelScale(scale), textRendering: .plain)
    let size = Size(width: 160, height: 220)
    surface = try SoftwareSurface(
      width: environment.scale.pixels(size.width), height: environment.scale.pixels(size.height))
    let pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine)
    host = SurfaceHost(
      glyphsOn: surface, size: size, pipeline: pipeline, atlas: atlas,
      delivery: machine.delivery, work: { $0() })
    var options = AutoDiffController.Options()
    options.output = .arrangements
    list = AutoDiffController(
      pipeline: pipeline, environment: environment, host: host, delivery: machine.delivery,
      options: options)
    host.controller = list
    host.animates = false
  }

  func model(_ numbers: some Sequence<Int>) -> TableModel {
    TableModel(items: numbers.map { TableItem(.number($0), cell: Note(number: $0)) })
  }

  func show(_ numbers: some Sequence<Int>) {
    list.update(with: model(numbers))
    machine.run()
  }

  func frame() {
    time += .milliseconds(16)
    host.draw(at: time)
    machine.run()
  }

  /// Draws frames until the list rests, and one more with the latest content.
  func settle() {
    for _ in 0..<200 {
      time += .milliseconds(50)
      guard host.draw(at: time) else { break }
      machine.run()
    }
    frame()
    frame()
  }

  /// The same rows drawn by a picture host.
  func picture(of numbers: some Sequence<Int>) throws -> Bitmap? {
    let headless = HeadlessHost(.points(220))
    let other = AutoDiffController(
      pipeline: list.pipeline, environment: list.environment, host: headless,
      delivery: machine.delivery)
    other.update(with: model(numbers), anchor: .none)
    machine.run()
    headless.offset = host.offset
    other.viewportDidChange()
    machine.run()
    return try headless.composition()?.bitmap()
  }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct GlyphSurfaceTests {
  /// The greatest difference from the rows of a picture host, at most a rounding for each layer.
  private func greatestDifference(_ bench: GlyphBench, _ numbers: some Sequence<Int>) throws -> Int
  {
    let expected = try #require(try bench.picture(of: numbers))
    #expect(bench.surface.bitmap.pixels.count == expected.pixels.count)
    return zip(bench.surface.bitmap.pixels, expected.pixels)
      .reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test(arguments: [1.0, 2, 1.5])
  func showsWhatPixelsShow(scale: Double) throws {
    let bench = try GlyphBench(scale: scale)
    bench.show(0..<60)
    bench.settle()
    #expect(bench.surface.glyphQuads > 100 && bench.host.blankRowCount == 0)
    #expect(try greatestDifference(bench, 0..<60) <= 2)
    for way in [130.0, 700] {
      bench.host.wheel(by: way, time: bench.time)
      bench.settle()
      #expect(try greatestDifference(bench, 0..<60) <= 2, "at \(bench.host.offset)")
    }
    bench.show((0..<60).filter { $0 % 5 != 2 })
    bench.settle()
    #expect(try greatestDifference(bench, (0..<60).filter { $0 % 5 != 2 }) <= 2)
  }

  /// If the atlas is full, rows are drawn as bitmaps and look the same.
  @Test func rowsWithoutRoomArePixels() throws {
    let bench = try GlyphBench(
      scale: 6, atlas: GlyphAtlas.Options(pageSide: 256, byteLimit: 256 * 256 * 4))
    bench.show(0..<30)
    bench.settle()
    #expect(bench.host.blankRowCount == 0)
    #expect(try greatestDifference(bench, 0..<30) <= 2)
  }

  @Test func texturesAreMadeOnceAndDroppedOnce() throws {
    let bench = try GlyphBench()
    bench.show(0..<200)
    for step in 0..<60 {
      bench.host.wheel(by: step % 20 == 0 ? 1_500 : 200, time: bench.time)
      if step % 17 == 0 { bench.show((0..<200).filter { $0 % 7 != step % 7 }) }
      bench.frame()
      #expect(bench.surface.made - bench.surface.dropped == bench.host.textureCount)
    }
    bench.settle()
    #expect(bench.host.textureCount < 80)
    #expect(bench.surface.made - bench.surface.dropped == bench.host.textureCount)
  }

  /// The texels of a picture, from pages assembled from the uploads.
  private func texels(
    of picture: GlyphPicture, in pages: [GlyphPageName: SoftwareSurface.Texture]
  ) -> [Bitmap] {
    picture.layers.flatMap { layer -> [Bitmap] in
      guard case .glyphs(let vertices, let name) = layer, let page = pages[name]?.pixels
      else { return [] }
      let side = Double(page.width)
      return stride(from: 0, to: vertices.count, by: 4).map { start in
        let (first, last) = (vertices[start], vertices[start + 2])
        let (left, top) = (Double(first.u) * side, Double(first.v) * side)
        return page.cropped(
          x: Int(saturating: left.rounded()), y: Int(saturating: top.rounded()),
          width: Int(saturating: (Double(last.u) * side - left).rounded()),
          height: Int(saturating: (Double(last.v) * side - top).rounded()))
      }
    }
  }

  /// With little room, glyphs stay as long as pictures use them; other pictures are bitmaps until
  /// there is room again. Another scale uses other pages.
  @Test func lettersStayAsLongAsTheirPicture() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    var environment = LayoutEnvironment(width: 900, textRendering: .plain)
    let worker = GlyphWorker(
      DisplayRasterizer(),
      options: GlyphAtlas.Options(pageSide: 256, byteLimit: 256 * 256 * 4))
    let surface = try SoftwareSurface(width: 1, height: 1)
    var pages: [GlyphPageName: SoftwareSurface.Texture] = [:]
    func picture(_ number: Int, _ text: String) throws -> GlyphPicture {
      let text = Text(text, style: TextStyle(size: 160))
      let request = GlyphWorker.Request(
        number: number, identity: RowIdentity(.number(number)), kind: "text",
        arrangement: try arranger.arrange(text, in: environment))
      let outcome = worker.run([request], in: environment)
      for upload in outcome.uploads {
        let page =
          try pages[upload.page]
          ?? SoftwareSurface.Texture(Bitmap(width: upload.side, height: upload.side))
        pages[upload.page] = page
        surface.change(page, to: upload.part, at: upload.rect)
      }
      return try #require(outcome.rows.first).picture
    }

    let texts = ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "abcdef", "ghijkl", "mnopqr", "012345"]
    let first = try picture(0, texts[0])
    let letters = texels(of: first, in: pages)
    #expect(letters.count == 6 && letters.allSatisfy { $0.inkRect != nil })
    let others = try (1..<texts.count).map { try picture($0, texts[$0]) }
    #expect(others.contains { texels(of: $0, in: pages).isEmpty })
    #expect(texels(of: first, in: pages) == letters)
    let known = Set(pages.keys)
    environment.scale = PixelScale(1.25)
    #expect(try !texels(of: picture(20, "xyz"), in: pages).isEmpty)
    #expect(texels(of: first, in: pages) == letters && known.isStrictSubset(of: pages.keys))

    for number in 21..<30 { _ = try picture(number, texts[number % texts.count]) }
    #expect(try texels(of: picture(30, "!?&%"), in: pages).isEmpty)
    for number in 20..<30 { worker.release(number) }
    #expect(try !texels(of: picture(31, "!?&%"), in: pages).isEmpty)
  }

  /// Scrolling uploads no texel twice, because all rows share a few letters.
  @Test func lettersAreUploadedOnce() throws {
    let bench = try GlyphBench()
    bench.show((0..<400).map { $0 % 4 + $0 / 4 * 4 })
    bench.host.wheel(by: 400, time: bench.time)
    bench.settle()
    bench.host.wheel(by: 3_000, time: bench.time)
    bench.settle()
    let uploads = bench.surface.pageUploads
    bench.host.wheel(by: 600, time: bench.time)
    bench.settle()
    #expect(bench.surface.pageUploads - uploads < 40)
  }
}
