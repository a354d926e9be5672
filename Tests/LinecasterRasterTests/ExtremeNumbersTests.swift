import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import Testing

/// Shapes, text and images with extreme numbers; a trap would end the test process.
@Suite struct ExtremeNumbersTests {
  private let samples: ScriptSamples
  private let rasterizer = DisplayRasterizer(images: ExtremeImages())

  init() throws {
    samples = try ScriptSamples()
  }

  private struct ExtremeImages: ImageProvider {
    func naturalSize(of image: ImageReference) -> Size? {
      Double(image.name).map { Size(width: $0, height: 3) }
    }

    func bitmap(for image: ImageReference) -> Bitmap? {
      try? Bitmap(width: 5, height: 3, background: .black)
    }
  }

  @Test func margins() {
    var random = SeededGenerator()
    for _ in 0..<20 {
      var list = DisplayList(size: Size(width: 10, height: 10))
      list.append(.fill(shape(&random), .color(.black)))
      let margin = random.extreme()
      let room = PixelScale.one.roundedUp(margin.isFinite ? max(0, margin) : 0)
      do {
        let ink = try rasterizer.inkBounds(of: list, scale: .one, margin: margin) ?? .zero
        #expect(-room <= min(ink.minX, ink.minY) && max(ink.maxX, ink.maxY) <= 10 + room)
      } catch {
        #expect(room > 100, "only large pictures are refused: \(error)")
      }
    }
  }

  private func rect(_ random: inout SeededGenerator) -> Rect {
    Rect(
      x: random.extreme(), y: random.extreme(), width: random.extreme(),
      height: random.extreme())
  }

  private func shape(_ random: inout SeededGenerator) -> DisplayShape {
    let corners = CornerRadii(
      topLeft: random.extreme(), topRight: random.extreme(), bottomRight: random.extreme(),
      bottomLeft: random.extreme())
    let rect = random.oneIn(3) ? Rect(x: 2, y: 2, width: 20, height: 9) : rect(&random)
    var shape = DisplayShape(rect, corners: corners)
    if random.oneIn(4) { shape = shape.offset(x: random.extreme(), y: random.extreme()) }
    if random.oneIn(4) { shape = shape.inset(by: Insets(all: random.extreme())) }
    return random.oneIn(4) ? DisplayShape(rect, cornerRadius: random.extreme()) : shape
  }

  private func edge(_ random: inout SeededGenerator) -> BorderEdge {
    let color = random.oneIn(2) ? Color.black : .white
    return BorderEdge(
      width: random.extreme(), color: color, pattern: random.anyCase(of: BorderPattern.self))
  }

  private func shadow(_ random: inout SeededGenerator) -> Shadow {
    Shadow(
      .black, offset: Point(x: random.extreme(), y: random.extreme()), blur: random.extreme(),
      spread: random.extreme(), isInset: random.oneIn(2))
  }

