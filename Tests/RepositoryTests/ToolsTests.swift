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
}
