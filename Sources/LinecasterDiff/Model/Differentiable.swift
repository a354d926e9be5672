/// An element that a diff can tell apart from its neighbours and from its own earlier content.
///
/// Identity says *which* element it is: two elements with equal identifiers are the same one,
/// before and after, wherever it stands. Content says *what it shows*: a survivor whose content
/// differs is reported as an update. The two are independent.
///
/// ```swift
/// struct Message: Differentiable, Equatable {
///   let id: Int
///   var text: String
///   var differenceIdentifier: Int { id }
/// }
/// ```
public protocol Differentiable<Identifier> {
  /// What tells one element from another.
  associatedtype Identifier: Hashable & Sendable

  /// The identity of the element, expected to be unique in its model and constant over its life.
  var differenceIdentifier: Identifier { get }

  /// Whether the element shows the same as `other`, which has the same identifier.
  ///
  /// Equatable types compare with `==` unless they say otherwise. Leave closures and other
  /// things that are not shown out of the comparison.
  func isContentEqual(to other: Self) -> Bool

  /// A hash of an identifier: equal identifiers must give equal hashes.
  ///
  /// Integers, strings and UUIDs have fast ones, other identifiers use `Hasher`. Where an
  /// identifier is made of such parts, `IdentifierHash` makes a hash of theirs: a diff spends most
  /// of its time here.
  ///
  /// A hash that takes few values makes the diff quadratic, never wrong. Where strangers choose the
  /// identifiers, `seed` keeps them from choosing many with one hash; it is the same for all
  /// hashes that are compared, and differs from run to run. The bits of the result are mixed with
  /// it once more, so consecutive integers are good hashes as they are.
  static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64
}

extension Differentiable {
  /// The `hashValue` of an identifier, which has a seed of its own.
  @inlinable
  public static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64 {
    UInt64(truncatingIfNeeded: identifier.hashValue)
  }
}

extension Differentiable where Identifier: FixedWidthInteger {
  /// The bits of an integer of at most 64 bits, the hash by `Hasher` of a wider one.
  @inlinable
  public static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64 {
    Identifier.bitWidth <= 64
      ? UInt64(truncatingIfNeeded: identifier)
      : UInt64(truncatingIfNeeded: identifier.hashValue)
  }
}

extension Differentiable where Identifier == String {
  /// The hash of a string's bytes.
  @inlinable
  public static func differenceHash(of identifier: String, seed: UInt64) -> UInt64 {
    IdentifierHash.hash(identifier, seed: seed)
  }
}

extension Differentiable where Self: Equatable {
  /// Compares the whole elements with `==`.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { self == other }
}

extension Differentiable where Self: Identifiable, Identifier == ID {
  /// The `id` of an identifiable element.
  @inlinable
  public var differenceIdentifier: ID { id }
}
