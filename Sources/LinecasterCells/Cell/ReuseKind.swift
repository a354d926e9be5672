/// Which cells are alike: hosts use views of one kind again, and heights are estimated by it.
///
/// A number to compare, not a string: reading it for every row of a list costs next to nothing.
public struct ReuseKind: Hashable, Sendable {
  private enum Source: Hashable, Sendable {
    case type(ObjectIdentifier, any Cell.Type)
    case name(String)

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
    source = .name(name)
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
    case .name(let name): name
    }
  }
}
