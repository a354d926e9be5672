/// The faces made from one face of a font file that are still alive.
struct FontInstanceTable {
  /// What tells faces of one base apart.
  struct Key: Hashable {
    let coordinates: [Int32]
    let synthesis: FontSynthesis
  }

  private struct Entry {
    weak var face: FontFace?
  }

  private var entries: [Key: Entry] = [:]
  /// The number of entries at which dead ones are dropped.
  private var limit = Self.leastLimit

  /// The face with a key; setting one drops dead faces once they may be the greater part.
  ///
  /// The table holds at most twice as many entries as faces were alive at once, or 32.
  subscript(key: Key) -> FontFace? {
    get { entries[key]?.face }
    set {
      if entries.count >= limit {
        entries = entries.filter { $0.value.face != nil }
        limit = max(Self.leastLimit, 2 * entries.count)
      }
      entries[key] = Entry(face: newValue)
    }
  }

  /// The entries held, dead ones included.
  var count: Int { entries.count }

  private static let leastLimit = 32
}
