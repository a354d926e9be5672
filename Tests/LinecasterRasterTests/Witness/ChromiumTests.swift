import LinecasterBase
import LinecasterDisplay
import LinecasterText
import LinecasterWitness
import Testing

@testable import LinecasterRaster

/// The canvas compared with Chromium's drawing of the same boxes in CSS.
@Suite struct ChromiumScenesTests {
  /// The allowed difference of a channel on ink by the topic of a scene: mean and maximum.
  ///
  /// The largest differences are single pixels of curves, whose coverage Chromium rounds; ours is
  /// within four levels of the area. Shadows are different sums of boxes.
  private static let limits: [Substring: (mean: Double, maximum: Int)] = [
    "corners": (0.4, 70), "borders": (1, 75), "gradients": (0.4, 50), "shadows": (2.7, 50),
    "transforms": (2, 90), "blends": (1, 20), "filters": (2, 75), "masks": (1, 60),
    "backdrops": (2, 75),
    "groups": (0.9, 60), "clips": (1.1, 60), "images": (1.6, 60),
  ]
  /// The scenes with dashes and dots, whose lengths CSS leaves open.
  private static let patterned = CanvasScene.all.filter {
    $0.name.hasSuffix("dashed") || $0.name.hasSuffix("dotted")
  }
  private static let defined = CanvasScene.all.filter { scene in
    !patterned.contains { $0.name == scene.name }
  }

  @Test(arguments: defined, ChromiumRecordings.scales)
  func scenesLookAsInChromium(scene: CanvasScene, scale: Double) throws {
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(scene, scale: scale))
    let difference = try #require(InkDifference(scene.draw(scale: scale), recorded))
    let limit = try #require(Self.limits[scene.name.prefix { $0 != "-" }])
    #expect(difference.mean <= limit.mean)
    #expect(difference.maximum <= limit.maximum)
  }

  /// The borders of each box start and end at the pixels of Chromium's.
  @Test(arguments: patterned, ChromiumRecordings.scales)
  func patternsHaveTheSameEdges(scene: CanvasScene, scale: Double) throws {
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(scene, scale: scale))
    let drawn = try scene.draw(scale: scale)
    let factor = PixelScale(scale)
    for column in 0..<3 {
      let left = factor.pixels(CanvasScene.box(column).rect.minX - 4)
      let width = factor.pixels(CanvasScene.box(column).rect.width + 8)
      let boxes = [drawn, recorded].map { image in
        Self.ink(image.cropped(x: left, y: 0, width: width, height: image.height))
      }
      #expect(boxes[0] == boxes[1])
    }
  }

  /// The smallest rectangle with all pixels that are clearly not white.
  private static func ink(_ image: Bitmap) -> PixelRect {
    var (columns, rows): (Set<Int>, Set<Int>) = ([], [])
    for place in 0..<image.width * image.height {
      guard image.pixels[place * 4..<place * 4 + 3].contains(where: { $0 < 200 }) else {
        continue
      }
      columns.insert(place % image.width)
      rows.insert(place / image.width)
    }
    return PixelRect(
      left: columns.min() ?? 0, top: rows.min() ?? 0, right: (columns.max() ?? -1) + 1,
      bottom: (rows.max() ?? -1) + 1)
  }
}

/// Decoration lines compared with Chromium's, each in its cell of a sheet.
@Suite struct ChromiumLinesTests {
  /// The allowed difference of the mean ink of a row and of a column of pixels, by pattern, 0 to
  /// 255.
  ///
  /// Solid and double lines are equal. Chromium counts the coverage of dashes and dots in quarters
  /// of a pixel, and draws waves of one pixel by another algorithm, with less ink.
  private static func limit(
    _ pattern: TextDecoration.Pattern, thickness: Double
  ) -> (rows: Double, columns: Double) {
    switch pattern {
    case .solid: (2, 2)
    case .double: (2, 4)
    case .dotted: (16, 16)
    case .dashed: (21, 16)
    case .wavy: thickness < 2 ? (40, 24) : (20, 24)
    }
  }

