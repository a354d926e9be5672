import LinecasterDiff

/// An element with a number for its identity and a revision for its content.
struct NumberedItem: Hashable, Differentiable {
  let identifier: Int
  var revision = 0

  var differenceIdentifier: Int { identifier }
}
