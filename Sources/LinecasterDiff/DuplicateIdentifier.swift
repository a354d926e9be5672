/// Two places of one model with the same identifier.
///
/// An identifier that occurs k times gives k − 1 values, all with the same `first`.
public struct DuplicateIdentifier: Error {
  /// The model that has the identifier twice.
  public let model: Model
  /// The repeated identifier.
  public let identifier: any Hashable & Sendable
  /// The first place of the identifier.
  public let first: Place
  /// The place at which the identifier is repeated.
  public let repeated: Place

  /// Creates a record of two places with the same identifier.
  init(
    model: Model, identifier: any Hashable & Sendable, first: Place, repeated: Place
  ) {
    self.model = model
    self.identifier = identifier
    self.first = first
    self.repeated = repeated
  }
}

extension DuplicateIdentifier: Hashable {
  /// Returns whether both values have the same identifier and places.
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
  /// The identifier and both places, as a sentence.
  public var description: String {
    "identifier \(identifier) occurs twice in the \(model) model, at \(first) and at \(repeated)"
  }
}

extension DuplicateIdentifier {
  /// One of the two models that are compared.
  public enum Model: Hashable, Sendable {
    /// The model before the change.
    case old
    /// The model after the change.
    case new
  }
}

extension DuplicateIdentifier {
  /// A place of an identifier in a model.
  public enum Place: Hashable, Sendable {
    /// The section with this index.
    case section(Int)
    /// The element at this path.
    case item(ElementPath)
  }
}

extension DuplicateIdentifier.Place: CustomStringConvertible {
  /// The place as text.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .item(let path): "item \(path)"
    }
  }
}

/// The handling of an identifier that occurs more than once in one model.
///
/// The batch leads from one model to the other with every policy.
public enum DuplicatePolicy: Hashable, Sendable {
  /// Distinguishes copies by their order: the k-th copy in the old model is the same element as the
  /// k-th copy in the new one. Every copy is reported.
  case disambiguate

  /// Removes every copy except the first. Every copy is reported.
  ///
  /// The batch then refers to the models without copies, which `keepingFirst(of:)` returns; show
  /// these models.
  case keepFirst

  /// Throws the first duplicate found.
  case fail

  /// Trusts that identifiers are unique, and skips the check of the models' common ends.
  ///
  /// If identifiers are not unique, the batch is still right, but it is unspecified which copy
  /// survives, and nothing is reported.
  case assumeUnique
}

/// Returns the elements without repeated identifiers, which is the model to which batches by
/// `DuplicatePolicy.keepFirst` refer.
///
/// - Complexity: O(n).
@inlinable
public func keepingFirst<Element: Differentiable>(of elements: [Element]) -> [Element] {
  var seen = Set<Element.Identifier>(minimumCapacity: elements.count)
  return elements.filter { seen.insert($0.differenceIdentifier).inserted }
}

/// Returns the sections without repeated identifiers, each with its elements whose identifiers are
/// not repeated in the model.
///
/// This is the model to which batches by `DuplicatePolicy.keepFirst` refer.
///
/// - Complexity: O(n) in sections and elements.
@inlinable
public func keepingFirst<Section: DifferentiableSection>(
  ofSections sections: [Section]
) -> [(section: Section, elements: [Section.Elements.Element])] {
  var seenSections = Set<Section.Identifier>()
  var seen = Set<Section.Elements.Element.Identifier>()
  var kept: [(section: Section, elements: [Section.Elements.Element])] = []
  for section in sections where seenSections.insert(section.differenceIdentifier).inserted {
    kept.append(
      (section, section.elements.filter { seen.insert($0.differenceIdentifier).inserted }))
  }
  return kept
}

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

  /// Returns the duplicate as one of elements; `starts` are those of its model.
  func amongItems(_ starts: SectionStarts) -> DuplicateIdentifier {
    DuplicateIdentifier(
      model: model, identifier: identifier,
      first: .item(starts.path(of: first)), repeated: .item(starts.path(of: repeated)))
  }

  /// The duplicate as one of sections.
  var amongSections: DuplicateIdentifier {
    DuplicateIdentifier(
      model: model, identifier: identifier, first: .section(first), repeated: .section(repeated))
  }
}
