import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

@Suite struct BandedImageTests {

  /// The edges of bands cut steps of every kind; drawing at once is the second witness.
  @Test(arguments: RandomDisplay.renderings)
  func bandsAreTheWhole(rendering: GlyphRendering) throws {
    var display = try RandomDisplay(SeededGenerator(salt: 7))
    let noise = try Bitmap(width: 23, height: 17, pixels: display.random.pixels(23 * 17))
    let rasterizer = DisplayRasterizer(images: NoiseImages(image: noise), rendering: rendering)
    for round in 0..<TestSettings.transitions(usually: 30) {
      let list = display.list()
      let scale = PixelScale([1, 2, 1.25][round % 3])
      let whole = try rasterizer.rasterize(list, scale: scale, background: .white)
      let bands = try rasterizer.bands(
        of: list, scale: scale, background: .white,
        bandHeight: .random(in: 1...40, using: &display.random))
      let isSame = try bands.bitmap() == whole
      #expect(isSame, "seed \(display.random.seed), round \(round)")
    }
  }

  /// Each line has ink beyond its box, and each band touches a few lines.
  @Test func longTextsAreDrawnLineByLine() throws {
    let samples = try ScriptSamples()
    var style = TextStyle(size: 20, color: Color(rgb: 0x203040))
    style.decorations = [TextDecoration(.underline)]
    style.background = Color(rgb: 0xFFE0A0)
    let words = String(repeating: "Åg̃j́ ƒy q̣̂ ", count: 120)
    let layout = samples.layout(words, style, width: 150)
    var list = DisplayList(size: Size(width: 160, height: layout.size.height + 20))
    let origin = Point(x: 5, y: 8)
    list.append(.textShadow(layout, origin: origin, Shadow(.black, offset: origin, blur: 9)))
    list.append(.group(DisplayGroup([.text(layout, origin: origin)], opacity: 0.7)))
    let rasterizer = DisplayRasterizer()
    let whole = try rasterizer.rasterize(list, background: .white)
    let bands = try rasterizer.bands(of: list, scale: .one, background: .white, bandHeight: 37)
    #expect(bands.bandCount > 10)
    #expect(try bands.bitmap() == whole)
  }

  @Test func aBandDrawsTheLinesThatItShows() throws {
    let samples = try ScriptSamples()
    let layout = samples.layout(
      String(repeating: "word ", count: 400), TextStyle(size: 12, color: .black), width: 60)
    let finder = InkFinder(
      scale: .one, rendering: .plain, source: GlyphSource(),
      clip: PixelRect(x: 0, y: 0, width: 60, height: 100_000))
    let ink = try finder.ink(of: layout, at: .zero, .unlimited)
    #expect(ink.rows.count == layout.lines.count && ink.rows.count > 100)
    let middle = layout.lines[50].frame
    let shown = ink.lines(from: Int(saturating: middle.minY), to: Int(saturating: middle.maxY))
    #expect(shown.contains(50) && shown.count <= 3)
    #expect(ink.lines(from: 99_000, to: 99_001).isEmpty)
  }

