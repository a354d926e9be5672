import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// Drawings in bands on request; drawing at once is the second witness.
@Suite struct RowDrawingTests {
  private static let background = Color(red: 250, green: 240, blue: 230, alpha: 200)

  private func rasterizer(
    _ random: inout SeededGenerator, _ rendering: GlyphRendering? = nil
  ) throws -> DisplayRasterizer {
    let noise = try Bitmap(width: 23, height: 17, pixels: random.pixels(23 * 17))
    return DisplayRasterizer(images: NoiseImages(image: noise), rendering: rendering)
  }

  private func drawing(
    of list: DisplayList, scale: PixelScale = .one, _ rasterizer: DisplayRasterizer,
    bandHeight: Int, replacing former: RowDrawing? = nil
  ) throws -> RowDrawing {
    try RowDrawing(
      of: list, scale: scale, background: Self.background, by: rasterizer, bandHeight: bandHeight,
      replacing: former)
  }

  /// The drawn bands on top of each other.
  private func joined(_ drawing: RowDrawing) throws -> Bitmap {
    var top = 0
    var whole = try Bitmap(
      width: drawing.width, height: drawing.bitmaps.reduce(0) { $0 + $1.height })
    for bitmap in drawing.bitmaps {
      whole.draw(bitmap, atX: 0, y: top)
      top += bitmap.height
    }
    return whole
  }

  private func shares(_ one: Bitmap, _ other: Bitmap) -> Bool {
    one.pixels.withUnsafeBytes { one in
      other.pixels.withUnsafeBytes { one.baseAddress == $0.baseAddress && one.count == $0.count }
    }
  }

  /// Bands drawn in any order have the pixels of the whole: shadows, blurs, layers and letters
  /// cross their edges.
  @Test(arguments: RandomDisplay.renderings)
  func bandsAreTheWhole(rendering: GlyphRendering) throws {
    var display = try RandomDisplay(SeededGenerator(salt: 11))
    let rasterizer = try rasterizer(&display.random, rendering)
    for round in 0..<TestSettings.transitions(usually: 30) {
      let list = display.list()
      let scale = PixelScale([1, 2, 1.25][round % 3])
      let whole = try rasterizer.rasterize(list, scale: scale, background: Self.background)
      let height = Int.random(in: 1...40, using: &display.random)
      var drawing = try drawing(of: list, scale: scale, rasterizer, bandHeight: height)
      for _ in 0..<4 {
        let first = Int.random(in: 0..<drawing.bandCount, using: &display.random)
        let count = Int.random(in: 1...5, using: &display.random)
        try drawing.draw(bands: first..<first + count)
        let rows = drawing.bands.lowerBound * height..<drawing.bands.upperBound * height
        let part = whole.cropped(x: 0, y: rows.lowerBound, width: whole.width, height: rows.count)
        let isSame = try joined(drawing) == part
        #expect(isSame, "seed \(display.random.seed), round \(round)")
        #expect(drawing.covered.lowerBound <= first)
      }
      try drawing.draw(bands: RowDrawing.allBands)
      let isSame = try joined(drawing) == whole
      #expect(isSame, "seed \(display.random.seed), round \(round)")
      #expect(drawing.covered == RowDrawing.allBands)
    }
  }

