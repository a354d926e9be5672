import LinecasterBase
import LinecasterCells
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// Nodes and text of scenes and templates are counted with repetitions: parts at every use, and
/// repeated content as often as it occurs.
@Suite struct SceneBudgetTests {
  private func excess(
    _ json: String, _ budget: RenderBudget, data: String? = nil
  ) throws -> RenderBudget.Excess? {
    do {
      _ = try source(json, data).scene(budget: budget)
      return nil
    } catch let excess as RenderBudget.Excess {
      return excess
    }
  }

  private func source(_ json: String, _ data: String? = nil) throws -> SceneSource {
    guard let data else { return try SceneSource(json: Array(json.utf8), named: "a.json") }
    return try SceneSource(
      SceneTemplate(json: json, source: "a.json"), data: Array(data.utf8))
  }

  /// Exactly enough nodes pass; one less is an error with the place.
  @Test(arguments: [
    (#"{"body": {"Row": [{"Text": "a"}, {"Spacer": {}}]}}"#, 3),
    (
      #"{"parts": {"p": {"Row": [{"Text": "a"}, {"Text": "b"}]}}, "body": "#
        + #"{"Column": [{"Part": "p"}, {"Part": "p"}]}}"#, 7
    ),
  ])
  func nodesAreCountedWhereTheyAre(json: String, nodes: Int) throws {
    #expect(try excess(json, RenderBudget(nodeCount: nodes)) == nil)
    let excess = try #require(try excess(json, RenderBudget(nodeCount: nodes - 1)))
    #expect(excess.limit == .nodes && excess.needed == nodes && excess.allowed == nodes - 1)
    #expect(excess.source.hasPrefix("a.json:1:") && excess.source.contains(": body"))
  }

  @Test func repeatedNodesAreCountedAsOftenAsTheyAre() throws {
    let json =
      #"{"data": {"n": 1}, "body": {"Column": [{"Repeat": "n", "content": {"Text": "ab"}}]}}"#
    for count in [1, 5, 300] {
      let data = #"{"n": \#(count)}"#
      #expect(try excess(json, RenderBudget(nodeCount: count + 1), data: data) == nil)
      let nodes = try #require(try excess(json, RenderBudget(nodeCount: count), data: data))
      #expect(nodes.limit == .nodes && nodes.needed == count + 1 && nodes.allowed == count)
      let units = RenderBudget(textUnitCount: 2 * count)
      #expect(try excess(json, units, data: data) == nil)
      let text = try #require(
        try excess(json, RenderBudget(textUnitCount: 2 * count - 1), data: data))
      #expect(text.limit == .textUnits && text.needed == 2 * count)
    }
  }

  /// The count agrees with a second witness: the nodes of the resulting layout.
  @Test func partsOfPartsAreAsManyAsTheLayoutHas() throws {
    var random = SeededGenerator(salt: 193)
    for _ in 0..<30 {
      var parts = [#""p0": {"Row": [{"Text": "x"}]}"#]
      for level in 1...Int.random(in: 1...4, using: &random) {
        let uses = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          #"{"Part": "p\#(Int.random(in: 0..<level, using: &random))"}"#
        }
        parts.append(#""p\#(level)": {"Row": [\#(uses.joined(separator: ","))]}"#)
      }
      // Parts that nothing uses are read too, so all are used.
      let uses = parts.indices.map { #"{"Part": "p\#($0)"}"# }.joined(separator: ",")
      let json =
        #"{"parts": {\#(parts.joined(separator: ","))}, "body": {"Row": [\#(uses)]}}"#
      let count = nodes(of: try Scene(json: json).layout)
      #expect(try excess(json, RenderBudget(nodeCount: count)) == nil, "seed \(random.seed)")
      #expect(
        try excess(json, RenderBudget(nodeCount: count - 1))?.limit == .nodes,
        "seed \(random.seed): \(json)")
    }
  }

  private func nodes(of node: LayoutNode) -> Int {
    guard case .stack(let children) = node.content else { return 1 }
    return children.reduce(1) { $0 + nodes(of: $1) }
  }

  /// Text is counted in UTF-16 units instead of bytes or characters.
  @Test func textIsCountedInUnits() throws {
    let json = #"{"body": {"Column": [{"Text": "aé"}, {"Text": "😀"}]}}"#
    #expect(try excess(json, RenderBudget(textUnitCount: 4)) == nil)
    let excess = try #require(try excess(json, RenderBudget(textUnitCount: 3)))
    #expect(excess.limit == .textUnits && excess.needed == 4 && excess.allowed == 3)
  }

  @Test func readingHasItsTime() throws {
    let json = #"{"body": {"Text": "a"}}"#
    let late = RenderBudget(time: .zero)
    #expect(try excess(json, late)?.limit == .time)
    #expect(throws: RenderBudget.Excess.self) {
      try Scene(json: Array(json.utf8), budget: late) { false }
    }
    #expect(throws: CancellationError.self) {
      try Scene(json: Array(json.utf8), budget: late) { true }
    }
    let template = #"{"data": {"a": "b"}, "body": {"Text": "{{a}}"}}"#
    #expect(try excess(template, late)?.limit == .time)
  }

  /// The scene's own limits apply under a larger budget.
  @Test func aLargeBudgetLeavesTheLimitsOfScenes() throws {
    let nine = Array(repeating: #"{"Part": "b"}"#, count: 200).joined(separator: ",")
    let json = """
      {"parts": {"a": {"Spacer": {}}, "b": {"Row": [\(nine.replacing("\"b\"", with: "\"a\""))]},
        "c": {"Row": [\(nine)]}}, "body": {"Row": [{"Part": "c"}, {"Part": "c"}, {"Part": "c"}]}}
      """
    let large = RenderBudget(nodeCount: .max)
    #expect(throws: SceneError.self) { try self.source(json).scene(budget: large) }
    #expect(try excess(json, RenderBudget())?.limit == .nodes)
  }
}
