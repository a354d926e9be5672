import LinecasterDiff

/// A row of an image, known by the first word of what it shows.
struct BatchRow: Differentiable, Equatable {
  let text: String

  var differenceIdentifier: String { String(text.prefix { $0.isLetter }) }
}
