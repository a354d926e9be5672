import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Grids in scenes: the meaning of each word, and the messages for invalid ones.
@Suite struct SceneGridTests {
  private func node(_ json: String) throws -> LayoutNode {
    try Scene(json: #"{"body": \#(json)}"#).layout
  }

  private func fault(_ json: String) -> String? {
    do { _ = try node(json) } catch { return "\(error)" }
    return nil
  }

  private let sizes: [(String, GridTrack)] = [
    ("40", 40), (#""50%""#, .percent(50)), (#""1fr""#, .fraction(1)), (#""0.5fr""#, .fraction(0.5)),
    (#""auto""#, .auto), (#""minContent""#, .minContent), (#""maxContent""#, .maxContent),
    (#"{"fit": 200}"#, .fit(200)), (#"{"fit": "20%"}"#, .fit(.percent(20))),
    (#"{"min": 100, "max": "1fr"}"#, .minmax(100, fraction: 1)),
    (#"{"min": "minContent"}"#, .minmax(.minContent, .auto)),
    (#"{"min": 20, "max": "50%"}"#, .minmax(20, .percent(50))), ("-4", .auto),
  ]

  @Test func tracks() throws {
    for (word, track) in sizes {
      let grid = try node(#"{"Grid": {"columns": [\#(word)], "autoRows": [\#(word)]}}"#)
      #expect(grid == Grid(columns: [track], autoRows: [track]) {}.node, "\(word)")
    }
  }

  @Test func repetitions() throws {
    let lists: [(String, GridTrackList)] = [
      (#"[{"repeat": 3, "tracks": ["auto", 8]}, 40]"#, .repeating(3, [.auto, 8]) + [40]),
      (
        #"[5, {"repeat": "autoFill", "tracks": [{"min": 120, "max": "1fr"}]}, 6]"#,
        [5] + .autoFill([.minmax(120, fraction: 1)]) + [6]
      ),
      (#"[{"repeat": "autoFit", "tracks": [40]}]"#, .autoFit([40])),
      (#""subgrid""#, .subgrid),
    ]
    for (word, list) in lists {
      #expect(try node(#"{"Grid": {"rows": \#(word)}}"#) == Grid(rows: list) {}.node, "\(word)")
    }
  }

  @Test func places() throws {
    let ranges: [(String, GridRange)] = [
      ("2", GridRange(2)), ("[1, 3]", GridRange(1, 3)), (#"{"span": 2}"#, GridRange(.span(2))),
      (#"[-2, {"span": 3}]"#, GridRange(-2, .span(3))), (#""auto""#, .auto),
      (#"["auto", -1]"#, GridRange(.auto, -1)),
    ]
    for (word, range) in ranges {
      let item = try node(#"{"Spacer": {}, "gridColumn": \#(word), "gridRow": \#(word)}"#)
      #expect(item.style.gridColumn == range && item.style.gridRow == range, "\(word)")
    }
  }

  @Test func areasOfTheGridAround() throws {
    let json = """
      {"Grid": {"areas": ["a b", "a c"], "columns": [40, "1fr"], "spacing": 8, "flow": "rowDense",
        "alignment": "center", "justification": "end", "content": [
          {"Spacer": {}, "gridArea": "a"}, {"Spacer": {}, "gridArea": "c"}, {"Spacer": {}}
      ]}}
      """
    let areas = try GridAreas(["a b", "a c"])
    let grid = Grid(
      columns: [40, .fraction(1)], areas: areas, flow: .rowDense, spacing: 8, alignment: .center,
      justification: .end
    ) {
      Spacer().gridArea("a", of: areas)
      Spacer().gridArea("c", of: areas)
      Spacer()
    }
    #expect(try node(json) == grid.node)
    // Deeper nodes are in no grid, or in another one.
    let inner =
      #"{"Grid": {"areas": ["a"], "content": [{"Row": [{"Spacer": {}, "gridArea": "a"}]}]}}"#
    #expect(fault(inner)?.contains("'a' is not an area of the surrounding grid") == true)
    let part = """
      {"parts": {"p": {"Spacer": {}}}, "body":
        {"Grid": {"areas": ["a"], "content": [{"Part": "p", "gridArea": "a"}]}}}
      """
    let used = try Scene(json: part).layout
    #expect(
      used == Grid(areas: try GridAreas(["a"])) { Spacer().gridColumn(1, 2).gridRow(1, 2) }.node)
  }

  @Test func faultsSayWhatIsMissing() throws {
    let faults: [(String, String)] = [
      (#"{"Grid": {"columns": [true]}}"#, "is not a length"),
      (#"{"Grid": {"columns": ["xfr"]}}"#, "is not a fraction, such as '1fr'"),
      (#"{"Grid": {"columns": [{"repeat": 2}]}}"#, "'tracks' is missing"),
      (#"{"Grid": {"areas": ["a a", "a ."]}}"#, "The area a is not a rectangle"),
      (#"{"Grid": {"colums": [4]}}"#, "did you mean 'columns'?"),
      (#"{"Grid": {"gridTemplateColumns": [4]}}"#, "'columns' inside Grid"),
      (#"{"Spacer": {}, "gridColumn": [1, 2, 3]}"#, "two lines"),
      (#"{"Spacer": {}, "gridRow": 0.5}"#, "a whole number"),
      (#"{"Grid": [], "alignment": "end"}"#, "is ambiguous"),
      (
        #"{"Grid": {"areas": ["left"], "content": [{"Spacer": {}, "gridArea": "lift"}]}}"#, "'left'"
      ),
    ]
    for (json, words) in faults {
      #expect(fault(json)?.contains(words) == true, "\(json): \(fault(json) ?? "none")")
    }
  }

  /// Short texts with many repeated tracks cannot exceed the length limit of lists.
  @Test(.timeLimit(.minutes(60))) func repetitionsInLongListsAreBounded() throws {
    let many = [String](repeating: "4", count: 9_999).joined(separator: ",")
    let repeated = #"{"repeat": 10000, "tracks": [\#(many)]}"#
    let lists = [String](repeating: repeated, count: 20).joined(separator: ",")
    let auto = #"{"repeat": "autoFill", "tracks": [3]}"#
    let time = try ThreadClock.milliseconds { () throws in
      let grid = try node(#"{"Grid": {"columns": [\#(lists), \#(auto), \#(lists)]}}"#)
      // The automatic repetition is written in two words.
      #expect(grid.grid?.columns.description.split(separator: " ").count == 20_002)
    }
    #expect(time < 60_000)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var random = SeededGenerator(salt: 77)
    for _ in 0..<300 {
      let layout = Grid(
        columns: .autoFit([sizes.randomElement(using: &random)?.1 ?? 4]),
        rows: GridTrackList(sizes.shuffled(using: &random).map(\.1))
      ) { Spacer().gridColumn(.span(2), -1).order(-4) }.node
      let json = try Scene(layout).json
      #expect(try Scene(json: json).layout == layout, "seed \(random.seed): \(json)")
    }
  }
}
