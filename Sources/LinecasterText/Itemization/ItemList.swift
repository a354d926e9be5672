import LinecasterFonts

/// The items of a paragraph while it is prepared, the faces that they name by place, and the
/// characters that no face has; the memory is kept for those of the next paragraph.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class ItemList {
  // Unchecked: the worker that owns it is lent to one thread at a time, and no access is inside
  // another.
  /// The items in text order.
  @exclusivity(unchecked) private(set) var items: [TextItem] = []
  /// The faces, in the order of their first items.
  @exclusivity(unchecked) private(set) var faces: [FontFace] = []
  /// The characters that no face has, in text order.
  @exclusivity(unchecked) private(set) var missing: [Unicode.Scalar] = []
  /// The faces of the paragraph before.
  @exclusivity(unchecked) private var lastFaces: [FontFace] = []
  @exclusivity(unchecked) private var lastPlace = 0

  /// The last item, if there is one.
  var last: TextItem? { items.last }

  /// Forgets the items and their memory where these are many: a text of tabs has one a unit.
  func giveBackMuch() {
    if items.capacity > Self.keptCapacity { items = [] }
  }

  /// Forgets all, but keeps the memory.
  func removeAll() {
    items.removeAll(keepingCapacity: true)
    faces.removeAll(keepingCapacity: true)
    missing = []
  }

  private static let keptCapacity = 1_024

  func append(_ item: TextItem) { items.append(item) }

  /// Puts an item in place of the last one.
  func replaceLast(by item: TextItem) { items[items.count - 1] = item }

  /// Notes characters that no face has.
  func addMissing(_ scalars: [Unicode.Scalar]) { missing.append(contentsOf: scalars) }

  /// The place of a face among those of the paragraph, which it is added to where it is new.
  func place(of face: FontFace) -> Int {
    if lastPlace < faces.count, faces[lastPlace] === face { return lastPlace }
    if let known = faces.firstIndex(where: { $0 === face }) {
      lastPlace = known
    } else {
      lastPlace = faces.count
      faces.append(face)
    }
    return lastPlace
  }

  /// The faces as an array to keep, that of the paragraph before where it had the same ones.
  var keptFaces: [FontFace] {
    if !hasLastFaces { lastFaces = Array(faces[...]) }
    return lastFaces
  }

  private var hasLastFaces: Bool {
    guard faces.count == lastFaces.count else { return false }
    for index in faces.indices where faces[index] !== lastFaces[index] { return false }
    return true
  }
}