  /// Backdrop filters read pixels of other bands.
  @Test func backdropsAreTheWhole() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 12))
    let rasterizer = try rasterizer(&display.random)
    for round in 0..<TestSettings.transitions(usually: 15) {
      var list = display.list()
      list.append(
        .group(
          DisplayGroup(
            [],
            effects: DisplayEffects(
              backdrop: DisplayBackdrop(display.shape(), filters: [.blur(6)])))))
      let whole = try rasterizer.rasterize(list, background: Self.background)
      let old = try self.drawing(of: list, rasterizer, bandHeight: 13)
      var drawing = old
      for band in [2, 0, 3] { try drawing.draw(bands: band..<band + 1) }
      try drawing.draw(bands: RowDrawing.allBands)
      let isSame = try joined(drawing) == whole
      #expect(isSame, "seed \(display.random.seed), round \(round)")
    }
  }

  /// A changed list shares the bands of the former one that are the same, and no others.
  @Test func sharedBandsAreThoseOfTheNewList() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 13))
    let samples = try ScriptSamples()
    let rasterizer = try rasterizer(&display.random)
    var sharedCount = 0
    for round in 0..<TestSettings.transitions(usually: 60) {
      let scale = PixelScale([1, 2, 1.25][round % 3])
      var commands =
        round.isMultiple(of: 2)
        ? display.list().commands
        : (0..<6).map { _ in samples.command(in: RandomDisplay.size, &display.random) }
      func list(_ height: Double) -> DisplayList {
        var list = DisplayList(size: Size(width: 90, height: height))
        for command in commands { list.append(command) }
        return list
      }
      let height = Int.random(in: 4...30, using: &display.random)
      var old = try drawing(of: list(60), scale: scale, rasterizer, bandHeight: height)
      try old.draw(bands: RowDrawing.allBands)
      let place = Int.random(in: 0..<commands.count, using: &display.random)
      let new = samples.command(in: RandomDisplay.size, &display.random)
      switch round % 4 {
      case 0: commands.append(new)
      case 1: commands.insert(new, at: place)
      case 2: commands.remove(at: place)
      default: commands[place] = new
      }
      let changed = list([60.0, 60, 95][round % 3])
      let whole = try rasterizer.rasterize(changed, scale: scale, background: Self.background)
      var drawing = try drawing(of: changed, scale: scale, rasterizer, bandHeight: height)
      try drawing.draw(bands: RowDrawing.allBands, keeping: old)
      let isSame = try joined(drawing) == whole
      #expect(isSame, "seed \(display.random.seed), round \(round)")
      sharedCount += zip(old.bitmaps, drawing.bitmaps).count { shares($0, $1) }
    }
    #expect(sharedCount > 0)
  }

  /// A word at the end of a long text in a box with borders changes the last bands.
  @Test(arguments: [1, 2, 1.25]) func growthSharesTheBandsAbove(scale: Double) throws {
    let samples = try ScriptSamples()
    var style = TextStyle(size: 14, color: Color(rgb: 0x203040))
    style.decorations = [TextDecoration(.underline)]
    style.background = Color(rgb: 0xFFE0A0)
    func list(_ words: Int) -> DisplayList {
      let text = String(repeating: "Åg̃j́ ƒy q̣̂ ", count: words)
      let layout = samples.layout(text, style, width: 150)
      let size = Size(width: 170, height: (layout.size.height + 20).rounded(.up))
      let box = DisplayShape(Rect(origin: .zero, size: size), cornerRadius: 9)
      var list = DisplayList(size: size)
      list.append(.fill(box, .color(Color(rgb: 0xE0F0FF))))
      let line = BorderEdge(width: 2, color: .black)
      list.append(.border(box, Border(all: line)))
      let shadow = Shadow(.black, offset: Point(x: 2, y: 3), blur: 6)
      let steps = [
        DisplayCommand.textShadow(layout, origin: Point(x: 10, y: 10), shadow),
        .text(layout, origin: Point(x: 10, y: 10)),
      ]
      list.append(.group(DisplayGroup(steps, clip: box)))
      return list
    }
    let rasterizer = DisplayRasterizer()
    let scale = PixelScale(scale)
    var old = try drawing(of: list(300), scale: scale, rasterizer, bandHeight: 100)
    try old.draw(bands: RowDrawing.allBands)
    #expect(old.bandCount > 10)
    for words in [301, 302, 310, 280] {
      let new = list(words)
      var drawing = try drawing(of: new, scale: scale, rasterizer, bandHeight: 100)
      let count = try drawing.draw(bands: RowDrawing.allBands, keeping: old)
      let whole = try rasterizer.rasterize(new, scale: scale, background: Self.background)
      let isSame = try joined(drawing) == whole
      #expect(isSame)
      let shared = zip(old.bitmaps, drawing.bitmaps).prefix { shares($0, $1) }.count
      #expect(shared >= min(old.bandCount, drawing.bandCount) - 4)
      #expect(count > 0 && count < new.glyphCount / 2)
      old = drawing
    }
  }

  /// The ink of lines that a text shares with an earlier version is taken from there, unless the
  /// end of the drawing or the clip of a group cut them then or does now.
  @Test(arguments: 0..<6) func sharedLinesHaveTheirInk(round: Int) throws {
    var random = SeededGenerator(salt: 14 + UInt64(round))
    let samples = try ScriptSamples()
    let rasterizer = DisplayRasterizer()
    let style = TextStyle(size: 14, color: Color(rgb: 0x203040))
    // A paragraph of both directions is prepared anew when it grows.
    let isOne = round.isMultiple(of: 2)
    let texts = isOne ? Array(ScriptSamples.texts[..<3]) : ScriptSamples.texts
    var paragraph = Paragraph(
      (0..<40).map { _ in texts.randomElement(using: &random) ?? "" }
        .joined(separator: isOne ? " " : "\n\n"),
      style: style, paragraphStyle: ParagraphStyle(whiteSpace: .preLine))
    var prepared = samples.typesetter.prepare(paragraph)
    var former: (layout: TextLayout, drawing: RowDrawing)?
    var sharedCount = 0
    for step in 0..<30 {
      let layout = prepared.layout(width: 150)
      sharedCount += former.map { layout.sharedLineCount(with: $0.layout) } ?? 0
      let height = layout.size.height * .random(in: 0.4...1.1, using: &random)
      let clip = Rect(
        x: 0, y: .random(in: 0...20, using: &random), width: 160,
        height: height * .random(in: 0.8...1, using: &random))
      var list = DisplayList(size: Size(width: 160, height: height))
      let text = DisplayCommand.text(layout, origin: Point(x: 5, y: step % 5 == 4 ? 9 : 8))
      let isClipped = random.oneIn(2)
      list.append(isClipped ? .group(DisplayGroup([text], clip: DisplayShape(clip))) : text)
      var drawing = try drawing(
        of: list, rasterizer, bandHeight: 100, replacing: former?.drawing)
      try drawing.draw(bands: RowDrawing.allBands)
      let isSame =
        try joined(drawing) == rasterizer.rasterize(list, background: Self.background)
      #expect(isSame, "seed \(random.seed), step \(step)")
      former = (layout, drawing)
      paragraph.text.append(" " + (texts.randomElement(using: &random) ?? ""), style: style)
      prepared = samples.typesetter.prepare(paragraph, reusing: prepared)
    }
    #expect(sharedCount > 1_000)
  }

  @Test func bandsFarFromTheRequestedOnesAreReleased() throws {
    let list = DisplayList(size: Size(width: 10, height: 1_000))
    var drawing = try drawing(of: list, DisplayRasterizer(), bandHeight: 10)
    #expect(drawing.bandCount == 100 && drawing.covered.isEmpty)
    try drawing.draw(bands: 40..<44)
    try drawing.draw(bands: 42..<46)
    #expect(drawing.bands == 40..<46)
    try drawing.draw(bands: 46..<48)
    #expect(drawing.bands == 44..<48)
    try drawing.draw(bands: 0..<2)
    #expect(drawing.bands == 0..<2 && drawing.bitmaps.count == 2)
    // Bands that do not exist are the nearest ones.
    try drawing.draw(bands: 200..<300)
    #expect(drawing.bands == 99..<100 && drawing.covered == 99..<Int.max)
    try drawing.draw(bands: 3..<3)
    #expect(drawing.bands == 3..<4)
  }

  /// The budget limits the pixels that are held, and not those of the whole drawing.
  @Test func theBudgetLimitsTheBandsThatAreHeld() throws {
    let list = DisplayList(size: Size(width: 100, height: 1e7))
    let rasterizer = DisplayRasterizer(budget: RenderBudget(pixelCount: 100_000))
    var drawing = try drawing(of: list, rasterizer, bandHeight: 100)
    try drawing.draw(bands: 50_000..<50_005)
    #expect(drawing.bitmaps.count == 5)
    #expect(throws: RenderBudget.Excess.self) {
      try drawing.draw(bands: RowDrawing.allBands)
    }
    #expect(drawing.bands == 50_000..<50_005)
  }
}
