/// What rows between two others are known by: both neighbours, so that nothing that happens farther
/// away makes them other rows.
struct GapIdentifiers {
  private let gap: ItemIdentifier
  let hasBothNeighbors: Bool

  /// Takes the nearest rows that show something; nil at the edges of a section.
  init(above: ItemIdentifier?, below: ItemIdentifier?) {
    hasBothNeighbors = above != nil && below != nil
    gap =
      switch (above, below) {
      case (let above?, let below?): .pair(above, below)
      case (let above?, nil): .pair("below", above)
      case (nil, let below?): .pair("above", below)
      case (nil, nil): "alone"
      }
  }

  var separator: ItemIdentifier { .pair("separator", gap) }
  var space: ItemIdentifier { .pair("space", gap) }
  var spaceBelowSeparator: ItemIdentifier { .pair("space below separator", gap) }
}
