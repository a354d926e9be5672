/// Why a batch may not be applied, or where it leads instead of to the new model.
package struct BatchViolation: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws a violation unless `condition` holds.
func require(
  _ condition: Bool, _ reason: @autoclosure () -> String
) throws(BatchViolation) {
  if !condition { throw BatchViolation(reason()) }
}
