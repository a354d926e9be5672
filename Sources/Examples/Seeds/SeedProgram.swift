public import LinecasterSurface

/// The programs, each with example data.
public enum SeedProgram: String, Sendable, CaseIterable {
  case users, money, send, shop, offers, turn, basket, confirm

  /// Shows the program above other screens.
  ///
  /// - Parameter report: Receives a message about what the reader decided.
  @MainActor
  public func open(
    on stack: ScreenStack, report: @escaping @MainActor (String) -> Void
  ) throws {
    switch self {
    case .users: try stack.push(UserListModel(Self.people))
    case .money: try stack.push(HomeModel(load: Self.recap))
    case .send: try stack.push(SendTokenModel(recipient: String(repeating: "s", count: 40)))
    case .shop: try stack.push(ShopModel(cart: CartModel(Self.lines)))
    case .offers: try stack.push(OfferListModel(load: Self.titles))
    case .turn: try stack.push(TurnedImageModel())
    case .basket: try stack.present(BasketModel("Basket", Self.lines), as: .cover)
    case .confirm:
      _ = try ConfirmationRouter.open("Before you buy", on: stack) { report("confirmed") }
    }
  }

  /// Presents the list of users as a sheet.
  @MainActor
  public static func presentUsers(on stack: ScreenStack) throws {
    try stack.present(UserListModel(people))
  }

  private static let people = [User(1, "Ada"), User(2, "Bo")]
  private static let lines = [CartLine("Tea", price: 4, count: 2), CartLine("Cake", price: 3)]

  private static let recap: HomeModel.Load = {
    try await Task.sleep(for: .milliseconds(300))
    return MoneyRecap(
      balance: 100,
      latest: [
        MoneyTransaction(1, "Books", amount: -50, date: "20/10/21"),
        MoneyTransaction(2, "Wages", amount: 150, date: "19/10/21"),
      ])
  }

  private static let titles: OfferListModel.Load = { count in
    try await Task.sleep(for: .milliseconds(300))
    return count < 60 ? (count..<count + 10).map { "Offer \($0)" } : []
  }
}
