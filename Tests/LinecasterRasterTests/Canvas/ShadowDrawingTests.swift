import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterRaster

@Suite struct ShadowDrawingTests {
  private func canvas() throws -> Canvas {
    Canvas(
      bitmap: try Bitmap(width: 80, height: 60, background: .white), scale: .one,
      glyphs: GlyphSource(), rendering: .plain)
  }

  /// A blurred rectangle is a product of two differences of the error function.
  @Test(arguments: [2.0, 6, 12, 20])
  func rectanglesMatchTheErrorFunction(blur: Double) throws {
    let rect = Rect(x: 25.5, y: 20, width: 30, height: 22.25)
    var canvas = try canvas()
    let shadow = Shadow(.black, offset: Point(x: 3, y: -2), blur: blur)
    canvas.draw(shadow, of: DisplayShape(rect))
    let cast = rect.offset(x: 3, y: -2)
    func share(_ place: Double, _ start: Double, _ end: Double) -> Double {
      let width = blur / 2 * 2.0.squareRoot()
      return (erf((end - place) / width) - erf((start - place) / width)) / 2
    }
    for row in 0..<60 {
      for column in 0..<80 {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let isInside = x > rect.minX && x < rect.maxX && y > rect.minY && y < rect.maxY
        let isOnEdge =
          [rect.minX, rect.maxX].contains { abs($0 - x) < 1 }
          || [rect.minY, rect.maxY].contains { abs($0 - y) < 1 }
        guard !isOnEdge else { continue }
        let expected =
          isInside ? 0 : share(x, cast.minX, cast.maxX) * share(y, cast.minY, cast.maxY) * 255
        let found = 255 - Double(canvas.bitmap.color(atX: column, y: row)?.red ?? 0)
        // 2.5 % of the blur, and half the coverage of a pixel at a sharp edge.
        #expect(abs(found - expected) <= (blur < 4 ? 13 : 7), "\(column), \(row)")
      }
    }
  }

  @Test func sharpOnesAreTheShapeWithoutTheBox() throws {
    let shape = DisplayShape(Rect(x: 20, y: 15, width: 30, height: 20), cornerRadius: 6)
    var drawn = try canvas()
    drawn.draw(Shadow(.black, offset: Point(x: 40, y: 0), spread: 2), of: shape)
    var filled = try canvas()
    let outline = DisplayShape(Rect(x: 58, y: 13, width: 34, height: 24), cornerRadius: 8)
    filled.fill(outline, with: .black)
    #expect(drawn.bitmap == filled.bitmap)
  }

  @Test func nothingIsDrawnUnderTheBox() throws {
    let shape = DisplayShape(Rect(x: 20, y: 15, width: 30, height: 20), cornerRadius: 6)
    var canvas = try canvas()
    canvas.draw(Shadow(.black, blur: 9, spread: 5), of: shape)
    for row in 16..<34 {
      for column in 26..<44 { #expect(canvas.bitmap.color(atX: column, y: row) == .white) }
    }
    #expect(canvas.bitmap.color(atX: 18, y: 25) != .white)
  }

  /// An inset shadow is the inverse of the blurred hole.
  @Test func insetOnesAreTheRestOfTheHole() throws {
    let shape = DisplayShape(Rect(x: 10, y: 8, width: 50, height: 40), cornerRadius: 8)
    let shadow = Shadow(.black, offset: Point(x: 2, y: 4), blur: 10, spread: 3, isInset: true)
    var canvas = try canvas()
    canvas.draw(shadow, of: shape)
    let hole = RoundedBox(shadow.outline(of: shape), scale: .one)
    #expect(hole.left == 15 && hole.top == 15 && hole.topLeft.x == 5)
    let bounds = canvas.bitmap.bounds
    let blurred = BlurredBox(hole, GaussianBlur(deviation: 5), in: bounds)
    let coverage = try #require(ShapeCoverage(shape, scale: .one, clip: bounds))
    for row in 0..<60 {
      var mask = [UInt8](repeating: 0, count: 80)
      mask.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { coverage.write(row: row, 0..<80, to: base) }
      }
      for column in 0..<80 {
        let level = mask[column].multiplied(by: 255 - blurred.level(column: column, row: row))
        #expect(canvas.bitmap.color(atX: column, y: row)?.red == 255 - level)
      }
    }
  }

