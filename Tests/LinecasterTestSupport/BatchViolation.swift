/// The reason for which a batch may not be applied, or its wrong result.
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
