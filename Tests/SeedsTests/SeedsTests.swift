import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterSurface
@testable import Seeds
import Synchronization
import Testing

/// The programs of the seeds, driven as users do.
@Suite(.timeLimit(.minutes(60))) @MainActor final class SeedsTests: SeedBench {
  private func row(_ identifier: ItemIdentifier, of list: AutoDiffController) -> Point? {
    let snapshot = list.snapshot
    return (0..<snapshot.rowCount).first { snapshot.item(atRow: $0)?.identifier == identifier }
      .flatMap { snapshot.frame(ofRow: $0) }
      .map { Point(x: $0.minX + $0.width / 2, y: $0.minY + $0.height / 2) }
  }

  /// Taps a row of the top screen.
  private func tap(_ identifier: ItemIdentifier) throws {
    let list = try #require(stack.top?.list)
    #expect(list.tap(at: try #require(row(identifier, of: list))))
  }

  /// Taps a region with a tag, in a row if one is given.
  private func tap(_ tag: some Hashable & Sendable, in list: AutoDiffController?) throws {
    let list = try #require(list)
    for y in stride(from: 2.0, to: 480, by: 4) {
      for x in stride(from: 2.0, to: 320, by: 4)
      where list.hit(at: Point(x: x, y: y))?.cell.isTagged(tag) == true {
        #expect(list.tap(at: Point(x: x, y: y)))
        return
      }
    }
    Issue.record("\(tag) is nowhere")
  }

  // MARK: The user list

  @Test func usersAreAddedAndDeleted() async throws {
    let model = UserListModel([User(1, "Ada"), User(2, "Bo")])
    let screen = try stack.push(model)
    try await settle()
    try tap(BarButton.Tag("Add"), in: screen.list(of: .bar))
    try await settle()
    #expect(model.state.map(\.name) == ["Ada", "Bo", "User 3"])
    let list = try #require(screen.list)
    #expect(list.snapshot.rowCount == 3)
    let identity = try #require(list.snapshot.identity(ofRow: 0))
    #expect(list.delete(identity))
    try await settle()
    #expect(model.state.map(\.id) == [2, 3] && list.snapshot.rowCount == 2)
  }

  @Test func aTableIsAFunctionOfItsUsers() throws {
    let environment = LayoutEnvironment(width: 320)
    func table(_ users: [User]) -> TableModel {
      UserList.page(users, in: environment) { _ in }.table
    }
    #expect(table([User(1, "Ada")]) == table([User(1, "Ada")]))
    #expect(table([User(1, "Ada")]) != table([User(1, "Bo")]))
  }

  // MARK: Money

  private final class Bank: Sendable {
    let results = Mutex<[Result<MoneyRecap, MoneyError>]>([])
    let isCancelled = Mutex(false)

    func load() async throws -> MoneyRecap {
      while true {
        if let result = results.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
          return try result.get()
        }
        do { try await Task.sleep(for: .milliseconds(2)) } catch {
          isCancelled.withLock { $0 = true }
          throw error
        }
      }
    }
  }

  private let recap = MoneyRecap(
    balance: 100,
    latest: [
      MoneyTransaction(1, "Books", amount: -50, date: "20/10/21"),
      MoneyTransaction(2, "Wages", amount: 150, date: "19/10/21"),
    ])

  private func waitFor(_ state: HomeScreen.State, _ model: HomeModel) async throws {
    for _ in 0..<50_000 where model.state != state { try await Task.sleep(for: .milliseconds(2)) }
    #expect(model.state == state)
    try await settle()
  }

  @Test func moneyIsLoadingFailsAndIsLoaded() async throws {
    let bank = Bank()
    let model = HomeModel { try await bank.load() }
    let screen = try stack.push(model)
    try await settle()
    let list = try #require(screen.list)
    #expect(model.state == .loading && row("loading", of: list) != nil)
    let error = MoneyError("Error!", detail: "Error code: 101")
    bank.results.withLock { $0 = [.failure(error)] }
    try await waitFor(.failed(error), model)
    try tap("failed")
    #expect(model.state == .loading)
    bank.results.withLock { $0 = [.success(recap)] }
    try await waitFor(.loaded(recap), model)
    #expect(list.snapshot.rowCount == 3)
    let identity = try #require(list.snapshot.identity(ofRow: 1))
    #expect(list.delete(identity))
    try await settle()
    #expect(model.state == .loaded(MoneyRecap(balance: 150, latest: [recap.latest[1]])))
    #expect(list.snapshot.rowCount == 2)
  }

  @Test func aHomeScreenThatGoesWhileItLoadsLeavesNothingBehind() async throws {
    try stack.push(UserListModel([]))
    let bank = Bank()
    weak var gone: HomeModel?
    do {
      let model = HomeModel { try await bank.load() }
      gone = model
      try stack.push(model)
    }
    try await settle()
    stack.goBack()
    try await settle()
    for _ in 0..<50_000 where !bank.isCancelled.withLock({ $0 }) {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(bank.isCancelled.withLock { $0 })
    try await settle()
    #expect(gone == nil && host.partCount == 2)
  }

  // MARK: Networks

  /// The version of the screen that chooses a network.
  enum Way: CaseIterable {
    case declared
    /// With classes and subviews.
    case views
  }

  private static let solana = String(repeating: "s", count: 40)

  /// The texts of a list, in reading order.
  private func texts(of list: AutoDiffController?) -> [String] {
    func texts(of node: SemanticNode) -> [String] {
      node.children.isEmpty ? [node.label] : node.children.flatMap { texts(of: $0) }
    }
    return list?.semantics().rows.flatMap { texts(of: $0) }.filter { !$0.isEmpty } ?? []
  }

  /// Taps the row of the top screen with a text.
  private func tap(onRowOf text: String) throws {
    let list = try #require(stack.top?.list)
    let row = try #require(list.semantics().rows.first { "\($0)".contains(text) })
    #expect(list.tap(at: Point(x: row.frame.minX + 30, y: row.frame.minY + row.frame.height / 2)))
  }

  /// Opens the chooser and chooses bitcoin.
  private func chooseBitcoin(_ recipient: String, _ way: Way) async throws -> SendTokenModel {
    let order = SendTokenModel(recipient: recipient) { order in
      switch way {
      case .declared: SelectNetworkModel(for: order)
      case .views: SelectNetworkViewController(for: order)
      }
    }
    try stack.push(order)
    try await settle()
    try tap("network")
    try await settle()
    #expect(stack.screens.count == 2 && texts(of: stack.top?.list(of: .bar)).contains(Self.title))
    #expect(texts(of: stack.top?.list) == Self.texts(chosen: .solana))
    try tap(onRowOf: "Bitcoin")
    try await settle()
    return order
  }

  private static let title = "Choose the network"

  /// The expected texts of the screen.
  private static func texts(chosen: Network) -> [String] {
    [
      ["Check that the address is of the network.", "Solana"], chosen == .solana ? ["✓"] : [],
      ["The first 100 a day are free.", "Bitcoin"], chosen == .bitcoin ? ["✓"] : [],
    ].flatMap(\.self)
  }

  /// The texts of the screen that chooses.
  private var choice: [String] { stack.screens.count > 1 ? texts(of: stack.screens[1].list) : [] }

  @Test(arguments: Way.allCases) func aNetworkIsKeptAsTheScreenGoes(way: Way) async throws {
    let order = try await chooseBitcoin("bc1qxyz", way)
    #expect(choice == Self.texts(chosen: .bitcoin) && order.network == .solana)
    let bar = try #require(stack.top?.list(of: .bar))
    try tap(BarButton.Tag.back, in: bar)
    try await settle()
    #expect(order.network == .bitcoin && order.recipient == "bc1qxyz")
    #expect(stack.screens.count == 1)
  }

  @Test(arguments: Way.allCases) func anAddressOfAnotherNetworkIsAskedFor(way: Way) async throws {
    let order = try await chooseBitcoin(Self.solana, way)
    // The tick has moved, and a question is on top.
    #expect(choice == Self.texts(chosen: .bitcoin) && stack.screens.count == 3)
    let question = texts(of: stack.top?.list)
    #expect(
      question == [
        "Change the network?", "The address must be filled in with one of Bitcoin.", "Discard",
        "Change",
      ])
    try tap(1, in: stack.top?.list)
    try await settle()
    #expect(order.network == .bitcoin && order.recipient.isEmpty && stack.screens.count == 1)
  }

  @Test(arguments: Way.allCases) func whatIsDiscardedIsTakenBack(way: Way) async throws {
    let order = try await chooseBitcoin(Self.solana, way)
    try tap(0, in: stack.top?.list)
    try await settle()
    #expect(order.network == .solana && order.recipient == Self.solana)
    #expect(stack.screens.count == 1)
  }

  @Test(arguments: Way.allCases) func aQuestionThatIsLeftTakesTheTickBack(way: Way) async throws {
    _ = try await chooseBitcoin(Self.solana, way)
    stack.goBack()
    try await settle()
    #expect(choice == Self.texts(chosen: .solana) && stack.screens.count == 2)
  }

  /// Both versions of the screen are released with it.
  @Test func aChooserOfViewsGoesWithItsScreen() async throws {
    weak var gone: SelectNetworkViewController?
    let order = SendTokenModel { order in
      let controller = SelectNetworkViewController(for: order)
      gone = controller
      return controller
    }
    try stack.push(order)
    try await settle()
    try tap("network")
    try await settle()
    #expect(gone != nil)
    stack.goBack()
    try await settle()
    #expect(gone == nil && stack.screens.count == 1)
  }

  // MARK: The cart

  @Test func aCartTellsItsShopWhatItCosts() async throws {
    let cart = CartModel([CartLine("Tea", price: 4, count: 2), CartLine("Cake", price: 3)])
    let shop = ShopModel(cart: cart)
    let screen = try stack.push(shop)
    try await settle()
    #expect(shop.state.total == 11 && screen.list?.snapshot.rowCount == 5)
    try tap("more", in: screen.list)
    try await settle()
    #expect(cart.state[0].count == 3 && shop.state.total == 15)
    for _ in 0..<3 {
      try tap("less", in: screen.list)
      try await settle()
    }
    #expect(cart.state.map(\.name) == ["Cake"] && shop.state.total == 3)
    #expect(screen.list?.snapshot.rowCount == 4)
    try tap("toggle", in: screen.list)
    try await settle()
    #expect(shop.state.isGift)
    try tap("total")
    #expect(shop.isBought)
  }

  @Test func aNameIsBoundToAField() async throws {
    let shop = ShopModel(cart: CartModel([]))
    let other = ShopModel(cart: CartModel([]))
    try stack.push(shop)
    let name = Binding(shop, \.state.customer)
    let connection = name.connect(to: Binding(other, \.state.customer), delivery: .manual(mailbox))
    name.set("Ada")
    try await settle()
    #expect(other.state.customer == "Ada")
    other.state.customer = "Bo"
    try await settle()
    #expect(shop.state.customer == "Bo" && connection.isActive)
  }
}
