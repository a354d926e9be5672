import LinecasterBase
import LinecasterRaster
import Testing

@testable import LinecasterSurface

/// Pictures of alerts.
extension ScreenStackTests {
  @Test func thePreferredAnswerIsHighlighted() async throws {
    /// The number of pixels in the colour of the buttons.
    func count(
      _ preferred: Int?, _ role: AlertButton.Role = .regular
    ) async throws -> Int {
      let buttons = ["No", "Yes"].enumerated().map {
        AlertButton($0.element, role: role, isPreferred: $0.offset == preferred)
      }
      let task = Task { try await stack.ask(Alert("Sure?", buttons: buttons)) }
      while stack.screens.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      try await settle()
      let pixels = try host.picture(of: stack).pixels
      stack.goBack()
      try await settle()
      _ = try await task.value
      let ink = role == .regular ? ThemeColor.accent.color(in: .light) : Color(rgb: 0xC92A2A)
      return stride(from: 0, to: pixels.count, by: 4).count {
        Array(pixels[$0..<$0 + 3]) == [ink.red, ink.green, ink.blue]
      }
    }
    let plain = try await count(nil)
    let (first, second) = (try await count(0), try await count(1))
    // A label has some dozens of such pixels, and a filled button hundreds.
    #expect(plain < 200 && first > plain + 500 && second > plain + 500)
    #expect(try await count(1, .destructive) > 500)
  }
}
