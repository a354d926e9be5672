import Synchronization

extension AnyCell {
  /// An estimate of the memory that keeping the cell takes, in bytes: its text, arrays, other
  /// collections and objects, the values in them included.
  ///
  /// Looking at a cell takes as long as measuring a row of one line, so that of each type the
  /// first few cells are looked at and then one in `CellFootprint.interval`; others are taken to be
  /// as large as the last of those are on average. Sums over many cells are right. An object that
  /// several of the cells looked at hold counts once.
  package var footprint: Int { CellFootprint.shared.bytes(of: base) }
}

/// What cells take of memory, by their type.
final class CellFootprint: Sendable {
  /// What is known of a type.
  fileprivate struct Samples {
    var count = 0
    /// The newest, at most `CellFootprint.mostKept`.
    var bytes: [Int] = []
    /// The objects that were met in them.
    var objects: [Set<ObjectIdentifier>] = []

    var mean: Int { bytes.isEmpty ? 0 : bytes.reduce(0, +) / bytes.count }
  }

  static let shared = CellFootprint()
  /// How many cells there are to one that is looked at.
  static let interval = 64
  /// So many of the newest samples count, and so many of a type are taken before any is left out.
  static let mostKept = 8

  private let types = Mutex<[ObjectIdentifier: Samples]>([:])

  /// An estimate for a cell.
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

/// Adds up what a value takes of memory.
private struct MemoryCounter {
  /// The objects that count elsewhere.
  let met: Set<ObjectIdentifier>
  private(set) var bytes = 0
  private(set) var objects: Set<ObjectIdentifier> = []
  private var visits = 0

  /// Values looked at; of larger ones the rest is not known.
  private static let mostVisits = 512
  /// Elements of a collection looked at; the others are taken to be like them.
  private static let mostElements = 8
  /// What an allocation takes besides what is in it.
  private static let allocation = 32

  init(met: Set<ObjectIdentifier>) {
    self.met = met
  }

  /// Adds a value that stands by itself.
  mutating func add(_ value: some Any) {
    bytes += Self.allocation + MemoryLayout.size(ofValue: value)
    addContents(of: value)
  }

  /// Adds what a value refers to.
  private mutating func addContents(of value: Any) {
    visits += 1
    guard visits < Self.mostVisits else { return }
    if let text = value as? String {
      // Up to 15 bytes are in the value.
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
