import Linecaster
import Testing

@testable import LinecasterAccess

/// Numbers of nodes, and the sample of the bridge.
@Suite(.timeLimit(.minutes(2))) @MainActor struct AccessTreeTests {
  @Test func nodesKeepTheirNumbersWhileInSight() async throws {
    let list = try await ShownList((0..<60).map { "Text \($0)" }, height: 200)
    var tree = AccessTree()
    let before = tree.nodes(of: list.controller.semantics())
    let again = tree.nodes(of: list.controller.semantics())
    #expect(before.map(\.number) == again.map(\.number) && !before.isEmpty)
    try await list.scroll(to: 100)
    let after = tree.nodes(of: list.controller.semantics())
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
    let nodes = tree.nodes(of: shown)
    for (index, node) in nodes.enumerated() {
      guard let parent = node.parent else {
        #expect(shown.rows.contains { $0.id == node.node.id })
        continue
      }
      #expect(parent < index && nodes[parent].node.children.contains { $0.id == node.node.id })
    }
  }

  @Test func noMoreNodesThanMayBe() async throws {
    let list = try await ShownList((0..<3000).map { "\($0)" }, height: 1_000_000)
    var tree = AccessTree()
    #expect(list.controller.semantics().rows.count == 3000)
    #expect(tree.nodes(of: list.controller.semantics()).count == AccessTree.nodeLimit)
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
