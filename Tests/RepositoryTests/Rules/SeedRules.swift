/// The table of the chapter on lists: which test holds which row of the systems lists answer to.
enum SeedRules {
  /// A line of the table.
  struct Row: Equatable {
    let line: Int
    /// The rows of the other systems, such as "A30".
    let names: [String]
    /// The tests, such as "SuiteTests.test" or "SuiteTests".
    let tests: [String]
  }

  /// What the table must have.
  static let names = (30...74).map { "A\($0)" } + (1...12).map { "C\($0)" }

  static func rows(in document: String) -> [Row] {
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let cells = line.split(separator: "|")
      guard line.hasPrefix("| "), cells.count == 3 else { return nil }
      let names = cells[0].matches(of: /[ACF][0-9]+/).map { String($0.0) }
      let tests = cells[2].matches(of: /`([^`]+)`/).map { String($0.1) }
      return names.isEmpty ? nil : Row(line: index + 1, names: names, tests: tests)
    }
  }

  /// Rows that the table leaves out, tests that do not exist, and rows of which no test says that
  /// it holds them.
  static func offences(in document: String, path: String, files: [SourceFile]) -> [Offence] {
    let rows = rows(in: document)
    let listed = Set(rows.flatMap(\.names))
    let missing = names.filter { !listed.contains($0) }.map {
      Offence(path: path, reason: "the table has no row \($0)")
    }
    return missing
      + rows.flatMap { row in
        unknownTests(row, files).map {
          Offence(path: path, line: row.line, reason: "there is no test \($0)")
        }
          + unsaidNames(row, files).map {
            Offence(path: path, line: row.line, reason: "no test of \($0) says so")
          }
      }
  }

  private static func unknownTests(_ row: Row, _ files: [SourceFile]) -> [String] {
    row.tests.filter { test in
      let parts = test.split(separator: ".").map(String.init)
      let suites = suites(parts[0], files)
      guard parts.count > 1 else { return suites.isEmpty }
      return !suites.contains { file in
        file.declarations.contains { $0.kind == .function && $0.name == parts[1] }
      }
    } + (row.tests.isEmpty ? ["of \(row.names.joined(separator: ", "))"] : [])
  }

  /// Faults (F) are found by what tests are named; the others are said in a comment.
  private static func unsaidNames(_ row: Row, _ files: [SourceFile]) -> [String] {
    let suites = row.tests.flatMap { test in
      self.suites(test.split(separator: ".").first.map(String.init) ?? "", files)
    }
    let words = Set(
      suites.flatMap(\.comments).flatMap { $0.text.split { !$0.isLetter && !$0.isNumber } })
    return row.names.filter { !$0.hasPrefix("F") && !words.contains(Substring($0)) }
  }

  private static func suites(_ name: String, _ files: [SourceFile]) -> [SourceFile] {
    files.filter { file in
      file.path.hasPrefix("Tests/")
        && file.declarations.contains { $0.kind == .type && $0.name == name }
    }
  }
}
