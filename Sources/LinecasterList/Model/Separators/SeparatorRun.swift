/// Separators and spaces with no other row between them.
struct SeparatorRun {
  private enum Part {
    case separator(TableItem)
    /// A space with an identifier of its own.
    case item(TableItem)
    case space(Space)
  }

  private var parts: [Part] = []
  private var strongest: (place: Int, separator: Separator)?

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ item: TableItem, _ separator: Separator) {
    if strongest?.separator.outranks(separator) != true {
      strongest = (parts.count, separator)
    }
    parts.append(.separator(item))
  }

  mutating func add(_ item: TableItem) { parts.append(.item(item)) }

  mutating func add(_ space: Space) { parts.append(.space(space)) }

  /// What stays, from top to bottom.
  ///
  /// Spaces without identifiers are added up, above the separator and below it.
  func items(
    between above: ItemIdentifier?, and below: ItemIdentifier?
  ) -> [TableItem] {
    let identifiers = GapIdentifiers(above: above, below: below)
    let kept = identifiers.hasBothNeighbors ? strongest?.place : nil
    guard let kept else { return rows(parts[...], spaceIdentifier: identifiers.space) }
    var middle: [TableItem] = []
    if case .separator(var item) = parts[kept] {
      item.identifier = identifiers.separator
      middle = [item]
    }
    return rows(parts[..<kept], spaceIdentifier: identifiers.space) + middle
      + rows(parts[(kept + 1)...], spaceIdentifier: identifiers.spaceBelowSeparator)
  }

  /// The rows of spaces; those without identifiers stand where the first of them does.
  private func rows(_ parts: ArraySlice<Part>, spaceIdentifier: ItemIdentifier) -> [TableItem] {
    var rows: [TableItem] = []
    var height = 0.0
    var place: Int?
    for part in parts {
      switch part {
      case .separator: break
      case .item(let item): rows.append(item)
      case .space(let space):
        height += space.height
        if place == nil { place = rows.count }
      }
    }
    if let place { rows.insert(TableItem(spaceIdentifier, cell: Space(height)), at: place) }
    return rows
  }
}