  private func paint(_ random: inout SeededGenerator) -> DisplayPaint {
    let stops = [
      GradientStop(.black, at: random.extreme()), GradientStop(.white, at: random.extreme()),
    ]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .color(.black)
    case 3:
      return .conic(
        ConicGradient(
          center: Point(x: random.extreme(), y: random.extreme()), angle: random.extreme(),
          stops: stops))
    case 1: return .linear(LinearGradient(angle: random.extreme(), stops: stops))
    default:
      return .radial(
        RadialGradient(
          center: Point(x: random.extreme(), y: random.extreme()),
          extent: random.anyCase(of: RadialGradient.Extent.self), isCircle: random.oneIn(2),
          stops: stops))
    }
  }

  private func layout(_ random: inout SeededGenerator) -> TextLayout {
    let decoration = TextDecoration(
      random.anyCase(of: TextDecoration.Position.self),
      pattern: random.anyCase(of: TextDecoration.Pattern.self), thickness: random.extreme())
    let style = TextStyle(
      size: random.oneIn(2) ? 12 : random.extreme(), letterSpacing: random.extreme(),
      baselineShift: random.extreme(), background: .white, decorations: [decoration])
    return samples.layout("jag 天 😀", style, width: random.extreme())
  }

  private func command(_ random: inout SeededGenerator) -> DisplayCommand {
    let origin = Point(x: random.extreme(), y: random.extreme())
    switch Int.random(in: 0..<9, using: &random) {
    case 7:
      return .textStroke(
        layout(&random), origin: origin, TextStroke(.black, width: random.extreme()))
    case 8:
      let inner = [DisplayCommand.fill(shape(&random), paint(&random))]
      return .group(
        DisplayGroup(inner, opacity: random.extreme(), effects: effects(&random)))
    case 0: return .fill(shape(&random), paint(&random))
    case 1:
      let border = Border(
        top: edge(&random), right: edge(&random), bottom: edge(&random), left: edge(&random))
      return .border(shape(&random), random.oneIn(2) ? border : Border(all: edge(&random)))
    case 2: return .shadow(shape(&random), shadow(&random))
    case 3: return .text(layout(&random), origin: origin)
    case 4: return .textShadow(layout(&random), origin: origin, shadow(&random))
    case 5:
      let image = ImageReference("\(random.extreme())")
      return .image(image, shape(&random), random.anyCase(of: ContentMode.self))
    default:
      let inner = [DisplayCommand.fill(shape(&random), paint(&random))]
      let clip = random.oneIn(2) ? shape(&random) : nil
      return .group(DisplayGroup(inner, opacity: random.extreme(), clip: clip))
    }
  }

  private func effects(_ random: inout SeededGenerator) -> DisplayEffects {
    let center = Point(x: random.extreme(), y: random.extreme())
    let transforms: [DisplayTransform] = [
      .identity, .rotation(random.extreme(), around: center),
      .scale(x: random.extreme(), y: random.extreme(), around: center),
      .skew(x: random.extreme(), y: random.extreme(), around: center),
      .translation(x: random.extreme(), y: random.extreme()).around(center),
      DisplayTransform(
        a: random.extreme(), b: random.extreme(), c: random.extreme(), d: random.extreme(),
        x: random.extreme(), y: random.extreme()),
    ]
    let filters: [DisplayFilter] = [
      .blur(random.extreme()), .brightness(random.extreme()), .contrast(random.extreme()),
      .saturate(random.extreme()), .grayscale(random.extreme()), .sepia(random.extreme()),
      .invert(random.extreme()), .hueRotate(random.extreme()), .opacity(random.extreme()),
    ]
    let transform = transforms.randomElement(using: &random) ?? .identity
    _ = transform.bounds(of: rect(&random))
    _ = transform.inverse?.apply(center)
    return DisplayEffects(
      transform: random.oneIn(2) ? transform : transform.followed(by: transforms[1]),
      blend: random.anyCase(of: BlendMode.self),
      filters: random.oneIn(2) ? [] : [filters.randomElement(using: &random) ?? .blur(1)],
      paint: random.oneIn(4) ? DisplayFill(shape(&random), paint(&random)) : nil,
      mask: random.oneIn(4) ? [.fill(shape(&random), paint(&random))] : nil,
      backdrop: random.oneIn(4)
        ? DisplayBackdrop(shape(&random), filters: [.blur(random.extreme()), .sepia(1)]) : nil)
  }

  private func list(_ random: inout SeededGenerator) -> DisplayList {
    var list = DisplayList(size: Size(width: 24, height: 16))
    for _ in 0..<3 {
      var command = command(&random)
      if random.oneIn(6) { command = command.offset(x: random.extreme(), y: random.extreme()) }
      list.append(command)
    }
    return list
  }

  @Test func drawsAnyList() throws {
    var random = SeededGenerator(salt: 163)
    for _ in 0..<150 {
      let list = list(&random)
      let background = Color.white.opacity(random.extreme())
      do {
        let bitmap = try rasterizer.rasterize(list, background: background)
        #expect(bitmap.width == 24 && bitmap.height == 16)
        _ = try rasterizer.changes(from: list, to: self.list(&random))
      } catch is RasterError {
        // Text that is too large to draw is an error.
      } catch is RenderBudget.Excess {
        // Repeated blurs are an error too.
      }
    }
  }

  /// Lists of any size, at any scale and place.
  @Test func drawsAnywhere() throws {
    var random = SeededGenerator(salt: 164)
    for _ in 0..<80 {
      let scale = PixelScale(random.extreme())
      var canvas = Canvas(
        bitmap: try Bitmap(width: 20, height: 10, background: .white), scale: scale,
        glyphs: rasterizer.glyphs, images: ExtremeImages())
      var list = list(&random)
      list.size = Size(width: random.extreme(), height: random.extreme())
      let point = Point(x: random.extreme(), y: random.extreme())
      do { try canvas.draw(list, at: point) } catch is RasterError {
      } catch is RenderBudget.Excess {}
      do { _ = try rasterizer.rasterize(small(list), scale: scale) } catch is RasterError {
      } catch is RenderBudget.Excess {}
    }
  }

  /// The list cut to a size with few pixels at any scale of the test.
  private func small(_ list: DisplayList) -> DisplayList {
    var list = list
    list.size = Size(width: min(list.size.width, 1e-4), height: min(list.size.height, 1e-4))
    return list
  }

  @Test func drawDataTakesAnyNumber() throws {
    var random = SeededGenerator(salt: 166)
    func rect(_ random: inout SeededGenerator) -> PixelRect {
      PixelRect(
        left: random.extremeInteger(), top: random.extremeInteger(),
        right: random.extremeInteger(), bottom: random.extremeInteger())
    }
    let pixels = try Bitmap(width: 3, height: 3, background: .black)
    for _ in 0..<200 {
      var builder = DrawDataBuilder(
        scale: PixelScale(random.oneIn(2) ? 1 : random.extreme()), rasterizer: rasterizer)
      let isSmall = random.oneIn(2)
      builder.beginFrame(
        viewport: isSmall ? PixelRect(x: 0, y: 0, width: 20, height: 20) : rect(&random))
      if random.oneIn(2) { builder.clip = rect(&random) }
      builder.fill(rect(&random), with: .black)
      builder.append(
        pixels, x: random.extremeInteger(), y: random.extremeInteger(), opacity: random.extreme())
      var small = DisplayList(size: Size(width: 3, height: 3))
      small.append(.fill(shape(&random), .color(.black)))
      try? builder.append(
        small, at: Point(x: random.extreme(), y: random.extreme()), opacity: random.extreme())
      _ = builder.endFrame()
      let data = builder.data
      #expect(data.parameters.count % DrawData.parameterColumns == 0)
      #expect(data.commands.reduce(0) { $0 + Int($1.indexCount) } == data.indices.count)
      #expect(data.commands.allSatisfy { $0.texture < 100 })
    }
  }

  @Test func batchesAnyList() throws {
    var random = SeededGenerator(salt: 165)
    for _ in 0..<200 {
      let viewport = PixelRect(
        x: random.extremeInteger(), y: random.extremeInteger(), width: random.extremeInteger(),
        height: random.extremeInteger())
      let fields = DistanceFieldOptions(size: random.extreme(), spread: random.extremeInteger())
      var batcher = DisplayBatcher(
        viewport: viewport, scale: PixelScale(random.extreme()), glyphs: rasterizer.glyphs,
        options: GlyphAtlas.Options(pageSide: 256, byteLimit: random.extremeInteger()),
        distanceFields: random.oneIn(2) ? fields : nil)
      let point = Point(x: random.extreme(), y: random.extreme())
      do throws(RasterError) {
        try batcher.append(list(&random), at: point)
        _ = try batcher.makeDrawing(of: list(&random), at: point)
      } catch {
        #expect(error.code == .tooLarge || error.code == .atlasFull)
      }
    }
    for side in ExtremeNumbers.integers {
      #expect(GlyphAtlas.Options.sides ~= GlyphAtlas.Options(pageSide: side).pageSide)
      #expect(AtlasDrawing.indices(quadCount: min(side, 100)).count <= 600)
    }
  }

  @Test func glyphsOfAnySizeAreDrawnOrRefused() throws {
    var random = SeededGenerator(salt: 166)
    let face = try SampleFonts.sans()
    let source = GlyphSource(cache: GlyphCache(byteLimit: .max))
    let glyphs: [UInt32] = [0, 40, .max]
    for _ in 0..<400 {
      let glyph = glyphs.randomElement(using: &random) ?? 0
      let rendering = GlyphRendering(
        contrast: random.extreme(), gamma: random.extreme(), palette: random.extremeInteger())
      var canvas = Canvas(
        bitmap: try Bitmap(width: 9, height: 9), scale: PixelScale(random.extreme()),
        glyphs: source, rendering: rendering)
      let point = Point(x: random.extreme(), y: random.extreme())
      do throws(RasterError) {
        try canvas.drawGlyph(glyph, of: face, size: random.extreme(), color: .black, at: point)
        let field = try source.distanceField(
          of: glyph, in: face, size: random.extreme(), spread: random.extremeInteger())
        #expect(field?.distance(of: .max).isFinite ?? true)
      } catch {
        #expect(error.code == .tooLarge)
      }
    }
    for limit in ExtremeNumbers.integers { _ = GlyphCache(byteLimit: limit) }
  }
}

