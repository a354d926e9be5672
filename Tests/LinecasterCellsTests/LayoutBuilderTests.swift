import LinecasterBase
import LinecasterBoxLayout
import Testing

@testable import LinecasterCells

@Suite struct LayoutBuilderTests {
  private func texts(@LayoutBuilder _ content: () -> [LayoutNode]) -> [LayoutNode] { content() }

  private func labels(_ names: String...) -> [LayoutNode] { names.map { Text($0).node } }

  @Test func collectsInOrder() {
    #expect(texts {} == [])
    #expect(
      texts {
        Text("a")
        Text("b").node
      } == labels("a", "b"))
  }

  @Test(arguments: [false, true], [false, true])
  func takesBranches(first: Bool, second: Bool) {
    let nodes = texts {
      if first { Text("if") }
      if second { Text("then") } else { Text("else") }
      if first { Text("1") } else if second { Text("2") } else { Text("3") }
    }
    let expected =
      (first ? ["if"] : []) + [second ? "then" : "else", first ? "1" : second ? "2" : "3"]
    #expect(nodes == expected.map { Text($0).node })
  }

  @Test(arguments: 0..<4)
  func takesSwitches(number: Int) {
    let nodes = texts {
      switch number {
      case 0: Text("zero")
      case 1:
        Text("one")
        Text("two")
      case 2: Spacer()
      default: nil as Text?
      }
    }
    #expect(
      nodes == [labels("zero"), labels("one", "two"), [Spacer().node], []][number])
  }

  @Test func takesLoopsAndOptionals() {
    let some: Text? = Text("some")
    let none: Text? = nil
    #expect(
      texts {
        for number in 0..<3 { Text("\(number)") }
        some
        none
      } == labels("0", "1", "2", "some"))
  }

  @Test func takesArraysAndStatements() {
    let titles = [Text("b"), Text("c")]
    let nodes = [LayoutNode]()
    var count = 0
    #expect(
      texts {
        Text("a")
        titles
        nodes
        count += 1
      } == labels("a", "b", "c"))
    #expect(count == 1)
  }

  /// A repeated modifier replaces the earlier value.
  @Test func modifiersReplaceTheirLike() {
    #expect(Text("a").padding(2).padding(3) == Text("a").padding(3))
    #expect(
      Text("a").padding(2).padding(leading: 1, trailing: 0)
        == Text("a").padding(
          leading: 1, trailing: 0))
    #expect(Text("a").margin(Insets(all: 2)).margin(.zero) == Text("a").node)
    #expect(
      Text("a").frame(minWidth: 1).frame(maxWidth: 2)
        == Text("a").frame(minWidth: 1, maxWidth: 2))
    #expect(Text("a").frame(minWidth: 1).frame(minWidth: .auto) == Text("a").node)
  }

  @Test func modifiersChangeWhatTheySay() {
    let node = Text("a").padding(2).margin(Insets(all: 3)).frame(width: 4).grow(5).shrink(6)
      .alignment(.center).background(.white, cornerRadius: 7)
    #expect(node.style.padding == BoxEdges(all: .points(2)))
    #expect(node.style.margin == BoxEdges(all: .points(3)))
    #expect(node.style.width == .points(4))
    #expect(node.style.height == BoxStyle().height)
    #expect(node.style.grow == 5 && node.style.shrink == 6)
    #expect(node.style.alignSelf == .center)
    #expect(node.decoration == BoxDecoration(background: .white, cornerRadius: 7))
    #expect(node.frame(height: 8).style.height == .points(8))
    #expect(node.frame(height: 8).style.width == .points(4))
  }
}
