public import LinecasterBase
public import LinecasterCells

/// A node of a list's accessibility tree: a row or a part of a row, in terms of assistive
/// technologies (UIKit `UIAccessibilityElement`, WAI-ARIA).
///
///     for row in controller.semantics().rows {
///       print(row.label, row.frame, row.children.map(\.label))
///     }
public struct SemanticNode: Sendable, Identifiable {
  /// The identity of a node, stable as long as the arrangement of its row is.
  public enum ID: Hashable, Sendable {
    /// The node of a whole row.
    case row(RowIdentity)
    /// A region of a row, by the region's index in the arrangement.
    case region(RowIdentity, Int)
    /// A text of a row, by the text's index in the arrangement.
    case text(RowIdentity, Int)

    /// The row of the node.
    public var row: RowIdentity {
      switch self {
      case .row(let row), .region(let row, _), .text(let row, _): row
      }
    }
  }

  /// The role of a node (WAI-ARIA `role`).
  public enum Role: Hashable, Sendable {
    /// A whole row of the list.
    case row
    /// A text that screen readers read out.
    case text
    /// A part of a row with a tag but no role.
    case group
    /// A part of a row with a role, for example a button.
    case region(RegionRole)
  }

  /// The current states of a node.
  public struct States: OptionSet, Hashable, Sendable {
    /// The states as bits.
    public let rawValue: Int

    /// Creates states from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The node has keyboard focus.
    public static let focused = States(rawValue: 1)
    /// The node can have keyboard focus.
    public static let focusable = States(rawValue: 2)
    /// The node is pressed.
    public static let pressed = States(rawValue: 4)
    /// The node is selected.
    public static let selected = States(rawValue: 8)
    /// The node is switched on.
    public static let on = States(rawValue: 16)
    /// The content of the node is not known yet (WAI-ARIA `aria-busy`).
    public static let busy = States(rawValue: 32)
  }

  /// An action on a node.
  public enum Action: Hashable, Sendable, CaseIterable {
    /// Performs the tap action.
    case press
    /// Performs the long-press action.
    case longPress
    /// Deletes the row.
    case delete
    /// Gives the node keyboard focus.
    case focus
  }

  /// The identity of the node.
  public let id: ID
  /// The role of the node.
  public let role: Role
  /// The number of the row among all rows but separators and spaces, from 1 (WAI-ARIA
  /// `aria-posinset`); `nil` for parts of rows.
  public private(set) var position: Int?
  /// The name of the node: its own label, or else the texts in it.
  public let label: String
  /// The value of the node as text; `nil` for none.
  public let value: String?
  /// The current states of the node.
  public let states: States
  /// The frame of the node, in layout points from the top-left corner of the viewport.
  public let frame: Rect
  /// The actions that the node supports.
  public let actions: [Action]
  /// The placed text of a text node, for caret and range positions; `nil` for other nodes. Its
  /// `origin` is relative to the row.
  public let text: PlacedText?
  /// The child nodes, in reading order.
  public let children: [SemanticNode]
}

extension SemanticNode: Equatable {
  /// Returns whether two nodes have the same identity, content and frame.
  ///
  /// - Complexity: O(descendants).
  public static func == (left: SemanticNode, right: SemanticNode) -> Bool {
    left.id == right.id && left.role == right.role && left.position == right.position
      && left.states == right.states
      && left.frame == right.frame && left.actions == right.actions
      && ExactText(left.label) == ExactText(right.label)
      && left.value.map { ExactText($0) } == right.value.map { ExactText($0) }
      && left.children == right.children
  }
}

extension SemanticNode: CustomStringConvertible {
  /// The node and its descendants, one per line, for tests and logs.
  ///
  /// - Complexity: O(descendants).
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
  /// The name of the role, in terms of WAI-ARIA.
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

/// The accessibility tree of the visible rows.
public struct SemanticTree: Equatable, Sendable, CustomStringConvertible {
  /// The visible rows, from top to bottom; a sticky header comes first.
  public let rows: [SemanticNode]
  /// The number of rows of the whole list without separators and spaces (WAI-ARIA
  /// `aria-setsize`).
  public let rowCount: Int

  /// The differences from another tree, by row.
  public struct Changes: Equatable, Sendable {
    /// The rows that have left the viewport.
    public var removed: [RowIdentity] = []
    /// The rows that have come into view.
    public var added: [RowIdentity] = []
    /// The rows that have changed or moved.
    public var changed: [RowIdentity] = []

    /// Whether the trees are equal.
    public var isEmpty: Bool { removed.isEmpty && added.isEmpty && changed.isEmpty }
  }

  /// Returns the differences from an older tree.
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

  /// All nodes of the tree, one per line, for tests and logs.
  ///
  /// - Complexity: O(nodes).
  public var description: String { rows.map(\.description).joined(separator: "\n") }

  /// Returns the node with an identity; `nil` if it is not in the tree.
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
