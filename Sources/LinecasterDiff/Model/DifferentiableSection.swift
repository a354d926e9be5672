/// A group of elements with an identity and, often, content of its own such as a header.
public protocol DifferentiableSection<Identifier> {
  /// What tells one section from another.
  associatedtype Identifier: Hashable & Sendable
  /// The elements of the section, in order.
  associatedtype Elements: RandomAccessCollection where Elements.Element: Differentiable

  /// The identity of the section, expected to be unique among the sections of its model.
  var differenceIdentifier: Identifier { get }

  /// The elements, read once for each diff.
  ///
  /// Their identifiers are expected to be unique in the whole model, not only in the section:
  /// that is how an element is followed from one section to another.
  var elements: Elements { get }

  /// Whether the section's own content, such as its header, is the same as that of `other`, which
  /// has the same identifier.
  ///
  /// Elements do not belong in this comparison: they are compared one by one.
  func isContentEqual(to other: Self) -> Bool
}
