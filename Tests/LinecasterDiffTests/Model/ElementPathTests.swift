import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct ElementPathTests {
  @Test func pathsAreOrderedBySectionThenByItem() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let pairs = (0..<100).map { _ in
      (Int.random(in: -2...5, using: &random), Int.random(in: -2...5, using: &random))
    }
    for (left, right) in zip(pairs, pairs.reversed()) {
      let (first, second) = (path(left), path(right))
      #expect((first < second) == (left < right), "LINECASTER_SEED=\(seed)")
      #expect((first == second) == (left == right), "LINECASTER_SEED=\(seed)")
      #expect((first.section, first.item) == left, "LINECASTER_SEED=\(seed)")
    }
  }

  @Test func indicesThatNoModelHasCountAsTheLastOrFirstThatFit() {
    #expect(path((.max, .min)) == path((Int(Int32.max), Int(Int32.min))))
    #expect(path((0, Int(Int32.max) + 1)).item == Int(Int32.max))
    #expect(path((-3, -1)).section == -3)
  }

  @Test func aBatchWithIndicesThatNoModelHasLeadsNowhere() {
    for index in [-1, 1, Int.max, Int.min] {
      let batch = Changeset(itemDeletes: [path((0, index))])
      #expect(!batch.leads(from: rows(1), to: []))
    }
    #expect(Changeset(itemDeletes: [path((0, 0))]).leads(from: rows(1), to: []))
  }

  private func path(_ indices: (Int, Int)) -> ElementPath {
    ElementPath(section: indices.0, item: indices.1)
  }
}
