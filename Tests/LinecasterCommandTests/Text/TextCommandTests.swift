import Foundation
import Linecaster
import Testing

@Suite struct TextCommandTests {
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
      #"{"sans": {"file": "\#(url.lastPathComponent)"}, "gone": {"file": "Gone.ttf"}}"#,
      to: "fonts.json")
  }

  private func run(_ cases: String...) async throws -> LinecasterRun {
    let file = try folder.write(cases.joined(separator: "\n"), to: "cases.jsonl")
    return try await LinecasterRun(["text", file, "--fonts", table, "--font-dir", fontFolder])
  }

  private func input(_ text: String, _ fields: String = "") -> String {
    #"{"id": "a", "input": {"text": "\#(text)", "fonts": ["sans"], "size": 20\#(fields)}}"#
  }

  @Test func printsEveryField() async throws {
    let run = try await run(input("é b", #", "width": 20, "lineHeight": 30"#))
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        {"graphemes":[[0,0,11.28],[2,11.28,0],[3,0,12.3]],"height":60,"id":"a","lines":\
        [{"start16":0,"start8":0,"width":11.28},{"start16":2,"start8":3,"width":12.3}],\
        "maxContent":28.78,"minContent":12.3}

        """)
  }

  @Test func hasTheDefaultsOfCSS() async throws {
    let result = try PrintedLayout.results(try await run(input(#"  ab \n  אב"#)).output)["a"]
    #expect(result?.lines?.map(\.start8) == [0])
    // Left to right for any text, with collapsed white space.
    #expect(result?.graphemes?.map { $0[0] } == [2, 3, 4, 8, 10])
  }

  @Test func saysWhereAnEllipsisStands() async throws {
    let cut = try await run(input("aaaa bbbb cccc", #", "width": 60, "lineClamp": 1"#))
    let result = try PrintedLayout.results(cut.output)["a"]
    // The lines are those without truncation.
    #expect(result?.lines?.map(\.start8) == [0, 5, 10])
    #expect(result?.shownTo8 == 3)
    let whole = try await run(input("aaaa", #", "width": 60, "lineClamp": 1"#))
    #expect(!whole.output.contains("shownTo"))
  }

  @Test func badLinesAreNamedAndTheRestRuns() async throws {
    let run = try await run(
      "nope", "", #"{"id": "no input"}"#,
      #"{"id": "size", "input": {"text": "a", "fonts": ["sans"], "size": "big"}}"#,
      #"{"id": "font", "input": {"text": "a", "fonts": ["none"], "size": 9}}"#,
      #"{"id": "file", "input": {"text": "a", "fonts": ["gone"], "size": 9}}"#,
      #"{"id": "fonts", "input": {"text": "a", "fonts": [], "size": 9}}"#,
      #"{"id": "word", "input": {"text": "a", "fonts": ["sans"], "size": 9, "dir": "up"}}"#,
      "[1]", input("good"))
    #expect(run.status == 1)
    let results = run.output.split(separator: "\n")
    #expect(results.count == 9 && results[0] == #"{"error":"not JSON","id":null}"#)
    #expect(results[8].contains(#""lines":[{"#))
    let source = folder.file("cases.jsonl")
    #expect(
      run.errors.split(separator: "\n") == [
        "linecaster: \(source):1: not JSON",
        "linecaster: \(source):3: missing field 'input'",
        "linecaster: \(source):4: field 'input.size' is not a number",
        "linecaster: \(source):5: \(table) has no font 'none'",
        "linecaster: \(source):6: file Gone.ttf of the font 'gone' is in no folder; add --font-dir",
        "linecaster: \(source):7: field 'fonts' is empty",
        "linecaster: \(source):8: field 'dir' is 'up', not one of ltr, rtl, auto",
        "linecaster: \(source):9: not an object",
      ])
  }

  @Test func faultyTablesAndFilesAreNamed() async throws {
    let bad = try folder.write("[]", to: "bad.json")
    let table = try await LinecasterRun(["text", "/dev/null", "--fonts", bad])
    #expect(table.status == 1 && table.errors == "linecaster: \(bad): not an object\n")
    let gone = try await LinecasterRun(["text", folder.file("gone"), "--fonts", self.table])
    #expect(gone.status == 1)
    #expect(gone.errors.hasPrefix("linecaster: \(folder.file("gone")): cannot be read"))
    let usage = try await LinecasterRun(["text", "cases.jsonl"])
    #expect(usage.status == 64)
  }
}