  /// The height of the tiles that Chromium paints. It clips some lines that extend into the next
  /// tile: lines that start or end at the edge of a tile are not compared.
  private static let tile = 254
  private static let pages = LineSheet.all.flatMap { sheet in
    sheet.scales.map { Page(sheet: sheet, scale: $0) }
  }

  struct Page: Sendable, CustomTestStringConvertible {
    let sheet: LineSheet
    let scale: Double

    var testDescription: String { "\(sheet.name) at \(scale)" }
  }

  @Test(arguments: pages)
  func linesAreWhereChromiumHasThem(page: Page) throws {
    let (sheet, scale) = (page.sheet, page.scale)
    let drawn = try sheet.draw(scale: scale)
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(sheet, scale: scale))
    #expect((drawn.width, drawn.height) == (recorded.width, recorded.height))
    var wrong: [String] = []
    var cut = 0
    for (index, cell) in sheet.cells.enumerated() {
      let room = PixelScale(scale).rounded(sheet.frame(index))
      let other = ink(recorded, in: room, scale)
      let start = Int(saturating: (room.minY * scale).rounded())
      let first = start + (other.rows.firstIndex { $0 > 0 } ?? 0)
      let last = start + (other.rows.lastIndex { $0 > 0 } ?? 0)
      if cell.mode == .horizontal, first % Self.tile == 1 || last % Self.tile == 0 {
        cut += 1
      } else if let found = try difference(
        ink(drawn, in: room, scale), other, of: cell, scale)
      {
        wrong.append("\(index): \(found)")
      }
    }
    #expect(wrong == [])
    #expect(cut <= 8)
  }

  /// The difference of a line from Chromium's; nil if it is equal.
  private func difference(
    _ one: Ink, _ other: Ink, of cell: LineSheet.Cell, _ scale: Double
  ) throws -> String? {
    let most = try #require((other.rows + other.columns).max())
    #expect(most > 5, "Chromium draws no line")
    let (decoration, isBlank) = (cell.decoration, cell.text.allSatisfy(\.isWhitespace))
    guard isBlank else {
      // Letters cut a line at their places for scale 1 instead of whole pixels: a third of the ink.
      let (sum, otherSum) = (one.rows.reduce(0, +), other.rows.reduce(0, +))
      return abs(sum - otherSum) > otherSum / 3 || one.fullRows != other.fullRows
        ? "\(decoration.pattern) \(cell.size): \(sum) for \(otherSum)" : nil
    }
    let thickness = scale * (decoration.thickness ?? cell.size / 10)
    let limit = Self.limit(decoration.pattern, thickness: thickness)
    let rows = distance(one.rows, other.rows)
    let columns = distance(one.columns, other.columns)
    return rows > limit.rows || columns > limit.columns
      ? "\(decoration.position) \(decoration.pattern) \(cell.size): \(rows) \(columns)" : nil
  }

  private struct Ink {
    var rows: [Double]
    var columns: [Double]

    /// The rows with more than half of the maximum ink.
    var fullRows: [Int] {
      let most = rows.max() ?? 0
      return rows.indices.filter { rows[$0] > most / 2 }
    }
  }

  private func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { abs($0 - $1) }.max() ?? 0
  }

  /// The mean ink of the rows and columns of a cell, over the usual extent of a line in the other
  /// direction.
  private func ink(_ image: Bitmap, in room: Rect, _ scale: Double) -> Ink {
    let frame = [room.minX, room.minY, room.width, room.height].map {
      Int(saturating: ($0 * scale).rounded())
    }
    let cell = image.cropped(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
    var rows = [Double](repeating: 0, count: cell.height)
    var columns = [Double](repeating: 0, count: cell.width)
    for y in 0..<cell.height {
      for x in 0..<cell.width {
        // The lines are red.
        let ink = 255 - Double(cell.pixels[(y * cell.width + x) * 4 + 1])
        rows[y] += ink / (30 * scale)
        columns[x] += ink / (30 * scale)
      }
    }
    return Ink(rows: rows, columns: columns)
  }
}

