import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterText

/// Converts the nodes of a scene to layouts, without recursion.
///
/// Each part is read once for each theme that nodes set, so a short text with nested parts costs no
/// more than its length until a limit stops it.
struct SceneReader {
  /// The maximum depth of nested stacks.
  static let depthLimit = LayoutNode.maximumDepth
  /// The approximate cost of reading a value, in nanoseconds.
  static let valueSteps = 500

  private let parts: [ExactText: JSONValue]
  /// The limits of nodes and text; `nil` for the limits of scenes alone.
  private let budget: RenderBudget?
  private var known: [PartKey: SceneBranch] = [:]
  /// The nodes being read, outermost first.
  private var open: [OpenNode] = []
  /// The parts being read, outermost first.
  private var openParts: [ExactText] = []

  private struct PartKey: Hashable {
    let name: ExactText
    let theme: Theme?
  }

  /// A node that is not fully read: its children or the part that it uses are missing.
  private struct OpenNode {
    let value: JSONValue
    let members: [JSONMember]
    let element: SceneElement
    var scope: SceneScope
    /// The part whose root the node is.
    let part: PartKey?
    /// The depth of stacks, and of texts with layouts, including this node.
    var stackDepth: Int
    var branch = SceneBranch(node: LayoutNode(.empty))
    /// The unread children: the nodes of a stack, or those in a text.
    var children: ArraySlice<JSONValue> = []
    /// The children that have been read.
    var nodes: [LayoutNode] = []

    var isStack: Bool { element.isStack }

    /// The scope of the children.
    var scopeBelow: SceneScope {
      var scope = scope
      scope.areas = element == .grid ? branch.node.grid?.areas ?? .none : .none
      return scope
    }

    /// Moves the children that have been read into the layout.
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

  /// Reads a node and its descendants.
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
      // A node that is missing or cannot be read counts as empty.
      if isPartOpen == nil { open[last].branch.nodeCount = 1 }
      let (branch, value) = try end()
      guard !open.isEmpty else { return branch }
      try put(branch, of: value)
    }
  }

  /// Starts reading a node; its descendants are not read yet.
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

  /// The part that a node uses, if it must be read first.
  private mutating func partToRead(
    at index: Int
  ) throws(SceneFault) -> (PartKey, JSONValue)? {
    let node = open[index]
    guard node.element == .part, node.branch.nodeCount == 0 else { return nil }
    guard let argument = node.members.first(where: { $0.name == node.element.rawValue })?.value,
      case .string(let text) = argument.content
    else { throw SceneFault(node.value, isNot: "a node with the name of a part") }
    let key = PartKey(name: ExactText(text), theme: node.scope.theme)
    if let branch = known[key] {
      open[index].branch = branch
      return nil
    }
    return (key, try body(of: key.name, at: argument.offset))
  }

  /// The value of a part, by its name at an offset in the text.
  private func body(of name: ExactText, at offset: Int) throws(SceneFault) -> JSONValue {
    guard let value = parts[name] else {
      throw SceneFault(unknown: "part in 'parts'", name, at: offset, among: parts.keys.sorted())
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

  /// Finishes the innermost node: reads its modifiers and checks the limits.
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

  /// Adds a branch to the innermost node: as a child of a stack or in a text, or as the part that
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

  /// A part, by its name at an offset in the text.
  mutating func part(
    _ name: ExactText, at offset: Int, _ scope: SceneScope
  ) throws(SceneFault) -> SceneBranch {
    let key = PartKey(name: name, theme: scope.theme)
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

  /// The maximum depth of nested parts.
  private static let partDepthLimit = 32
}

extension SceneReader {
  /// The element of a node, from the member that is named after a layout.
  private static func element(
    of members: [JSONMember], in value: JSONValue
  ) throws(SceneFault) -> (SceneElement, JSONValue) {
    var found: (SceneElement, JSONValue)?
    for member in members {
      guard let element = SceneElement(rawValue: member.name) else { continue }
      if let found {
        throw SceneFault(
          .wrongValue, at: member.offset,
          "a node cannot be both \(found.0.rawValue) and \(element.rawValue)")
      }
      found = (element, member.value)
    }
    if let found { return found }
    let names = SceneElement.allCases.map(\.rawValue)
    if let fault = SceneHint.templateWord(members, unknown: "layout") { throw fault }
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
      "the node has no layout; add one of \(names.map(\.string).joined(separator: ", "))")
  }

  private static func scope(
    _ scope: SceneScope, changedBy members: [JSONMember]
  ) throws(SceneFault) -> SceneScope {
    guard let member = members.first(where: { $0.name == "theme" }) else { return scope }
    var scope = scope
    scope.theme = try SceneCoding<Theme>.theme.read(member.value, scope)
    return scope
  }

  /// A fault for `alignment` beside a stack, which could refer to the children or to the stack
  /// itself.
  private static func ambiguousAlignment(of element: SceneElement, at offset: Int) -> SceneFault {
    SceneFault(
      .unknownName, at: offset,
      "'alignment' beside \(element.rawValue) is ambiguous; to place the children, write "
        + "{\"\(element.rawValue)\": {\"alignment\": …, \"content\": […]}}; "
        + "to place this node, write 'alignSelf' beside it")
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

  /// Reads the arguments of a node, except for its children.
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
      // Counted as one level, as `LayoutNode.depth` counts it.
      if !layouts.isEmpty { node.stackDepth += 1 }
    case .box: node.branch.node = try BoxArguments.leaf.read(argument, node.scope)
    case .image:
      node.branch.node = try ImageArguments.read(argument, node.scope)
    case .spacer:
      node.branch.node = Spacer().node
      try SceneRecord("argument of Spacer", [])
        .read(argument, node.scope, into: &node.branch.node)
    case .part:
      guard case .string = argument.content else {
        throw SceneFault(argument, isNot: "the name of a part")
      }
      // The count is set when the part is read.
      node.branch.nodeCount = 0
    }
  }

  /// Reads a stack from its children, or from an object with them as `content`.
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

  /// Reads an argument of a stack.
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
  /// The number of effects that need an offscreen pass, as shadows do.
  fileprivate var costlyCount: Int {
    filters.count + backdropFilters.count + (mask == nil ? 0 : 1) + (textPaint == nil ? 0 : 1)
      + (textStroke == nil ? 0 : 1) + (transforms.isEmpty && blend == .normal ? 0 : 1)
  }
}

