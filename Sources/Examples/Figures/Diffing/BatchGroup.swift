import LinecasterDiff

/// A section of an image; rows are known by the first word of what they show.
struct BatchGroup: DifferentiableSection {
  let name: String
  var elements: [BatchRow]

  init(_ name: String, _ texts: String...) {
    self.name = name
    elements = texts.map(BatchRow.init)
  }

  var differenceIdentifier: String { name }

  func isContentEqual(to other: BatchGroup) -> Bool { true }
}
