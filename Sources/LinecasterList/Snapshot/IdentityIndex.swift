import LinecasterBase
import LinecasterDiff

/// An index that finds rows of the shown state by their identities.
///
/// Built from the rows of one state, and kept up to date with the moved and inserted rows of each
/// later update. So an update costs only its changes, and no model is retained.
struct IdentityIndex: Sendable {
  /// The change of an index by an update.
  enum Step: Sendable {
    /// No row has moved.
    case none
    /// Rows were moved, deleted or inserted.
    case layer(RowMapping, arrivals: RowHashTable)
    /// The rows of a state that shares little with the one before.
    case all(RowHashTable)

    /// The number of rows and stretches that it holds.
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
    /// The mapping from the rows of the state before; `.none` for the first layer.
    let mapping: RowMapping
    /// The rows that the state before does not have.
    let arrivals: RowHashTable
  }

  /// The layers, by ascending generation.
  private var layers: [Layer] = []
  private var weight = 0

  /// Returns whether look-ups take so many steps that the index should be rebuilt.
  ///
  /// - Parameter rowCount: The number of rows of the shown state.
  func needsRebuild(at rowCount: Int) -> Bool {
    layers.count > Self.mostLayers || weight > 1024 + rowCount / 4
  }

  /// The maximum number of layers; each takes less than 50 ns per look-up.
  private static let mostLayers = 64

  /// Adds the change of an update that is about to be shown.
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

  /// Replaces the layers up to a state by a table of its rows.
  mutating func replace(upTo generation: Int, by table: RowHashTable) {
    guard let first = layers.first, first.generation <= generation else { return }
    let newer = layers.drop { $0.generation <= generation }
    layers = [Layer(generation: generation, mapping: .none, arrivals: table)] + newer
    weight = newer.reduce(0) { $0 + $1.mapping.stretches.count + $1.arrivals.rowCount }
  }

  /// Returns the row of an identity, or `nil`.
  ///
  /// - Parameter snapshot: The shown state.
  /// - Complexity: O(layers · log changes), at most a few microseconds.
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
  /// Creates the change of the index by an update, on a worker.
  ///
  /// - Complexity: O(changes), or O(rows) if most rows are inserted or moved.
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
  /// Returns the rows after an update that were not there before.
  fileprivate func arrivals(among count: Int) -> [Range<Int>] {
    var arrivals: [Range<Int>] = []
    var next = 0
    for stretch in stretches {
      if stretch.newStart > next { arrivals.append(next..<stretch.newStart) }
      next = stretch.newRows.upperBound
    }
    return next < count ? arrivals + [next..<count] : arrivals
  }

  /// Whether all surviving rows keep their index.
  fileprivate var isIdentity: Bool {
    stretches.allSatisfy { $0.newStart == $0.oldStart }
  }
}

/// A hash table of rows by their identities.
///
/// Compares only 32 bits of the hashes, so it needs no model; the caller checks each row found.
struct RowHashTable: Sendable {
  /// The number of rows.
  let rowCount: Int
  /// The slots: the row in the lower half and bits of its hash in the upper one, each in the first
  /// free slot from its hash on.
  private var slots: [UInt64]

  private static let free = UInt64.max

  /// A random seed, so untrusted identifiers cannot be chosen to share one hash.
  private static let seed = UInt64.random(in: 1...UInt64.max)

  /// Creates the table of all rows.
  ///
  /// - Complexity: O(rows), every identifier hashed; 16 to 32 bytes of memory per row.
  init(_ snapshot: TableSnapshot) { self.init(snapshot, rows: [0..<snapshot.rowCount]) }

  /// Creates the table of some rows.
  init(_ snapshot: TableSnapshot, rows: [Range<Int>]) {
    rowCount = rows.reduce(0) { $0 + $1.count }
    // At most half of the slots are used, so a free one is near.
    let capacity = 1 << (Int.bitWidth - (2 * rowCount + 1).leadingZeroBitCount)
    slots = Array(repeating: Self.free, count: capacity)
    for range in rows {
      snapshot.rows.numbering.forEachSection(of: range) { section, rows in
        insert(rows, ofSection: section, snapshot)
      }
    }
  }

  /// Inserts rows of one section, reading its items in place.
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

  /// Returns the first non-nil result of `find` for the rows with a hash.
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
    // Spreads differences to the upper half, which determines the slot.
    return hash &* 0x9E37_79B9_7F4A_7C15
  }
}