/// A layout from a scene, with its size for the limits.
struct SceneBranch: Sendable {
  var node: LayoutNode
  /// The nodes of the branch; those of parts count once for each use.
  var nodeCount = 1
  /// The text of the branch, in UTF-8 bytes.
  var textBytes = 0
  /// The text of the branch, in UTF-16 units.
  var textUnits = 0
  /// The depth of nested stacks; a text with layouts counts as one.
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

  /// The shadows in the branch, and the effects that cost as much.
  var shadowCount: Int {
    shadowsBelow + node.decoration.shadows.count + node.decoration.textShadows.count
      + node.decoration.effects.costlyCount
  }

  /// Adds the size of a branch that becomes a child of the node.
  mutating func add(_ child: SceneBranch) {
    nodeCount += child.nodeCount
    textBytes += child.textBytes
    textUnits += child.textUnits
    depth = max(depth, child.depth + 1)
    shadowsBelow += child.shadowCount
  }
}

extension SceneReader {
  /// The schema of nodes.
  static var schema: SceneSchema {
    let fields = LayoutNode.modifiers.table.schemas
    let elements = SceneElement.allCases.map { ($0.rawValue, schema(of: $0)) }
    let has = { (name: ExactText) in
      JSONValue.object([JSONMember("required", .array([.string(name.string)]))])
    }
    let stacks = JSONValue.array(
      SceneElement.allCases.filter(\.isStack).map { has($0.rawValue) })
    return .object(
      elements + fields + [
        (
          ExactText("theme"),
          SceneCoding<Theme>.theme.schema.described("The theme of the colours in this node.")
        )
      ],
      JSONMember("oneOf", .array(elements.map { has($0.0) })),
      // Beside a stack, it is ambiguous with its argument.
      JSONMember(
        "not",
        .object([
          JSONMember("required", .array([.string("alignment")])), JSONMember("anyOf", stacks),
        ])))
  }

  /// The schema of a layout's arguments.
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
