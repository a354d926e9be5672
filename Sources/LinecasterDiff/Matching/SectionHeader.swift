/// A section without its elements, so that sections are paired as elements are.
@usableFromInline
struct SectionHeader<Section: DifferentiableSection>: Differentiable {
  @usableFromInline let section: Section

  @inlinable
  init(_ section: Section) { self.section = section }

  @inlinable var differenceIdentifier: Section.Identifier { section.differenceIdentifier }

  @inlinable
  func isContentEqual(to other: Self) -> Bool { section.isContentEqual(to: other.section) }
}
