/// Two positions of one model with the same identifier.
@usableFromInline
struct DuplicatePosition: Sendable {
  @usableFromInline let model: DuplicateIdentifier.Model
  @usableFromInline let identifier: any Hashable & Sendable
  @usableFromInline let first: Int
  @usableFromInline let repeated: Int

  @usableFromInline
  init(
    model: DuplicateIdentifier.Model, identifier: any Hashable & Sendable, first: Int, repeated: Int
  ) {
    self.model = model
    self.identifier = identifier
    self.first = first
    self.repeated = repeated
  }

  /// The duplicate among elements; `starts` are those of the model it is in.
  func amongItems(_ starts: SectionStarts) -> DuplicateIdentifier {
    DuplicateIdentifier(
      model: model, identifier: identifier,
      first: .item(starts.path(of: first)), repeated: .item(starts.path(of: repeated)))
  }

  /// The duplicate among sections.
  var amongSections: DuplicateIdentifier {
    DuplicateIdentifier(
      model: model, identifier: identifier, first: .section(first), repeated: .section(repeated))
  }
}
