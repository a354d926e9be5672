import LinecasterDiff
import Testing

/// The samples in the comments of LinecasterDiff.
@Suite struct TypeSamplesDiff {
  struct Message: Differentiable, Equatable {
    let id: Int
    var text: String
    var differenceIdentifier: Int { id }
  }

  struct Day: DifferentiableSection {
    let name: String
    var elements: [Message]
    var differenceIdentifier: String { name }
    func isContentEqual(to other: Day) -> Bool { name == other.name }
  }

  /// A stand-in for a view that applies batches.
  private struct View {
    func performBatchUpdates(_ update: () -> Void) { update() }
  }

  @Test func batches() {
    let old = [Message(id: 1, text: "Hello"), Message(id: 2, text: "Hi")]
    let new = [Message(id: 2, text: "Hi!"), Message(id: 3, text: "Bye")]
    var rows = old.map(\.text)
    let changes = Changeset(from: old, to: new)
    for path in changes.itemDeletes.reversed() { rows.remove(at: path.item) }
    for path in changes.itemInserts { rows.insert(new[path.item].text, at: path.item) }
    for change in changes.itemUpdates { rows[change.new.item] = new[change.new.item].text }
    #expect(rows == ["Hi!", "Bye"])
  }

  @Test func edits() throws {
    var messages = [Message(id: 1, text: "Hello")]
    let changes = try ListEdit.append([Message(id: 2, text: "Hi")]).apply(to: &messages)
    #expect(changes.itemInserts == [ElementPath(section: 0, item: 1)] && messages.count == 2)
  }

  @Test func stages() {
    let old = [Day(name: "today", elements: [Message(id: 1, text: "Hello")])]
    let new = [Day(name: "today", elements: [Message(id: 1, text: "Hi")])]
    let view = View()
    var data: [StagedSection<Day>] = []
    for stage in StagedChangeset(fromSections: old, toSections: new).stages {
      view.performBatchUpdates {
        data = stage.sections
        // Reload, delete: old coordinates. Insert: new ones. Move: from old to new ones.
      }
    }
    #expect(data[0].elements == new[0].elements)
  }
}
