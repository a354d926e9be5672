import Linecaster
import LinecasterFeed
import LinecasterTestSupport
import Testing

@Suite struct FeedEditorTests {
  private let feed = (0..<8).map {
    FeedItem(identifier: .number($0), author: "A", time: .seconds(0), body: "body \($0)")
  }

  @Test func theSameSeedMakesTheSameEdits() {
    let seed = TestSettings.seed
    var first = FeedEditor(feed, seed: seed)
    var second = FeedEditor(feed, seed: seed)
    var other = FeedEditor(feed, seed: seed &+ 1)
    for _ in 0..<50 {
      first.edit()
      second.edit()
      other.edit()
      #expect(first.items == second.items, "seed \(seed)")
    }
    #expect(first.items != other.items, "seed \(seed)")
  }

  @Test func everyKindOfEditOccursAndNoOther() {
    var kinds: Set<String> = []
    var editor = FeedEditor(feed, seed: 1)
    for _ in 0..<400 {
      let before = editor.items
      editor.edit()
      kinds.insert(Self.kind(from: before, to: editor.items))
    }
    #expect(kinds == ["insert", "remove", "move", "rewrite", "nothing"])
  }

  @Test func newMessagesComeAtBothEndsToo() {
    var places: Set<Int> = []
    for seed in 0..<300 as Range<UInt64> {
      var editor = FeedEditor(Array(feed.prefix(2)), seed: seed)
      editor.edit()
      let isNew = editor.items.map { !feed.map(\.identifier).contains($0.identifier) }
      if let place = isNew.firstIndex(of: true) { places.insert(place) }
    }
    #expect(places == [0, 1, 2])
  }

  @Test func smallFeedsStayAlive() {
    var empty = FeedEditor([], seed: TestSettings.seed)
    var single = FeedEditor(Array(feed.prefix(1)), seed: TestSettings.seed)
    for _ in 0..<200 {
      empty.edit()
      single.edit()
      #expect(empty.items.isEmpty)
      #expect(!single.items.isEmpty, "seed \(TestSettings.seed)")
    }
  }

  private static func kind(from old: [FeedItem], to new: [FeedItem]) -> String {
    let (before, after) = (old.map(\.identifier), new.map(\.identifier))
    switch after.count - before.count {
    case 1: return Set(after).isSuperset(of: before) ? "insert" : "broken"
    case -1: return Set(before).isSuperset(of: after) ? "remove" : "broken"
    case 0 where old == new: return "nothing"
    case 0 where before == after: return "rewrite"
    default: return Set(old) == Set(new) ? "move" : "broken"
    }
  }
}
