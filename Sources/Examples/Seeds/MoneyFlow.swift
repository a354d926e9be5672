import LinecasterBase
import LinecasterBoxLayout
public import LinecasterCells
import LinecasterFonts
import LinecasterList
public import LinecasterSurface
import LinecasterText
public import Observation

/// Money that came or went.
public struct MoneyTransaction: Hashable, Sendable {
  /// Which one.
  public var id: Int
  /// What it was for.
  public var title: String
  /// How much, below 0 where it went.
  public var amount: Int
  /// When.
  public var date: String

  /// Makes a transaction.
  public init(_ id: Int, _ title: String, amount: Int, date: String) {
    self.id = id
    self.title = title
    self.amount = amount
    self.date = date
  }
}

/// What there is, and what has happened lately.
public struct MoneyRecap: Hashable, Sendable {
  /// All of it.
  public var balance: Int
  /// What came and went last, newest first.
  public var latest: [MoneyTransaction]

  /// Makes a recap.
  public init(balance: Int, latest: [MoneyTransaction]) {
    self.balance = balance
    self.latest = latest
  }
}

/// What went wrong, in words for two kinds of readers.
public struct MoneyError: Error, Hashable, CustomStringConvertible {
  /// For everybody.
  public var description: String
  /// For those who look for the reason.
  public var detail: String

  /// Makes an error.
  public init(_ description: String, detail: String) {
    self.description = description
    self.detail = detail
  }
}

/// The first screen of a program for money: values in, events out.
public enum HomeScreen: Screen {
  /// What is known.
  public enum State: Equatable, Sendable {
    /// Nothing yet.
    case loading
    /// All of it.
    case loaded(MoneyRecap)
    /// Why nothing is.
    case failed(MoneyError)
  }

  /// What people do.
  public enum Event: Sendable {
    /// A transaction is to be deleted.
    case delete(Int)
    /// What failed is to be tried again.
    case retry
  }

  /// A balance over transactions, or why there are none.
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
        }
      }
    }
  }
}

/// How much there is.
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

/// What came or went.
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

/// What there is to say in place of rows.
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

/// Where money is counted: the one place that knows of anything outside of the screen.
@MainActor @Observable
public final class HomeModel: ScreenModel {
  /// The screen.
  public typealias Content = HomeScreen
  /// Finds out what there is.
  public typealias Load = @Sendable () async throws -> MoneyRecap

  /// What is known.
  public private(set) var state = HomeScreen.State.loading
  @ObservationIgnored private let load: Load

  /// Makes a model that knows nothing yet.
  public init(load: @escaping Load) { self.load = load }

  /// Loads as the screen comes; where it goes before, that ends.
  public func hear(_ life: ScreenLife, on screen: ScreenController) {
    if life == .attached { begin(on: screen) }
  }

  /// Deletes a transaction, or loads once more.
  public func handle(_ event: HomeScreen.Event, on screen: ScreenController) {
    switch (event, state) {
    case (.delete(let id), .loaded(var recap)):
      recap.balance -= recap.latest.filter { $0.id == id }.reduce(0) { $0 + $1.amount }
      recap.latest.removeAll { $0.id == id }
      state = .loaded(recap)
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
