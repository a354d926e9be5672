import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct BorderDrawingTests {
  private let ink = Color(rgb: 0x000000)

  private func draw(
    _ border: Border, in shape: DisplayShape, scale: Double = 1, width: Int = 50, height: Int = 40
  ) throws -> Bitmap {
    var canvas = Canvas(
      bitmap: try Bitmap(width: width, height: height, background: .white),
      scale: PixelScale(scale), glyphs: GlyphSource())
    canvas.draw(border, in: shape)
    return canvas.bitmap
  }

  /// Whether a point is in the shape, by the equations of its ellipses.
  private func contains(_ box: RoundedBox, _ x: Double, _ y: Double) -> Bool {
    guard x >= box.left, x < box.right, y >= box.top, y < box.bottom else { return false }
    let corners = [
      (box.topLeft, box.left + box.topLeft.x - x, box.top + box.topLeft.y - y),
      (box.topRight, x - box.right + box.topRight.x, box.top + box.topRight.y - y),
      (box.bottomRight, x - box.right + box.bottomRight.x, y - box.bottom + box.bottomRight.y),
      (box.bottomLeft, box.left + box.bottomLeft.x - x, y - box.bottom + box.bottomLeft.y),
    ]
    return corners.allSatisfy { corner, across, down in
      across <= 0 || down <= 0
        || across * across / (corner.x * corner.x) + down * down / (corner.y * corner.y) <= 1
    }
  }

  /// Borders cover the area between the outer edge and the inner one, whose radii are smaller by
  /// the border widths, in whole pixels; the witness samples 16 × 16 points of each pixel.
  @Test func linesCoverWhatIsBetweenTheEdges() throws {
    var display = try RandomDisplay(SeededGenerator())
    for round in 0..<10 {
      let scale = round % 2 == 0 ? 1 : 1.5
      let shape = display.shape()
      func edge() -> BorderEdge { BorderEdge(width: display.number(0...9), color: ink) }
      let border = Border(top: edge(), right: edge(), bottom: edge(), left: edge())
      let bitmap = try draw(border, in: shape, scale: scale)
      let rect = PixelScale(scale).rounded(shape.rect)
      let outer = RoundedBox(
        DisplayShape(rect, corners: shape.corners), scale: PixelScale(scale))
      func pixels(_ width: Double) -> Double {
        width > 0 ? max(1, (width * scale).rounded(.down)) : 0
      }
      let insets = border.insets
      let inner = outer.inset(
        by: Insets(
          top: pixels(insets.top), left: pixels(insets.left), bottom: pixels(insets.bottom),
          right: pixels(insets.right)))
      for row in 0..<40 {
        for column in 0..<50 {
          let inside = (0..<256).count { step in
            let x = Double(column) + (Double(step % 16) + 0.5) / 16
            let y = Double(row) + (Double(step / 16) + 0.5) / 16
            return contains(outer, x, y) && !contains(inner, x, y)
          }
          let level = 255 - Int(bitmap.color(atX: column, y: row)?.red ?? 0)
          // 16 rows of samples are off by half a sample for each of four edges: 255 / 16 · 2.
          #expect(
            abs(Double(level) - Double(inside) * 255 / 256) <= 34,
            "seed \(display.random.seed), \(shape) \(insets) \(column), \(row)")
        }
      }
    }
  }

  /// Sides of one colour that are drawn separately look as if drawn at once.
  @Test func joinsOfOneColorHaveNoSeam() throws {
    let shape = DisplayShape(Rect(x: 3.3, y: 4, width: 40, height: 30), cornerRadius: 9)
    let half = Color(red: 20, green: 80, blue: 200, alpha: 128)
    let line = BorderEdge(width: 6, color: half)
    let whole = try draw(Border(all: line), in: shape)
    var parts = Border(all: line)
    parts.left = BorderEdge(width: 6, color: .black)
    let apart = try draw(parts, in: shape)
    // The area without the part of the left side, which ends in the diagonals of its corners.
    for row in 4..<34 {
      for column in 20..<50 {
        #expect(apart.color(atX: column, y: row) == whole.color(atX: column, y: row))
      }
    }
  }

  @Test func colorsMeetOnTheDiagonal() throws {
    let border = Border(
      top: BorderEdge(width: 10, color: Color(rgb: 0xFF0000)),
      left: BorderEdge(width: 5, color: Color(rgb: 0x0000FF)))
    let bitmap = try draw(border, in: DisplayShape(Rect(x: 0, y: 0, width: 50, height: 40)))
    #expect(bitmap.color(atX: 4, y: 2) == Color(rgb: 0xFF0000))
    #expect(bitmap.color(atX: 1, y: 8) == Color(rgb: 0x0000FF))
    #expect(bitmap.color(atX: 49, y: 5) == Color(rgb: 0xFF0000))
    #expect(bitmap.color(atX: 30, y: 20) == .white)
  }

  @Test func dashesStartAndEndInTheCorners() throws {
    let line = BorderEdge(width: 4, color: ink, pattern: .dashed)
    let bitmap = try draw(
      Border(all: line), in: DisplayShape(Rect(x: 0, y: 0, width: 50, height: 40)))
    for (x, y) in [(0, 0), (7, 0), (49, 3), (42, 1), (0, 39), (1, 33), (49, 39)] {
      #expect(bitmap.color(atX: x, y: y) == .black, "\(x), \(y)")
    }
    let top = (0..<50).map { bitmap.color(atX: $0, y: 1) == .black }
    let strokes = zip(top, top.dropFirst()).count { !$0 && $1 } + 1
    // (50 − 8) ÷ 16 gaps are two and a half, rounded to three.
    #expect(strokes == 4)
  }

  @Test func dotsAreInTheCorners() throws {
    let line = BorderEdge(width: 6, color: ink, pattern: .dotted)
    let bitmap = try draw(
      Border(all: line), in: DisplayShape(Rect(x: 0, y: 0, width: 48, height: 36)))
    for (x, y) in [(2, 2), (45, 2), (2, 33), (45, 33)] {
      #expect(bitmap.color(atX: x, y: y) == .black)
    }
    #expect(bitmap.color(atX: 0, y: 0) != .black)
  }

  @Test(arguments: [0, -3, Double.nan, .infinity])
  func oddWidthsAreNoLine(_ width: Double) throws {
    let border = Border(all: BorderEdge(width: width, color: ink))
    let shape = DisplayShape(Rect(x: 5, y: 5, width: 20, height: 20), cornerRadius: 4)
    let bitmap = try draw(border, in: shape)
    #expect(bitmap.pixels.allSatisfy { $0 == 255 })
  }

  /// A border of 10^12 strokes takes no longer than its visible pixels. They have the expected
  /// strokes, with about as much ink as gaps; thin strokes are a pixel wide.
  @Test(.timeLimit(.minutes(60)), arguments: [BorderPattern.dashed, .dotted])
  func endlessBordersTakeNoTime(pattern: BorderPattern) throws {
    for width in [1e-4, 1] {
      let line = BorderEdge(width: width, color: self.ink, pattern: pattern)
      for radius in [0, 1e6] {
        let shape = DisplayShape(
          Rect(x: -1e8, y: 10, width: 3e8, height: 3e8), cornerRadius: radius)
        let bitmap = try draw(Border(all: line), in: shape)
        let rows = (0..<40).map { y in
          (0..<50).reduce(0.0) {
            $0 + 1 - Double(bitmap.color(atX: $1, y: y)?.red ?? 0) / 255
          }
        }
        #expect((15.0...30).contains(rows[10]), "\(rows[10]) of 50 pixels, radius \(radius)")
        #expect(rows.reduce(0, +) == rows[10], "radius \(radius)")
      }
    }
  }

  /// Dots wider than the box extend beyond it, also into a clip beside the box.
  @Test func dotsOfNarrowBoxesAreTheSameUnderAClip() throws {
    let shape = DisplayShape(Rect(x: 10, y: 20, width: 30, height: 1))
    let border = Border(left: BorderEdge(width: 6, color: ink, pattern: .dotted))
    let whole = try draw(border, in: shape)
    #expect(whole.color(atX: 13, y: 22)?.red ?? 255 < 128)
    for clip in [
      PixelRect(left: 0, top: 21, right: 50, bottom: 40),
      PixelRect(left: 0, top: 0, right: 50, bottom: 20),
    ] {
      var canvas = Canvas(
        bitmap: try Bitmap(width: 50, height: 40, background: .white), scale: .one,
        glyphs: GlyphSource())
      canvas.clip = clip
      canvas.draw(border, in: shape)
      for y in clip.top..<clip.bottom {
        for x in 0..<50 {
          #expect(canvas.bitmap.color(atX: x, y: y) == whole.color(atX: x, y: y), "\(x), \(y)")
        }
      }
    }
  }

  @Test func wideLinesFillTheBox() throws {
    let shape = DisplayShape(Rect(x: 5, y: 5, width: 20, height: 20), cornerRadius: 4)
    var canvas = Canvas(
      bitmap: try Bitmap(width: 50, height: 40, background: .white), scale: .one,
      glyphs: GlyphSource())
    canvas.fill(shape, with: ink)
    let border = Border(all: BorderEdge(width: 30, color: ink))
    #expect(try draw(border, in: shape) == canvas.bitmap)
  }
}
