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
  public init(
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

/// The sections without those whose identifiers occurred before, and in what is left the elements
/// whose identifiers did not occur before: the model that batches made with
/// `DuplicatePolicy.keepFirst` speak of.
///
/// - Complexity: O(n) in sections and elements.
@inlinable
public func keepingFirst<Section: DifferentiableSection>(
  ofSections sections: [Section]
) -> [UniqueSection<Section>] {
  var seenSections = Set<Section.Identifier>()
  var seen = Set<Section.Elements.Element.Identifier>()
  var kept: [UniqueSection<Section>] = []
  for section in sections where seenSections.insert(section.differenceIdentifier).inserted {
    let elements = section.elements.filter { seen.insert($0.differenceIdentifier).inserted }
    kept.append(UniqueSection(base: section, elements: elements))
  }
  return kept
}

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
