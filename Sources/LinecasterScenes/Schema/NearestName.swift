/// Guesses which name somebody meant.
enum NearestName {
  /// Longer words are no slips of the pen.
  private static let lengthLimit = 40

  /// The known name with the fewest slips, where there are few enough; the first of equals.
  ///
  /// - Complexity: O(names · length²), lengths being limited.
  static func find(_ word: String, among names: [String]) -> String? {
    let word = Array(word.lowercased().unicodeScalars.prefix(lengthLimit + 1))
    guard word.count <= lengthLimit else { return nil }
    let slips = names.map { distance(word, Array($0.lowercased().unicodeScalars)) }
    guard let least = slips.min(), least <= max(1, word.count / 3) else { return nil }
    return slips.firstIndex(of: least).map { names[$0] }
  }

  /// How many letters are too many, missing, wrong or swapped with their neighbour
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
