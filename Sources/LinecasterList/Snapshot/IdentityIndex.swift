import LinecasterBase
import LinecasterDiff

/// Finds the rows of the state that is shown by their identities.
///
/// Made of the rows of one state, and kept up with what each update since has done: where rows
/// went, and which have come. So an update costs what it changes, and no model is kept alive.
struct IdentityIndex: Sendable {
  /// What an update does to an index.
  enum Step: Sendable {
    /// All rows are where they were.
    case none
    /// Rows have moved, gone or come.
    case layer(RowMapping, arrivals: RowHashTable)
    /// The rows of a state that has little of the one before.
    case all(RowHashTable)

    /// The number of rows and stretches of rows that it holds.
    fileprivate var weight: Int {
      switch self {
      case .none: 0
      case .layer(let mapping, let arrivals): mapping.stretches.count + arrivals.rowCount
      case .all: 0
      }
    }
  }

  private struct Layer: Sendable {
    let generation: Int
    /// Where the rows of the state before are; `.none` for the first layer.
    let mapping: RowMapping
    /// Rows that the state before does not have.
    let arrivals: RowHashTable
  }

  /// Ascending in generations.
  private var layers: [Layer] = []
  private var weight = 0

  /// Whether looking a row up takes so many steps that the index should be made anew.
  ///
  /// - Parameter rowCount: The number of rows of the state that is shown.
  func isWorn(at rowCount: Int) -> Bool {
    layers.count > Self.mostLayers || weight > 1024 + rowCount / 4
  }

  /// Each takes a look of less than 50 ns.
  private static let mostLayers = 64

  /// An update is about to be shown.
  mutating func add(_ step: Step, generation: Int) {
    switch step {
    case .none: break
    case .layer(let mapping, let arrivals):
      layers.append(Layer(generation: generation, mapping: mapping, arrivals: arrivals))
      weight += step.weight
    case .all(let table):
      layers = [Layer(generation: generation, mapping: .none, arrivals: table)]
      weight = 0
    }
  }

  /// Puts the rows of a state that has been shown in place of how they came about.
  mutating func replace(upTo generation: Int, by table: RowHashTable) {
    guard let first = layers.first, first.generation <= generation else { return }
    let newer = layers.drop { $0.generation <= generation }
    layers = [Layer(generation: generation, mapping: .none, arrivals: table)] + newer
    weight = newer.reduce(0) { $0 + $1.mapping.stretches.count + $1.arrivals.rowCount }
  }

  /// Where a row is; nil where there is none.
  ///
  /// - Parameter snapshot: The state that is shown.
  /// - Complexity: O(layers · log changes), no more than a few microseconds.
  func row(of identity: RowIdentity, in snapshot: TableSnapshot) -> Int? {
    let hash = RowHashTable.hash(identity)
    for index in layers.indices.reversed() {
      let later = layers[(index + 1)...]
      let found = layers[index].arrivals.firstRow(withHash: hash) { row in
        var place: Int? = row
        for layer in later { place = place.flatMap(layer.mapping.newRow) }
        return place.flatMap { snapshot.identity(ofRow: $0) == identity ? $0 : nil }
      }
      if let found { return found }
    }
    return nil
  }
}

extension IdentityIndex.Step {
  /// What an update does to the index; made on a worker.
  ///
  /// - Complexity: O(changes), or O(rows) where most of them come or move.
  init(_ mapping: RowMapping, from rowCount: Int, to snapshot: TableSnapshot) {
    let arrivals = mapping.arrivals(among: snapshot.rowCount)
    let changed = arrivals.reduce(mapping.stretches.count) { $0 + $1.count }
    if arrivals.isEmpty, rowCount == snapshot.rowCount, mapping.isIdentity {
      self = .none
    } else if rowCount == 0 || changed > snapshot.rowCount / 2 {
      self = .all(RowHashTable(snapshot))
    } else {
      self = .layer(mapping, arrivals: RowHashTable(snapshot, rows: arrivals))
    }
  }
}

