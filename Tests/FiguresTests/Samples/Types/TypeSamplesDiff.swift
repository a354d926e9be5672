import LinecasterDiff
import Testing

/// The samples in the comments of LinecasterDiff.
@Suite struct TypeSamplesDiff {
  struct Message: Differentiable, Equatable {
    let id: Int
    var text: String
    var differenceIdentifier: Int { id }
  }

  private struct Group: DifferentiableSection {
    let differenceIdentifier: Int
    var elements: [Message]
    func isContentEqual(to other: Group) -> Bool { true }
  }

  /// What a host does with a batch.
  private struct View {
    func performBatchUpdates(_ update: () -> Void) { update() }
  }

  @Test func edits() throws {
    var messages = [Message(id: 1, text: "Hello")]
    let changes = try ListEdit.append([Message(id: 2, text: "Hi")]).apply(to: &messages)
    #expect(changes.itemInserts == [ElementPath(section: 0, item: 1)] && messages.count == 2)
  }

  @Test func stages() {
    let old = [Group(differenceIdentifier: 1, elements: [Message(id: 1, text: "Hello")])]
    let new = [Group(differenceIdentifier: 1, elements: [Message(id: 1, text: "Hi")])]
    let view = View()
    var data: [StagedSection<Group>] = []
    for stage in StagedChangeset(fromSections: old, toSections: new).stages {
      view.performBatchUpdates {
        data = stage.sections
        // Reload, delete: old coordinates. Insert: new ones. Move: from old to new ones.
      }
    }
    #expect(data[0].elements == new[0].elements)
  }
}
