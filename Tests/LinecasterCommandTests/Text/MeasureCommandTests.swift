import Foundation
import Testing

@Suite struct MeasureCommandTests {
  @Test func showsLinesForPeople() async throws {
    let run = try await LinecasterRun(["measure", "one two\nthree 漢字", "--width", "60"])
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        3 lines, 56.985 × 62.0
        widest 71.4, narrowest 37.5
        1: 56.985 "one two\\n"
        2: 56.4 "three 漢"
        3: 15.0 "字"
        fonts: Noto Sans, Noto Sans CJK JP

        """)
  }

  @Test func namesMissingCharacters() async throws {
    let run = try await LinecasterRun(["measure", "a\u{E000}\u{10FFFD}\u{E000}"])
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("missing: U+E000, U+10FFFD\n"))
  }

  @Test func printsJSON() async throws {
    let run = try await LinecasterRun([
      "measure", "one two three", "--width", "60", "--lines", "1", "--json", "--align", "right",
      "--line-height", "20",
    ])
    #expect(run.status == 0)
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let lines = try #require(report?["lines"] as? [[String: Any]])
    #expect(lines.count == 1 && lines[0]["isTruncated"] as? Bool == true)
    #expect(lines[0]["text"] as? String == "one tw" && lines[0]["start"] as? Int == 0)
    #expect(report?["height"] as? Double == 20 && report?["fonts"] as? [String] == ["Noto Sans"])
    let width = try #require(lines[0]["width"] as? Double)
    #expect(abs((lines[0]["x"] as? Double ?? 0) + width - 60) < 0.001)
  }

  @Test func readsStandardInput() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a  b\n", to: "text")
    let run = try await LinecasterRun(["measure", "-", "--white-space", "normal"], input: file)
    #expect(run.output.contains("1: ") && !run.output.contains("2: "))
    let bytes = folder.file("bytes")
    try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: bytes))
    let bad = try await LinecasterRun(["measure", "-"], input: bytes)
    #expect(bad.status == 1 && bad.errors == "linecaster: standard input is not UTF-8\n")
  }

  @Test func takesTheWordsOfCSS() async throws {
    let all = try await LinecasterRun([
      "measure", "word", "--width", "1", "--word-break", "break-all",
    ])
    #expect(all.output.hasPrefix("4 lines"))
    let whole = try await LinecasterRun([
      "measure", "word", "--width", "1", "--overflow-wrap", "normal",
    ])
    #expect(whole.output.hasPrefix("1 line,"))
    let right = try await LinecasterRun(["measure", "אב", "--json"])
    #expect(right.output.contains(#""text" : "אב""#))
  }

  @Test(arguments: [
    ["measure"], ["measure", "a", "--width", "-1"], ["measure", "a", "--width", "nan"],
    ["measure", "a", "--size", "0"], ["measure", "a", "--lines", "0"],
    ["measure", "a", "--dir", "up"], ["measure", "a", "--white-space", "tidy"],
  ])
  func wrongCommandLinesEndWith64(arguments: [String]) async throws {
    let run = try await LinecasterRun(arguments)
    #expect(run.status == 64 && run.output == "")
  }

  @Test func faultyFontFoldersAreNamed() async throws {
    let run = try await LinecasterRun(["measure", "a", "--font", "/nowhere"])
    #expect(run.status == 1 && run.errors.contains("/nowhere"))
  }

  @Test func helpHasExamples() async throws {
    for (program, name) in [("linecaster", "measure"), ("linecaster-conformance", "text")] {
      let help = try await LinecasterRun([name, "--help"])
      #expect(help.status == 0 && help.output.contains("Exit status:"))
      #expect(help.output.contains("\(program) \(name) "))
      #expect(
        help.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("USAGE") })
    }
  }
}
