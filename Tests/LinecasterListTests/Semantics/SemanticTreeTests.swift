import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// A message with a heading, a text with a link, a picture and two buttons.
private struct Note: Cell {
  enum Action: Hashable { case like, remove }

  var number: Int
  var isLiked = false

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 4) {
      Text("Note \(number)").role(.heading(level: 2))
      Text(Paragraph(text))
      Row(spacing: 10) {
        Box(.black, size: Size(width: 20, height: 20)).role(.image, label: "A square")
        Text("Like").tag(Action.like).role(.toggle(isOn: isLiked), label: "Like this")
        Row(spacing: 4) {
          Text("Remove")
          Text("now")
        }.tag(Action.remove).role(.button)
      }
      .tag("bar")
      Text("end")
    }
    .frame(width: 300)
  }

  private var text: AttributedText {
    var text = AttributedText("See ", style: TextStyle(size: 15))
    let link = InlineBox(style: TextStyle(size: 15), link: "https://example.org/\(number)")
    text.append(AttributedText("this page", style: TextStyle(size: 15)), in: link)
    return text
  }
}

@MainActor private final class Calls {
  var names: [String] = []
}

/// A list as screen readers present it.
@Suite(.timeLimit(.minutes(60))) @MainActor struct SemanticTreeTests {
  private func model(
    _ numbers: some Sequence<Int>, liked: Set<Int> = [], _ calls: Calls = Calls()
  ) -> TableModel {
    TableModel(
      items: numbers.map { number in
        TableItem(.number(number), cell: Note(number: number, isLiked: liked.contains(number)))
          .onTap { calls.names.append("row \(number)") }
          .on(Note.Action.like) { calls.names.append("like \(number)") }
          .on(Note.Action.remove) { calls.names.append("remove \(number)") }
          .onLink { calls.names.append("open \($0)") }
          .onLongPress { calls.names.append("long \(number)") }
      })
  }

  private func bench(_ model: TableModel) throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 250
    let bench = try SimulatedBench(host, seed: 1, width: 300)
    bench.list.update(with: model)
    bench.settle()
    return bench
  }

  @Test func theTreeOfARow() throws {
    let bench = try bench(model(0..<30, liked: [1]))
    bench.host.scroll(to: 100)
    bench.list.viewportDidChange()
    bench.settle()
    let tree = bench.list.semantics()
    let row = try #require(tree.rows.first { $0.id.row == RowIdentity(1) })
    let height = Int(saturating: row.frame.height)
    let top = Int(saturating: row.frame.minY)
    let lines = row.description.split(separator: "\n").map { line in
      line.split(separator: " at ").dropLast().joined(separator: " at ")
    }
    #expect(
      lines == [
        #"row "Note 1 See this page Like Remove now end" [focusable] (press longPress focus)"#,
        #"  heading 2 "Note 1""#,
        #"  text "See this page""#,
        #"    link "this page" [focusable] (press focus)"#,
        #"  group "Like Remove now""#,
        #"    image "A square""#,
        #"    switch "Like this" [focusable on] (press focus)"#,
        #"    button "Remove now" [focusable] (press focus)"#,
        #"  text "end""#,
      ])
    #expect(row.description.split(separator: "\n")[0].hasSuffix(" at 0,\(top),300,\(height)"))
    #expect(tree.rowCount == 30 && tree.node(row.id) == row)
  }

  /// A row with a focusable field is no stop of its own, for screen readers as for keys.
  @Test func fieldsCanHaveTheFocus() throws {
    let bench = try bench(
      TableModel(items: [TableItem(.number(0), cell: Note(number: 0)).onDelete {}]))
    let whole = bench.list.semantics()
    #expect(whole.rows[0].states == .focusable && whole.rows[0].actions == [.delete, .focus])
    bench.list.fieldTags = [InlinePayload("bar")]
    let tree = bench.list.semantics()
    #expect(tree.rows[0].states == [] && tree.rows[0].actions == [.delete])
    let field = try #require(nodes(in: tree.rows[0]).first { $0.label == "Like Remove now" })
    #expect(field.states == .focusable && field.actions == [.focus])
    #expect(!bench.list.perform(.focus, on: tree.rows[0].id))
    #expect(bench.list.perform(.focus, on: field.id))
    #expect(bench.list.focusedPart == .tag(InlinePayload("bar")))
  }

  /// Second witness: a tap at the middle of a pressable node performs its action.
  @Test func nodesAreWhereTheyAnswer() throws {
    let calls = Calls()
    let bench = try bench(model(0..<30, calls))
    for offset in [0.0, 37, 100, 411] {
      bench.host.scroll(to: offset)
      bench.list.viewportDidChange()
      bench.settle()
      var count = 0
      for row in bench.list.semantics().rows {
        for node in nodes(in: row) where node.id != row.id && node.actions.contains(.press) {
          let middle = Point(
            x: node.frame.minX + node.frame.width / 2, y: node.frame.minY + node.frame.height / 2)
          calls.names = []
          #expect(bench.list.tap(at: middle))
          #expect(bench.list.perform(.press, on: node.id))
          #expect(calls.names.count == 2 && calls.names.first == calls.names.last)
          count += 1
        }
      }
      #expect(count >= 6)
    }
  }

  private func nodes(in node: SemanticNode) -> [SemanticNode] {
    [node] + node.children.flatMap(nodes)
  }

  @Test func everyRegionIsThereOnceAndTextsSayWhereTheirCaretsAre() throws {
    let bench = try bench(model(0..<30))
    var count = 0
    for row in bench.list.semantics().rows {
      let all = nodes(in: row)
      #expect(Set(all.map(\.id)).count == all.count)
      let regions = all.filter { if case .region = $0.id { true } else { false } }
      #expect(regions.count == bench.list.rows.arrangements[row.id.row]?.regions.count)
      for node in all {
        guard let text = node.text else { continue }
        let caret = text.layout.caret(at: 2)
        #expect(caret.x > 0 && caret.x < node.frame.width)
        #expect(node.frame.minX == row.frame.minX + text.origin.x)
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func separatorsAreNoItems() throws {
    let bench = try bench(
      TableModel(items: [
        TableItem(.number(0), cell: Note(number: 0)),
        TableItem("line", cell: Separator.small), TableItem("gap", cell: Space(8)),
        TableItem(.number(1), cell: Note(number: 1)),
      ]))
    let tree = bench.list.semantics()
    #expect(tree.rows.map(\.id) == [.row(RowIdentity(0)), .row(RowIdentity(1))])
    #expect(tree.rowCount == 2 && tree.rows.map(\.position) == [1, 2])
    #expect(tree.rows[0].children.allSatisfy { $0.position == nil })
  }

  /// Second witness: counting the rows of the model. Workers count the gaps of each update.
  @Test func positionsFollowUpdates() throws {
    var random = SeededGenerator(salt: 411)
    var items = (0..<40).map { row($0, isGap: random.oneIn(3)) }
    let bench = try bench(TableModel(items: items))
    _ = bench.list.semantics()
    for round in 0..<TestSettings.transitions(usually: 60) {
      change(&items, from: 100 + round * 10, by: &random)
      let cut = Int.random(in: 0...items.count, using: &random)
      let header = random.oneIn(2) ? row(-1) : nil
      bench.list.update(
        with: TableModel(sections: [
          TableSection("above", header: header, items: Array(items[..<cut])),
          TableSection("below", items: Array(items[cut...])),
        ]))
      bench.settle()
      let note: Comment = "round \(round), seed \(random.seed)"
      #expect(bench.list.rows.gaps == GapRows(bench.list.snapshot), note)
      bench.host.scroll(to: Double.random(in: 0...2_000, using: &random))
      let snapshot = bench.list.snapshot
      let shown = (0..<snapshot.rowCount).filter { snapshot.item(atRow: $0)?.isGap == false }
      let tree = bench.list.semantics()
      #expect(tree.rowCount == shown.count, note)
      for node in tree.rows {
        let position = try #require(node.position)
        #expect(snapshot.identity(ofRow: shown[position - 1]) == node.id.row, note)
      }
    }
  }

  private func row(_ number: Int, isGap: Bool = false) -> TableItem {
    isGap
      ? TableItem(.number(number), cell: Separator.small)
      : TableItem(.number(number), cell: Note(number: number))
  }

  /// Moves, deletes, inserts and replaces some rows.
  private func change(
    _ items: inout [TableItem], from number: Int, by random: inout SeededGenerator
  ) {
    for step in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...items.count, using: &random)
      let new = row(number + step, isGap: random.oneIn(2))
      guard place < items.count, !random.oneIn(3) else {
        items.insert(new, at: place)
        continue
      }
      let old = items.remove(at: place)
      if random.oneIn(2) {
        items.insert(old, at: Int.random(in: 0...items.count, using: &random))
      } else if random.oneIn(2) {
        let cell = old.isGap ? AnyCell(Note(number: step)) : AnyCell(Separator.small)
        items.insert(TableItem(old.identifier, cell: cell), at: place)
      }
    }
  }

  @Test func whatIsDoneIsSaid() throws {
    let calls = Calls()
    let bench = try bench(model(0..<30, calls))
    let before = bench.list.semantics()
    let row = RowIdentity(1)
    #expect(bench.list.perform(.longPress, on: .row(row)) && calls.names == ["long 1"])
    #expect(!bench.list.perform(.delete, on: .row(row)))
    let button = try #require(
      before.rows[1].children.flatMap(nodes).first { $0.role == .region(.button) })
    #expect(bench.list.perform(.focus, on: button.id))
    bench.settle()
    let after = bench.list.semantics()
    #expect(after.node(button.id)?.states == [.focusable, .focused])
    #expect(after.changes(since: before) == .init(changed: [row]))
    #expect(after.changes(since: after).isEmpty)
    // Actions on nodes that do not exist do nothing.
    #expect(!bench.list.perform(.press, on: .row(RowIdentity(99))))
    #expect(!bench.list.perform(.press, on: .region(row, 99)))
    #expect(!bench.list.perform(.press, on: .region(row, -1)))
    #expect(!bench.list.perform(.press, on: .text(row, 0)))
  }

  @Test func changesAreByRow() throws {
    let bench = try bench(model(0..<30))
    let before = bench.list.semantics()
    bench.list.update(with: model(0..<30, liked: [0]))
    bench.settle()
    let liked = bench.list.semantics()
    #expect(liked.changes(since: before) == .init(changed: [RowIdentity(0)]))
    bench.host.scroll(to: 1_500)
    bench.list.viewportDidChange()
    let far = bench.list.semantics()
    #expect(far.rows.contains { $0.states == .busy })
    bench.settle()
    let settled = bench.list.semantics()
    #expect(!settled.rows.contains { $0.states == .busy })
    #expect(Set(settled.changes(since: liked).removed) == Set(liked.rows.map(\.id.row)))
    bench.list.update(with: TableModel())
    bench.settle()
    #expect(bench.list.semantics().rows.isEmpty)
  }
}