extension RowMapping {
  /// The rows after an update that were not there before.
  fileprivate func arrivals(among count: Int) -> [Range<Int>] {
    var arrivals: [Range<Int>] = []
    var next = 0
    for stretch in stretches {
      if stretch.newStart > next { arrivals.append(next..<stretch.newStart) }
      next = stretch.newRows.upperBound
    }
    return next < count ? arrivals + [next..<count] : arrivals
  }

  /// Whether rows that survive are where they were.
  fileprivate var isIdentity: Bool {
    stretches.allSatisfy { $0.newStart == $0.oldStart }
  }
}

/// Rows by the hashes of their identities.
///
/// Tells rows apart by 32 bits of the hashes, so that it needs no model: who asks looks at the row.
struct RowHashTable: Sendable {
  /// The number of rows.
  let rowCount: Int
  /// Rows in the lower halves and bits of their hashes in the upper ones, each in the first free
  /// place from its hash on.
  private var slots: [UInt64]

  private static let free = UInt64.max

  /// Keeps those who choose identifiers from choosing many with one hash.
  private static let seed = UInt64.random(in: 1...UInt64.max)

  /// Makes the table of all rows.
  ///
  /// - Complexity: O(rows), every identifier hashed; 16 to 32 bytes of memory a row.
  init(_ snapshot: TableSnapshot) { self.init(snapshot, rows: [0..<snapshot.rowCount]) }

  /// Makes the table of some rows.
  init(_ snapshot: TableSnapshot, rows: [Range<Int>]) {
    rowCount = rows.reduce(0) { $0 + $1.count }
    // At most half of the places are taken, so that a free one is near.
    let capacity = 1 << (Int.bitWidth - (2 * rowCount + 1).leadingZeroBitCount)
    slots = Array(repeating: Self.free, count: capacity)
    for range in rows {
      var row = range.lowerBound
      while row < range.upperBound, let section = snapshot.rows.numbering.section(ofRow: row) {
        let end = snapshot.rows.numbering.rows(ofSection: section).upperBound
        insert(row..<min(end, range.upperBound), ofSection: section, snapshot)
        row = end
      }
    }
  }

  /// Inserts rows of one section, whose items are looked at where they are.
  private mutating func insert(
    _ range: Range<Int>, ofSection section: Int, _ snapshot: TableSnapshot
  ) {
    let itemRows = snapshot.rows.numbering.items(ofSection: section)
    for row in range {
      guard itemRows.contains(row) else {
        if let identity = snapshot.identity(ofRow: row) { insert(row, Self.hash(identity)) }
        continue
      }
      let item = row - itemRows.lowerBound
      let copy = snapshot.occurrence(at: RowPath(section: section, part: .item(item)))
      let identifier = snapshot.model.sections[section].items[item].identifier
      insert(row, Self.hash(RowIdentity(identifier, occurrence: copy)))
    }
  }

  private mutating func insert(_ row: Int, _ hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != Self.free { slot = (slot + 1) & mask }
    slots[slot] = hash << 32 | UInt64(UInt32(truncatingIfNeeded: row))
  }

  /// The first row with a hash of which `find` makes something.
  ///
  /// - Complexity: O(1) on average.
  func firstRow(withHash hash: UInt64, _ find: (Int) -> Int?) -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != Self.free {
      if slots[slot] >> 32 == hash & 0xFFFF_FFFF,
        let found = find(Int(slots[slot] & 0xFFFF_FFFF))
      {
        return found
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  static func hash(_ identity: RowIdentity) -> UInt64 {
    let kind: UInt64 =
      switch identity.kind {
      case .header: 0
      case .item: 1
      case .footer: 2
      }
    let word = identity.identifier.differenceHash(seed: seed)
    let copy = UInt64(truncatingIfNeeded: identity.occurrence)
    let hash = IdentifierHash.hash(word, kind << 62 ^ copy, seed: seed)
    // Spreads the differences over the upper half, where the place is taken from.
    return hash &* 0x9E37_79B9_7F4A_7C15
  }
}
