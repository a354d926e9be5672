import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Queries of tools about the nodes of a scene: their places and their text in JSON.
@Suite struct SceneNodesTests {
  private let json = """
    {"parts": {
      "mark": {"Box": {"color": "black", "size": {"width": 1, "height": 1}}},
      "pair": {"Row": [
        {"Part": "mark"},
        {"Text": "in a part"}]}},
     "body": {"Column": {"spacing": 3,
      "content": [
        {"Text": "first"},

        {"Part": "pair", "padding": 2}, {"Part": "mark"},
        {"Row": [{"Spacer": {}}]}
      ]}}}
    """

  @Test func linesAreThoseOfTheNodesInPreOrder() throws {
    let lines = try Scene(json: json).nodeLines(in: Array(json.utf8), limit: 100)
    #expect(lines.map(\.line) == [6, 8, 3, 2, 5, 2, 11, 11])
    #expect(lines.map(\.partLine) == [nil, nil, 10, 10, 10, 10, nil, nil])
    #expect(try Scene(json: json).nodeLines(in: Array(json.utf8), limit: 3).count == 3)
  }

  /// Each node of the layout has a line, in order, which contains the node.
  @Test func theyAreThoseOfTheLayout() throws {
    var generator = SeededGenerator()
    for _ in 0..<200 {
      let scene = try Scene(generator.layout())
      let json = scene.json
      let read = try Scene(json: json)
      let lines = read.nodeLines(in: Array(json.utf8), limit: 10_000)
      var nodes: [LayoutNode] = []
      var next = [read.layout]
      while let node = next.popLast() {
        nodes.append(node)
        if case .stack(let children) = node.content { next += children.reversed() }
      }
      #expect(nodes.count == lines.count, "seed \(generator.seed)")
      let texts = json.split(separator: "\n", omittingEmptySubsequences: false)
      for (node, line) in zip(nodes, lines) {
        // A node on a line of its own begins there with its name.
        let text = texts[line.line - 1]
        let names = SceneElement.allCases.filter { text.contains("\"\($0.rawValue.string)\"") }
        #expect(!names.isEmpty || text.hasSuffix("{"), "\(text), seed \(generator.seed)")
        if case .text = node.content, !names.contains(where: \.isStack) {
          #expect(names.isEmpty || names.contains(.text), "\(text), seed \(generator.seed)")
        }
      }
    }
  }

  @Test func deepPartsTakeNoStackAndEndAtTheLimit() throws {
    // Each part uses the previous one twice: 2 to the 14th nodes from a few lines.
    let parts = (1...14).map { index in
      let below = #"{"Part": "p\#(index - 1)"}"#
      return #""p\#(index)": {"Row": [\#(below), \#(below)]}"#
    }
    let json =
      #"{"parts": {"p0": {"Spacer": {}}, \#(parts.joined(separator: ",\n"))}, "#
      + #""body": {"Part": "p14"}}"#
    let counts = try SmallThread.run(kilobytes: 256) {
      let scene = try Scene(json: json)
      return [100_000, 50].map { scene.nodeLines(in: Array(json.utf8), limit: $0).count }
    }
    #expect(counts == [1 << 15 - 1, 50])
  }

  @Test func wordsAreThoseThatScenesHave() throws {
    let scene = try Scene(
      json: ##"""
        {"body": {"Column": {"spacing": 4, "alignment": "center", "content": [
          {"Text": {"string": "hidden", "style": {"size": 20},
            "paragraphStyle": {"maximumLines": 2}}, "grow": 1},
          {"Box": {"color": "#FF0000", "size": {"width": 3, "height": 4}}}
        ]}, "padding": {"left": 5}}}
        """##)
    let column = scene.layout
    func words(_ node: LayoutNode, limit: Int = 100) -> [String] {
      node.sceneProperties(limit: limit).map { "\($0.name) \($0.value)" }
    }
    #expect(
      words(column)
        == ["spacing 4", #"alignment "center""#, #"padding {"left": 5}"#])
    guard case .stack(let children) = column.content else {
      Issue.record("no column")
      return
    }
    #expect(
      words(children[0])
        == [#"style {"size": 20}"#, #"paragraphStyle {"maximumLines": 2}"#, "grow 1"])
    #expect(words(children[0], limit: 10).first == "style …")
    #expect(
      words(children[1]) == [##"color "#FF0000""##, #"size {"width": 3, "height": 4}"#])
    // Numbers that JSON cannot express have no text.
    #expect(words(children[0].opacity(.infinity)) == [])
  }
}
