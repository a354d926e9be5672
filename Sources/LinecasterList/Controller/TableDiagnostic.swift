public import LinecasterDiff

/// Something that is wrong with a list and does not keep it from being shown.
public enum TableDiagnostic: Sendable {
  /// The host did not say that it has finished applying an update.
  case hostForgot(generation: Int)
  /// The host said more than once that it has finished, or for an update that it does not have.
  case hostRepeated(generation: Int)
  /// Identifiers occur more than once in the model of an update.
  case duplicates([DuplicateIdentifier], generation: Int)
  /// Rows could not be measured or drawn.
  case rowsFailed(any Error)
}
