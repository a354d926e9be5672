import LinecasterBase
import Testing

@testable import LinecasterCells

@Suite struct AnyCellTests {
  private struct Label: Cell {
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  private struct Title: Cell {
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  @Test func isEqualForEqualCellsOfOneType() {
    #expect(AnyCell(Label(text: "a")) == AnyCell(Label(text: "a")))
    #expect(AnyCell(Label(text: "a")) != AnyCell(Label(text: "b")))
    #expect(AnyCell(Label(text: "a")) != AnyCell(Title(text: "a")))
    let cells = (0..<100).map { AnyCell(Label(text: "\($0 % 10)")) }
    #expect(Set(cells).count == 10)
  }

  /// Equality does not depend on whether hashes are already known.
  @Test func equalityAndHashAreOfTheContent() {
    let pairs = [("a", "a", true), ("a", "b", false)]
    for (left, right, areEqual) in pairs {
      let (left, right) = (AnyCell(Label(text: left)), AnyCell(Label(text: right)))
      #expect((left == right) == areEqual)
      _ = left.hashValue
      #expect((left == right) == areEqual)
      #expect((left.hashValue == right.hashValue) == areEqual)
      #expect((left == right) == areEqual && (right == left) == areEqual)
    }
  }

  /// A cell with an explicit reuse kind, which another type shares.
  private struct Named: Cell {
    static let reuseKind: ReuseKind = "words"
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  private struct OtherNamed: Cell {
    static let reuseKind: ReuseKind = "words"
    var text: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  /// Seed row C3: a cell comes back in its own type.
  @Test func givesTheCellBack() {
    let cell = AnyCell(Label(text: "a"))
    #expect(cell.cell(as: Label.self) == Label(text: "a"))
    #expect(cell.cell(as: Title.self) == nil)
    #expect(cell.base as? Label == Label(text: "a"))
    // The type decides, not the reuse kind.
    let named = AnyCell(Named(text: "a"))
    #expect(named.cell(as: Named.self) == Named(text: "a"))
    #expect(named.cell(as: OtherNamed.self) == nil)
  }

  @Test func asksTheCellForItsLayout() {
    let environment = LayoutEnvironment(width: 10)
    #expect(AnyCell(Label(text: "a")).layout(in: environment) == Text("a").node)
  }

  @Test func environmentsHaveUsableWidths() {
    for width in [Double.nan, -1, .infinity, 0] {
      var environment = LayoutEnvironment(width: width)
      #expect(environment == LayoutEnvironment(width: 0))
      environment.width = width
      #expect(environment == LayoutEnvironment(width: 0))
    }
    let cell = AnyCell(Label(text: "a"))
    #expect(
      MeasurementKey(cell, LayoutEnvironment(width: 1))
        != MeasurementKey(cell, LayoutEnvironment(width: 1, theme: .dark)))
  }
}

/// Seed rows A47 and C5: views are reused by kind.
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
