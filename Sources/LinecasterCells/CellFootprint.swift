import Synchronization

extension AnyCell {
  /// An estimate of the memory of the cell, in bytes: its text, arrays, other collections and
  /// objects, including their values.
  ///
  /// Inspecting a cell takes as long as measuring a row of one line. Of each type, only the first
  /// few cells are inspected, and then one in `CellFootprint.interval`; others count as the average
  /// of the latest samples. Sums over many cells are accurate. An object shared by several samples
  /// counts once.
  package var footprint: Int { CellFootprint.shared.bytes(of: base) }
}

/// The memory estimates of cells, by type.
final class CellFootprint: Sendable {
  /// The samples of a type.
  fileprivate struct Samples {
    var count = 0
    /// The newest samples, at most `CellFootprint.mostKept`.
    var bytes: [Int] = []
    /// The objects found in each sample.
    var objects: [Set<ObjectIdentifier>] = []

    var mean: Int { bytes.isEmpty ? 0 : bytes.reduce(0, +) / bytes.count }
  }

  static let shared = CellFootprint()
  /// The number of cells per sample.
  static let interval = 64
  /// The number of newest samples that count, and of cells sampled before any is skipped.
  static let mostKept = 8

  private let types = Mutex<[ObjectIdentifier: Samples]>([:])

  /// Returns the estimate for a cell.
  func bytes(of cell: any Cell) -> Int {
    let type = ObjectIdentifier(type(of: cell))
    let known = types.withLock { types -> (mean: Int, met: Set<ObjectIdentifier>)? in
      let count = types[type, default: Samples()].count
      types[type, default: Samples()].count += 1
      guard let samples = types[type] else { return nil }
      let isSample = count < Self.mostKept || count % Self.interval == 0
      guard isSample else { return (samples.mean, []) }
      return (-1, samples.objects.reduce(into: []) { $0.formUnion($1) })
    }
    guard let known, known.mean < 0 else { return known?.mean ?? 0 }
    var counter = MemoryCounter(met: known.met)
    counter.add(cell)
    let bytes = counter.bytes
    return types.withLock { types in
      types[type]?.add(bytes, counter.objects)
      return bytes
    }
  }
}

extension CellFootprint.Samples {
  mutating func add(_ new: Int, _ met: Set<ObjectIdentifier>) {
    bytes.append(new)
    objects.append(met)
    guard bytes.count > CellFootprint.mostKept else { return }
    bytes.removeFirst()
    objects.removeFirst()
  }
}

/// Adds up the memory of a value.
private struct MemoryCounter {
  /// The objects that were counted elsewhere.
  let met: Set<ObjectIdentifier>
  private(set) var bytes = 0
  private(set) var objects: Set<ObjectIdentifier> = []
  private var visits = 0

  /// The maximum number of inspected values; the rest of a larger cell is ignored.
  private static let mostVisits = 512
  /// The maximum number of inspected elements of a collection; the others count as similar.
  private static let mostElements = 8
  /// The overhead of an allocation, in bytes.
  private static let allocation = 32

  init(met: Set<ObjectIdentifier>) {
    self.met = met
  }

  /// Adds a separately allocated value.
  mutating func add(_ value: some Any) {
    bytes += Self.allocation + MemoryLayout.size(ofValue: value)
    addContents(of: value)
  }

  /// Adds the memory that a value refers to.
  private mutating func addContents(of value: Any) {
    visits += 1
    guard visits < Self.mostVisits else { return }
    if let text = value as? String {
      // Up to 15 bytes are stored in the value.
      if text.utf8.count > 15 { bytes += Self.allocation + text.utf8.count }
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: addElements(mirror)
    case .class: addObject(value as AnyObject, mirror)
    default: for child in mirror.children { addContents(of: child.value) }
    }
  }

  private mutating func addElements(_ mirror: Mirror) {
    let count = mirror.children.count
    guard count > 0 else { return }
    let before = bytes
    for child in mirror.children.prefix(Self.mostElements) {
      bytes += Self.size(of: child.value)
      addContents(of: child.value)
    }
    let looked = min(count, Self.mostElements)
    bytes = before + Self.allocation + (bytes - before) / looked * count
  }

  private mutating func addObject(_ object: AnyObject, _ mirror: Mirror) {
    let identifier = ObjectIdentifier(object)
    guard objects.insert(identifier).inserted, !met.contains(identifier) else { return }
    bytes += Self.allocation
    var next: Mirror? = mirror
    while let mirror = next {
      for child in mirror.children {
        bytes += Self.size(of: child.value)
        addContents(of: child.value)
      }
      next = mirror.superclassMirror
    }
  }

  private static func size(of value: Any) -> Int {
    func size<Value>(_ value: Value) -> Int { MemoryLayout<Value>.stride }
    return _openExistential(value, do: size)
  }
}
