import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDiff
import LinecasterFonts
import LinecasterList
import LinecasterSurface
import LinecasterText
import Observation

/// A user in a list.
struct User: Hashable, Sendable {
  /// The identity of the user.
  var id: Int
  /// The name.
  var name: String

  /// Creates a user.
  init(_ id: Int, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// A table as a pure function of users, with an action for each of them.
enum UserList: Screen {
  /// The actions of the user.
  enum Event: Sendable {
    /// Adds a user.
    case add
    /// Deletes a user.
    case delete(Int)
    /// Asks whether to delete a user.
    case ask(User)
  }

  /// The table of users below a bar.
  static func page(
    _ users: [User], in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Users", trailing: [BarButton("Add") { send(.add) }])) {
      for user in users {
        TableItem(.number(user.id), cell: UserCell(name: user.name))
          .onDelete { send(.delete(user.id)) }
          .onSecondaryTap { _ in send(.ask(user)) }
      }
    }
  }
}

/// The name of a user.
struct UserCell: Cell {
  var name: String

  func body(in environment: LayoutEnvironment) -> some Layout {
    let isFocused = environment.state.focused == .row
    Text(name).padding(Insets(horizontal: 16, vertical: 12))
      .background(isFocused ? ThemeColor.selection.color(in: environment.theme) : .clear)
  }
}

/// The model of the users.
@MainActor @Observable
final class UserListModel: ScreenModel {
  /// The screen.
  typealias Content = UserList

  /// The users from top to bottom.
  private(set) var state: [User]

  /// Creates a list of users.
  init(_ users: [User]) { state = users }

  /// Adds or deletes a user, or asks before it does.
  func handle(_ event: UserList.Event, on screen: ScreenController) {
    switch event {
    case .add:
      let id = (state.map(\.id).max() ?? 0) + 1
      state.append(User(id, "User \(id)"))
    case .delete(let id): state.removeAll { $0.id == id }
    case .ask(let user):
      screen.askToDelete(user.name) { [weak self] in self?.handle(.delete(user.id), on: $0) }
    }
  }
}

extension ScreenController {
  /// Asks whether to delete something, and deletes it if that is the answer.
  func askToDelete(_ name: String, delete: @escaping @MainActor (ScreenController) -> Void) {
    run { [weak self] in
      let question = Alert(
        "Delete \(name)?",
        buttons: [AlertButton("Delete", role: .destructive), AlertButton("Keep")])
      let answer = try? await self?.stack?.ask(question)
      if answer == 0, let self { delete(self) }
    }
  }
}

/// A section of a table: a team and its users.
struct Team: DifferentiableSection, Hashable, Sendable {
  /// The identity of the team.
  var name: String
  /// The users from top to bottom.
  var elements: [User]

  /// Creates a team.
  init(_ name: String, _ users: [User]) {
    self.name = name
    elements = users
  }

  /// The name.
  var differenceIdentifier: String { name }

  /// Compares the headers.
  func isContentEqual(to other: Team) -> Bool { name == other.name }
}

extension User: Differentiable {
  /// The number of the user.
  var differenceIdentifier: Int { id }
}

/// A table that accepts batches by the rules of UIKit, and therefore takes changes in stages.
@MainActor
final class StagedTable {
  /// The displayed names, by section.
  private(set) var cells: [[String]] = []
  /// The broken rules; empty if all batches were accepted.
  private(set) var faults: [String] = []
  /// The data source.
  private var teams: [Team] = []

  /// Creates an empty table.
  init() {}

  /// Shows other teams, by at most four batches.
  func show(_ new: [Team]) {
    for stage in StagedChangeset(fromSections: teams, toSections: new).stages {
      perform(stage.changeset, to: stage.sections.map { $0.elements.map(\.name) })
    }
    teams = new
  }

  /// Performs a batch: deletions, reloads and moves use old positions, insertions new ones.
  private func perform(_ batch: Changeset, to data: [[String]]) {
    checkRules(batch)
    for update in batch.itemUpdates {
      cells[update.old.section][update.old.item] = data[update.new.section][update.new.item]
    }
    var arrivals = batch.itemInserts.map { ($0, data[$0.section][$0.item]) }
    arrivals += batch.itemMoves.map { ($0.new, cells[$0.old.section][$0.old.item]) }
    for path in (batch.itemDeletes + batch.itemMoves.map(\.old)).sorted(by: >) {
      cells[path.section].remove(at: path.item)
    }
    var sections = batch.sectionInserts.map { ($0, data[$0]) }
    sections += batch.sectionMoves.map { ($0.new, cells[$0.old]) }
    for section in (batch.sectionDeletes + batch.sectionMoves.map(\.old)).sorted(by: >) {
      cells.remove(at: section)
    }
    for (section, rows) in sections.sorted(by: { $0.0 < $1.0 }) {
      cells.insert(rows, at: section)
    }
    for (path, name) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      cells[path.section].insert(name, at: path.item)
    }
    if cells != data { faults.append("the rows after the batch are not those of the data source") }
  }

  private func checkRules(_ batch: Changeset) {
    let moved = Set(batch.itemMoves.map(\.old))
    if batch.itemUpdates.contains(where: { moved.contains($0.old) }) {
      faults.append("a row is moved and reloaded in one batch")
    }
    if batch.itemMoves.contains(where: { batch.sectionDeletes.contains($0.old.section) }) {
      faults.append("a row is moved out of a section that is deleted")
    }
    if batch.itemMoves.contains(where: { batch.sectionInserts.contains($0.new.section) }) {
      faults.append("a row is moved into a section that is inserted")
    }
  }
}
