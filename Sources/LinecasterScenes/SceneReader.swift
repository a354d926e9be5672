import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterText

/// Turns the nodes of a scene into layouts, without recursion.
///
/// Parts are read once a theme, so that a short text that uses parts in parts costs no more than
/// its length until a limit stops it.
struct SceneReader {
  /// The most nested stacks.
  static let depthLimit = LayoutNode.maximumDepth
  /// Nanoseconds that reading a value takes, about.
  static let valueSteps = 500

  private let parts: [ExactText: JSONValue]
  /// What a scene may have of nodes and text; nil where its own limits are all.
  private let budget: RenderBudget?
  private var known: [PartKey: SceneBranch] = [:]
  /// The nodes being read, outermost first.
  private var open: [OpenNode] = []
  /// The parts being read, outermost first.
  private var openParts: [ExactText] = []

  private struct PartKey: Hashable {
    let name: ExactText
    let theme: Theme
    let isThemeFixed: Bool
  }

  /// A node of which something has not been read yet: its children, or the part that it uses.
  private struct OpenNode {
    let value: JSONValue
    let members: [JSONMember]
    let element: SceneElement
    var scope: SceneScope
    /// The part that the node is the whole of.
    let part: PartKey?
    /// The stacks around the node, and texts with layouts in them, itself included.
    var stackDepth: Int
    var branch = SceneBranch(node: LayoutNode(.empty))
    /// What is below and has not been read: the nodes of a stack, or those that stand in a text.
    var children: ArraySlice<JSONValue> = []
    /// What is below and has been read.
    var nodes: [LayoutNode] = []

    var isStack: Bool { element.isStack }

    /// What names mean in the nodes below.
    var scopeBelow: SceneScope {
      var scope = scope
      scope.areas = element == .grid ? branch.node.grid?.areas ?? .none : .none
      return scope
    }

    /// Puts what is below and has been read into the layout.
    mutating func takeChildren() {
      if isStack { branch.node.content = .stack(nodes) }
      guard !nodes.isEmpty, case .text(var paragraph) = branch.node.content else { return }
      SceneText.put(nodes, into: &paragraph)
      branch.node.content = .text(paragraph)
    }
  }

  init(parts: [ExactText: JSONValue], budget: RenderBudget? = nil) {
    (self.parts, self.budget) = (parts, budget)
  }

