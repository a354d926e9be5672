import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

/// Strokes along the outlines of letters, compared with distances of points to the outlines.
@Suite struct StrokeDrawingTests {
  private let samples: ScriptSamples

  init() throws {
    samples = try ScriptSamples()
  }

  private static let size = Size(width: 90, height: 60)

  private func draw(_ layout: TextLayout, _ stroke: TextStroke) throws -> Bitmap {
    var list = DisplayList(size: Self.size)
    list.append(.textStroke(layout, origin: Point(x: 10, y: 4), stroke))
    return try DisplayRasterizer().rasterize(list, background: .white)
  }

  /// The sides of all contours, in pixels.
  private func sides(of layout: TextLayout) -> [(Point, Point)] {
    layout.glyphRuns.flatMap { run in
      run.placedGlyphs.flatMap { glyph -> [(Point, Point)] in
        let outline = run.face.outline(of: glyph.identifier)
        let size = run.size / Double(outline.unitsPerEm)
        return outline.contours(tolerance: 0.01 / size).flatMap { contour in
          let points = contour.map { point in
            Point(
              x: 10 + glyph.origin.x + point.x * size, y: 4 + glyph.origin.y - point.y * size)
          }
          return points.indices.map { (points[$0], points[($0 + 1) % points.count]) }
        }
      }
    }
  }

  private func distance(_ point: Point, _ side: (Point, Point)) -> Double {
    let (x, y) = (side.1.x - side.0.x, side.1.y - side.0.y)
    let square = x * x + y * y
    let share = square > 0 ? ((point.x - side.0.x) * x + (point.y - side.0.y) * y) / square : 0
    let t = min(max(share, 0), 1)
    let (dx, dy) = (point.x - side.0.x - t * x, point.y - side.0.y - t * y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Round letters have no corners with distant tips.
  @Test(arguments: [1.0, 3, 6])
  func roundLettersAreCoveredByTheDistanceToThem(width: Double) throws {
    let layout = samples.layout("oO", TextStyle(size: 40))
    let sides = sides(of: layout)
    let image = try draw(layout, TextStroke(.black, width: width))
    #expect(sides.count > 30)
    var (total, greatest, ink) = (0.0, 0.0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        var covered = 0
        for part in 0..<16 {
          let point = Point(
            x: Double(x) + (Double(part % 4) + 0.5) / 4, y: Double(y) + (Double(part / 4) + 0.5) / 4
          )
          if sides.contains(where: { distance(point, $0) <= width / 2 }) { covered += 1 }
        }
        let drawn = 255 - Double(image.color(atX: x, y: y)?.red ?? 255)
        let difference = abs(drawn / 255 - Double(covered) / 16)
        total += difference
        greatest = max(greatest, difference)
        ink += covered > 0 ? 1 : 0
      }
    }
    #expect(ink > 100 && total / Double(ink) < 0.04, "\(total / Double(ink))")
    #expect(greatest < 0.3, "\(greatest)")
  }

  /// A right angle has a sharp corner; that of an acute angle is cut (miter limit).
  @Test func cornersAreSharp() throws {
    let layout = samples.layout("I", TextStyle(size: 40))
    let sides = sides(of: layout)
    let left = sides.map { min($0.0.x, $0.1.x) }.min() ?? 0
    let bottom = sides.map { max($0.0.y, $0.1.y) }.max() ?? 0
    let image = try draw(layout, TextStroke(.black, width: 8))
    let corner = (x: Int(saturating: (left - 3).rounded(.up)), y: Int(saturating: bottom + 2))
    #expect(image.color(atX: corner.x, y: corner.y) == .black)
    #expect(image.color(atX: corner.x - 3, y: corner.y) == .white)
  }

  @Test func damageHasWhatLinesDraw() throws {
    let layout = samples.layout("Aw", TextStyle(size: 30))
    var old = DisplayList(size: Self.size)
    old.append(.fill(DisplayShape(Rect(x: 0, y: 0, width: 90, height: 60)), .color(.white)))
    var new = old
    new.append(.textStroke(layout, origin: Point(x: 20, y: 4), TextStroke(.black, width: 5)))
    let rasterizer = DisplayRasterizer()
    var redrawn = try rasterizer.rasterize(old)
    let rects = try rasterizer.redraw(&redrawn, from: old, to: new)
    #expect(try redrawn == rasterizer.rasterize(new))
    #expect(rects.allSatisfy { $0.width < 90 && !$0.isEmpty } && !rects.isEmpty)
  }
}
