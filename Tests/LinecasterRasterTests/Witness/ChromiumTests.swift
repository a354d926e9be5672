import LinecasterBase
import LinecasterDisplay
import LinecasterText
import LinecasterWitness
import Testing

@testable import LinecasterRaster

/// Holds the canvas against what Chromium makes of the same boxes in CSS.
@Suite struct ChromiumScenesTests {
  /// By the topic of a scene, how far a channel is away where there is ink: on average and at most.
  ///
  /// The largest distances are single pixels of curves, whose coverage Chromium rounds; ours is
  /// within four levels of the area. Shadows are two different sums of boxes.
  private static let limits: [Substring: (mean: Double, maximum: Int)] = [
    "corners": (0.4, 70), "borders": (1, 75), "gradients": (0.4, 50), "shadows": (2.7, 50),
    "transforms": (2, 90), "blends": (1, 20), "filters": (2, 75), "masks": (1, 60),
    "backdrops": (2, 75),
    "groups": (0.9, 60), "clips": (1.1, 60), "images": (1.6, 60),
  ]
  /// CSS leaves it open how long strokes and gaps are.
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

  /// The lines of each of the boxes start and end where those of Chromium do.
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

  /// The smallest rectangle with all pixels that are not nearly white.
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

/// Holds lines of text against Chromium's, each in its cell of a sheet.
@Suite struct ChromiumLinesTests {
  /// By pattern, how far the mean ink of a row of pixels may be away, 0 to 255, and that of a
  /// column.
  ///
  /// Solid and double lines are the same pixels. Chromium counts what dashes and dots cover in
  /// quarters of a pixel, and draws waves of one pixel by another algorithm, with less ink.
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

  /// Chromium paints tiles of so many pixels, and cuts some lines that reach into the next one:
  /// such lines start at the first row of a tile or end at its last, and are not compared.
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

  /// What is wrong with a line; nil if it is like Chromium's.
  private func difference(
    _ one: Ink, _ other: Ink, of cell: LineSheet.Cell, _ scale: Double
  ) throws -> String? {
    let most = try #require((other.rows + other.columns).max())
    #expect(most > 5, "Chromium draws no line")
    let (decoration, isBlank) = (cell.decoration, cell.text.allSatisfy(\.isWhitespace))
    guard isBlank else {
      // Letters cut a line where they are at scale 1, and not at whole pixels: a third of the ink.
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

    /// The rows with more than half of the most ink.
    var fullRows: [Int] {
      let most = rows.max() ?? 0
      return rows.indices.filter { rows[$0] > most / 2 }
    }
  }

  private func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { abs($0 - $1) }.max() ?? 0
  }

  /// The mean ink of the rows of a cell's pixels and of its columns, over the pixels that there are
  /// in the other direction of a line of usual extent.
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

/// Borders at any place and of any width, which have no pixel that is not wholly covered.
@Suite struct ChromiumBordersTests {
  @Test(arguments: BorderSheet.scales)
  func bordersAreTheSamePixels(scale: Double) throws {
    let name = ChromiumRecordings.nameOfBorders(scale: scale)
    #expect(try BorderSheet.draw(scale: scale) == ChromiumRecordings.image(name))
  }
}

/// Holds emoji against the same font drawn by Chromium.
@Suite struct ChromiumEmojiTests {
  /// By pixels an em, how far a channel is away where there is ink: on average and at most.
  ///
  /// Chromium makes its images smaller by halves first, which is softer, most of all at 24
  /// pixels.
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

/// Holds the weight and the sharpness of text against Chromium's.
@Suite struct ChromiumInkTests {
  /// The shares of Chromium's ink and of the energy of its horizontal edges.
  private static let (ink, energy) = (0.97...1.03, 0.9...1.1)
  /// Of Devanagari at 12 pixels the line that letters hang from is a tenth lighter than Chromium's.
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

  /// What the preset is for: plain text is further away at these sizes.
  @Test(arguments: InkSheet.all.filter { $0.size == 12 })
  func plainTextIsThinnerAndSofter(sheet: InkSheet) throws {
    let recorded = try InkMeasure(ChromiumRecordings.image(ChromiumRecordings.name(sheet)))
    let plain = try InkMeasure(sheet.draw(.plain))
    #expect(plain.ink < 0.96 * recorded.ink)
    #expect(plain.verticalEnergy < 0.8 * recorded.verticalEnergy)
  }
}

@Suite struct ChromiumRecordingsTests {
  /// Every image is one that a test compares with, and the other way round.
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