  /// Layers with more pixels than a tile are drawn in tiles without visible seams: bands small
  /// enough for one tile are the second witness.
  @Test func tilesOfLayersShowNowhere() throws {
    let samples = try ScriptSamples()
    var random = SeededGenerator()
    let size = Size(width: 1500, height: 900)
    let inside = (0..<12).map { _ in samples.command(in: size, &random) }
    let box = DisplayShape(Rect(x: 3, y: 5.5, width: 1490, height: 880), cornerRadius: 300)
    var list = DisplayList(size: size)
    list.append(.fill(box, .linear(LinearGradient(stops: .even(.white, .black)))))
    let inner = DisplayGroup(
      inside + [.shadow(box, Shadow(.black, blur: 60, isInset: true))], clip: box)
    list.append(.group(DisplayGroup([.group(inner)] + inside, opacity: 0.6)))
    #expect(
      LayerTiles.tiles(of: PixelRect(x: 0, y: 0, width: 1500, height: 900), level: 0).count > 1)
    let rasterizer = DisplayRasterizer()
    let whole = try rasterizer.rasterize(list, background: .white)
    let bands = try rasterizer.bands(of: list, scale: .one, background: .white, bandHeight: 300)
    let isSame = try bands.bitmap() == whole
    #expect(isSame, "seed \(random.seed)")
  }

  @Test func picturesThatFitAreOneBand() throws {
    var list = DisplayList(size: Size(width: 100, height: 50))
    list.append(.fill(DisplayShape(Rect(x: 0, y: 0, width: 50, height: 50)), .color(.black)))
    let picture = try DisplayRasterizer().bands(of: list)
    #expect(picture.bandCount == 1)
    #expect(try picture.bitmap() == DisplayRasterizer().rasterize(list))
    let small = DisplayRasterizer(budget: RenderBudget(pixelCount: 1_000))
    let cut = try small.bands(of: list)
    #expect(cut.bandCount > 1 && cut.bandHeight * 100 <= 1_000)
    #expect(try cut.bitmap() == picture.bitmap())
  }

  @Test func tallPicturesAreMadeOfBands() throws {
    let list = DisplayList(size: Size(width: 360, height: 1_000_000))
    let picture = try DisplayRasterizer().bands(of: list)
    #expect((picture.width, picture.height) == (360, 1_000_000))
    #expect(picture.bandHeight * 360 <= 1 << 21)
    var asked = 0
    #expect(throws: CancellationError.self) {
      try WorkScope.run(isCancelled: {
        asked += 1
        return asked > 1
      }) { scope in try picture.forEachBand(in: scope) { _ in } }
    }
    let tooTall = DisplayList(size: Size(width: 360, height: 1_000_001))
    #expect(throws: RasterError.self) { try DisplayRasterizer().bands(of: tooTall) }
  }

  @Test func bandsOfAnotherSizeAreAnError() throws {
    let picture = try BandedImage(width: 4, height: 9, bandHeight: 3) { _, _ in
      try Bitmap(width: 4, height: 2)
    }
    let error = #expect(throws: RasterError.self) { try picture.bitmap() }
    #expect(error?.code == .wrongByteCount)
    let bitmap = try Bitmap(width: 4, height: 9, background: .black)
    #expect(try BandedImage(bitmap).bitmap() == bitmap)
  }
}

@Suite struct RenderCostTests {
  private let layer = DisplayGroup(
    [.fill(DisplayShape(Rect(x: 0, y: 0, width: 100, height: 100)), .color(.black))],
    opacity: 0.5)

  private func list(_ commands: DisplayCommand..., side: Double = 100) -> DisplayList {
    var list = DisplayList(size: Size(width: side, height: side))
    for command in commands { list.append(command) }
    return list
  }

  private func need(_ list: DisplayList) -> RenderCost {
    RenderCost(
      list.commands, scale: .one,
      clip: PixelRect(
        x: 0, y: 0, width: Int(saturating: list.size.width),
        height: Int(saturating: list.size.height)))
  }

