import Foundation
import Linecaster
import Testing

@Suite struct InlineCommandTests {
  private let folder: TemporaryFolder
  private let table: String
  private let fontFolder: String

  init() throws {
    folder = try TemporaryFolder()
    let path = try #require(
      try FontCollection.bundled().face(family: "Noto Sans", weight: .regular, slant: .upright)
    ).data.source
    let url = URL(fileURLWithPath: path)
    fontFolder = url.deletingLastPathComponent().path
    table = try folder.write(
      #"{"sans": {"faces": [{"file": "\#(url.lastPathComponent)"}]}, "#
        + #""gone": {"faces": [{"file": "Gone.ttf"}]}}"#,
      to: "fonts.json")
  }

  private func run(_ cases: String..., table: String? = nil) async throws -> LinecasterRun {
    let file = try folder.write(cases.joined(separator: "\n"), to: "cases.jsonl")
    return try await LinecasterRun([
      "inline", file, "--fonts", table ?? self.table, "--font-dir", fontFolder,
    ])
  }

  private func item(_ content: String, _ ask: String, _ style: String = "") -> String {
    #"{"id": "a", "input": {"paragraph": {"fonts": ["sans"], "size": 20\#(style)}, "#
      + #""content": [\#(content)], "ask": [\#(ask)]}}"#
  }

  @Test func answersWhatIsAsked() async throws {
    let run = try await run(
      item(#""é ", {"span": {"size": "2em"}, "content": ["b"]}"#, #""graphemes", "maxContent""#))
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        {"graphemes":[[0,1,0,0,11.28],[1,2,0,11.28,5.2],[2,3,0,16.48,24.6]],"id":"a",\
        "maxContent":41.08}

        """)
  }

  @Test func badLinesAreNamedAndTheRestRuns() async throws {
    let run = try await run(
      item(#""a""#, #""maxContent""#, #", "align": "top""#), #"{"id": "b"}"#, "c",
      item(#""a""#, #""maxContent""#, #", "lineHeight": "thick""#),
      item(#"{"span": {"fonts": ["gone"]}, "content": ["a"]}"#, #""lines""#),
      item(#"{"span": {"fonts": ["none"]}, "content": ["a"]}"#, #""lines""#),
      item(#""a""#, #""maxContent""#))
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 7)
    for fault in [
      "cases.jsonl:1: field 'align' is 'top', not one of", "cases.jsonl:2: missing field 'input'",
      "cases.jsonl:3: not JSON", "cases.jsonl:4: field 'lineHeight' is not a length",
      "cases.jsonl:5: file Gone.ttf of the font 'gone' is in no folder; add --font-dir",
      "fonts.json has no font 'none'",
    ] {
      #expect(run.errors.contains(fault), "\(fault)")
    }
    #expect(run.output.hasSuffix("{\"id\":\"a\",\"maxContent\":11.22}\n"))
  }

  @Test func aTableThatIsNoneIsNamed() async throws {
    let bad = try folder.write(#"{"sans": {}}"#, to: "bad.json")
    let run = try await run(item(#""a""#, #""lines""#), table: bad)
    #expect(run.status == 1)
    #expect(run.errors.contains("bad.json: missing field 'sans.faces'"))
    let gone = try await self.run(item(#""a""#, #""lines""#), table: "gone.json")
    #expect(gone.status == 1 && gone.errors.contains("gone.json: cannot be read"))
  }
}
