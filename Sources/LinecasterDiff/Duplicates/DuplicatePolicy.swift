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