  @Test func errorsNameTheNeedAndTheLimit() throws {
    let rasterizer = DisplayRasterizer(budget: RenderBudget(pixelCount: 9_999, byteCount: 50_000))
    let error = #expect(throws: RenderBudget.Excess.self) { try rasterizer.rasterize(self.list()) }
    #expect(error?.limit == .pixels && error?.needed == 10_000 && error?.allowed == 9_999)
    #expect(
      "\(try #require(error))"
        == "image of 100 × 100 pixels: takes 10000 pixels at once; the limit is 9999")
    let few = DisplayRasterizer(budget: RenderBudget(byteCount: 39_999))
    let bytes = #expect(throws: RenderBudget.Excess.self) { try few.rasterize(self.list()) }
    #expect(bytes?.limit == .bytes && bytes?.needed == 40_000 && bytes?.allowed == 39_999)
    let exact = DisplayRasterizer(budget: RenderBudget(pixelCount: 10_000, byteCount: 40_000))
    #expect(try exact.rasterize(list()).width == 100)
    #expect(throws: RenderBudget.Excess.self) {
      try exact.rasterize(self.list(.group(self.layer)))
    }
  }

  @Test func stepsOneAfterTheOtherCountOnce() {
    #expect(need(list()) == RenderCost())
    #expect(need(list(.group(layer))) == RenderCost(pixelCount: 10_000))
    #expect(need(list(.group(layer), .group(layer))) == RenderCost(pixelCount: 10_000))
    let nested = DisplayGroup([.group(layer)], opacity: 0.5)
    #expect(need(list(.group(nested))) == RenderCost(pixelCount: 20_000))
  }

  @Test func groupsThatNeedNoLayerTakeNothing() {
    let opaque = DisplayGroup(layer.commands)
    let clipped = DisplayGroup(
      layer.commands, clip: DisplayShape(Rect(x: 1, y: 1, width: 20, height: 20)))
    #expect(need(list(.group(opaque), .group(clipped))) == RenderCost())
    let round = DisplayGroup(
      layer.commands,
      clip: DisplayShape(Rect(x: 1, y: 1, width: 20, height: 20), cornerRadius: 3))
    #expect(need(list(.group(round))) == RenderCost(pixelCount: 400))
    let clear = DisplayGroup(layer.commands, opacity: 0)
    #expect(need(list(.group(clear))) == RenderCost())
  }

  /// Layers of any size and depth take tens of megabytes.
  @Test func layersAreCutIntoTiles() {
    let deep = (0..<300).reduce(layer) { group, _ in DisplayGroup([.group(group)], opacity: 0.5) }
    #expect(need(list(.group(deep), side: 100_000)).byteCount < 90 << 20)
  }

  /// A layer is cut to the size of its content.
  @Test func layersAreCutToTheirContent() throws {
    let samples = try ScriptSamples()
    var canvas = Canvas(
      bitmap: try Bitmap(width: 400, height: 400, background: .white), scale: .one,
      glyphs: GlyphSource())
    canvas.budget = RenderBudget(pixelCount: 0)
    // The estimate uses the clip; the real size follows from the glyphs.
    let text = samples.layout("small", TextStyle(size: 12, color: .black))
    var finder = InkFinder(
      scale: .one, rendering: .plain, source: canvas.glyphs, clip: canvas.bitmap.bounds)
    try finder.insert(.text(text, origin: Point(x: 200, y: 100)), .unlimited)
    let bounds = finder.bounds
    #expect(bounds.left >= 199 && bounds.top >= 100 && bounds.width < 40 && bounds.height < 20)
    var list = DisplayList(size: Size(width: 400, height: 400))
    list.append(.group(DisplayGroup([.text(text, origin: Point(x: 200, y: 100))], opacity: 0.5)))
    #expect(throws: RenderBudget.Excess.self) { try canvas.draw(list) }
    canvas.budget = RenderBudget()
    try canvas.draw(list)
    let white = try Bitmap(width: 400, height: 400, background: .white)
    let changed = canvas.bitmap.changes(since: white)
    #expect(!changed.isEmpty && changed.allSatisfy { $0.clipped(to: bounds) == $0 })
  }

  /// The cost of a blur does not grow with its width: equal rows are blurred once.
  @Test(arguments: [2.0, 20, 250])
  func rowsAlikeAreBlurredOnce(deviation: Double) {
    let blur = GaussianBlur(deviation: deviation)
    let box = PixelRect(x: 10, y: 20, width: 60, height: 50)
    let bounds = PixelRect(x: 0, y: 0, width: 80, height: 90)
    func mask(_ count: inout Int, _ endOfRowsAlike: (Int) -> Int) -> BlurredMask {
      BlurredMask(bounds, blur, endOfRowsAlike: endOfRowsAlike) { row, columns, mask in
        count += 1
        for column in columns {
          let isInside = box.left..<box.right ~= column && box.top..<box.bottom ~= row
          mask[column - columns.lowerBound] = isInside ? 255 : 0
        }
      }
    }
    var (few, all) = (0, 0)
    let quick = mask(&few) { $0 < box.top ? box.top : $0 < box.bottom ? box.bottom : .max }
    let slow = mask(&all) { $0 + 1 }
    #expect(few == 3 && all == 90 + 2 * blur.reach)
    let isSame = (0..<90).allSatisfy { row in
      (0..<80).allSatisfy {
        quick.level(column: $0, row: row) == slow.level(column: $0, row: row)
      }
    }
    #expect(isSame)
  }
}
