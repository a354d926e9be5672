import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterText

/// Writes layouts as nodes of a scene: their elements, and modifiers for the differences from
/// defaults.
enum SceneWriter {
  /// The node that reads as an equal layout, made on a thread with enough stack.
  ///
  /// - Throws: A fault if scenes cannot express something, or if it is nested too deeply to be
  ///   read.
  static func body(of node: LayoutNode) throws(SceneFault) -> JSONValue {
    // Checked first, because releasing a value that is too deep also needs stack.
    guard levels(of: node) <= JSONValue.depthLimit - SceneWriter.levelsOfValues else {
      throw SceneFault(
        .tooDeep, at: 0, "nested deeper than \(JSONValue.depthLimit) levels of JSON")
    }
    // Writing the text around a layout takes as much stack as two stacks do.
    return try WorkScope.unlimited.withRoom(forLevels: 2 * node.depth) { _ throws(SceneFault) in
      try value(of: node)
    }
  }

  /// The maximum depth of the values of styles and modifiers.
  private static let levelsOfValues = 8

  /// The maximum depth of arrays and objects around nodes and text parts in a scene.
  ///
  /// - Complexity: O(nodes + text), without recursion.
  private static func levels(of root: LayoutNode) -> Int {
    var deepest = 0
    var next = [(node: root, level: 2)]
    while let (node, level) = next.popLast() {
      deepest = max(deepest, level)
      switch node.content {
      // The arguments, the list, and the node.
      case .stack(let children): next += children.lazy.map { ($0, level + 3) }
      case .text(let paragraph):
        for text in [paragraph.text, paragraph.truncationToken].compactMap({ $0 }) {
          var part = level + 3
          for piece in text.pieces {
            switch piece {
            case .open: part += 2
            case .close: part -= 2
            case .text: continue
            case .attachment(let attachment, _):
              guard let layout = attachment.content?.value as? AttachedLayout else { continue }
              next.append((layout.node, part + 2))
            }
            deepest = max(deepest, part)
          }
        }
      case .image, .leaf, .empty: continue
      }
    }
    return deepest
  }

  /// The node that reads as an equal layout.
  ///
  /// - Complexity: O(nodes + text).
  static func value(of node: LayoutNode) throws(SceneFault) -> JSONValue {
    let (element, argument, plain) = try head(of: node)
    var members = [JSONMember(element.rawValue, argument)]
    members += try LayoutNode.modifiers.write(node, plain: plain)
    return .object(members)
  }

  /// The arguments and modifiers of a node, without its content.
  static func properties(of node: LayoutNode) throws(SceneFault) -> [JSONMember] {
    if case .leaf = node.content {
      return try LayoutNode.modifiers.write(node, plain: LayoutNode(node.content))
    }
    let (_, argument, plain) = try head(of: node)
    var members: [JSONMember] = []
    if case .object(let arguments) = argument.content {
      members = arguments.filter { $0.name != "content" && $0.name != "string" }
    }
    return members + (try LayoutNode.modifiers.write(node, plain: plain))
  }

  /// The element of a node, its arguments, and the layout that these make.
  private static func head(
    of node: LayoutNode
  ) throws(SceneFault) -> (SceneElement, JSONValue, LayoutNode) {
    switch node.content {
    case .stack(let children): return try stack(node, children)
    case .text(let paragraph):
      return (.text, try TextWriter.value(of: paragraph), Text(paragraph).node)
    case .image(let image, let mode):
      let arguments = ImageArguments(image: image, size: size(of: node), mode: mode)
      return (
        .image, try ImageArguments.leaf.write(arguments), ImageArguments.leaf.make(arguments)
      )
    case .leaf:
      throw SceneFault(.wrongValue, at: 0, "custom drawing cannot be written to a scene")
    case .empty: return try empty(node)
    }
  }

  private static func stack(
    _ node: LayoutNode, _ children: [LayoutNode]
  ) throws(SceneFault) -> (SceneElement, JSONValue, LayoutNode) {
    var (element, plain) = stack(node)
    let record = element.stackArguments
    let arguments = try record.write(node, plain: plain)
    for argument in arguments {
      _ = try record.read(argument, SceneScope(), into: &plain)
    }
    var values: [JSONValue] = []
    for child in children { values.append(try value(of: child)) }
    let content = JSONValue.array(values)
    return (
      element,
      arguments.isEmpty ? content : .object(arguments + [JSONMember("content", content)]), plain
    )
  }

  /// The element of a stack, and a default stack of that kind.
  private static func stack(_ node: LayoutNode) -> (SceneElement, LayoutNode) {
    if node.style.display == .grid || node.grid != nil { return (.grid, Grid {}.node) }
    return [.column, .columnReverse].contains(node.style.direction)
      ? (.column, Column {}.node) : (.row, Row {}.node)
  }

  private static func empty(
    _ node: LayoutNode
  ) throws(SceneFault) -> (SceneElement, JSONValue, LayoutNode) {
    guard let color = color(of: node.decoration.background), node.style.shrink == 0,
      case .points(let width) = node.style.width.value,
      case .points(let height) = node.style.height.value
    else { return (.spacer, .object([]), Spacer().node) }
    let arguments = BoxArguments(
      color: color, size: Size(width: width, height: height),
      cornerRadius: node.decoration.cornerRadius)
    return (.box, try BoxArguments.leaf.write(arguments), BoxArguments.leaf.make(arguments))
  }

