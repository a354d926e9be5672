import LinecasterBase
import Synchronization

/// What a row of a list shows: a value that any thread can turn into a layout.
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
/// Rows are drawn on the background of their environment, and text whose style has no colour in
/// that of the theme.
///
/// Two equal cells show the same. Closures do not belong in a cell; they would make equality a lie.
public protocol Cell: Hashable, Sendable {
  /// The layout of the cell.
  associatedtype Body: Layout

  /// Which cells it is like; the name of the type, unless a type says otherwise.
  static var reuseKind: ReuseKind { get }

  /// The layout of the cell in an environment; called on workers, the same for the same input.
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
/// Copies share the cell, and are found to be equal without a look at it. The hash is made when it
/// is first asked for, by caches on workers, and kept: rows far from sight cost nothing but their
/// cells.
public struct AnyCell: Hashable, Sendable {
  private let storage: any CellStorage

  /// Wraps a cell.
  public init<Content: Cell>(_ cell: Content) {
    storage = TypedCell(cell)
  }

  /// The cell.
  public var base: any Cell { storage.cell }

  /// Which cells it is like.
  public var reuseKind: ReuseKind { storage.reuseKind }

  /// The cell, if it is one of this type; far cheaper than casting `base`.
  public func cell<Content: Cell>(as type: Content.Type) -> Content? {
    (storage as? TypedCell<Content>)?.content
  }

  /// Whether both are equal cells of one type.
  public static func == (left: AnyCell, right: AnyCell) -> Bool {
    left.storage === right.storage || left.storage.isEqual(to: right.storage)
  }

  /// Feeds the hash of the cell to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.contentHash) }

  /// The layout of the cell in an environment.
  public func layout(in environment: LayoutEnvironment) -> LayoutNode {
    storage.layout(in: environment)
  }
}

/// A cell of one type behind a reference.
final class TypedCell<Content: Cell>: CellStorage {
  let content: Content
  /// Zero until it has been made; threads that make it at the same time make the same.
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

/// A cell behind a reference, whatever its type.
protocol CellStorage: AnyObject, Sendable {
  var cell: any Cell { get }
  var reuseKind: ReuseKind { get }
  /// The hash of the type and the content, made once.
  var contentHash: Int { get }

  func isEqual(to other: any CellStorage) -> Bool
  func layout(in environment: LayoutEnvironment) -> LayoutNode
}

/// Which cells are alike: hosts use views of one kind again, and heights are estimated by it.
///
/// A number to compare, not a string: reading it for every row of a list costs next to nothing.
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

  /// A kind with a name of its own, such as one that cells of several types share.
  public init(_ name: String) {
    source = .name(ExactText(name))
  }
}

extension ReuseKind: ExpressibleByStringLiteral {
  /// Makes a kind with a name of its own.
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
