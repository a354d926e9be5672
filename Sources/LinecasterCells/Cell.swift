import LinecasterBase
import Synchronization

/// The content of a row: a value that any thread can turn into a layout (SwiftUI `View`).
///
///     struct MessageCell: Cell {
///       let author, text: String
///       func body(in environment: LayoutEnvironment) -> some Layout {
///         let isNarrow = environment.width < 240
///         Column(spacing: isNarrow ? 2 : 4) {
///           Text(author, style: TextStyle(size: 13, weight: .bold, color: .secondaryText))
///           Text(text)
///         }
///       }
///     }
///
/// Rows are drawn on the background of their environment. Text without a colour has the theme's
/// text colour.
///
/// Equal cells look the same. Do not store closures in a cell, because closures cannot be compared.
public protocol Cell: Hashable, Sendable {
  /// The layout of the cell.
  associatedtype Body: Layout

  /// The kind of cells with which hosts share views (UIKit `reuseIdentifier`); defaults to the type
  /// of the cell.
  static var reuseKind: ReuseKind { get }

  /// Returns the layout of the cell in an environment. Called on workers; equal inputs must give
  /// equal results.
  ///
  /// Statements may come before the layout, and `if` and `switch` may choose one, without `return`.
  @CellBuilder
  func body(in environment: LayoutEnvironment) -> Body
}

extension Cell {
  /// The type of the cell, as the kind of cells with which hosts share views.
  public static var reuseKind: ReuseKind { ReuseKind(Self.self) }
}

/// A cell of any type.
///
/// Copies share the cell, so comparing them is O(1). The hash value is computed once, when a worker
/// first needs it, and then kept.
public struct AnyCell: Hashable, Sendable {
  private let storage: any CellStorage

  /// Wraps a cell.
  public init<Content: Cell>(_ cell: Content) {
    storage = TypedCell(cell)
  }

  /// The wrapped cell.
  public var base: any Cell { storage.cell }

  /// The kind of cells with which hosts share views.
  public var reuseKind: ReuseKind { storage.reuseKind }

  /// Returns the cell if it has a given type; much cheaper than casting `base`.
  public func cell<Content: Cell>(as type: Content.Type) -> Content? {
    // Types are compared in a tenth of the time of a cast.
    guard storage.contentType == ObjectIdentifier(type) else { return nil }
    return (storage as? TypedCell<Content>)?.content
  }

  /// Returns whether two cells are equal and have the same type.
  ///
  /// - Complexity: O(1) for copies, else that of comparing the cells.
  public static func == (left: AnyCell, right: AnyCell) -> Bool {
    left.storage === right.storage || left.storage.isEqual(to: right.storage)
  }

  /// Feeds the hash value of the cell to the hasher.
  ///
  /// - Complexity: O(1); that of hashing the cell on the first call.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.contentHash) }

  /// Whether the hash has been computed, so requesting it costs nothing.
  package var isHashed: Bool { storage.isHashed }

  /// Returns the layout of the cell in an environment.
  ///
  /// - Complexity: That of ``Cell/body(in:)``.
  public func layout(in environment: LayoutEnvironment) -> LayoutNode {
    storage.layout(in: environment)
  }
}

/// A cell of one type behind a reference.
final class TypedCell<Content: Cell>: CellStorage {
  let content: Content
  /// Zero until computed; threads that compute it at the same time get the same value.
  private let knownHash = Atomic(0)

  init(_ content: Content) { self.content = content }

  var cell: any Cell { content }
  var contentType: ObjectIdentifier { ObjectIdentifier(Content.self) }
  var reuseKind: ReuseKind { Content.reuseKind }

  var isHashed: Bool { knownHash.load(ordering: .relaxed) != 0 }

  var contentHash: Int {
    let known = knownHash.load(ordering: .relaxed)
    if known != 0 { return known }
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(Content.self))
    hasher.combine(content)
    let hash = hasher.finalize()
    let stored = hash == 0 ? 1 : hash
    knownHash.store(stored, ordering: .relaxed)
    return stored
  }

  func isEqual(to other: any CellStorage) -> Bool {
    guard let other = other as? TypedCell else { return false }
    let hashes = (knownHash.load(ordering: .relaxed), other.knownHash.load(ordering: .relaxed))
    if hashes.0 != 0, hashes.1 != 0, hashes.0 != hashes.1 { return false }
    return content == other.content
  }

  func layout(in environment: LayoutEnvironment) -> LayoutNode {
    content.body(in: environment).node
  }
}

/// A cell of any type behind a reference.
protocol CellStorage: AnyObject, Sendable {
  var cell: any Cell { get }
  /// The type of the cell.
  var contentType: ObjectIdentifier { get }
  var reuseKind: ReuseKind { get }
  /// The hash of the type and the content, computed once.
  var contentHash: Int { get }
  /// Whether the hash has been computed.
  var isHashed: Bool { get }

  func isEqual(to other: any CellStorage) -> Bool
  func layout(in environment: LayoutEnvironment) -> LayoutNode
}

/// A kind of cells. Hosts reuse views within a kind, and heights are estimated per kind.
///
/// The kind is a number, not a string, because every row of a list reads it.
public struct ReuseKind: Hashable, Sendable {
  private enum Source: Hashable, Sendable {
    case type(ObjectIdentifier, any Cell.Type)
    case name(ExactText)

    static func == (left: Source, right: Source) -> Bool {
      switch (left, right) {
      case (.type(let left, _), .type(let right, _)): left == right
      case (.name(let left), .name(let right)): left == right
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .type(let identifier, _): hasher.combine(identifier)
      case .name(let name): hasher.combine(name)
      }
    }
  }

  private let source: Source

  /// Creates the kind of all cells of a type.
  public init(_ type: any Cell.Type) {
    source = .type(ObjectIdentifier(type), type)
  }

  /// Creates a kind from a name, for example one that several cell types share.
  public init(_ name: String) {
    source = .name(ExactText(name))
  }
}

extension ReuseKind: ExpressibleByStringLiteral {
  /// Creates a kind from a name.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ReuseKind: CustomStringConvertible {
  /// The name of the kind, or of the cell type.
  public var description: String {
    switch source {
    case .type(_, let type): String(describing: type)
    case .name(let name): name.string
    }
  }
}

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
