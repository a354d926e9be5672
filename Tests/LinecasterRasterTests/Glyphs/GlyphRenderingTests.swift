import Foundation
import LinecasterBase
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct GlyphRenderingTests {
  private let rasterizer: GlyphRasterizer
  private let face: FontFace

  init() throws {
    rasterizer = try GlyphRasterizer()
    face = try SampleFonts.sans()
  }

  private func bitmap(
    _ glyph: UInt32, of face: FontFace? = nil, size: Double = 16, x: Int = 0, y: Int = 0,
    _ rendering: GlyphRendering, in region: PixelRect? = nil
  ) throws -> GlyphBitmap {
    let face = face ?? self.face
    let key = GlyphKey(
      face: face, glyph: glyph, size: UInt32(saturating: size * 64), x: x, y: y,
      style: GlyphStyle(rendering))
    return try rasterizer.rasterize(key, of: face, in: region)
  }

  /// The bytes of a pixel relative to the glyph's origin, y down; zeros outside.
  private func pixel(_ bitmap: GlyphBitmap, _ x: Int, _ y: Int) -> [Int] {
    let bytes = bitmap.content == .mask ? 1 : 4
    let (column, row) = (x - Int(bitmap.left), y + Int(bitmap.top))
    guard 0..<Int(bitmap.width) ~= column, 0..<Int(bitmap.height) ~= row else {
      return [Int](repeating: 0, count: bytes)
    }
    let start = row * bitmap.rowBytes + column * bytes
    return bitmap.bytes[start..<start + bytes].map(Int.init)
  }

  private func area(_ bitmap: GlyphBitmap) -> [(x: Int, y: Int)] {
    (-2...Int(bitmap.height) + 2).flatMap { y in
      (-2...Int(bitmap.width) + 2).map { ($0 + Int(bitmap.left), y - Int(bitmap.top)) }
    }
  }

  /// The mean of a pixel's subpixels is its grey coverage, also for round letters.
  @Test(
    arguments: GlyphRendering.Antialiasing.allCases.dropFirst(),
    ["E", "W", "x", "l", "o", "S", "@", "g"] as [Unicode.Scalar])
  func stripesSumToGrey(
    antialiasing: GlyphRendering.Antialiasing, scalar: Unicode.Scalar
  ) throws {
    let glyph = try SampleFonts.glyph(scalar, of: face)
    let grey = try bitmap(glyph, x: 17, .plain)
    let subpixels = try bitmap(
      glyph, x: 17, GlyphRendering(antialiasing: antialiasing, smoothsSubpixels: false))
    let smooth = try bitmap(glyph, x: 17, GlyphRendering(antialiasing: antialiasing))
    #expect(subpixels.content == .subpixels && smooth.content == .subpixels)
    var totals = (grey: 0, smooth: 0)
    for (x, y) in area(grey) {
      let level = pixel(grey, x, y)[0]
      let parts = pixel(subpixels, x, y)
      #expect(parts[3] == (parts[0] + parts[1] + parts[2] + 1) / 3)
      #expect(abs(parts[3] - level) <= 1)
      totals.grey += 3 * level
      totals.smooth += pixel(smooth, x, y)[..<3].reduce(0, +)
    }
    // Smoothing moves ink to neighbours without losing any.
    #expect(abs(totals.grey - totals.smooth) * 100 <= totals.grey)
  }

  @Test(
    arguments: [(.rgb, .bgr), (.verticalRGB, .verticalBGR)]
      as [(GlyphRendering.Antialiasing, GlyphRendering.Antialiasing)])
  func reversedStripesChangeRedAndBlue(
    _ orders: (GlyphRendering.Antialiasing, GlyphRendering.Antialiasing)
  ) throws {
    let first = try bitmap(72, GlyphRendering(antialiasing: orders.0))
    let second = try bitmap(72, GlyphRendering(antialiasing: orders.1))
    for (x, y) in area(first) {
      let (left, right) = (pixel(first, x, y), pixel(second, x, y))
      #expect([left[2], left[1], left[0], left[3]] == right)
    }
  }

  /// The letter l is a box: at 64ths of a pixel its coverage follows from its edges.
  @Test(arguments: [0, 5, 33, 63], [0, 7, 32, 61])
  func placesAreExactTo64ths(x: Int, y: Int) throws {
    let glyph = try SampleFonts.glyph("l", of: face)
    let box = SampleFonts.extents(glyph, of: face)
    let (dx, dy, size) = (Double(x) / 64, Double(y) / 64, 16.0)
    let drawn = try bitmap(glyph, x: x, y: y, GlyphRendering(placement: .exact))
    func share(_ pixel: Int, _ start: Double, _ end: Double) -> Double {
      max(0, min(Double(pixel + 1), end) - max(Double(pixel), start))
    }
    for (column, row) in area(drawn) {
      let expected =
        share(column, box.left * size + dx, box.right * size + dx)
        * share(row, dy - box.top * size, dy - box.bottom * size)
      #expect(abs(Double(pixel(drawn, column, row)[0]) - expected * 255) <= 255 * 4 / 128.0)
    }
  }

  /// Hinted strokes are sharper: rows are closer to empty or full.
  @Test(arguments: [GlyphRendering.Hinting.light, .full])
  func hintingFitsStrokesToRows(hinting: GlyphRendering.Hinting) throws {
    let glyph = try SampleFonts.glyph("E", of: face)
    func blur(_ hinting: GlyphRendering.Hinting) throws -> Int {
      let drawn = try bitmap(glyph, size: 15, GlyphRendering(hinting: hinting))
      let column = Int(drawn.left) + Int(drawn.width) / 2
      return area(drawn).filter { $0.x == column }
        .reduce(0) { sum, place in
          let level = pixel(drawn, place.x, place.y)[0]
          return sum + min(level, 255 - level)
        }
    }
    #expect(try blur(hinting) < blur(.none) / 2)
  }

  /// Layout ignores hinting, so hinted glyphs must stay at the places of the others.
  @Test(arguments: [(GlyphRendering.Hinting.light, 0), (.full, 1)])
  func hintedGlyphsStayInTheirColumns(hinting: GlyphRendering.Hinting, pixels: Int) throws {
    for scalar in UInt8(ascii: "a")...UInt8(ascii: "z") {
      let glyph = try SampleFonts.glyph(Unicode.Scalar(scalar), of: face)
      let plain = try bitmap(glyph, size: 15, .plain)
      let hinted = try bitmap(glyph, size: 15, GlyphRendering(hinting: hinting))
      #expect(abs(Int(hinted.left - plain.left)) <= pixels)
      #expect(abs(Int(hinted.left + hinted.width - plain.left - plain.width)) <= pixels)
    }
  }

  /// Parts of a glyph equal the whole, up to the rounding of curves that FreeType clips at the edge
  /// of the part.
  @Test(arguments: GlyphRendering.Antialiasing.allCases)
  func partsAreThoseOfTheWhole(antialiasing: GlyphRendering.Antialiasing) throws {
    var random = SeededGenerator()
    let rendering = GlyphRendering(antialiasing: antialiasing)
    for glyph in [40, 88, 100] as [UInt32] {
      let whole = try bitmap(glyph, size: 60, x: 9, rendering)
      for _ in 0..<8 {
        let region = PixelRect(
          x: .random(in: -5...30, using: &random), y: .random(in: -50...5, using: &random),
          width: .random(in: 1...30, using: &random), height: .random(in: 1...30, using: &random))
        let part = try bitmap(glyph, size: 60, x: 9, rendering, in: region)
        for y in region.top..<region.bottom {
          for x in region.left..<region.right where !part.bytes.isEmpty {
            let faults = zip(pixel(part, x, y), pixel(whole, x, y)).map { abs($0 - $1) }
            #expect(faults.allSatisfy { $0 <= 3 }, "seed \(random.seed)")
          }
        }
      }
    }
  }

  @Test func largeGlyphsAreDrawnAsPaths() throws {
    #expect(try bitmap(72, size: 5000, .plain).content == .path)
    let source = GlyphSource()
    var canvas = Canvas(
      bitmap: try Bitmap(width: 60, height: 40, background: .white), scale: .one, glyphs: source)
    // The stem of the letter l, far larger than the image.
    let glyph = try SampleFonts.glyph("l", of: face)
    let box = SampleFonts.extents(glyph, of: face)
    let size = 20_000.0
    try canvas.drawGlyph(
      glyph, of: face, size: size, color: .black,
      at: Point(x: 20 - (box.left * size).rounded(), y: 3000))
    for x in [0, 18, 21, 59] {
      for y in [0, 39] {
        #expect(canvas.bitmap.color(atX: x, y: y) == (x < 20 ? .white : .black))
      }
    }
    #expect(source.cache.statistics.bytes < 100_000 + GlyphTable.slabBytes)
  }

  /// The visible part of a glyph drawn as a path does not depend on the size of the image.
  @Test func clippedPathsAreThePartThatIsSeen() throws {
    func drawn(x: Double, y: Double, side: Int) throws -> Bitmap {
      var canvas = Canvas(
        bitmap: try Bitmap(width: side, height: side, background: .white), scale: .one,
        glyphs: GlyphSource())
      try canvas.drawGlyph(
        SampleFonts.glyph("S", of: face), of: face, size: 4000, color: .black,
        at: Point(x: x, y: y))
      return canvas.bitmap
    }
    let whole = try drawn(x: -900, y: 2000, side: 700)
    let part = try drawn(x: -1100, y: 1900, side: 300)
    #expect(part == whole.cropped(x: 200, y: 100, width: 300, height: 300))
    #expect(Set(part.pixels).count > 8)
  }

  @Test func curvesChangeWhatIsPainted() throws {
    func drawn(_ rendering: GlyphRendering) throws -> Bitmap {
      var canvas = Canvas(
        bitmap: try Bitmap(width: 40, height: 30, background: .white), scale: .one,
        glyphs: GlyphSource(), rendering: rendering)
      try canvas.drawGlyph(72, of: face, size: 16, color: .black, at: Point(x: 5, y: 20))
      return canvas.bitmap
    }
    let curve = CoverageCurve(
      try #require(CoverageCurve.Key(.black, GlyphRendering(contrast: 0.5))))
    let plain = try drawn(.plain)
    let expected = plain.pixels.enumerated().map { index, level in
      index % 4 == 3 ? 255 : 255 - curve.levels[255 - Int(level)]
    }
    #expect(try drawn(GlyphRendering(contrast: 0.5)).pixels == expected)
    #expect(expected != plain.pixels)
    #expect(try drawn(GlyphRendering(antialiasing: .rgb, gamma: 1.8)) != plain)
  }
}

@Suite struct TableCurvesTests {
  private func key(_ level: Int) throws -> CoverageCurve.Key {
    let grey = UInt8(level)
    return try #require(
      CoverageCurve.Key(Color(red: grey, green: grey, blue: grey), .screen))
  }

  @Test func fewCurvesHaveNumbersAndAllAreRight() throws {
    var curves = TableCurves()
    var numbers: [UInt16] = []
    for round in 0..<3 {
      for level in 0..<40 {
        let found = try curves.curve(key(level))
        #expect(found.curve == CoverageCurve(try key(level)))
        #expect((found.late == nil) == (found.number > 0))
        if round == 0 {
          numbers.append(found.number)
        } else {
          #expect(found.number == numbers[level])
        }
      }
    }
    #expect(numbers == (1...8).map { $0 } + Array(repeating: 0, count: 32))
  }

  /// A curve in constant use stays; one that was not used for long is evicted, and its number is
  /// not reused.
  @Test func oldCurvesMakeRoom() throws {
    var curves = TableCurves()
    for level in 0..<8 { _ = try curves.curve(key(level)) }
    for _ in 0..<5_000 { _ = try curves.curve(key(3)) }
    #expect(try curves.curve(key(100)).number == 9)
    #expect(try curves.curve(key(3)).number == 4)
    #expect(try (0..<8).map { try curves.curve(key($0)).number } == [10, 11, 12, 4, 13, 14, 15, 0])
  }

  /// Letters in more luminances than there are curves, for more than a whole table, equal those
  /// drawn without a cache.
  @Test(arguments: GlyphRendering.Antialiasing.allCases, [1 << 20, 160 << 10])
  func textInAnyColorIsThatWithoutACache(
    antialiasing: GlyphRendering.Antialiasing, limit: Int
  ) throws {
    let face = try SampleFonts.sans()
    var rendering = GlyphRendering.screen
    rendering.antialiasing = antialiasing
    var random = SeededGenerator(salt: 44)
    let kept = GlyphSource(cache: GlyphCache(byteLimit: limit))
    for round in 0..<400 {
      let glyph = UInt32.random(in: 36...90, using: &random)
      let grey = UInt8(20 * Int.random(in: 0...12, using: &random))
      let color = Color(red: grey, green: grey, blue: grey, alpha: round % 7 == 0 ? 130 : 255)
      let place = Point(
        x: .random(in: -3...30, using: &random), y: .random(in: 2...32, using: &random))
      let pictures = try [kept, GlyphSource(cache: GlyphCache(byteLimit: 0))].map { source in
        var canvas = Canvas(
          bitmap: try Bitmap(width: 34, height: 30, background: .white), scale: .one,
          glyphs: source, rendering: rendering)
        try canvas.drawGlyph(glyph, of: face, size: 16, color: color, at: place)
        return canvas.bitmap
      }
      #expect(
        pictures[0] == pictures[1],
        "round \(round), glyph \(glyph), \(color), \(place), seed \(random.seed)")
    }
    #expect(kept.cache.statistics.hits > 0)
  }
}

