import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// Fields of contours that lie across each other; the witness compares with every piece.
@Suite struct OutlineBoundaryTests {
  private func error(of shapes: OutlineShapes, spread: Int = 4) throws -> Double {
    let made = DistanceField(OutlinePieces(shapes.outline), spread: spread)
    let field = try #require(made)
    return OutlineOracle(shapes.outline, size: 1).largestError(of: field)
  }

  /// The boundary of shapes in 64 pixels either way.
  private func length(of shapes: OutlineShapes) throws -> Float {
    let outline = OutlinePieces(shapes.outline)
    let scanned = OutlineScan(outline, width: 64, height: 64)
    let scan = try #require(scanned)
    return scan.boundary(of: outline).reduce(0) {
      let away = $1.end - $1.start
      return $0 + (away * away).sum().squareRoot()
    }
  }

  @Test(arguments: [
    // Across each other, side by side along a whole side and a part of one, inside, equal.
    (7.0, 5.0, 8.0, 4.0), (10.5, 2, 6, 9), (10.5, 4, 6, 20), (3.3, 3.6, 2, 2), (2, 2, 8.5, 9),
  ])
  func hiddenSidesAreNoBoundary(x: Double, y: Double, width: Double, height: Double) throws {
    var shapes = OutlineShapes()
    shapes.rectangle(2, 2, 8.5, 9)
    shapes.rectangle(x, y, width, height)
    #expect(try error(of: shapes) < 0.04)
    shapes.rectangle(x, y, width, height, isReversed: true)
    #expect(try error(of: shapes) < 0.04)
  }

  @Test func holesAreBoundary() throws {
    var shapes = OutlineShapes()
    shapes.rectangle(1.2, -9.4, 14, 14)
    shapes.rectangle(4.7, -6, 7.1, 0.2, isReversed: true)
    shapes.rectangle(5, -4.3, 3, 6, isReversed: true)
    #expect(try error(of: shapes) < 0.04)
  }

  /// Pieces that no line crosses, by themselves and among others.
  @Test(arguments: [3, 40, 700])
  func shortPiecesAreAsLongOnesAre(lines: Int) throws {
    var shapes = OutlineShapes()
    shapes.ellipse(Point(x: 8, y: 8), (5.5, 3), angle: 0.4, lines: lines)
    #expect(try error(of: shapes) < 0.05)
    shapes.ellipse(Point(x: 10, y: 6), (4, 4.5), angle: 1, lines: lines)
    #expect(try error(of: shapes) < 0.05)
    // Dots smaller than lines are apart, outside and inside.
    shapes.ellipse(Point(x: 20.01, y: 8.01), (0.05, 0.04), lines: lines)
    shapes.ellipse(Point(x: 8.01, y: 8.01), (0.05, 0.04), lines: lines)
    #expect(try error(of: shapes) < 0.05)
  }

  @Test func contoursWithoutInsideAreNoBoundary() throws {
    var shapes = OutlineShapes()
    shapes.rectangle(3, -20, 10, 10)
    let alone = try length(of: shapes)
    #expect(abs(alone - 40) < 1e-3)
    shapes.polygon([Point(x: 30, y: -30), Point(x: 31.3, y: -40)])
    shapes.polygon([Point(x: 5.01, y: -15.02), Point(x: 5.03, y: -15.02)])
    shapes.polygon([Point(x: 8, y: -8)])
    #expect(try length(of: shapes) == alone)
  }

  @Test func randomShapesAcrossEachOther() throws {
    var random = SeededGenerator()
    for _ in 0..<TestSettings.transitions(usually: 60) {
      var shapes = OutlineShapes()
      for _ in 0..<2 {
        shapes.ellipse(
          Point(x: .random(in: 0..<14, using: &random), y: .random(in: 0..<14, using: &random)),
          (.random(in: 1..<8, using: &random), .random(in: 1..<8, using: &random)),
          angle: .random(in: 0..<3, using: &random),
          lines: random.oneIn(2) ? nil : .random(in: 3..<60, using: &random))
      }
      let spread = Int.random(in: 1...8, using: &random)
      #expect(try error(of: shapes, spread: spread) <= 0.125, "seed \(random.seed)")
    }
  }

  @Test func outlinesThatAreTooLargeOrLongHaveNoField() {
    var wide = OutlineShapes()
    wide.rectangle(0, 0, 2000, 200)
    #expect(!hasField(wide))

    // As many crossings as are allowed are 256 lines through 4,096 scan lines.
    var long = OutlineShapes()
    for x in 0..<140 { long.rectangle(Double(x), 0, 0.5, 480) }
    #expect(!hasField(long))

    var dotted = OutlineShapes()
    dotted.ellipse(Point(x: 9, y: 9), (9, 9), lines: 300_000)
    #expect(!hasField(dotted))
  }

  private func hasField(_ shapes: OutlineShapes) -> Bool {
    DistanceField(OutlinePieces(shapes.outline), spread: 4) != nil
  }
}
