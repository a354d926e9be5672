import LinecasterTestSupport
import Testing

/// Tests whose tools are missing are skipped, or fail if `LINECASTER_REQUIRE_TOOLS` is set.
@Suite struct ToolsTests {
  @Test func missingToolsSkipOrFail() throws {
    for areRequired in [false, true] {
      #expect(try TestTools.has("here", true, areRequired: areRequired))
    }
    #expect(try !TestTools.has("gone", false, areRequired: false))
    let error = #expect(throws: TestTools.Missing.self) {
      try TestTools.has("gone", false, areRequired: true)
    }
    #expect(error.map { "\($0)" }?.hasPrefix("gone is missing; ") == true)
  }

  /// Beginnings of conditions on data and settings, and of those on a part of the fonts in suites
  /// with a test that needs all of them.
  private static let others = [
    "SharedFiles.", "TestSettings.", "ConformanceSettings.", "Chromium.isRecording",
    "!Sanitizer.isOn", "isWholeBuild", "tracked != nil", "!installed.isEmpty",
    "!installedFonts.isEmpty", "try hasHyphen()",
  ]

  /// All other conditions are those of `TestTools`, so no test is skipped if tools are required.
  @Test func conditionsOnToolsAreThoseOfTestTools() {
    let files =
      Repository.shared.swiftFiles
      + Repository.shared.swiftFiles(below: ["Server", "Integrations"])
    let conditions = files.flatMap { file in
      file.lines.joined(separator: "\n").matches(of: /\.enabled\x28\s*if: ([^\n]+)/)
        .map { "\(file.path): \($0.1)" }
    }
    #expect(conditions.count > 50)
    let allowed = ["try TestTools.has"] + Self.others
    let offences = conditions.filter { condition in
      !allowed.contains { condition.contains(": \($0)") }
    }
    #expect(offences == [])
  }
}
