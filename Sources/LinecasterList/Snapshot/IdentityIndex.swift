import LinecasterDiff

/// Finds the rows of a model by their identities.
///
/// Made apart from snapshots, since it takes a look at every row: on a worker, when there is time.
struct IdentityIndex: Sendable {
  private let model: TableModel
  /// Paths by the hashes of their rows' identities, each in the first free place from its hash on.
  private var slots: [PackedPath]
  /// Which occurrence of its identifier a row is; rows that are the only one are left out.
  private(set) var occurrences: [RowPath: Int] = [:]
  /// Keeps those who choose identifiers from choosing many with one hash.
  private let seed = UInt64.random(in: 1...UInt64.max)

  /// Makes the index of a model's rows.
  ///
  /// - Complexity: O(rows), every identifier hashed; 16 to 32 bytes of memory a row.
  init(_ model: TableModel) {
    self.model = model
    let rowCount = model.sections.reduce(0) { $0 + $1.items.count + 2 }
    // At most half of the places are taken, so that a free one is near.
    let capacity = 1 << (Int.bitWidth - (2 * rowCount + 1).leadingZeroBitCount)
    slots = Array(repeating: .none, count: capacity)
    insertAll()
  }

  /// Where a row is; nil if the model does not have it.
  ///
  /// - Complexity: O(1) on average.
  func path(of identity: RowIdentity) -> RowPath? {
    slots[slot(of: identity)].path
  }

  private mutating func insertAll() {
    var sections: [ItemIdentifier: Int] = [:]
    var copies: [RowPath: Int] = [:]
    for (index, section) in model.sections.enumerated() {
      let copy = sections[section.identifier, default: 0]
      sections[section.identifier] = copy + 1
      for (part, row) in [(RowPart.header, section.header), (.footer, section.footer)]
      where row != nil {
        insert(RowPath(section: index, part: part), occurrence: copy)
      }
      for item in section.items.indices {
        insertItem(at: RowPath(section: index, part: .item(item)), counting: &copies)
      }
    }
  }

  /// - Parameter copies: How many copies there are of items that are the first of some.
  private mutating func insertItem(at path: RowPath, counting copies: inout [RowPath: Int]) {
    let slot = slot(of: identity(at: path, occurrence: 0))
    guard let first = slots[slot].path else {
      slots[slot] = PackedPath(path)
      return
    }
    let copy = copies[first, default: 0] + 1
    copies[first] = copy
    insert(path, occurrence: copy)
  }

  private mutating func insert(_ path: RowPath, occurrence: Int) {
    if occurrence > 0 { occurrences[path] = occurrence }
    slots[slot(of: identity(at: path, occurrence: occurrence))] = PackedPath(path)
  }

  /// The place of an identity, or the free one where it would be.
  private func slot(of identity: RowIdentity) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash(identity) >> 32) & mask
    while let path = slots[slot].path, !isAt(path, identity) { slot = (slot + 1) & mask }
    return slot
  }

  private func isAt(_ path: RowPath, _ identity: RowIdentity) -> Bool {
    let occurrence = occurrences.isEmpty ? 0 : occurrences[path] ?? 0
    return identity == self.identity(at: path, occurrence: occurrence)
  }

  private func identity(at path: RowPath, occurrence: Int) -> RowIdentity {
    let section = model.sections[path.section]
    return switch path.part {
    case .header: RowIdentity(section.identifier, kind: .header, occurrence: occurrence)
    case .footer: RowIdentity(section.identifier, kind: .footer, occurrence: occurrence)
    case .item(let item): RowIdentity(section.items[item].identifier, occurrence: occurrence)
    }
  }

  private func hash(_ identity: RowIdentity) -> UInt64 {
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

/// The path of a row in one word, or none.
private struct PackedPath: Hashable, Sendable {
  private let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  /// No path.
  static let none = PackedPath(bits: .max)

  /// Packs a path; sections and items are counted below 2³² − 2.
  init(_ path: RowPath) {
    let part =
      switch path.part {
      case .header: 0
      case .footer: 1
      case .item(let item): item + 2
      }
    bits = UInt64(truncatingIfNeeded: path.section) << 32 | UInt64(truncatingIfNeeded: part)
  }

  /// The path; nil for none.
  var path: RowPath? {
    guard bits != .max else { return nil }
    let section = Int(bits >> 32)
    switch Int(bits & 0xFFFF_FFFF) {
    case 0: return RowPath(section: section, part: .header)
    case 1: return RowPath(section: section, part: .footer)
    case let part: return RowPath(section: section, part: .item(part - 2))
    }
  }
}
