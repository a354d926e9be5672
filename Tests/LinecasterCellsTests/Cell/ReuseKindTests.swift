import LinecasterCells
import Testing

/// Seed rows A47 and C5: views are used again by kind.
@Suite struct ReuseKindTests {
  private struct Label: Cell {
    var text = ""
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  private struct Title: Cell {
    static let reuseKind: ReuseKind = "words"
    func body(in environment: LayoutEnvironment) -> some Layout { Text("") }
  }

  @Test func isTheTypeUnlessItSaysOtherwise() {
    #expect(Label.reuseKind == ReuseKind(Label.self))
    #expect("\(Label.reuseKind)" == "Label")
    #expect(AnyCell(Label(text: "a")).reuseKind == AnyCell(Label(text: "b")).reuseKind)
    #expect(AnyCell(Title()).reuseKind == "words" && "\(Title.reuseKind)" == "words")
  }

  @Test func typesAndNamesAreToldApart() {
    let kinds: [ReuseKind] = [Label.reuseKind, ReuseKind(Title.self), "words", "Label"]
    #expect(Set(kinds).count == 4)
  }
}
