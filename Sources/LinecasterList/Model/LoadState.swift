/// Whether a list has all its rows, or more can come.
public enum LoadState: Sendable {
  /// There is nothing to load.
  case idle
  /// More can be loaded.
  case ready
  /// Rows are being loaded.
  case loading
  /// What was last loaded failed.
  case failed(any Error)

  /// What went wrong last, if loading failed.
  public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadState: Hashable {
  /// Whether both say the same.
  ///
  /// Errors are equal if they can be compared and are, or, where they cannot, if they are of one
  /// type and describe themselves alike: then no row could tell them apart.
  public static func == (left: LoadState, right: LoadState) -> Bool {
    switch (left, right) {
    case (.idle, .idle), (.ready, .ready), (.loading, .loading): true
    case (.failed(let left), .failed(let right)): areEqual(left, right)
    default: false
    }
  }

  /// Feeds the case to the hasher; errors are left out.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .idle: hasher.combine(0)
    case .ready: hasher.combine(1)
    case .loading: hasher.combine(2)
    case .failed: hasher.combine(3)
    }
  }

  private static func areEqual<Failure: Error>(_ left: Failure, _ right: any Error) -> Bool {
    guard let right = right as? Failure else { return false }
    let value: Any = left
    if let value = value as? any Equatable { return isEqual(value, to: right) }
    return "\(left)" == "\(right)"
  }

  private static func isEqual<Value: Equatable>(_ value: Value, to other: any Error) -> Bool {
    other as? Value == value
  }
}