  @Test func shortRadiiGrowByLess() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 100)
    let shadow = Shadow(.black, spread: 10)
    // 1 + (r ÷ 10 − 1)³ of the spread (CSS Backgrounds and Borders 3 §6.1.1).
    for (radius, expected) in [(0.0, 0.0), (5, 5 + 10 * 0.875), (10, 20), (25, 35)] {
      let outline = shadow.outline(of: DisplayShape(rect, cornerRadius: radius))
      #expect(abs(outline.cornerRadius - expected) < 1e-9)
    }
    let smaller = Shadow(.black, spread: -8).outline(of: DisplayShape(rect, cornerRadius: 20))
    #expect(smaller.cornerRadius == 12 && smaller.rect.width == 84)
  }

  @Test func textCastsItsSilhouette() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var style = TextStyle(size: 24, color: Color(red: 255, green: 0, blue: 0, alpha: 0))
    style.decorations = [TextDecoration(.underline, color: .clear)]
    let layout = typesetter.prepare(Paragraph("Ag", style: style)).layout()
    style.color = .black
    style.decorations = [TextDecoration(.underline)]
    let black = typesetter.prepare(Paragraph("Ag", style: style)).layout()
    var shadow = try canvas()
    try shadow.draw(
      Shadow(.black, offset: Point(x: 3, y: 2)), of: layout, at: Point(x: 10, y: 8))
    var text = try canvas()
    try text.draw(black, at: Point(x: 13, y: 10))
    // At overlaps of a line and a letter, painting twice covers more than once.
    let different = zip(shadow.bitmap.pixels, text.bitmap.pixels).count {
      abs(Int($0) - Int($1)) > 2
    }
    #expect(different == 0)
    #expect(shadow.bitmap != (try canvas()).bitmap)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func oddShadowsEndNothing(_ number: Double) throws {
    let shape = DisplayShape(Rect(x: 20, y: 15, width: 30, height: 20), cornerRadius: 6)
    for isInset in [false, true] {
      let moved = [
        Shadow(.black, offset: Point(x: number, y: 0), isInset: isInset),
        Shadow(.black, offset: Point(x: 0, y: number), blur: 3, isInset: isInset),
        Shadow(.black, spread: number, isInset: isInset),
      ]
      for shadow in moved + [Shadow(.black, blur: number, isInset: isInset)] {
        var canvas = try canvas()
        canvas.draw(shadow, of: shape)
        let (inside, outside) = (
          canvas.bitmap.color(atX: 35, y: 25), canvas.bitmap.color(atX: 5, y: 5)
        )
        #expect((isInset ? outside : inside) == .white, "\(shadow)")
        guard !number.isFinite, moved.contains(shadow) else { continue }
        #expect(canvas.bitmap.pixels.allSatisfy { $0 == 255 }, "\(shadow)")
      }
    }
    // A very large spread is a shadow everywhere, and a very distant inset one fills the inside.
    var canvas = try canvas()
    canvas.draw(Shadow(.black, spread: 1e300), of: shape)
    #expect(canvas.bitmap.color(atX: 5, y: 5) == .black)
    canvas.draw(Shadow(.black, offset: Point(x: 1e300, y: 0), isInset: true), of: shape)
    #expect(canvas.bitmap.color(atX: 35, y: 25) == .black)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func oddShadowsOfTextEndNothing(_ number: Double) throws {
    let layout = Typesetter(fonts: try .bundled()).prepare(Paragraph("a")).layout()
    func drawn(_ shadow: Shadow) throws -> Bitmap {
      var canvas = try canvas()
      try canvas.draw(shadow, of: layout, at: Point(x: 20, y: 15))
      return canvas.bitmap
    }
    let plain = try drawn(Shadow(.black))
    #expect(plain.pixels.contains { $0 < 128 })
    for offset in [Point(x: number, y: 0), Point(x: 0, y: number)] {
      let bitmap = try drawn(Shadow(.black, offset: offset))
      #expect(bitmap.pixels.allSatisfy { $0 == 255 }, "\(offset)")
    }
    // Text ignores the spread, and a NaN blur counts as 0.
    #expect(try drawn(Shadow(.black, spread: number)) == plain)
    let blurred = try drawn(Shadow(.black, blur: number))
    #expect(number > 0 ? !blurred.pixels.contains { $0 < 128 } : blurred == plain)
  }
}

@Suite struct BlurredBoxTests {
  /// Omitting the middle of a box changes nothing.
  @Test func isTheWholeBoxBlurred() {
    var random = SeededGenerator()
    for round in 0..<12 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let rect = Rect(
        x: number(-20...20), y: number(-20...20), width: number(1...90), height: number(1...90))
      let corners = CornerRadii(
        topLeft: number(0...20), topRight: number(0...9), bottomRight: number(0...30),
        bottomLeft: 0)
      let box = RoundedBox(DisplayShape(rect, corners: corners), scale: .one)
      let blur = GaussianBlur(deviation: round % 2 == 0 ? number(0...4) : number(4...8))
      let bounds = PixelRect(left: -30, top: -20, right: 90, bottom: 70)
      let quick = BlurredBox(box, blur, in: bounds)
      let clip = bounds.widened(by: (blur.reach, blur.reach))
      let coverage = ShapeCoverage(box, clip: clip)
      let slow = BlurredMask(bounds, blur) { row, columns, mask in
        coverage?.write(row: row, columns, to: mask)
      }
      let differences = (bounds.top..<bounds.bottom).flatMap { row in
        (bounds.left..<bounds.right).map { column in
          abs(
            Int(quick.level(column: column, row: row)) - Int(slow.level(column: column, row: row)))
        }
      }
      // The right and lower edges differ where the sum of coordinates rounds differently.
      #expect((differences.max() ?? 0) <= 1, "seed \(random.seed), \(rect) \(corners)")
    }
  }
}
