/// A flat list as the only section of a model.
public struct ListSection<Element: Differentiable>: DifferentiableSection {
  /// The elements, in order.
  public let elements: [Element]

  /// Makes the section of a list.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// Zero: there is one such section.
  @inlinable public var differenceIdentifier: Int { 0 }

  /// Always true: a list shows nothing but its elements.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { true }
}

extension ListSection: Sendable where Element: Sendable {}
