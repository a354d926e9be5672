import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterSurface
import Testing

@testable import Seeds

/// The controller of the talk, its animation, and the screen of the chapter on view controllers.
@Suite(.timeLimit(.minutes(60))) @MainActor final class PortsTests: SeedBench {
  /// The texts of the rows of the top screen, in reading order.
  private var texts: [String] {
    func texts(of node: SemanticNode) -> [String] {
      node.children.isEmpty ? [node.label] : node.children.flatMap { texts(of: $0) }
    }
    return stack.top?.list?.semantics().rows.flatMap { texts(of: $0) }.filter { !$0.isEmpty } ?? []
  }

  /// Taps the row or region of the top screen with a text.
  private func tap(_ text: String, in part: ScreenPart = .body) throws {
    func node(_ node: SemanticNode) -> SemanticNode? {
      node.children.isEmpty
        ? (node.label == text ? node : nil) : node.children.lazy.compactMap { find($0) }.first
    }
    func find(_ other: SemanticNode) -> SemanticNode? { node(other) }
    let list = try #require(stack.top?.list(of: part))
    let found = try #require(list.semantics().rows.lazy.compactMap { find($0) }.first, "\(text)")
    let frame = found.frame
    #expect(
      list.tap(at: Point(x: frame.minX + frame.width / 2, y: frame.minY + frame.height / 2)))
  }

  @Test(arguments: [true, false]) func aConfirmationReportsItsButton(isMeant: Bool) async throws {
    try stack.push(UserListModel([]))
    var confirmed = 0
    let model = try ConfirmationRouter.open("Before you buy", on: stack) { confirmed += 1 }
    try await settle()
    #expect(texts == ["Before you buy", "OK", "Cancel"])
    // A change of the interactor's model changes the screen.
    model.state = "Before you sell"
    try await settle()
    #expect(texts == ["Before you sell", "OK", "Cancel"] && stack.screens.count == 2)
    try tap(isMeant ? "OK" : "Cancel")
    try await settle()
    #expect(confirmed == (isMeant ? 1 : 0) && stack.screens.count == 1)
  }

  @Test func aBasketAndItsChildAreBoundToTheModel() async throws {
    try stack.push(UserListModel([]))
    let model = BasketModel("Basket", [CartLine("Tea", price: 4, count: 2)])
    let screen = try stack.present(model, as: .cover)
    try await settle()
    #expect(texts == ["Basket", "Total", "8 €", "Tea", "2 × 4 €"])
    #expect(stack.children(of: screen).count == 1 && screen.page?.background != nil)
    model.state.title = "Yours"
    model.state.lines.append(CartLine("Cake", price: 3))
    try await settle()
    #expect(texts == ["Yours", "Total", "11 €", "Tea", "2 × 4 €", "Cake", "1 × 3 €"])
    try tap("Close", in: .bar)
    try await settle()
    #expect(stack.screens.count == 1)
  }

  /// Seed row G11, with the time of frames.
  @Test func aTapTurnsTheImage() async throws {
    let model = TurnedImageModel()
    try stack.push(model)
    try await settle()
    try tap("Tap here to turn the image")
    #expect(model.state == 90, "without frames, at once")
    host.progress = 1
    try tap("Tap here to turn the image")
    #expect(model.state == 90 && stack.advance(to: .zero))
    let angles = (1...24).map { frame in
      stack.advance(to: .milliseconds(frame * 16))
      return model.state
    }
    #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 < $1 } && angles.last == 180)
    #expect(!stack.advance(to: .seconds(1)))
  }
}
