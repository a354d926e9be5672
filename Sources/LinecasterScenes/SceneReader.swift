import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

/// Turns the nodes of a scene into layouts.
///
/// Parts are read once a theme, so that a short text that uses parts in parts costs no more than
/// its length until a limit stops it.
struct SceneReader {
  /// The most nested stacks.
  static let depthLimit = LayoutNode.maximumDepth

  private let parts: [String: JSONValue]
  private var known: [PartKey: SceneBranch] = [:]
  /// The parts being read, outermost first.
  private var open: [String] = []

  private struct PartKey: Hashable {
    let name: String
    let theme: Theme
    let isThemeFixed: Bool
  }

  init(parts: [String: JSONValue]) {
    self.parts = parts
  }

  /// Reads a node and all below it.
  ///
  /// - Complexity: O(values).
  mutating func branch(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> SceneBranch {
    guard case .object(let members) = value.content else {
      throw SceneFault(value, isNot: "a node, such as {\"Text\": \"Hello\"}")
    }
    let (element, argument) = try Self.element(of: members, in: value)
    let scope = try Self.scope(scope, changedBy: members)
    var branch = try read(element, argument, scope)
    for member in members where member.name != element.rawValue && member.name != "theme" {
      guard try LayoutNode.modifiers.read(member, scope, into: &branch.node) else {
        throw SceneFault(
          unknown: "modifier", member.name, at: member.offset,
          among: LayoutNode.modifiers.names + ["theme"])
      }
    }
    try Self.check(branch, at: value.offset)
    return branch
  }

  /// What the node is: the one of its members that is called as a layout.
  private static func element(
    of members: [JSONMember], in value: JSONValue
  ) throws(SceneFault) -> (SceneElement, JSONValue) {
    var found: (SceneElement, JSONValue)?
    for member in members {
      guard let element = SceneElement(rawValue: member.name) else { continue }
      if let found {
        throw SceneFault(
          .wrongValue, at: member.offset,
          "a node is \(found.0.rawValue) or \(element.rawValue), not both")
      }
      found = (element, member.value)
    }
    if let found { return found }
    let names = SceneElement.allCases.map(\.rawValue)
    if let member = members.first(where: { SceneFault.nearestName($0.name, among: names) != nil }) {
      throw SceneFault(unknown: "layout", member.name, at: member.offset, among: names)
    }
    throw SceneFault(
      .missing, at: value.offset, "a node is one of \(names.joined(separator: ", "))")
  }

  private static func scope(
    _ scope: SceneScope, changedBy members: [JSONMember]
  ) throws(SceneFault) -> SceneScope {
    guard let member = members.first(where: { $0.name == "theme" }) else { return scope }
    var scope = scope
    scope.theme = try SceneCoding<Theme>.theme.read(member.value, scope)
    scope.isThemeFixed = true
    return scope
  }

  private static func check(_ branch: SceneBranch, at offset: Int) throws(SceneFault) {
    guard branch.depth <= depthLimit else {
      throw SceneFault(.tooDeep, at: offset, "stacks are nested deeper than \(depthLimit) levels")
    }
    guard branch.nodeCount <= Scene.nodeLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Scene.nodeLimit) nodes")
    }
    guard branch.textBytes <= Scene.byteLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Scene.byteLimit) bytes of text")
    }
  }
}

extension SceneReader {
  private mutating func read(
    _ element: SceneElement, _ argument: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    switch element {
    case .row: try stack(Row {}.node, argument, scope)
    case .column: try stack(Column {}.node, argument, scope)
    case .text: try text(argument, scope)
    case .box: SceneBranch(node: try BoxArguments.leaf.read(argument, scope))
    case .image: SceneBranch(node: try ImageArguments.leaf.read(argument, scope))
    case .spacer: try spacer(argument, scope)
    case .part: try part(argument, scope)
    }
  }

  private func spacer(
    _ argument: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    var node = Spacer().node
    try SceneRecord("argument of Spacer", []).read(argument, scope, into: &node)
    return SceneBranch(node: node)
  }

  /// A stack from its children, or from an object with them as `content`.
  private mutating func stack(
    _ plain: LayoutNode, _ argument: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    var branch = SceneBranch(node: plain, depth: 1)
    switch argument.content {
    case .array(let children): try add(children, to: &branch, scope)
    case .object(let members):
      for member in members {
        if member.name == "content" {
          guard case .array(let children) = member.value.content else {
            throw SceneFault(member.value, isNot: "a list of nodes")
          }
          try add(children, to: &branch, scope)
          continue
        }
        guard try LayoutNode.stackArguments.read(member, scope, into: &branch.node) else {
          throw SceneFault(
            unknown: "argument of stacks", member.name, at: member.offset,
            among: LayoutNode.stackArguments.names + ["content"])
        }
      }
    default: throw SceneFault(argument, isNot: "a list of nodes, or an object with 'content'")
    }
    return branch
  }

  private mutating func add(
    _ values: [JSONValue], to branch: inout SceneBranch, _ scope: SceneScope
  ) throws(SceneFault) {
    var children: [LayoutNode] = []
    for value in values {
      let child = try self.branch(value, scope)
      children.append(child.node)
      branch.nodeCount += child.nodeCount
      branch.textBytes += child.textBytes
      branch.depth = max(branch.depth, child.depth + 1)
      try Self.check(branch, at: value.offset)
    }
    branch.node.content = .stack(children)
  }

  private func text(
    _ argument: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    let paragraph = try SceneText.paragraph(argument, scope)
    return SceneBranch(
      node: Text(paragraph).node, textBytes: paragraph.text.string.utf8.count)
  }

  private mutating func part(
    _ argument: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    guard case .string(let name) = argument.content else {
      throw SceneFault(argument, isNot: "the name of a part")
    }
    return try part(name, at: argument.offset, scope)
  }

  /// A part by its name, which is at a place in the text.
  mutating func part(
    _ name: String, at offset: Int, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    let key = PartKey(name: name, theme: scope.theme, isThemeFixed: scope.isThemeFixed)
    if let branch = known[key] { return branch }
    guard let value = parts[name] else {
      throw SceneFault(unknown: "part", name, at: offset, among: parts.keys.sorted())
    }
    guard !open.contains(name) else {
      throw SceneFault(
        .tooDeep, at: offset, "the part '\(SceneFault.short(name))' contains itself")
    }
    guard open.count < Self.partDepthLimit else {
      throw SceneFault(
        .tooDeep, at: offset, "parts are nested deeper than \(Self.partDepthLimit) levels")
    }
    open.append(name)
    defer { open.removeLast() }
    let branch = try self.branch(value, scope)
    known[key] = branch
    return branch
  }

  /// The most parts in parts; each takes its share of the stack of a thread.
  private static let partDepthLimit = 32
}

extension SceneCoding<Theme> {
  static var theme: SceneCoding<Theme> {
    .keyword("theme", Theme.allCases.map { ($0.rawValue, $0) })
  }
}

/// A layout read from a scene, and how much it takes.
struct SceneBranch: Sendable {
  var node: LayoutNode
  /// The nodes of the branch, those of parts counted wherever they are used.
  var nodeCount = 1
  /// The text of the branch in UTF-8.
  var textBytes = 0
  /// The nested stacks.
  var depth = 0
}