/// Borders at any place and of any width, all of whose pixels are fully covered.
@Suite struct ChromiumBordersTests {
  @Test(arguments: BorderSheet.scales)
  func bordersAreTheSamePixels(scale: Double) throws {
    let name = ChromiumRecordings.nameOfBorders(scale: scale)
    #expect(try BorderSheet.draw(scale: scale) == ChromiumRecordings.image(name))
  }
}

/// Emoji compared with the same font in Chromium.
@Suite struct ChromiumEmojiTests {
  /// The allowed difference of a channel on ink by the size in pixels: mean and maximum.
  ///
  /// Chromium first halves its images, which makes them softer, most of all at 24 pixels.
  private static let limits: [Int: (mean: Double, maximum: Int)] = [
    16: (4, 70), 24: (5.6, 80), 48: (2.8, 85),
  ]

  @Test(arguments: EmojiSheet.sizes)
  func emojiLookAsInChromium(size: Int) throws {
    let sheet = EmojiSheet(size: size)
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(sheet))
    let difference = try #require(InkDifference(sheet.draw(), recorded))
    let limit = try #require(Self.limits[size])
    #expect(difference.mean <= limit.mean)
    #expect(difference.maximum <= limit.maximum)
  }
}

/// The weight and the sharpness of text compared with Chromium's.
@Suite struct ChromiumInkTests {
  /// The allowed ratios to Chromium's ink and to the energy of its horizontal edges.
  private static let (ink, energy) = (0.97...1.03, 0.9...1.1)
  /// The headline of Devanagari at 12 pixels is a tenth lighter than Chromium's.
  private static let (lightInk, lightEnergy) = (0.94...1.03, 0.8...1.1)

  @Test(arguments: InkSheet.all)
  func screensShowTextAsHeavyAndAsSharp(sheet: InkSheet) throws {
    let recorded = try InkMeasure(ChromiumRecordings.image(ChromiumRecordings.name(sheet)))
    let drawn = try InkMeasure(sheet.draw(.screen))
    let isLighter = sheet.script == .devanagari && sheet.size == 12
    let ink = drawn.ink / recorded.ink
    let energy = drawn.verticalEnergy / recorded.verticalEnergy
    #expect((isLighter ? Self.lightInk : Self.ink).contains(ink))
    #expect((isLighter ? Self.lightEnergy : Self.energy).contains(energy))
  }

  /// The reason for the preset: plain text differs more at these sizes.
  @Test(arguments: InkSheet.all.filter { $0.size == 12 })
  func plainTextIsThinnerAndSofter(sheet: InkSheet) throws {
    let recorded = try InkMeasure(ChromiumRecordings.image(ChromiumRecordings.name(sheet)))
    let plain = try InkMeasure(sheet.draw(.plain))
    #expect(plain.ink < 0.96 * recorded.ink)
    #expect(plain.verticalEnergy < 0.8 * recorded.verticalEnergy)
  }
}

@Suite struct ChromiumRecordingsTests {
  /// The recorded images are exactly those that tests compare with.
  @Test func everyRecordingIsAskedFor() throws {
    let scenes = ChromiumRecordings.scales.flatMap { scale in
      CanvasScene.all.map { ChromiumRecordings.name($0, scale: scale) }
    }
    let sheets = EmojiSheet.sizes.map { ChromiumRecordings.name(EmojiSheet(size: $0)) }
    let lines = LineSheet.all.flatMap { sheet in
      sheet.scales.map { ChromiumRecordings.name(sheet, scale: $0) }
    }
    let inks = InkSheet.all.map { ChromiumRecordings.name($0) }
    let paints = PaintSheet.all.map { ChromiumRecordings.name($0) }
    let borders = BorderSheet.scales.map { ChromiumRecordings.nameOfBorders(scale: $0) }
    let names = scenes + sheets + lines + borders + inks + paints
    #expect(try ChromiumRecordings.names() == names.sorted())
  }

  @Test(
    .enabled(
      if: Chromium.isRecording,
      "CHROMIUM=record draws the recordings again with the Chromium that is installed"))
  func drawsThemAnew() throws {
    try ChromiumRecordings.record(with: #require(Chromium(), "there is no chromium here"))
  }
}
