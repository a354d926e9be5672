/// The changes from an old model to a new one in stages, for hosts that accept only certain changes
/// together, as UIKit's batch updates do.
///
/// A `Changeset` is one batch; it moves and updates an element at once, and moves elements out of
/// sections that it deletes and into sections that it inserts. UIKit refuses that. Here each stage
/// is a batch of its own from one model to the next, and asks for none of it:
///
/// 1. Elements are updated and deleted. Elements of sections that will vanish stay if they do not
///    survive.
/// 2. Sections are updated and inserted; an inserted section comes with its new elements.
/// 3. Elements are moved and inserted.
/// 4. Sections are deleted and moved.
///
/// Stages without changes are left out, so there are at most four, for a flat list at most two.
/// For each stage the host makes `sections` its data and performs the batch:
///
///     for stage in StagedChangeset(fromSections: old, toSections: new).stages {
///       view.performBatchUpdates {
///         data = stage.sections
///         // Reload, delete: old coordinates. Insert: new ones. Move: from old to new ones.
///       }
///     }
///
/// In a stage, as in every `Changeset`, deletes and the `old` side of moves and updates are places
/// in the model before the stage, inserts and the `new` side are places in `sections`. Elements
/// that survive are those of the new model from the first stage on, so that what they do when
/// touched is never out of date.
///
/// UIKit reloads all the elements of a section that is updated; a host that can redraw a header
/// alone should.
public struct StagedChangeset<Section: DifferentiableSection> {
  /// All the changes as one batch, with the duplicates.
  public let changeset: Changeset
  /// The stages in the order in which they are applied; none if nothing changes.
  public let stages: [Stage]

  /// The stages of the changes that lead from one sectioned model to another; copies of an
  /// identifier are told apart by their order.
  ///
  /// May run on any thread.
  ///
  /// - Complexity: O(n) for models that keep most of their order, O(n log n) at worst; each stage
  ///   holds its model.
  @inlinable
  public init(fromSections old: [Section], toSections new: [Section]) {
    let changeset = Changeset(fromSections: old, toSections: new)
    self = Self(changeset, fromSections: old, toSections: new) ?? Self(changeset, whole: new)
  }

  /// The stages of a batch; `nil` if the batch does not lead from the one model to the other by
  /// its coordinates.
  ///
  /// For batches that were made with a policy for duplicates or of edits known in advance. Whether
  /// identifiers and content agree is not checked; `Changeset.leads(fromSections:toSections:)`
  /// does that.
  ///
  /// - Complexity: O(n), O(k log k) in the k changes.
  public init?(
    _ changeset: Changeset, fromSections old: [Section], toSections new: [Section]
  ) {
    guard let maker = StageMaker(changeset, from: old, to: new) else { return nil }
    self.changeset = changeset
    stages = maker.stages.filter { !$0.changeset.isEmpty }
  }

  /// Everything in one stage: what is left to do if the stages could not be told apart.
  @usableFromInline
  init(_ changeset: Changeset, whole new: [Section]) {
    self.changeset = changeset
    let sections = new.map { StagedSection(base: $0, elements: Array($0.elements)) }
    stages = [Stage(changeset: changeset, sections: sections)]
  }
}

extension StagedChangeset {
  /// The stages of the changes that lead from one flat list to another; copies of an identifier are
  /// told apart by their order.
  ///
  /// May run on any thread.
  ///
  /// - Complexity: O(n) for lists that keep most of their order, O(n log n) at worst.
  @inlinable
  public init<Element>(from old: [Element], to new: [Element])
  where Section == ListSection<Element> {
    self.init(fromSections: [ListSection(old)], toSections: [ListSection(new)])
  }
}

extension StagedChangeset: Sendable where Section: Sendable, Section.Elements.Element: Sendable {}

extension StagedChangeset {
  /// One batch, and the model that it leads to.
  public struct Stage {
    /// The changes from the model of the stage before, or from the old model.
    public let changeset: Changeset
    /// The model after the changes.
    public let sections: [StagedSection<Section>]
  }
}

extension StagedChangeset.Stage: Sendable
where Section: Sendable, Section.Elements.Element: Sendable {}

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
