public import LinecasterBase
public import LinecasterCells

/// What a part of a list is to people who do not see it: a row, or something in it, in the words of
/// assistive technologies.
///
///     for row in controller.semantics().rows {
///       print(row.label, row.frame, row.children.map(\.label))
///     }
public struct SemanticNode: Sendable, Identifiable {
  /// What tells it from others, as long as its row is arranged as it is.
  public enum ID: Hashable, Sendable {
    /// A row.
    case row(RowIdentity)
    /// A region of a row, by its index in the arrangement.
    case region(RowIdentity, Int)
    /// A text of a row, by its index in the arrangement.
    case text(RowIdentity, Int)

    /// The row that it is, or is in.
    public var row: RowIdentity {
      switch self {
      case .row(let row), .region(let row, _), .text(let row, _): row
      }
    }
  }

  /// What it is for.
  public enum Role: Hashable, Sendable {
    /// A row of the list.
    case row
    /// A text that is read out.
    case text
    /// A part with a tag and without a role of its own.
    case group
    /// A part with a role.
    case region(RegionRole)
  }

  /// How it is at the moment.
  public struct States: OptionSet, Hashable, Sendable {
    /// The states as bits.
    public let rawValue: Int

    /// Makes states of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It has the focus of the keyboard.
    public static let focused = States(rawValue: 1)
    /// It can have the focus of the keyboard.
    public static let focusable = States(rawValue: 2)
    /// It is held down.
    public static let pressed = States(rawValue: 4)
    /// It is selected.
    public static let selected = States(rawValue: 8)
    /// It is switched on.
    public static let on = States(rawValue: 16)
    /// What it holds is not known yet.
    public static let busy = States(rawValue: 32)
  }

  /// What can be done to it.
  public enum Action: Hashable, Sendable, CaseIterable {
    /// What a tap does.
    case press
    /// What holding it down does.
    case longPress
    /// Deletes the row.
    case delete
    /// Gives it the focus of the keyboard.
    case focus
  }

  /// What tells it from others.
  public let id: ID
  /// What it is for.
  public let role: Role
  /// What it is called: its own label, or else the texts in it.
  public let label: String
  /// What it holds, in words; nil for nothing.
  public let value: String?
  /// How it is at the moment.
  public let states: States
  /// Where it is, in layout points from the top left corner of the viewport.
  public let frame: Rect
  /// What can be done to it.
  public let actions: [Action]
  /// The text, in a text: it answers where its carets and its ranges are, from its `origin` in the
  /// row.
  public let text: PlacedText?
  /// What is in it, in the order of reading.
  public let children: [SemanticNode]
}

extension SemanticNode: Equatable {
  /// Whether both are the same, say the same and are at the same place.
  public static func == (left: SemanticNode, right: SemanticNode) -> Bool {
    left.id == right.id && left.role == right.role && left.states == right.states
      && left.frame == right.frame && left.actions == right.actions
      && ExactText(left.label) == ExactText(right.label)
      && left.value.map { ExactText($0) } == right.value.map { ExactText($0) }
      && left.children == right.children
  }
}

extension SemanticNode: CustomStringConvertible {
  /// The node and those in it, a line each, for tests and logs.
  public var description: String { lines(indent: "").joined(separator: "\n") }

  private func lines(indent: String) -> [String] {
    var line = "\(indent)\(role.name) \(String(reflecting: label))"
    if let value { line += " = \(String(reflecting: value))" }
    if !states.names.isEmpty { line += " [\(states.names.joined(separator: " "))]" }
    if !actions.isEmpty { line += " (\(actions.map { "\($0)" }.joined(separator: " ")))" }
    let frame = [frame.minX, frame.minY, frame.width, frame.height].map { "\(Int(saturating: $0))" }
    line += " at \(frame.joined(separator: ","))"
    return [line] + children.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension SemanticNode.Role {
  /// Its name in the words of WAI-ARIA.
  public var name: String {
    switch self {
    case .row: "row"
    case .text: "text"
    case .group: "group"
    case .region(.button): "button"
    case .region(.link): "link"
    case .region(.image): "image"
    case .region(.heading(let level)): "heading \(level)"
    case .region(.textField): "textbox"
    case .region(.toggle): "switch"
    }
  }
}

extension SemanticNode.States {
  fileprivate var names: [String] {
    let all: [(SemanticNode.States, String)] = [
      (.focused, "focused"), (.focusable, "focusable"), (.pressed, "pressed"),
      (.selected, "selected"), (.on, "on"), (.busy, "busy"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

/// What can be seen of a list, for people who do not see it.
public struct SemanticTree: Equatable, Sendable, CustomStringConvertible {
  /// The rows in sight, from top to bottom; a header that stays stands first.
  public let rows: [SemanticNode]
  /// The number of rows of the whole list.
  public let rowCount: Int

  /// What differs from another tree, by rows.
  public struct Changes: Equatable, Sendable {
    /// Rows that have left sight.
    public var removed: [RowIdentity] = []
    /// Rows that have come into sight.
    public var added: [RowIdentity] = []
    /// Rows that are something else than before, or elsewhere.
    public var changed: [RowIdentity] = []

    /// Whether nothing differs.
    public var isEmpty: Bool { removed.isEmpty && added.isEmpty && changed.isEmpty }
  }

  /// What has changed since another tree.
  ///
  /// - Complexity: O(nodes).
  public func changes(since old: SemanticTree) -> Changes {
    let before = Dictionary(old.rows.map { ($0.id.row, $0) }) { first, _ in first }
    let after = Set(rows.map(\.id.row))
    return Changes(
      removed: old.rows.map(\.id.row).filter { !after.contains($0) },
      added: rows.map(\.id.row).filter { before[$0] == nil },
      changed: rows.filter { row in before[row.id.row].map { $0 != row } ?? false }
        .map(\.id.row))
  }

  /// All nodes, a line each, for tests and logs.
  public var description: String { rows.map(\.description).joined(separator: "\n") }

  /// The node with an identity; nil where it is not in sight.
  ///
  /// - Complexity: O(nodes).
  public func node(_ id: SemanticNode.ID) -> SemanticNode? {
    func search(_ nodes: [SemanticNode]) -> SemanticNode? {
      for node in nodes where node.id.row == id.row {
        if node.id == id { return node }
        if let found = search(node.children) { return found }
      }
      return nil
    }
    return search(rows)
  }
}
