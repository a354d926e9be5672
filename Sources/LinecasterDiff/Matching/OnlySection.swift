/// The one section that the elements of a flat list are in, before and after.
@usableFromInline
struct OnlySection: Differentiable, Equatable, Sendable {
  @inlinable
  init() {}

  @inlinable var differenceIdentifier: Int { 0 }
}
