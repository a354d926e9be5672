/// Two places of one model that have the same identifier.
///
/// An identifier that occurs k times gives k − 1 values, all with the same `first`.
public struct DuplicateIdentifier: Error {
  /// The model that has the copies.
  public let model: Model
  /// The identifier they share.
  public let identifier: any Hashable & Sendable
  /// Where it occurs first.
  public let first: Place
  /// Where it occurs again.
  public let repeated: Place

  /// Makes a record of the second of two places with the same identifier.
  public init(
    model: Model, identifier: any Hashable & Sendable, first: Place, repeated: Place
  ) {
    self.model = model
    self.identifier = identifier
    self.first = first
    self.repeated = repeated
  }
}

extension DuplicateIdentifier: Hashable {
  /// Whether both values name the same identifier at the same places.
  public static func == (left: Self, right: Self) -> Bool {
    left.model == right.model && left.first == right.first && left.repeated == right.repeated
      && AnyHashable(left.identifier) == AnyHashable(right.identifier)
  }

  /// Feeds the places and the identifier to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    hasher.combine(first)
    hasher.combine(repeated)
    hasher.combine(AnyHashable(identifier))
  }
}

extension DuplicateIdentifier: CustomStringConvertible {
  /// A sentence that names the identifier and both places.
  public var description: String {
    "identifier \(identifier) occurs twice in the \(model) model, at \(first) and at \(repeated)"
  }
}