  /// The colour of a background in each theme; `nil` for gradients.
  private static func color(of background: DisplayPaint?) -> ThemeColor? {
    switch background {
    case .color(let color): ThemeColor(color)
    case .themeColor(let color): color
    case .linear, .radial, .conic, nil: nil
    }
  }

  /// The size argument of an image, as far as its width and ratio reveal it; `nil` if it has none.
  private static func size(of node: LayoutNode) -> Size? {
    guard case .points(let width) = node.style.width.value, let ratio = node.style.aspectRatio,
      ratio > 0, (width / ratio).isFinite
    else { return nil }
    let rounded = (width / ratio * 1024).rounded() / 1024
    return Size(width: width, height: width / rounded == ratio ? rounded : width / ratio)
  }
}

/// Writes paragraphs: the style of the first span, and the changes in the others.
enum TextWriter {
  /// The argument of `Text` that reads as an equal paragraph.
  static func value(of paragraph: Paragraph) throws(SceneFault) -> JSONValue {
    let base = paragraph.text.styledRanges[0].style
    let string = try string(of: paragraph.text, base)
    let style = try TextStyle.fields.write(base, plain: TextStyle())
    let lines = try ParagraphStyle.fields.write(paragraph.style, plain: ParagraphStyle())
    let token = try paragraph.truncationToken.map { token throws(SceneFault) in
      try self.token(token, in: base)
    }
    var members: [JSONMember] = []
    if !style.isEmpty { members.append(JSONMember("style", .object(style))) }
    if !lines.isEmpty { members.append(JSONMember("paragraphStyle", .object(lines))) }
    if let strut = paragraph.strutStyle {
      let changes = try TextStyle.fields.write(strut, plain: base)
      members.append(JSONMember("strutStyle", .object(changes)))
    }
    if !paragraph.tabStops.isEmpty {
      let stops = try SceneCoding<[TabStop]>.tabStops.write(paragraph.tabStops)
      members.append(JSONMember("tabStops", stops))
    }
    if let token { members.append(JSONMember("truncationToken", token)) }
    return members.isEmpty ? string : .object([JSONMember("string", string)] + members)
  }

  private static func string(
    of text: AttributedText, _ base: TextStyle
  ) throws(SceneFault) -> JSONValue {
    let pieces = text.pieces
    if pieces.count <= 1, pieces.allSatisfy(\.isText) { return .string(text.string) }
    return .array(try parts(pieces, base))
  }

  /// A truncation token, in the style of its text.
  private static func token(
    _ text: AttributedText, in around: TextStyle
  ) throws(SceneFault) -> JSONValue {
    let base = text.styledRanges[0].style
    return try styled(single(parts(text.pieces, base)), base, in: around)
  }

  /// The parts of a text, in a surrounding style.
  private static func parts(
    _ pieces: [AttributedText.Piece], _ base: TextStyle
  ) throws(SceneFault) -> [JSONValue] {
    /// The open boxes with their parts, the whole text first.
    var open: [(box: InlineBox?, ruby: Ruby?, style: TextStyle, parts: [JSONValue])] = [
      (nil, nil, base, [])
    ]
    for piece in pieces {
      let last = open.count - 1
      switch piece {
      case .text(let string, let style):
        open[last].parts.append(try styled(.string(string), style, in: open[last].style))
      case .attachment(let attachment, let style):
        open[last].parts.append(
          try styled(SceneInline.write(attachment), style, in: open[last].style))
      case .open(let box, let ruby): open.append((box, ruby, box.style, []))
      case .close:
        let (box, ruby, parts, around) = (
          open[last].box, open[last].ruby, open[last].parts, open[last - 1].style
        )
        open.removeLast()
        guard let box else { continue }
        let content = single(parts)
        let part =
          if let ruby {
            try write(ruby, beside: box.style, content, in: around)
          } else {
            try SceneInline.write(box, content, in: around)
          }
        open[last - 1].parts.append(part)
      }
    }
    return open[0].parts
  }

  private static func single(_ parts: [JSONValue]) -> JSONValue {
    parts.count == 1 ? parts[0] : .array(parts)
  }

  /// A part with an annotation.
  private static func write(
    _ ruby: Ruby, beside style: TextStyle, _ base: JSONValue, in around: TextStyle
  ) throws(SceneFault) -> JSONValue {
    let annotation = try parts(ruby.annotation.pieces, ruby.annotation.styledRanges[0].style)
    return try SceneInline.write(
      ruby, beside: style, base, annotation: single(annotation), in: around)
  }

  /// A part whose style may differ from the surrounding style.
  private static func styled(
    _ part: JSONValue, _ style: TextStyle, in around: TextStyle
  ) throws(SceneFault) -> JSONValue {
    let changes = try TextStyle.fields.write(style, plain: around)
    return changes.isEmpty ? part : .object([JSONMember(SceneText.styled, part)] + changes)
  }
}

extension AttributedText.Piece {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
