import LinecasterDiff

/// An element with an identity and content.
struct Row: Differentiable, Equatable, CustomStringConvertible {
  let id: Int
  var content = 0

  var differenceIdentifier: Int { id }
  var description: String { content == 0 ? "\(id)" : "\(id)'\(content)" }
}

/// Creates rows with default content.
func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0) } }

/// A section with a header.
struct Group: DifferentiableSection, CustomStringConvertible {
  let id: Int
  var header = 0
  var elements: [Row]

  var differenceIdentifier: Int { id }
  var description: String { "\(id)'\(header)\(elements)" }

  func isContentEqual(to other: Group) -> Bool { header == other.header }
}

/// Creates a section of rows with default content.
func group(_ id: Int, _ ids: Int...) -> Group {
  Group(id: id, elements: ids.map { Row(id: $0) })
}

/// A row with one of sixteen hashes, which makes every search of a table meet collisions.
struct ClashingRow: Differentiable, Equatable {
  private let row: Row

  init(_ row: Row) { self.row = row }

  var differenceIdentifier: Int { row.id }

  static func differenceHash(of identifier: Int, seed: UInt64) -> UInt64 { UInt64(identifier & 15) }
}