  /// Reads a node and all below it.
  ///
  /// - Complexity: O(values).
  mutating func branch(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> SceneBranch {
    try branch(value, scope, part: nil)
  }

  private mutating func branch(
    _ value: JSONValue, _ scope: SceneScope, part: PartKey?
  ) throws(SceneFault) -> SceneBranch {
    try begin(value, scope, part: part)
    while true {
      let last = open.count - 1
      let inner = open[last].scopeBelow
      if let child = open[last].children.popFirst() {
        try inner.attempt(()) { () throws(SceneFault) in try begin(child, inner, part: nil) }
        continue
      }
      let isPartOpen = try inner.attempt(nil) { () throws(SceneFault) -> Bool? in
        guard let (key, body) = try partToRead(at: last) else { return false }
        openParts.append(key.name)
        do throws(SceneFault) {
          try begin(body, inner, part: key)
        } catch {
          openParts.removeLast()
          throw error
        }
        return true
      }
      if isPartOpen == true { continue }
      // What is not there, or cannot be read, counts as nothing.
      if isPartOpen == nil { open[last].branch.nodeCount = 1 }
      let (branch, value) = try end()
      guard !open.isEmpty else { return branch }
      try put(branch, of: value)
    }
  }

  /// Starts to read a node; nothing below it is read yet.
  private mutating func begin(
    _ value: JSONValue, _ scope: SceneScope, part: PartKey?
  ) throws(SceneFault) {
    guard case .object(let members) = value.content else {
      throw SceneFault(value, isNot: "a node, such as {\"Text\": \"Hello\"}")
    }
    try scope.pass(Self.valueSteps * (2 + members.count))
    let (element, argument) = try Self.element(of: members, in: value)
    var node = OpenNode(
      value: value, members: members, element: element,
      scope: try scope.attempt(scope) { () throws(SceneFault) in
        try Self.scope(scope, changedBy: members)
      }, part: part, stackDepth: open.last?.stackDepth ?? 0)
    try scope.attempt(()) { () throws(SceneFault) in try Self.read(argument, into: &node) }
    guard node.stackDepth <= Self.depthLimit else { throw Self.tooDeep(at: value.offset) }
    open.append(node)
  }

  /// The part that a node uses, where it has to be read first.
  private mutating func partToRead(
    at index: Int
  ) throws(SceneFault) -> (PartKey, JSONValue)? {
    let node = open[index]
    guard node.element == .part, node.branch.nodeCount == 0 else { return nil }
    guard let argument = node.members.first(where: { $0.name == node.element.rawValue })?.value,
      case .string(let text) = argument.content
    else { throw SceneFault(node.value, isNot: "a node with the name of a part") }
    let key = PartKey(
      name: ExactText(text), theme: node.scope.theme, isThemeFixed: node.scope.isThemeFixed)
    if let branch = known[key] {
      open[index].branch = branch
      return nil
    }
    return (key, try body(of: key.name, at: argument.offset))
  }

  /// What a part is, by its name, which is at a place in the text.
  private func body(of name: ExactText, at offset: Int) throws(SceneFault) -> JSONValue {
    guard let value = parts[name] else {
      throw SceneFault(unknown: "part", name, at: offset, among: parts.keys.sorted())
    }
    guard !openParts.contains(name) else {
      throw SceneFault(
        .tooDeep, at: offset, "the part '\(SceneFault.short(name.string))' contains itself")
    }
    guard openParts.count < Self.partDepthLimit else {
      throw SceneFault(
        .tooDeep, at: offset, "parts are nested deeper than \(Self.partDepthLimit) levels")
    }
    return value
  }

  /// Ends the innermost node: its modifiers are read, and what it has come to is checked.
  private mutating func end() throws(SceneFault) -> (SceneBranch, JSONValue) {
    var node = open.removeLast()
    let scope = node.scope
    node.takeChildren()
    for member in node.members
    where member.name != node.element.rawValue && member.name != "theme" {
      try scope.attempt(()) { () throws(SceneFault) in
        if node.isStack, member.name == "alignment" {
          throw Self.ambiguousAlignment(of: node.element, at: member.offset)
        }
        guard try LayoutNode.modifiers.read(member, scope, into: &node.branch.node) else {
          throw SceneFault(
            unknown: "modifier", member.name, at: member.offset,
            among: LayoutNode.modifiers.names + ["theme"], in: .beside(node.element))
        }
      }
    }
    try check(node.branch, at: node.value.offset)
    if let key = node.part {
      known[key] = node.branch
      openParts.removeLast()
    }
    return (node.branch, node.value)
  }

  /// Puts a branch into the innermost node: as a child of a stack or in a text, or as the part that
  /// it uses.
  private mutating func put(_ child: SceneBranch, of value: JSONValue) throws(SceneFault) {
    let last = open.count - 1
    guard open[last].element != .part else {
      open[last].branch = child
      return
    }
    open[last].nodes.append(child.node)
    open[last].branch.add(child)
    try check(open[last].branch, at: value.offset)
  }

  /// A part by its name, which is at a place in the text.
  mutating func part(
    _ name: ExactText, at offset: Int, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    let key = PartKey(name: name, theme: scope.theme, isThemeFixed: scope.isThemeFixed)
    if let branch = known[key] { return branch }
    let value = try body(of: name, at: offset)
    openParts.append(name)
    do throws(SceneFault) {
      return try branch(value, scope, part: key)
    } catch {
      (open, openParts) = ([], [])
      throw error
    }
  }

  /// The most parts in parts.
  private static let partDepthLimit = 32
}

extension SceneReader {
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
    for member in members {
      guard let hint = CSSNames.layout(for: member.name.string) else { continue }
      throw SceneFault(
        unknown: "layout", member.name, at: member.offset, among: names, hint: hint)
    }
    if let member = members.first(where: { NearestName.of($0.name, among: names) != nil }) {
      throw SceneFault(unknown: "layout", member.name, at: member.offset, among: names)
    }
    throw SceneFault(
      .missing, at: value.offset,
      "a node is one of \(names.map(\.string).joined(separator: ", "))")
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

