/// An error of a named source, for example a file. `FontError`, `ImageError` and `RasterError` are
/// errors of this type.
///
/// Source errors differ only in their codes. The type is in this module because all modules that
/// throw such errors import it.
public struct SourceError<Code>: Error, Hashable, Sendable, CustomStringConvertible
where Code: Hashable & Sendable & CustomStringConvertible {
  /// The kind of the error, for comparison.
  public let code: Code
  /// The path of the file or another name of the source, or the name given to data from memory.
  public let source: String
  /// The details, as text.
  public let reason: String

  /// Creates an error of a source.
  public init(code: Code, source: String, reason: String) {
    self.code = code
    self.source = source
    self.reason = reason
  }

  /// The source, the kind and the details in one line.
  public var description: String { "\(source): \(code): \(reason)" }
}

/// Suggestions for misspelled names: the known name with the fewest typos.
package enum NearestName {
  /// The maximum length; longer words are not typos.
  private static let slipLimit = 40
  /// The maximum number of names that are compared.
  private static let namesLookedAt = 1000

  /// Returns the known name with the fewest typos, if they are few enough; the first of equals.
  ///
  /// - Complexity: O(names · length²), both limited.
  package static func of(_ word: ExactText, among names: some Sequence<ExactText>) -> ExactText? {
    guard let word = letters(word) else { return nil }
    var nearest: (name: ExactText, slips: Int)?
    for name in names.prefix(namesLookedAt) {
      guard let letters = letters(name) else { continue }
      let slips = distance(word, letters)
      if slips <= max(1, word.count / 3), slips < nearest?.slips ?? .max { nearest = (name, slips) }
    }
    return nearest?.name
  }

  /// Returns the nearest name for plain strings.
  package static func of(_ word: String, among names: some Sequence<String>) -> String? {
    of(ExactText(word), among: names.prefix(namesLookedAt).map { ExactText($0) })?.string
  }

  /// Returns the lower-case characters of a word; `nil` if it is too long.
  private static func letters(_ word: ExactText) -> [Unicode.Scalar]? {
    // At most four bytes per character.
    guard word.string.utf8.count <= 4 * slipLimit else { return nil }
    let letters = Array(word.string.lowercased().unicodeScalars)
    return letters.count <= slipLimit ? letters : nil
  }

  /// Returns the number of letters that are added, missing, wrong or swapped with a neighbour
  /// (optimal string alignment).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var older = [Int](repeating: 0, count: right.count + 1)
    var old = Array(0...right.count)
    for row in left.indices {
      var new = [row + 1]
      for column in right.indices {
        var least = min(old[column + 1], new[column]) + 1
        least = min(least, old[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, older[column - 1] + 1)
        }
        new.append(least)
      }
      (older, old) = (old, new)
    }
    return old[right.count]
  }
}
