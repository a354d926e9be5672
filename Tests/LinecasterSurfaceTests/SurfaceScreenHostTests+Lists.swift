import LinecasterBase
import LinecasterCells
import LinecasterList
import LinecasterText
import Testing

@testable import LinecasterSurface

/// The lists of screens, as assistive technologies read them.
extension SurfaceScreenHostTests {
  /// Bar, rows with a field, and overlay have the places at which a pointer meets them.
  @Test func listsAreAtTheirPlaces() async throws {
    let model = PeopleModel("People")
    (model.state.search, model.state.note) = ("Ad", "A note")
    let screen = try stack.push(model)
    try await settle()
    let lists = host.lists
    try #require(lists.count == 3)
    for (list, part) in zip(lists, [ScreenPart.bar, .body, .overlay]) {
      #expect(list.controller === screen.list(of: part), "\(part)")
    }
    let bar = lists[0].controller.snapshot.geometry.totalHeight
    let note = lists[2].controller.snapshot.geometry.totalHeight
    #expect(bar > 20 && lists[0].origin == .zero)
    #expect(lists[1].origin == Point(x: 0, y: bar.rounded(.up)))
    #expect(lists[2].origin == Point(x: 0, y: size.height - note.rounded(.up)))

    func press(_ node: SemanticNode, of list: PlacedList) {
      let frame = node.frame.offset(x: list.origin.x, y: list.origin.y)
      let point = Point(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2)
      host.pointerDown(at: point, scrolls: false, time: time)
      host.pointerUp(at: point, time: time)
    }
    let rows = lists[1].controller.semantics().rows
    let field = try #require(rows.first?.node(.textField))
    #expect(field.label == "Search" && field.value == "Ad")
    press(try #require(rows.last), of: lists[1])
    #expect(model.opened == ["Bo"])
    let add = try #require(lists[0].controller.semantics().rows.first?.node(.button))
    press(add, of: lists[0])
    try await settle()
    #expect(model.state.names.count == 3)
    // The back button of the next screen is a button of its bar, and leads back.
    try stack.push(PeopleModel("More"))
    try await settle()
    let edge = try #require(host.lists.first)
    let node = try #require(edge.controller.semantics().rows.first?.node(.button))
    #expect(node.label == "‹" && node.actions == [.press, .focus])
    #expect(edge.controller.perform(.press, on: node.id))
    try await settle()
    #expect(stack.screens.count == 1 && host.lists.count == 3)
  }

  /// Children in regions are read after the rows around them; a sheet hides everything below it.
  @Test func childrenAndSheetsAreListed() async throws {
    let model = PeopleModel("People")
    model.state.room = 60
    let screen = try stack.push(model)
    let child = try stack.add(PeopleModel("Child", ["Cy"]), to: screen, in: "room")
    try await settle()
    let lists = host.lists
    try #require(lists.count == 3)
    #expect(lists[2].controller === child.list)
    let room = try #require(screen.list?.frames(ofTags: [InlinePayload("room")]).values.first)
    #expect(lists[2].origin == Point(x: room.minX, y: room.minY + lists[1].origin.y))

    let sheet = try stack.present(PeopleModel("Sheet", ["One"]))
    try await settle()
    let onSheet = host.lists
    #expect(
      onSheet.map { $0.controller === sheet.list || $0.controller === sheet.list(of: .bar) }
        == [true, true])
    #expect(onSheet.allSatisfy { $0.origin.y > 100 })
  }

  /// A tooltip is drawn after all parts, and also beyond the part that it belongs to.
  @Test func tooltipsAreInFront() async throws {
    surface.isSeen = true
    try stack.push(HintModel())
    try await settle()
    let body = try #require(host.lists.last)
    let pointer = Point(x: 10, y: body.origin.y + 10)
    host.pointerMoved(to: pointer, time: time)
    host.draw(at: time + .milliseconds(500))
    surface.quads = []
    host.draw(at: time + .milliseconds(520))
    let parts = surface.quads.count
    surface.quads = []
    host.draw(at: time + .milliseconds(600))
    let tooltip = try #require(surface.quads.last?.frame)
    #expect(surface.quads.count == parts + 1)
    #expect(tooltip.origin == Point(x: 10, y: pointer.y + 20) && tooltip.height > 12)
    #expect(tooltip.maxY > body.origin.y + HintModel.Content.height)
    host.pointerLeft(time: time + .milliseconds(610))
    surface.quads = []
    host.draw(at: time + .milliseconds(620))
    #expect(surface.quads.count == parts)
  }
}

/// A screen with a low row that has a tooltip.
private final class HintModel: ScreenModel {
  enum Content: Screen {
    static let height = 24.0

    static func page(
      _ state: Bool, in environment: LayoutEnvironment, send: @escaping Send<Never>
    ) -> ScreenPage {
      ScreenPage(
        bar: ScreenBar("Hints"), layout: Text("A").frame(height: height).tooltip("An explanation"))
    }
  }

  var state: Bool { true }
}

extension SemanticNode {
  /// Returns the first node with a role.
  fileprivate func node(_ role: RegionRole) -> SemanticNode? {
    if self.role == .region(role) { return self }
    return children.lazy.compactMap { $0.node(role) }.first
  }
}
