extension Changeset: CustomStringConvertible {
  /// What changes, kind by kind, with the first few places of each.
  public var description: String {
    let parts = [
      Self.summary("delete sections", sectionDeletes),
      Self.summary("insert sections", sectionInserts),
      Self.summary("move sections", sectionMoves),
      Self.summary("update sections", sectionUpdates),
      Self.summary("delete", itemDeletes),
      Self.summary("insert", itemInserts),
      Self.summary("move", itemMoves),
      Self.summary("update", itemUpdates),
      Self.summary("duplicates", duplicates),
    ].compactMap { $0 }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// Enough to recognise a small batch; a large one must not flood a log.
  private static let placesShown = 8

  private static func summary<Place: CustomStringConvertible>(
    _ kind: String, _ places: [Place]
  ) -> String? {
    guard !places.isEmpty else { return nil }
    let shown = places.prefix(placesShown).map(\.description).joined(separator: " ")
    let rest = places.count - placesShown
    return "\(kind) \(shown)" + (rest > 0 ? " and \(rest) more" : "")
  }
}
