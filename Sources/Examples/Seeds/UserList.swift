import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
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
  }

  /// The table of users below a bar.
  static func page(
    _ users: [User], in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Users", trailing: [BarButton("Add") { send(.add) }])) {
      for user in users {
        TableItem(.number(user.id), cell: UserCell(name: user.name))
          .onDelete { send(.delete(user.id)) }
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

  /// Adds or deletes a user.
  func handle(_ event: UserList.Event, on screen: ScreenController) {
    switch event {
    case .add:
      let id = (state.map(\.id).max() ?? 0) + 1
      state.append(User(id, "User \(id)"))
    case .delete(let id): state.removeAll { $0.id == id }
    }
  }
}