/// Pixel rectangles and bitmaps with extreme numbers; a trap would end the test process.
@Suite struct ExtremePixelsTests {
  @Test func rectanglesTakeAnyNumber() {
    var random = SeededGenerator(salt: 167)
    for _ in 0..<2_000 {
      let numbers = (0..<4).map { _ in random.extremeInteger() }
      let rect = PixelRect(
        left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
      let note: Comment = "\(numbers), seed \(TestSettings.seed)"
      #expect((rect.width <= 0 || rect.height <= 0) == rect.isEmpty, note)
      let other = PixelRect(
        x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      #expect(numbers[2] < 0 || other.width >= 0, note)
      #expect(numbers[2] < 0 || other.right >= other.left, note)
    }
  }

  @Test func bitmapsTakeAnyNumber() throws {
    var random = SeededGenerator(salt: 168)
    var bitmap = try Bitmap(width: 7, height: 5, background: .white)
    for _ in 0..<2_000 {
      let (x, y) = (random.extremeInteger(), random.extremeInteger())
      let (width, height) = (random.extremeInteger(), random.extremeInteger())
      let isInside = 0..<7 ~= x && 0..<5 ~= y
      #expect((bitmap.color(atX: x, y: y) != nil) == isInside)
      let part = bitmap.cropped(x: x, y: y, width: width, height: height)
      #expect(part.width <= 7 && part.height <= 5)
      bitmap.draw(part, atX: x, y: y)
      let sides = 0...Bitmap.maximumSide
      let fits = sides ~= width && sides ~= height
      do throws(RasterError) {
        try Bitmap.checkSize(width: width, height: height)
        let other = try Bitmap(width: width, height: height)
        #expect(fits && other.pixels.count == width * height * 4)
      } catch {
        #expect(!fits && error.code == .tooLarge)
      }
      #expect(throws: RasterError.self) { try Bitmap(width: width, height: height, pixels: [0]) }
    }
    _ = PixelSize(width: .min, height: .max)
  }

  @Test func selectionsTakeAnyRange() throws {
    let samples = try ScriptSamples()
    let layout = samples.layout(AttributedText("some words of a text"), width: 60)
    for first in ExtremeNumbers.integers {
      for second in ExtremeNumbers.integers {
        let range = min(first, second)..<max(first, second)
        let commands = layout.selectionCommands(for: range, color: .black, at: .zero)
        #expect(commands.count <= layout.lines.count, "\(range)")
      }
    }
  }

  @Test func budgetsAndBandsTakeAnyNumber() throws {
    var random = SeededGenerator(salt: 169)
    var list = DisplayList(size: Size(width: 7, height: 5))
    list.append(.fill(DisplayShape(Rect(x: 1, y: 1, width: 4, height: 3)), .color(.black)))
    for _ in 0..<500 {
      let (pixels, bytes) = (random.extremeInteger(), random.extremeInteger())
      let painted = random.extremeInteger()
      let budget = RenderBudget(
        pixelCount: pixels, byteCount: bytes, blendedPixelCount: painted)
      let note: Comment = "\(pixels), \(bytes), \(painted), seed \(TestSettings.seed)"
      let drawn = try? DisplayRasterizer(budget: budget).rasterize(list)
      // The background and the box.
      #expect((drawn != nil) == (pixels >= 35 && bytes >= 140 && painted >= 35 + 12), note)
      _ = try? DisplayRasterizer(budget: budget).bands(of: list)
      let (width, height, bandHeight) = (
        random.extremeInteger(), random.extremeInteger(), random.extremeInteger()
      )
      let image = try? BandedImage(width: width, height: height, bandHeight: bandHeight) {
        rows, _ in
        try Bitmap(width: width, height: rows.count)
      }
      #expect(image.map { $0.bandCount >= 0 && $0.bandHeight >= 1 } ?? true, note)
    }
  }

  @Test func imagesOfGlyphsTakeAnyNumber() throws {
    let source = GlyphSource()
    for path in [FontFixtures.paints, FontFixtures.layers, FontFixtures.strikes] {
      let face = try FontFace(path: path)
      for glyph in [0, 1, 9, .max] as [UInt32] {
        for (size, palette) in zip(ExtremeNumbers.doubles, [0, 0] + ExtremeNumbers.integers) {
          _ = try? source.image(of: glyph, in: face, size: size, palette: palette)
          for x in ExtremeNumbers.doubles {
            _ = try? source.coverage(of: glyph, in: face, size: size, at: Point(x: x, y: size))
          }
        }
        #expect(throws: RasterError.self) {
          try source.image(of: glyph, in: face, size: 1e300)
        }
      }
    }
  }
}
