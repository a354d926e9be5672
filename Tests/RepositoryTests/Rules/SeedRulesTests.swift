import Testing

@Suite struct SeedRulesTests {
  private static let path = "Sources/Linecaster/Linecaster.docc/Lists.md"

  @Test func everyRowHasATestThatSaysSo() throws {
    let document = try #require(Repository.shared.text(Self.path))
    let offences = SeedRules.offences(
      in: document, path: Self.path, files: Repository.shared.swiftFiles)
    #expect(offences.isEmpty, "\(offences.report)")
  }

  private func offences(_ table: String, _ code: String) -> [String] {
    let rows = SeedRules.names.map { "| \($0) | what | `BTests` |" }.joined(separator: "\n")
    let comment = SeedRules.names.joined(separator: " ")
    let files = [
      SourceFile(path: "Tests/A/ATests.swift", text: code),
      SourceFile(path: "Tests/B/BTests.swift", text: "/// \(comment)\nstruct BTests {}\n"),
    ]
    return SeedRules.offences(in: table + "\n" + rows, path: "a", files: files).map(\.reason)
  }

  @Test func catchesTestsThatAreNotThere() {
    let code = "/// Row A30.\nstruct ATests {\n  func a() {}\n}\n"
    #expect(offences("| A30 | what | `ATests.a` |", code) == [])
    #expect(
      offences("| A30 | what | `ATests`, `ATests.b` |", code) == ["there is no test ATests.b"])
    #expect(offences("| A30 | what | `CTests`, `ATests` |", code) == ["there is no test CTests"])
    #expect(offences("| A30 | what | ATests |", code).first == "there is no test of A30")
  }

  @Test func catchesRowsOfWhichNoTestSpeaks() {
    let code = "/// Row A30, not A3.\nstruct ATests {}\n"
    #expect(offences("| A31 | what | `ATests` |", code) == ["no test of A31 says so"])
    #expect(offences("| F31 | what | `ATests` |", code) == [])
    let bare = SeedRules.offences(in: "| A30 | what | ATests |", path: "a", files: [])
    #expect(bare.count == SeedRules.names.count - 1 + 2)
  }

  @Test func readsTheTable() {
    let document = "| row | what | test |\n| --- | --- | --- |\n| A3, C5 | x | `S.t`, `U` |\n| a |"
    #expect(
      SeedRules.rows(in: document) == [
        SeedRules.Row(line: 3, names: ["A3", "C5"], tests: ["S.t", "U"])
      ])
  }
}
