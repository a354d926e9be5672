import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterWitness
import Testing

@testable import Figures

/// Plain lines of text at one and two pixels a point compared with those of Chromium.
///
/// `.ci/pictures comparison` draws both again, with a page of all of them side by side.
@Suite(.serialized) struct ComparisonTests {
  private static func file(_ figure: ComparisonFigure) -> URL {
    Catalogue.resources.appendingPathComponent(Catalogue.browserImage(of: figure))
  }

  /// The allowed mean difference of a channel on ink, by pixels a point. At two pixels the browser
  /// hints letters lightly, which are unhinted here.
  private static let limits = [1.0: 12.0, 2: 35]

  /// Lines are compared one by one: with more than one pixel a point, a browser places lines on
  /// pixels instead of points, which may shift them by a pixel.
  @Test(arguments: ComparisonFigure.all)
  func linesLookAsInChromium(figure: ComparisonFigure) throws {
    let drawn = try FigurePainter().paint(figure)
    let recorded = try ImageDecoder().decode(path: Self.file(figure).path)
    #expect((drawn.width, drawn.height) == (recorded.width, recorded.height))
    let limit = try #require(Self.limits[figure.scale.factor])
    for index in ComparisonFigure.rows.indices {
      let shifts = figure.scale.factor == 1 ? 0...0 : -1...1
      let ours = LineInk(drawn, line: index, of: figure)
      let theirs = shifts.map { LineInk(recorded, line: index, of: figure, movedBy: $0) }
      let nearest = try #require(
        theirs.min { ours.difference(from: $0) < ours.difference(from: $1) })
      #expect(ours.difference(from: nearest) <= limit, "line \(index)")
      // Equally heavy and equally wide.
      #expect(abs(ours.sum / nearest.sum - 1) <= 0.05, "line \(index)")
      #expect(
        zip(ours.columns, nearest.columns).allSatisfy { abs($0 - $1) <= 1 },
        "\(ours.columns), not \(nearest.columns) in line \(index)")
    }
  }

  @Test(
    .enabled(if: Chromium.isRecording, "only with CHROMIUM=record"),
    arguments: ComparisonFigure.all)
  func recordAgain(figure: ComparisonFigure) throws {
    let browser = try #require(Chromium(), "there is no chromium here")
    let drawn = try FigurePainter().paint(figure)
    let scale = figure.scale.factor
    let image = try browser.draw(
      Self.html(figure), width: Int(saturating: Double(drawn.width) / scale),
      height: Int(saturating: Double(drawn.height) / scale), scale: scale)
    let ours = Catalogue.resources.appendingPathComponent(FigurePainter.fileName(of: figure))
    for (image, file) in [(image, Self.file(figure)), (drawn, ours)] {
      try AtomicFileWriter.write(FigurePainter.file(of: image), to: file.path)
    }
  }

  /// Writes a page of all pairs, enlarged by whole pixels.
  @Test(.enabled(if: Chromium.isRecording, "only with CHROMIUM=record"))
  func makePage() throws {
    let pairs = ComparisonFigure.all.map { figure in
      let images = [FigurePainter.fileName(of: figure), Catalogue.browserImage(of: figure)].map {
        let address = Catalogue.resources.appendingPathComponent($0).absoluteString
        return "<td><img src=\"\(address)\" style=\"zoom:\(3 / figure.scale.factor)\"></td>"
      }
      return "<tr><th>\(figure.name)</th>\(images.joined())</tr>"
    }
    let page = """
      <!DOCTYPE html><meta charset="utf-8"><title>Linecaster and Chromium</title>
      <style>img{image-rendering:pixelated;display:block}
      body{font:14px sans-serif;background:#888}</style>
      <table><tr><th></th><th>Linecaster</th><th>Chromium</th></tr>
      \(pairs.joined(separator: "\n"))</table>
      """
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("current")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(page.utf8).write(to: folder.appendingPathComponent("comparison.html"))
    #expect(page.matches(of: #/<img /#).count == 2 * ComparisonFigure.all.count)
  }

  /// The lines as a page for a browser, in its default rendering.
  private static func html(_ figure: ComparisonFigure) -> String {
    let files = [
      ("Noto Sans", "NotoSans/NotoSans-Regular.ttf"),
      ("Noto Sans Devanagari", "NotoSansDevanagari/NotoSansDevanagari-Regular.ttf"),
      ("Noto Sans Arabic", "NotoSansArabic/NotoSansArabic-Regular.ttf"),
      ("Noto Sans Hebrew", "NotoSansHebrew/NotoSansHebrew-Regular.ttf"),
      ("Noto Sans CJK JP", "CJK/NotoSansCJK/NotoSansCJK-Regular.ttc"),
    ]
    let fonts = Catalogue.root.appendingPathComponent("Fonts")
    let faces = files.map { family, file in
      "@font-face{font-family:'\(family)';"
        + "src:url('\(fonts.appendingPathComponent(file).absoluteString)')}"
    }
    let lines = ComparisonFigure.rows.enumerated().map { index, row in
      let top = ComparisonFigure.margin + Double(index) * ComparisonFigure.lineHeight
      let pieces = row.pieces.map { words, look in
        switch look {
        case .plain: words
        case .underlined: "<u>\(words)</u>"
        case .bordered: "<span>\(words)</span>"
        }
      }
      return "<p lang=\"\(row.language ?? "en")\" style=\"top:\(top)px;"
        + "font-size:\(row.size)px;font-family:'\(row.family)','Noto Sans'\">\(pieces.joined())</p>"
    }
    return """
      <!DOCTYPE html><meta charset="utf-8"><style>
      \(faces.joined(separator: "\n"))
      html{background:\(css(figure.background))} body{margin:0}
      p{position:absolute;left:\(ComparisonFigure.margin)px;margin:0;white-space:pre;
      line-height:\(ComparisonFigure.lineHeight)px;
      color:\(css(figure.ink))}
      span{border:1px solid \(css(figure.frame));padding:0 \(ComparisonFigure.border.left)px}
      </style>
      \(lines.joined(separator: "\n"))

      """
  }

  private static func css(_ color: Color) -> String {
    "rgb(\(color.red) \(color.green) \(color.blue))"
  }
}

