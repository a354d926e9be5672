package import LinecasterDiff

/// A flat list as the only section of a model.
package struct OneSection<Element: Differentiable>: DifferentiableSection {
  package let elements: [Element]

  package init(_ elements: [Element]) { self.elements = elements }

  package var differenceIdentifier: Int { 0 }
  package func isContentEqual(to other: Self) -> Bool { true }
}