  /// Beside a stack it could be meant for the children as well as for the stack itself.
  private static func ambiguousAlignment(of element: SceneElement, at offset: Int) -> SceneFault {
    SceneFault(
      .unknownName, at: offset,
      "'alignment' beside \(element.rawValue) could mean two things: "
        + "{\"\(element.rawValue)\": {\"alignment\": …, \"content\": […]}} places the children, "
        + "'alignSelf' beside it this node")
  }

  private static func tooDeep(at offset: Int) -> SceneFault {
    SceneFault(.tooDeep, at: offset, "stacks are nested deeper than \(depthLimit) levels")
  }

  private func check(_ branch: SceneBranch, at offset: Int) throws(SceneFault) {
    guard branch.depth <= Self.depthLimit else { throw Self.tooDeep(at: offset) }
    if let budget {
      try Self.check(.nodes, branch.nodeCount, budget, at: offset)
      try Self.check(.textUnits, branch.textUnits, budget, at: offset)
    }
    guard branch.nodeCount <= Scene.nodeLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Scene.nodeLimit) nodes")
    }
    guard branch.textBytes <= Scene.byteLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Scene.byteLimit) bytes of text")
    }
    guard branch.shadowCount <= Scene.shadowLimit else {
      throw SceneFault(.tooLarge, at: offset, "more than \(Scene.shadowLimit) shadows and effects")
    }
  }

  private static func check(
    _ limit: RenderBudget.Limit, _ needed: Int, _ budget: RenderBudget, at offset: Int
  ) throws(SceneFault) {
    let allowed = budget.allowed(limit)
    guard needed > allowed else { return }
    throw SceneFault(
      SceneFault.Need(limit: limit, needed: needed, allowed: allowed), at: offset)
  }

  /// Reads what a node is made with, except for the nodes in it.
  private static func read(
    _ argument: JSONValue, into node: inout OpenNode
  ) throws(SceneFault) {
    switch node.element {
    case .row: try readStack(argument, Row {}.node, into: &node)
    case .column: try readStack(argument, Column {}.node, into: &node)
    case .grid: try readStack(argument, Grid {}.node, into: &node)
    case .text:
      var layouts: [JSONValue] = []
      let paragraph = try SceneText.paragraph(argument, node.scope, &layouts)
      node.branch = SceneBranch(paragraph)
      node.children = layouts[...]
      // As deep as a stack, as `LayoutNode.depth` counts it.
      if !layouts.isEmpty { node.stackDepth += 1 }
    case .box: node.branch.node = try BoxArguments.leaf.read(argument, node.scope)
    case .image: node.branch.node = try ImageArguments.leaf.read(argument, node.scope)
    case .spacer:
      node.branch.node = Spacer().node
      try SceneRecord("argument of Spacer", [])
        .read(argument, node.scope, into: &node.branch.node)
    case .part:
      guard case .string = argument.content else {
        throw SceneFault(argument, isNot: "the name of a part")
      }
      // Nothing until the part is there.
      node.branch.nodeCount = 0
    }
  }

  /// A stack from its children, or from an object with them as `content`.
  private static func readStack(
    _ argument: JSONValue, _ plain: LayoutNode, into node: inout OpenNode
  ) throws(SceneFault) {
    node.branch = SceneBranch(node: plain, depth: 1)
    node.stackDepth += 1
    switch argument.content {
    case .array(let children): node.children = children[...]
    case .object(let members):
      let scope = node.scope
      for member in members {
        try scope.attempt(()) { () throws(SceneFault) in
          try readStack(member, into: &node)
        }
      }
    default: throw SceneFault(argument, isNot: "a list of nodes, or an object with 'content'")
    }
  }

  /// An argument of a stack.
  private static func readStack(
    _ member: JSONMember, into node: inout OpenNode
  ) throws(SceneFault) {
    if member.name == "content" {
      guard case .array(let children) = member.value.content else {
        throw SceneFault(member.value, isNot: "a list of nodes")
      }
      node.children = children[...]
      return
    }
    let arguments = node.element.stackArguments
    guard try arguments.read(member, node.scope, into: &node.branch.node) else {
      throw SceneFault(
        unknown: "argument of \(node.element.rawValue)", member.name, at: member.offset,
        among: arguments.names + ["content"], in: .inside(node.element))
    }
  }
}

