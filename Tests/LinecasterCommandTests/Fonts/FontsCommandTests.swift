import Foundation
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterCommand

@Suite struct FontsCommandTests {
  private func run(_ arguments: String...) async throws -> LinecasterRun {
    try await LinecasterRun(["fonts"] + arguments)
  }

  private func json(_ run: LinecasterRun) throws -> [[String: Any]] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
  }

  @Test func listsFacesAsATableAndAsJSON() async throws {
    let table = try await run("list")
    let lines = table.output.split(separator: "\n")
    #expect(table.status == 0 && table.errors.isEmpty)
    #expect(lines.first?.hasPrefix("FAMILY") == true && lines.count == 86)
    #expect(lines.last == "faces: 84, families: 46")
    let records = try json(try await run("list", "--json", "--family", "NOTO sans"))
    #expect(records.compactMap { $0["weight"] as? String } == ["400", "700", "400", "700"])
    let unknown = try await run("list", "--family", "nowhere")
    #expect(unknown.status == 1 && unknown.errors.contains("nowhere"))
  }

  @Test func listsFoldersAndTellsOfBrokenFiles() async throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("no font", to: "bad.ttf")
    try FileManager.default.createDirectory(
      atPath: folder.file("inner"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: FontFixtures.variable, toPath: folder.file("inner/good.ttf"))
    let list = try await run("list", "--font", folder.path)
    #expect(list.status == 0 && list.errors.contains(bad))
    #expect(list.output.contains("100…900") && list.output.contains("good.ttf"))
    #expect(list.output.contains("faces: 85, families: 47"))
    let alone = try await run("list", "--font", folder.path, "--no-bundled-fonts")
    #expect(alone.output.contains("faces: 1, families: 1"))
    try FileManager.default.removeItem(atPath: folder.file("inner/good.ttf"))
    #expect(try await run("list", "--font", folder.path).status == 1)
    let missing = try await run("list", "--font", folder.file("missing"))
    #expect(missing.status == 1 && missing.errors.contains("No such file"))
  }

  @Test func matchesStyles() async throws {
    let variable = try json(
      try await run(
        "match", "--font", FontFixtures.variable, "--weight", "650", "--width", "80", "--size",
        "30", "--variation", "HIDE=1", "--json"))
    let axes = ["HIDE": "1", "opsz": "30", "slnt": "0", "wdth": "80", "wght": "650"]
    #expect(variable.first?["axes"] as? [String: String] == axes)
    let faked = try await run(
      "match", "--family", "Noto Sans Syriac", "--weight", "700", "--slant", "italic")
    #expect(faked.status == 0 && faked.output.contains("synthetic bold synthetic oblique"))
    let unknown = try await run("match", "--family", "nowhere", "--family", "Noto Sans")
    #expect(unknown.status == 1 && unknown.errors.contains("nowhere"))
    #expect(unknown.output.contains("Noto Sans"))
    let near = try await run("list", "--family", "Noto San")
    #expect(near.errors == "linecaster: no family is named Noto San; did you mean Noto Sans?\n")
    for wrong in [["--weight", "0"], ["--width", "10"], ["--slant", "x"], ["--size", "0"]] {
      #expect(try await LinecasterRun(["fonts", "match"] + wrong).status == 64, "\(wrong)")
    }
    #expect(try await run("match", "--variation", "x").status == 1)
  }

  @Test func explainsTexts() async throws {
    let story = try await run("explain", "a한", "--family", "Noto Sans Mono", "--family", "nowhere")
    #expect(story.status == 0)
    #expect(story.output.contains("nowhere (named): no such family"))
    #expect(story.output.contains("Noto Sans Mono Regular (named): misses U+D55C"))
    #expect(story.output.contains("Noto Sans CJK KR Regular (language designed): taken"))
    let records = try json(try await run("explain", "👍🏽", "--json"))
    let trials = try #require(records.first?["trials"] as? [[String: Any]])
    #expect(trials.last?["family"] as? String == "Noto Color Emoji")
    #expect(trials.last?["outcome"] as? String == "taken")
    let missing = try await run("explain", "\u{E000}")
    #expect(missing.status == 1 && missing.output.contains("missing: U+E000"))
    #expect(try await run("explain", "a\u{1B}[31m").output.contains("\u{1B}") == false)
  }

  @Test func tellsApartWhereFontsAreFrom() async throws {
    #expect(try await run("list", "--system", "--font", "a.ttf", "--no-bundled-fonts").status == 64)
    #if SystemFonts
      #expect(try await run("list", "--system").status == 0)
    #else
      let system = try await run("list", "--system")
      #expect(system.status == 1 && system.errors.contains("SystemFonts"))
    #endif
    #expect(try await run("match", "--help").output.contains("CSS"))
  }
}

@Suite struct TextTableTests {
  @Test func alignsColumnsAndHidesWhatTerminalsActOn() {
    let table = TextTable(
      titles: ["a", "long title"], rows: [["wider", "x"], ["e\u{301}", "\u{1B}"]])
    #expect(table.lines == ["A      LONG TITLE", "wider  x", "e\u{301}      \\u{1B}"])
    #expect(TextTable(titles: ["a"], rows: []).lines == ["A"])
  }
}
