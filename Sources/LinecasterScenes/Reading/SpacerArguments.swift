import LinecasterCells

/// The arguments of `Spacer`: none.
struct SpacerArguments: Hashable, Sendable {
  static let leaf = SceneLeaf(
    record: SceneRecord<SpacerArguments>("argument of Spacer", []), initial: SpacerArguments(),
    make: { _ in Spacer().node })
}
