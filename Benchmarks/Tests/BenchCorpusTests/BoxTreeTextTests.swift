import Testing

@testable import BenchCorpus

@Suite struct BoxTreeTextTests {
  private static func numbers(_ tree: BoxTreeText) -> [[Int]] {
    tree.lines.map { $0.split(separator: " ").compactMap { Int($0) } }
  }

  @Test(arguments: BoxTreeText.all.map(\.name))
  func nodesAreTwentyNumbersInPreOrder(name: String) throws {
    let tree = try #require(BoxTreeText.all.first { $0.name == name })
    let nodes = Self.numbers(tree)
    #expect(nodes.allSatisfy { $0.count == 20 && $0.allSatisfy { $0 >= -1 } })
    #expect(nodes.first?.first == 0)
    // A child is one level deeper than its parent; texts have no children.
    for (node, next) in zip(nodes, nodes.dropFirst()) {
      #expect(next[0] >= 1 && next[0] <= node[0] + (node[19] > 0 ? 0 : 1))
    }
  }

  @Test func sizesAreThoseThatOtherEnginesAreMeasuredWith() {
    let sizes = BoxTreeText.all.map { "\($0.name) \($0.lines.count)" }
    #expect(sizes == ["cell 15", "cellfixed 15", "deep 100", "mixed 10101", "wide 1001"])
  }

  @Test func cellsHaveFourTexts() {
    let texts = Self.numbers(BoxTreeText.all[0]).map { $0[19] }.filter { $0 > 0 }
    #expect(texts == [14, 8, 120, 11])
    #expect(Self.numbers(BoxTreeText.all[1]).allSatisfy { $0[19] == 0 })
  }
}
