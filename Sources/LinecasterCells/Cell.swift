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
    (storage as? TypedCell<Content>)?.content
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
