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
