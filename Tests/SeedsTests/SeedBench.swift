import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterSurface

/// A stack of screens without a window, whose events the test delivers.
@MainActor class SeedBench {
  let mailbox = DeliveryMailbox()
  let host = HeadlessScreenHost(size: Size(width: 320, height: 480))
  let stack: ScreenStack

  init() throws {
    stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 320), host: host, delivery: .manual(mailbox))
    stack.show(true)
  }

  /// Waits until nothing changes any more.
  func settle() async throws {
    var quiet = 0
    while quiet < 5 {
      try await Task.sleep(for: .milliseconds(2))
      quiet = mailbox.drain() == 0 && stack.isIdle ? quiet + 1 : 0
    }
  }
}