/// The pixels of a line of a comparison, as distances from the background.
private struct LineInk {
  private let levels: [[Int]]
  /// The first and the last column of pixels with much ink.
  let columns: [Int]

  /// - Parameter rows: The number of pixel rows by which the line is shifted down.
  init(_ image: Bitmap, line: Int, of figure: ComparisonFigure, movedBy rows: Int = 0) {
    let top = ComparisonFigure.margin + Double(line) * ComparisonFigure.lineHeight
    let part = image.cropped(
      x: 0, y: figure.scale.pixels(top) + rows, width: image.width,
      height: figure.scale.pixels(ComparisonFigure.lineHeight))
    let ground = [figure.background.red, figure.background.green, figure.background.blue]
    let levels = (0..<part.width * part.height).map { place in
      ground.indices.map { abs(Int(part.pixels[place * 4 + $0]) - Int(ground[$0])) }
    }
    let inked = levels.indices.filter { levels[$0][1] > 60 }.map { $0 % part.width }
    self.levels = levels
    columns = [inked.min() ?? 0, inked.max() ?? 0]
  }

  var sum: Double { Double(levels.reduce(0) { $0 + $1.reduce(0, +) }) }

  /// The mean difference of a channel over the pixels that have ink in either.
  func difference(from other: LineInk) -> Double {
    let pairs = zip(levels, other.levels).filter { ($0 + $1).contains { $0 > 0 } }
    let total = pairs.reduce(0) { sum, pair in
      sum + zip(pair.0, pair.1).reduce(0) { $0 + abs($1.0 - $1.1) }
    }
    return Double(total) / Double(max(1, pairs.count * 3))
  }
}
