import LinecasterDiff

/// A section with a header.
struct Group: DifferentiableSection, CustomStringConvertible {
  let id: Int
  var header = 0
  var elements: [Row]

  var differenceIdentifier: Int { id }
  var description: String { "\(id)'\(header)\(elements)" }

  func isContentEqual(to other: Group) -> Bool { header == other.header }
}

/// A section with rows that have no content to speak of.
func group(_ id: Int, _ ids: Int...) -> Group {
  Group(id: id, elements: ids.map { Row(id: $0) })
}
