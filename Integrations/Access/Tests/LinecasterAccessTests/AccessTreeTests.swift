import Linecaster
import Testing

@testable import LinecasterAccess

/// Numbers of nodes, and the sample of the bridge.
@Suite(.timeLimit(.minutes(60))) @MainActor struct AccessTreeTests {
  @Test func nodesKeepTheirNumbersWhileInSight() async throws {
    let list = try await ShownList((0..<60).map { "Text \($0)" }, height: 200)
    var tree = AccessTree()
    let before = tree.nodes(of: [(PlacedList(list.controller), list.controller.semantics())])
    let again = tree.nodes(of: [(PlacedList(list.controller), list.controller.semantics())])
    #expect(before.map(\.number) == again.map(\.number) && !before.isEmpty)
    try await list.scroll(to: 100)
    let after = tree.nodes(of: [(PlacedList(list.controller), list.controller.semantics())])
    let known = Dictionary(uniqueKeysWithValues: before.map { ($0.node.id, $0.number) })
    let kept = after.filter { known[$0.node.id] != nil }
    #expect(!kept.isEmpty && kept.count < after.count)
    #expect(kept.allSatisfy { known[$0.node.id] == $0.number })
    let fresh = after.filter { known[$0.node.id] == nil }.map(\.number)
    #expect(Set(fresh).isDisjoint(with: known.values))
    #expect(Set(after.map(\.number)).count == after.count)
  }

  @Test func nodesComeBehindTheOneThatTheyAreIn() async throws {
    let list = try await ShownList((0..<20).map { "Text \($0)" }, height: 200)
    var tree = AccessTree()
    let shown = list.controller.semantics()
    let nodes = tree.nodes(of: [(PlacedList(list.controller), shown)])
    for (index, node) in nodes.enumerated() {
      guard let parent = node.parent else {
        #expect(shown.rows.contains { $0.id == node.node.id })
        continue
      }
      #expect(parent < index && nodes[parent].node.children.contains { $0.id == node.node.id })
    }
  }

  /// Lists with equal identifiers, for example a bar and the rows below it, have nodes of their own
  /// with the places of their lists.
  @Test func listsOfAWindowAreKeptApart() async throws {
    let (bar, rows) = (
      try await ShownList(["Title"], height: 40), try await ShownList(["one", "two"], height: 200)
    )
    var tree = AccessTree()
    let nodes = tree.nodes(of: [
      (PlacedList(bar.controller), bar.controller.semantics()),
      (PlacedList(rows.controller, at: Point(x: 5, y: 49)), rows.controller.semantics()),
    ])
    let items = nodes.filter { $0.parent == nil }
    #expect(items.map(\.node.label) == ["Title", "one", "two"])
    #expect(items.map(\.rowCount) == [1, 2, 2])
    #expect(Set(nodes.map(\.number)).count == nodes.count)
    #expect(items[0].frame == items[0].node.frame)
    #expect(items[1].frame == items[1].node.frame.offset(x: 5, y: 49))
    #expect(items[1].frame.minY == 49)
  }

  @Test func noMoreNodesThanMayBe() async throws {
    let list = try await ShownList((0..<3000).map { "\($0)" }, height: 1_000_000)
    var tree = AccessTree()
    #expect(list.controller.semantics().rows.count == 3000)
    #expect(
      tree.nodes(of: [(PlacedList(list.controller), list.controller.semantics())]).count
        == AccessTree.nodeLimit)
  }

  @Test func aBridgeTellsOfAList() async throws {
    let list = try await ShownList(["one"], height: 100)
    var questions = 0
    let bridge = AccessBridge(list.controller, title: "Messages") {
      questions += 1
      return Rect(x: 100, y: 50, width: 160, height: 100)
    }
    bridge.isActive = true  // where the window has the keyboard
    for _ in 0..<3 {
      bridge.update()  // once a frame
    }
    // Three frames in a row check the list once; without a bus nothing is sent.
    #expect(questions == (bridge.isConnected ? 1 : 0))
    bridge.setNeedsUpdate()
    bridge.update()
    #expect(questions == (bridge.isConnected ? 2 : 0))
  }
}