@Suite struct PlacementStepsTests {
  /// The standard library's rounding is the witness, also at halves of steps.
  @Test(arguments: [GlyphRendering.Placement.quarter, .exact], [true, false])
  func placesAreTheNearestOnes(placement: GlyphRendering.Placement, drawsImages: Bool) throws {
    let steps = PlacementSteps(GlyphRendering(placement: placement), drawsImages: drawsImages)
    let unit = drawsImages ? 64 : placement == .quarter ? 16 : 1
    let rowUnit = drawsImages || placement == .quarter ? 64 : 1
    var random = SeededGenerator(salt: 31)
    for _ in 0..<2000 {
      let reach = [1.0, 300, 1e6, 0.99e9][Int.random(in: 0..<4, using: &random)]
      var place = Double.random(in: -reach...reach, using: &random)
      if random.oneIn(3) { place = (place * 128).rounded() / 128 }
      let note: Comment = "\(place), seed \(random.seed)"
      #expect(steps.column(place) == nearest(place, unit), note)
      #expect(steps.row(place) == nearest(place, rowUnit), note)
    }
  }

  @Test(arguments: [1e9, -1e9, .infinity, -.infinity, .nan, 1e300])
  func thereIsNoPlaceBeyondAllBitmaps(place: Double) {
    let steps = PlacementSteps(.plain, drawsImages: false)
    #expect(steps.column(place) == nil && steps.row(place) == nil)
  }

