import LinecasterBase
import LinecasterTestSupport
import Testing

@Suite struct RectTests {
  /// The unit squares of a small grid that a rectangle covers.
  private func cells(_ rect: Rect) -> Set<Point> {
    var cells: Set<Point> = []
    for x in -8..<16 {
      for y in -8..<16 {
        let (middleX, middleY) = (Double(x) + 0.5, Double(y) + 0.5)
        let isInside =
          rect.minX < middleX && middleX < rect.maxX && rect.minY < middleY && middleY < rect.maxY
        if isInside { cells.insert(Point(x: Double(x), y: Double(y))) }
      }
    }
    return cells
  }

  private func random(_ generator: inout SeededGenerator) -> Rect {
    Rect(
      x: Double(Int.random(in: -3...6, using: &generator)),
      y: Double(Int.random(in: -3...6, using: &generator)),
      width: Double(Int.random(in: -1...6, using: &generator)),
      height: Double(Int.random(in: -1...6, using: &generator)))
  }

  @Test func intersectsAsSetsOfCells() {
    var generator = SeededGenerator(salt: 3)
    for _ in 0..<300 {
      let (left, right) = (random(&generator), random(&generator))
      let common = left.intersection(right)
      let failure: Comment = "\(left) \(right), seed \(TestSettings.seed)"
      #expect(cells(left).intersection(cells(right)) == common.map(cells) ?? [], failure)
      #expect(common == right.intersection(left), failure)
      #expect(common.map(\.isEmpty) != true, failure)
    }
  }

  @Test func unitesToTheBoundsOfBoth() {
    var generator = SeededGenerator(salt: 4)
    for _ in 0..<300 {
      let (left, right) = (random(&generator), random(&generator))
      let united = left.union(right)
      let covered = cells(left).union(cells(right))
      let failure: Comment = "\(left) \(right), seed \(TestSettings.seed)"
      guard let minX = covered.map(\.x).min(), let maxX = covered.map(\.x).max(),
        let minY = covered.map(\.y).min(), let maxY = covered.map(\.y).max()
      else {
        #expect(united.isEmpty, failure)
        continue
      }
      #expect(
        united == Rect(x: minX, y: minY, width: maxX + 1 - minX, height: maxY + 1 - minY), failure)
    }
  }

  @Test func emptyAddsNothing() {
    let rect = Rect(x: 5, y: 6, width: 7, height: 8)
    #expect(Rect.zero.union(rect) == rect)
    #expect(rect.union(.zero) == rect)
    #expect(rect.union(Rect(x: 100, y: 100, width: -3, height: 4)) == rect)
  }

  @Test func insetsAndMoves() {
    let rect = Rect(x: 1, y: 2, width: 10, height: 20)
    let insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == Rect(x: 3, y: 3, width: 4, height: 16))
    #expect(rect.offset(x: -1, y: 1) == Rect(x: 0, y: 3, width: 10, height: 20))
    #expect(insets.horizontal == 6 && insets.vertical == 4)
    #expect(Insets(all: 2) == Insets(horizontal: 2, vertical: 2))
    #expect(rect.inset(by: Insets(all: 6)).isEmpty)
  }
}
