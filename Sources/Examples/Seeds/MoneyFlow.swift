import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
import LinecasterList
public import LinecasterSurface
import LinecasterText
import Observation

/// A transaction.
public struct MoneyTransaction: Hashable, Sendable {
  /// The identity of the transaction.
  public var id: Int
  /// The purpose.
  public var title: String
  /// The amount; negative for expenses.
  public var amount: Int
  /// The date.
  public var date: String

  /// Creates a transaction.
  public init(_ id: Int, _ title: String, amount: Int, date: String) {
    self.id = id
    self.title = title
    self.amount = amount
    self.date = date
  }
}

/// The balance, and recent transactions.
public struct MoneyRecap: Hashable, Sendable {
  /// The balance.
  public var balance: Int
  /// The latest transactions, newest first.
  public var latest: [MoneyTransaction]

  /// Creates a recap.
  public init(balance: Int, latest: [MoneyTransaction]) {
    self.balance = balance
    self.latest = latest
  }
}

/// An error, with descriptions for two audiences.
public struct MoneyError: Error, Hashable, CustomStringConvertible {
  /// The description for users.
  public var description: String
  /// The technical details.
  public var detail: String

  /// Creates an error.
  public init(_ description: String, detail: String) {
    self.description = description
    self.detail = detail
  }
}

/// The home screen of a finance app: values in, events out.
public enum HomeScreen: Screen {
  /// The loading state.
  public enum State: Equatable, Sendable {
    /// Loading.
    case loading
    /// Loaded.
    case loaded(MoneyRecap)
    /// Failed, with the error.
    case failed(MoneyError)
  }

  /// The actions of the user.
  public enum Event: Sendable {
    /// Deletes a transaction.
    case delete(Int)
    /// Asks whether to delete a transaction.
    case ask(Int)
    /// Retries after a failure.
    case retry
  }

  /// The balance above the transactions, or a note.
  public static func page(
    _ state: State, in environment: LayoutEnvironment, send: @escaping Send<Event>
  ) -> ScreenPage {
    ScreenPage(bar: ScreenBar("Money")) {
      switch state {
      case .loading: TableItem("loading", cell: NoteCell(title: "Loading…"))
      case .failed(let error):
        TableItem("failed", cell: NoteCell(title: error.description, detail: error.detail))
          .onTap { send(.retry) }
      case .loaded(let recap):
        TableItem("balance", cell: BalanceCell(balance: recap.balance))
        for transaction in recap.latest {
          TableItem(.number(transaction.id), cell: TransactionCell(transaction: transaction))
            .onDelete { send(.delete(transaction.id)) }
            .onSecondaryTap { _ in send(.ask(transaction.id)) }
        }
      }
    }
  }
}

/// The balance.
struct BalanceCell: Cell {
  var balance: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 2) {
      Text("Balance", style: TextStyle(size: 13, color: .secondaryText))
      Text("\(balance) €", style: TextStyle(size: 32, weight: .bold))
    }
    .padding(Insets(horizontal: 16, vertical: 12))
  }
}

/// A transaction.
struct TransactionCell: Cell {
  var transaction: MoneyTransaction

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 12, alignment: .center) {
      Column(spacing: 2) {
        Text(transaction.title)
        Text(transaction.date, style: TextStyle(size: 12, color: .secondaryText))
      }
      .grow()
      Text("\(transaction.amount) €", style: TextStyle(weight: .medium))
    }
    .padding(Insets(horizontal: 16, vertical: 8))
  }
}

/// A note in place of rows.
struct NoteCell: Cell {
  var title: String
  var detail: String?

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 4, alignment: .center) {
      Text(title)
      if let detail { Text(detail, style: TextStyle(size: 12, color: .secondaryText)) }
    }
    .padding(Insets(horizontal: 16, vertical: 40))
  }
}

/// The model of the home screen: the only place that knows anything outside the screen.
@MainActor @Observable
final class HomeModel: ScreenModel {
  /// The screen.
  typealias Content = HomeScreen
  /// Loads the balance and the transactions.
  typealias Load = @Sendable () async throws -> MoneyRecap

  /// The state of the screen.
  private(set) var state = HomeScreen.State.loading
  @ObservationIgnored private let load: Load

  /// Creates a model that is not loaded yet.
  init(load: @escaping Load) { self.load = load }

  /// Starts loading when the screen appears, and cancels it when the screen goes.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
    if event == .attached { begin(on: screen) }
  }

  /// Deletes a transaction, or retries loading.
  func handle(_ event: HomeScreen.Event, on screen: ScreenController) {
    switch (event, state) {
    case (.delete(let id), .loaded(var recap)):
      recap.balance -= recap.latest.filter { $0.id == id }.reduce(0) { $0 + $1.amount }
      recap.latest.removeAll { $0.id == id }
      state = .loaded(recap)
    case (.ask(let id), .loaded):
      screen.askToDelete("the transaction") { [weak self] in self?.handle(.delete(id), on: $0) }
    case (.retry, .failed): begin(on: screen)
    default: break
    }
  }

  private func begin(on screen: ScreenController) {
    state = .loading
    screen.run { [weak self, load] in
      let result = await Result(awaiting: load)
      guard !Task.isCancelled else { return }
      self?.state =
        switch result {
        case .success(let recap): .loaded(recap)
        case .failure(let error as MoneyError): .failed(error)
        case .failure(let error): .failed(MoneyError("Something went wrong.", detail: "\(error)"))
        }
    }
  }
}

extension Result where Failure == any Error, Success: Sendable {
  fileprivate init(awaiting body: @Sendable () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
