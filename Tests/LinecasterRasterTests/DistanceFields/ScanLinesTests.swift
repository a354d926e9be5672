import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct ScanLinesTests {
  /// Places along lines that are looked at.
  private static let places = Array(stride(from: 0.0137, to: 24, by: 0.1))

  /// Whether places along a line are inside.
  private func insides(_ oracle: OutlineOracle, _ axis: ScanAxis, _ line: Int) -> [Bool] {
    Self.places.map { along in
      let across = Double(line) / Double(ScanLines.perPixel) + 1e-7
      return oracle.isInside(
        axis == .level ? Point(x: along, y: across) : Point(x: across, y: along))
    }
  }

  /// The witness counts how often contours wind around points along the lines.
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
          // Right at a crossing rounding decides.
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

  /// Many crossings of one line are put in order another way than few.
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
