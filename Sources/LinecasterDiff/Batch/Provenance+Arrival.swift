extension Provenance {
  /// How a new item comes to its place.
  enum Arrival: Equatable {
    /// Not known yet: it stays, if the batch is right.
    case unfilled
    case inserted
    case withSection
    /// It was at this place before.
    case moved(ElementPath)

    /// The place before, if there was one.
    var origin: ElementPath? {
      if case .moved(let path) = self { path } else { nil }
    }
  }
}
