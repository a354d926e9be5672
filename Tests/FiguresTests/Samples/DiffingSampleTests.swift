import LinecasterDiff
import Testing

/// The samples of the chapter on diffing.
@Suite struct DiffingSampleTests {
  struct Message: Differentiable, Equatable {
    let id: Int
    var text: String
    var differenceIdentifier: Int { id }
  }

  private let old = [
    Message(id: 1, text: "Hello"), Message(id: 2, text: "How are you?"),
    Message(id: 3, text: "Bye"),
  ]
  private let new = [
    Message(id: 3, text: "Bye"), Message(id: 1, text: "Hello!"), Message(id: 4, text: "Again"),
  ]

  @Test func findsWhatChanged() {
    let changes = Changeset(from: old, to: new)
    print(changes.itemDeletes)  // [0.1]
    print(changes.itemInserts)  // [0.2]
    print(changes.itemMoves)  // [0.0→0.1]
    print(changes.itemUpdates)  // [0.0→0.1]
    #expect("\(changes.itemDeletes)" == "[0.1]" && "\(changes.itemInserts)" == "[0.2]")
    #expect("\(changes.itemMoves)" == "[0.0→0.1]" && "\(changes.itemUpdates)" == "[0.0→0.1]")
  }

  @Test func hasPoliciesForDuplicates() {
    let twice = new + [Message(id: 1, text: "Hello again")]
    do {
      let changes = try Changeset(from: old, to: twice, duplicates: .keepFirst)
      print(changes.duplicates)  // identifier 1 occurs twice in the new model, …
      let shown = keepingFirst(of: twice)
      #expect(changes.isValid(from: old, to: shown) && changes.duplicates.count == 1)
    } catch {
      Issue.record(error)
    }
    #expect(throws: DuplicateIdentifier.self) {
      try Changeset(from: old, to: twice, duplicates: .fail)
    }
  }

  @Test func goesInStages() {
    var data = old
    for stage in StagedChangeset(from: old, to: new).stages {
      data = stage.sections[0].elements
      // Reload, delete, insert and move as stage.changeset says.
    }
    #expect(data == new)
  }

  @Test func takesTheCallersWord() throws {
    var messages = old
    let changes = try ListEdit.append([Message(id: 5, text: "News")]).apply(to: &messages)
    #expect(changes.itemInserts == [ElementPath(section: 0, item: 3)])
  }

  @Test func speaksWithTheStandardLibrary() throws {
    let difference = CollectionDifference(Changeset(from: old, to: new), from: old, to: new)
    let applied = difference.flatMap { old.applying($0) }
    #expect(applied == new)
  }
}
