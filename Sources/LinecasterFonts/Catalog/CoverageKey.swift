/// A coverage compared by what is in it, for keeping equal ones once.
struct CoverageKey: Hashable {
  let coverage: Coverage

  static func == (left: CoverageKey, right: CoverageKey) -> Bool {
    left.coverage === right.coverage
      || (left.coverage.pages == right.coverage.pages
        && left.coverage.words == right.coverage.words)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(coverage.words.count)
    for word in coverage.words.prefix(64) { hasher.combine(word) }
  }
}