extension SceneCoding<Theme> {
  static var theme: SceneCoding<Theme> {
    .keyword("theme")
  }
}

extension BoxEffects {
  /// How many of them are drawn apart, as shadows are.
  fileprivate var costlyCount: Int {
    filters.count + backdropFilters.count + (mask == nil ? 0 : 1) + (textPaint == nil ? 0 : 1)
      + (textStroke == nil ? 0 : 1) + (transforms.isEmpty && blend == .normal ? 0 : 1)
  }
}

/// A layout read from a scene, and how much it takes.
struct SceneBranch: Sendable {
  var node: LayoutNode
  /// The nodes of the branch, those of parts counted wherever they are used.
  var nodeCount = 1
  /// The text of the branch in UTF-8.
  var textBytes = 0
  /// The same in UTF-16.
  var textUnits = 0
  /// The nested stacks, a text with layouts in it counted as one.
  var depth = 0
  /// The shadows of boxes and texts below the node, and of boxes in its text.
  private var shadowsBelow = 0

  init(node: LayoutNode, depth: Int = 0) {
    self.node = node
    self.depth = depth
  }

  /// A text, without the layouts in it.
  init(_ paragraph: Paragraph) {
    self.init(node: Text(paragraph).node)
    for text in [paragraph.text, paragraph.truncationToken].compactMap({ $0 }) {
      textBytes += text.string.utf8.count
      textUnits += text.string.utf16.count
      shadowsBelow += text.shadowCount
    }
  }

  /// The shadows of boxes and texts in the branch, and what changes pixels as they do.
  var shadowCount: Int {
    shadowsBelow + node.decoration.shadows.count + node.decoration.textShadows.count
      + node.decoration.effects.costlyCount
  }

  /// Counts a branch that becomes a child of the node.
  mutating func add(_ child: SceneBranch) {
    nodeCount += child.nodeCount
    textBytes += child.textBytes
    textUnits += child.textUnits
    depth = max(depth, child.depth + 1)
    shadowsBelow += child.shadowCount
  }
}

extension SceneReader {
  /// What is read as a node.
  static var schema: SceneSchema {
    let fields = LayoutNode.modifiers.table.schemas
    let elements = SceneElement.allCases.map { ($0.rawValue, schema(of: $0)) }
    let has = { (name: ExactText) in
      JSONValue.object([JSONMember("required", .array([.string(name.string)]))])
    }
    let stacks = JSONValue.array(
      SceneElement.allCases.filter(\.isStack).map { has($0.rawValue) })
    return .object(
      elements + fields + [(ExactText("theme"), SceneCoding<Theme>.theme.schema)],
      JSONMember("oneOf", .array(elements.map { has($0.0) })),
      // Beside a stack it could be its argument.
      JSONMember(
        "not",
        .object([
          JSONMember("required", .array([.string("alignment")])), JSONMember("anyOf", stacks),
        ])))
  }

  /// What a layout is made with.
  private static func schema(of element: SceneElement) -> SceneSchema {
    switch element {
    case .row, .column, .grid:
      let nodes = SceneSchema.list(of: .reference("node"))
      let arguments = element.stackArguments.table.schemas
      return SceneSchema.any(nodes, .object(arguments + [(ExactText("content"), nodes)]))
        .named(element == .grid ? "grid" : "stack")
    case .text: return .reference("textArgument")
    case .box: return BoxArguments.leaf.schema
    case .image: return ImageArguments.leaf.schema
    case .spacer: return .object([])
    case .part: return .string
    }
  }
}
