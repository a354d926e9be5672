/// What is wrong with a case, for people.
package struct FlexCaseFault: Error, CustomStringConvertible {
  package let description: String

  /// A property that has no such value, or is none.
  init(_ key: String, _ value: FlexCaseValue) {
    description = "style '\(key)' cannot be '\(value)'"
  }

  init(_ description: String) { self.description = description }
}
