import BenchCorpus
import BenchPeers
import LinecasterDiff
import Testing

@Suite struct HeckelDiffTests {
  private struct Item: Hashable, Differentiable {
    var differenceIdentifier: Int
    var revision = 0
  }

  /// Builds the new list from the old one and the changes: moved and inserted elements at their new
  /// places, and the others in the remaining places, in order.
  private func apply(_ diff: HeckelDiff, to old: [Item], new: [Item]) -> [Item?] {
    let gone = Set(diff.deletes).union(diff.moves.map(\.old))
    var staying = old.indices.filter { !gone.contains($0) }.map { old[$0] }[...]
    let moved = Dictionary(uniqueKeysWithValues: diff.moves.map { ($0.new, old[$0.old]) })
    let (inserts, updates) = (Set(diff.inserts), Set(diff.updates))
    return new.indices.map { place in
      if inserts.contains(place) { return new[place] }
      let kept = moved[place] ?? staying.popFirst()
      return updates.contains(place) ? new[place] : kept
    }
  }

  /// The changes lead from one list to the other, and are never fewer than ours.
  @Test func changesLeadFromOneListToTheOther() {
    var random = SeededGenerator(seed: 1978)
    for _ in 0..<500 {
      let range = 0..<Int.random(in: 1...40, using: &random)
      func list() -> [Item] {
        range.shuffled(using: &random).prefix(Int.random(in: range, using: &random)).map {
          Item(differenceIdentifier: $0, revision: Int.random(in: 0...1, using: &random))
        }
      }
      let (old, new) = (list(), list())
      let diff = HeckelDiff(from: old, to: new, identifier: \.differenceIdentifier)
      let ours = Changeset(from: old, to: new)
      #expect(diff.structuralCount >= ours.structuralCount)
      #expect(diff.updates.count == ours.itemUpdates.count)
      #expect(diff.deletes.count == ours.itemDeletes.count)
      #expect(apply(diff, to: old, new: new) == new)
    }
  }

  @Test func countsByHand() {
    let old = [1, 2, 3, 4].map { Item(differenceIdentifier: $0) }
    let new = [4, 1, 2, 5].map { Item(differenceIdentifier: $0) }
    let diff = HeckelDiff(from: old, to: new, identifier: \.differenceIdentifier)
    #expect(diff.deletes == [2] && diff.inserts == [3])
    // One move would suffice; by place, three elements differ.
    #expect(diff.moves.map(\.old) == [3, 0, 1] && diff.moves.map(\.new) == [0, 1, 2])
    #expect(Changeset(from: old, to: new).itemMoves.count == 1)
  }
}
