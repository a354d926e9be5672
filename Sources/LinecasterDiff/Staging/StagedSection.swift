/// A section as it is between two stages: the content of one model, and elements of both.
public struct StagedSection<Base: DifferentiableSection>: DifferentiableSection {
  /// The section of the old or of the new model whose identity and content it has.
  public let base: Base
  /// The elements it has at this stage.
  public let elements: [Base.Elements.Element]

  init(base: Base, elements: [Base.Elements.Element]) {
    self.base = base
    self.elements = elements
  }

  /// The identity of the section, the same at every stage.
  public var differenceIdentifier: Base.Identifier { base.differenceIdentifier }

  /// Compares the content of the sections at their stages.
  public func isContentEqual(to other: Self) -> Bool { base.isContentEqual(to: other.base) }
}

extension StagedSection: Sendable where Base: Sendable, Base.Elements.Element: Sendable {}
