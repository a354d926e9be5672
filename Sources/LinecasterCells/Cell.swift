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
/// Equal cells look the same. Do not store closures in a cell; they would break equality.
public protocol Cell: Hashable, Sendable {
  /// The layout of the cell.
  associatedtype Body: Layout

  /// The kind of cells to share views with; defaults to the type (UIKit `reuseIdentifier`).
  static var reuseKind: ReuseKind { get }

  /// Makes the layout in an environment; called on workers, with equal results for equal inputs.
  ///
  /// Statements may come before the layout, and `if` and `switch` choose one, without `return`.
  @CellBuilder
  func body(in environment: LayoutEnvironment) -> Body
}

extension Cell {
  /// The type of the cell.
  public static var reuseKind: ReuseKind { ReuseKind(Self.self) }
}

/// A cell of any type.
///
/// Copies share the cell, and compare equal by identity. Caches on workers request the hash, which
/// is computed once and kept, so rows far from the viewport cost only their cells.
public struct AnyCell: Hashable, Sendable {
  private let storage: any CellStorage

  /// Wraps a cell.
  public init<Content: Cell>(_ cell: Content) {
    storage = TypedCell(cell)
  }

  /// The cell.
  public var base: any Cell { storage.cell }

  /// The kind of cells to share views with.
  public var reuseKind: ReuseKind { storage.reuseKind }

  /// Returns the cell if it has this type; far cheaper than casting `base`.
  public func cell<Content: Cell>(as type: Content.Type) -> Content? {
    (storage as? TypedCell<Content>)?.content
  }

  /// Whether both are equal cells of the same type.
  public static func == (left: AnyCell, right: AnyCell) -> Bool {
    left.storage === right.storage || left.storage.isEqual(to: right.storage)
  }

  /// Feeds the hash of the cell to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.contentHash) }

  /// Returns the layout of the cell in an environment.
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

  func isEqual(to other: any CellStorage) -> Bool
  func layout(in environment: LayoutEnvironment) -> LayoutNode
}

/// A kind of cells: hosts reuse views within a kind, and heights are estimated per kind.
///
/// A number, not a string, because every row of a list reads it.
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

  /// The kind of all cells of a type.
  public init(_ type: any Cell.Type) {
    source = .type(ObjectIdentifier(type), type)
  }

  /// Makes a kind with its own name, for example one that several cell types share.
  public init(_ name: String) {
    source = .name(ExactText(name))
  }
}

extension ReuseKind: ExpressibleByStringLiteral {
  /// Makes a kind with its own name.
  public init(stringLiteral value: String) { self.init(value) }
}

extension ReuseKind: CustomStringConvertible {
  /// The name of the kind, or of the type.
  public var description: String {
    switch source {
    case .type(_, let type): String(describing: type)
    case .name(let name): name.string
    }
  }
}
