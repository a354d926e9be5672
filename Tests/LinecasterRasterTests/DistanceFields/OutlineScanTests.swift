import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// Fields of overlapping contours; the witness compares with every segment.
@Suite struct OutlineBoundaryTests {
  private func error(of shapes: OutlineShapes, spread: Int = 4) throws -> Double {
    let made = DistanceField(OutlinePieces(shapes.outline), spread: spread)
    let field = try #require(made)
    return OutlineOracle(shapes.outline, size: 1).largestError(of: field)
  }

  /// The boundary length of shapes in 64 by 64 pixels.
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
    // Crossing, adjoining along a whole side and along a part of one, inside, and equal.
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

  /// Segments that no scan line crosses, alone and among others.
  @Test(arguments: [3, 40, 700])
  func shortPiecesAreAsLongOnesAre(lines: Int) throws {
    var shapes = OutlineShapes()
    shapes.ellipse(Point(x: 8, y: 8), (5.5, 3), angle: 0.4, lines: lines)
    #expect(try error(of: shapes) < 0.05)
    shapes.ellipse(Point(x: 10, y: 6), (4, 4.5), angle: 1, lines: lines)
    #expect(try error(of: shapes) < 0.05)
    // Dots smaller than the distance of scan lines, outside and inside.
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

    // 256 lines through 4,096 scan lines are the maximum number of crossings.
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

@Suite struct ScanLinesTests {
  /// The sampled places along lines.
  private static let places = Array(stride(from: 0.0137, to: 24, by: 0.1))

  /// Whether each sampled place of a line is inside.
  private func insides(_ oracle: OutlineOracle, _ axis: ScanAxis, _ line: Int) -> [Bool] {
    Self.places.map { along in
      let across = Double(line) / Double(ScanLines.perPixel) + 1e-7
      return oracle.isInside(
        axis == .level ? Point(x: along, y: across) : Point(x: across, y: along))
    }
  }

  /// The witness computes winding numbers of points along the lines.
  @Test(arguments: [ScanAxis.level, .upright])
  func turnsAreWhereTheInsideStartsAndEnds(axis: ScanAxis) throws {
    var random = SeededGenerator()
    for _ in 0..<TestSettings.transitions(usually: 4) {
      var shapes = OutlineShapes()
      for _ in 0..<3 {
        shapes.polygon(
          (0..<5).map { _ in
            let (x, down) = (
              Double.random(in: 1..<23, using: &random), Double.random(in: 1..<23, using: &random)
            )
            return Point(x: x, y: -down)
          })
      }
      let outline = OutlinePieces(shapes.outline)
      let count = 24 * ScanLines.perPixel
      let made = ScanLines(outline, axis: axis, count: count)
      let lines = try #require(made)
      var turns = [[(place: Float, enters: Bool)]](repeating: [], count: count)
      lines.forEachTurn { line, crossing, enters in
        turns[line].append((crossing.place, enters))
        let piece = outline.base[crossing.piece]
        #expect(crossing.isTelling == (piece.axis == axis))
        #expect(piece.lines(along: axis).contains(line))
      }
      let oracle = OutlineOracle(shapes.outline, size: 1)
      for line in stride(from: 0, to: count, by: 11) {
        for (place, isInside) in zip(Self.places, insides(oracle, axis, line)) {
          // Rounding decides directly at a crossing.
          guard turns[line].allSatisfy({ abs(Double($0.place) - place) > 0.003 }) else { continue }
          let last = turns[line].last { Double($0.place) < place }
          #expect((last?.enters ?? false) == isInside, "line \(line), seed \(random.seed)")
        }
      }
    }
  }

  @Test func crossingsCompareAsPlacesDo() {
    let crossings = [0, 0.25, 0.2500001, 1, 9, 1000.5].enumerated().map { index, place in
      ScanCrossing(
        place: Float(place), piece: 1_000_000 - index, isTelling: index % 2 == 0,
        goesForward: index % 3 == 0)
    }
    var random = SeededGenerator()
    #expect(crossings.shuffled(using: &random).sorted() == crossings, "seed \(random.seed)")
    #expect(crossings.map(\.piece) == (0..<6).map { 1_000_000 - $0 })
    #expect(crossings.map(\.isTelling) == [true, false, true, false, true, false])
    #expect(crossings.map(\.turn) == [1, -1, -1, 1, -1, -1])
    #expect(crossings[5].place == 1000.5)
  }

  /// Many crossings of one line are sorted by another algorithm than few.
  @Test(arguments: [3, 39, 40, 41, 200])
  func linesOfManyCrossingsHaveAllTurns(count: Int) throws {
    var shapes = OutlineShapes()
    var random = SeededGenerator()
    for index in (0..<count).shuffled(using: &random) {
      shapes.rectangle(Double(index) / 4 + 1, -3, 0.125, 1)
    }
    let outline = OutlinePieces(shapes.outline)
    let made = ScanLines(outline, axis: .level, count: 4 * ScanLines.perPixel)
    let lines = try #require(made)
    var places: [Float] = []
    lines.forEachTurn { line, crossing, _ in
      if line == 20 { places.append(crossing.place) }
    }
    #expect(places == (0..<2 * count).map { Float($0) / 8 + 1 }, "seed \(random.seed)")
  }
}
