import LinecasterCells
import LinecasterList
import Testing

@testable import LinecasterSurface

/// The places of children among the rows of their parents.
extension ScreenStackTests {
  /// Seed row E15: the rows of a child follow those of its place, above later sections.
  @Test func childrenFollowTheirPlace() async throws {
    let screen = try stack.push(FramedModel())
    try stack.add(NamesModel("Child", ["one"]), to: screen, at: "head")
    try await settle()
    #expect(
      screen.page?.table.sections.map(\.identifier) == ["head", .pair("head", "main"), "foot"])
    // Without such a section, they are at the end.
    try stack.add(NamesModel("Other", ["two"]), to: screen, at: "none")
    try await settle()
    #expect(
      screen.page?.table.sections.map(\.identifier) == [
        "head", .pair("head", "main"), "foot", .pair("none", "main"),
      ])
  }
}

/// A screen of two sections.
private final class FramedModel: ScreenModel {
  enum Content: Screen {
    static func page(
      _ state: Bool, in environment: LayoutEnvironment, send: @escaping Send<Never>
    ) -> ScreenPage {
      ScreenPage(
        TableModel(
          sections: ["head", "foot"].map { name in
            TableSection(
              .name(name), items: [TableItem(.name(name), cell: Names.Line(text: name))])
          }))
    }
  }

  let state = true
}