  private func nearest(_ place: Double, _ unit: Int) -> Int {
    let perPixel = Double(64 / unit)
    return Int(saturating: (place * perPixel + 0.5).rounded(.down)) * unit
  }
}

@Suite struct CoverageCurveTests {
  private func curve(_ color: Color, contrast: Double = 0, gamma: Double = 1) throws
    -> CoverageCurve
  {
    CoverageCurve(
      try #require(
        CoverageCurve.Key(color, GlyphRendering(contrast: contrast, gamma: gamma))))
  }

  @Test(arguments: [Color.black, .white, Color(rgb: 0x3366CC)])
  func plainRenderingsHaveNoCurve(color: Color) {
    #expect(CoverageCurve.Key(color, .plain) == nil)
    #expect(CoverageCurve.Key(color, GlyphRendering(contrast: .nan, gamma: .nan)) == nil)
    #expect(CoverageCurve.Key(color, GlyphRendering(contrast: -1, gamma: 0.2)) == nil)
  }

  /// Blending grey text over its opposite through the curve equals blending linear light.
  @Test(arguments: [0, 1, 40, 100, 160, 220, 255] as [UInt8], [1.4, 1.8, 2.2])
  func blendingIsThatOfLight(grey: UInt8, gamma: Double) throws {
    let curve = try curve(Color(red: grey, green: grey, blue: grey), gamma: gamma)
    let (text, back) = (Double(grey), 255 - Double(grey))
    for coverage in 0...255 {
      let share = Double(coverage) / 255
      let light =
        pow(text / 255, gamma) * share + pow(back / 255, gamma) * (1 - share)
      let expected = pow(light, 1 / gamma) * 255
      let level = Double(curve.levels[coverage]) / 255
      #expect(abs(text * level + back * (1 - level) - expected) <= 0.51)
    }
  }

  /// Dark text gets more coverage, white text does not, and zero coverage stays zero.
  @Test func contrastRaisesDarkText() throws {
    let black = try curve(.black, contrast: 0.5)
    for coverage in 0...255 {
      let share = Double(coverage) / 255
      #expect(
        abs(Double(black.levels[coverage]) / 255 - (share + 0.5 * share * (1 - share)))
          <= 0.5 / 255 + 1e-9)
    }
    #expect(try curve(.white, contrast: 0.5).levels == Array(0...255))
  }

  @Test(arguments: 0...255)
  func levelsRise(grey: Int) throws {
    let level = UInt8(grey)
    let curve = try curve(
      Color(red: level, green: level, blue: level), contrast: 0.7, gamma: 2.2)
    #expect(curve.levels.first == 0 && curve.levels.last == 255 && curve.levels.count == 256)
    #expect(zip(curve.levels, curve.levels.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
