import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import Testing

@testable import Seeds

/// The list of users in a window, driven by keys alone.
@Suite(.timeLimit(.minutes(60))) @MainActor final class UserListKeysTests {
  /// A renderer that shows nothing.
  private final class Window: ClippingSurface {
    func makeTexture(of pixels: Bitmap) -> Int? { 1 }
    func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {}
    func draw(_ texture: Int, _ quad: SurfaceQuad) {}
    func fill(_ rect: Rect, with color: Color) {}
    func drop(_ texture: Int) {}
    func clip(to rect: Rect?) {}
  }

  private let mailbox = DeliveryMailbox()
  private let host: SurfaceScreenHost<Window>
  private let stack: ScreenStack
  private let model = UserListModel([User(1, "Ada"), User(2, "Bo")])
  private var time = Duration.zero

  init() throws {
    host = SurfaceScreenHost(on: Window(), size: Size(width: 320, height: 480))
    host.animates = false
    stack = ScreenStack(
      pipeline: PrecomputePipeline(fonts: try .bundled()),
      environment: LayoutEnvironment(width: 320), host: host, delivery: .manual(mailbox))
    stack.show(true)
  }

  /// Draws frames until nothing changes any more.
  private func settle() async throws {
    var quiet = 0
    while quiet < 5 {
      try await Task.sleep(for: .milliseconds(2))
      let isQuiet = mailbox.drain() == 0 && stack.isIdle
      time += .milliseconds(16)
      quiet = !host.draw(at: time) && isQuiet ? quiet + 1 : 0
    }
  }

  private func press(_ keys: [SurfaceKey]) async throws {
    for key in keys {
      host.key(key, time: time)
      try await settle()
    }
  }

  /// The texts of the top screen's rows.
  private var texts: [String] {
    func texts(of node: SemanticNode) -> [String] {
      node.children.isEmpty ? [node.label] : node.children.flatMap { texts(of: $0) }
    }
    return stack.top?.list?.semantics().rows.flatMap { texts(of: $0) }.filter { !$0.isEmpty } ?? []
  }

  /// The menu key asks about the focused row, whose first answer deletes it.
  @Test(arguments: [
    ([SurfaceKey.tab, .activate], ["Bo"]), ([.tab, .tab, .activate], ["Ada", "Bo"]),
    ([.escape], ["Ada", "Bo"]),
  ])
  func theMenuKeyAsksBeforeARowIsDeleted(keys: [SurfaceKey], left: [String]) async throws {
    try stack.push(model)
    try await settle()
    // The first stop is the button of the bar, which has no menu.
    try await press([.tab, .menu])
    #expect(stack.screens.count == 1)
    try await press([.tab, .menu])
    #expect(stack.screens.count == 2 && texts == ["Delete Ada?", "Delete", "Keep"])
    #expect(model.state.count == 2)
    try await press(keys)
    #expect(stack.screens.count == 1 && model.state.map(\.name) == left && texts == left)
  }

  @Test func theKeyForDeletingDoesNotAsk() async throws {
    try stack.push(model)
    try await settle()
    try await press([.tab, .tab, .tab, .delete])
    #expect(stack.screens.count == 1 && model.state.map(\.name) == ["Ada"] && texts == ["Ada"])
  }
}
