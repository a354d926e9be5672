/// A section without the elements whose identifiers occurred earlier in its model.
public struct UniqueSection<Base: DifferentiableSection>: DifferentiableSection {
  /// The section as it was given.
  public let base: Base
  /// The elements that are the first of their identifier.
  public let elements: [Base.Elements.Element]

  @inlinable
  init(base: Base, elements: [Base.Elements.Element]) {
    self.base = base
    self.elements = elements
  }

  /// The identity of the section as it was given.
  @inlinable
  public var differenceIdentifier: Base.Identifier { base.differenceIdentifier }

  /// Compares the sections as they were given.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { base.isContentEqual(to: other.base) }
}

extension UniqueSection: Sendable where Base: Sendable, Base.Elements.Element: Sendable {}
