public import LinecasterSurface

/// The programs, each with example data.
public enum SeedProgram: String, Sendable, CaseIterable {
  case users, money, send, shop, offers

  /// Creates the model of the first screen.
  @MainActor
  public func model() -> any ScreenModel {
    switch self {
    case .users: UserListModel([User(1, "Ada"), User(2, "Bo")])
    case .money: HomeModel(load: Self.recap)
    case .send: SendTokenModel(recipient: String(repeating: "s", count: 40))
    case .shop:
      ShopModel(
        cart: CartModel([CartLine("Tea", price: 4, count: 2), CartLine("Cake", price: 3)]))
    case .offers: OfferListModel(load: Self.titles)
    }
  }

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
