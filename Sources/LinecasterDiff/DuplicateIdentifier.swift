/// Two places of one model that have the same identifier.
///
/// An identifier that occurs k times gives k − 1 values, all with the same `first`.
public struct DuplicateIdentifier: Error {
  /// The model that has the copies.
  public let model: Model
  /// The identifier they share.
  public let identifier: any Hashable & Sendable
  /// Where it occurs first.
  public let first: Place
  /// Where it occurs again.
  public let repeated: Place

  /// Makes a record of the second of two places with the same identifier.
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
  /// Whether both values name the same identifier at the same places.
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
  /// A sentence that names the identifier and both places.
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
  /// Where in a model an identifier occurs.
  public enum Place: Hashable, Sendable {
    /// It is the identifier of the section with this index.
    case section(Int)
    /// It is the identifier of the element at this path.
    case item(ElementPath)
  }
}

extension DuplicateIdentifier.Place: CustomStringConvertible {
  /// The place in words.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .item(let path): "item \(path)"
    }
  }
}

/// What a diff does with an identifier that occurs more than once in one model.
///
/// Whatever the policy, the batch leads from the one model to the other.
public enum DuplicatePolicy: Hashable, Sendable {
  /// Tells the copies apart by their order: the k-th copy in the old model is the same element as
  /// the k-th in the new one. Every copy is reported.
  case disambiguate

  /// Drops every copy but the first. Every copy is reported.
  ///
  /// The batch then speaks of the models without the copies, as `keepingFirst(of:)` makes them:
  /// show those.
  case keepFirst

  /// Throws the first duplicate found.
  case fail

  /// Takes the caller's word that identifiers are unique, and so leaves out looking at what the
  /// models have in common at their ends.
  ///
  /// If the word is broken, the batch is still right, but which copy survives is not specified,
  /// and nothing is reported.
  case assumeUnique
}

/// The elements without those whose identifiers occurred before: the model that batches made with
/// `DuplicatePolicy.keepFirst` speak of.
///
/// - Complexity: O(n).
@inlinable
public func keepingFirst<Element: Differentiable>(of elements: [Element]) -> [Element] {
  var seen = Set<Element.Identifier>(minimumCapacity: elements.count)
  return elements.filter { seen.insert($0.differenceIdentifier).inserted }
}

/// The sections without those whose identifiers occurred before, and of each the elements whose
/// identifiers did not occur before: the model that batches made with `DuplicatePolicy.keepFirst`
/// speak of.
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
