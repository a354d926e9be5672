import LinecasterBase
import LinecasterCells
import LinecasterText

/// Text in a scene: a string, a list of parts, or an object with both styles.
enum SceneText {
  /// The members of the object.
  static let names: [ExactText] = [
    "string", "style", "paragraphStyle", "strutStyle", "tabStops", "truncationToken",
  ]

  /// The paragraph in an argument of `Text`.
  ///
  /// - Parameter layouts: Receives its layouts, which are not read yet; `put` inserts them.
  static func paragraph(
    _ value: JSONValue, _ scope: SceneScope, _ layouts: inout [JSONValue]
  ) throws(SceneFault) -> Paragraph {
    let arguments = try TextArguments(value, scope)
    let style = arguments.style
    var reader = SceneTextReader(scope, layouts: layouts, style: style)
    try reader.add(arguments.string, style)
    var paragraph = Paragraph(reader.text, style: arguments.paragraphStyle)
    layouts = reader.layouts
    paragraph.tabStops = arguments.tabStops
    if let strut = arguments.strut {
      paragraph.strutStyle = try scope.attempt(nil) { () throws(SceneFault) in
        var strutStyle = style
        try TextStyle.apply(strut, scope, to: &strutStyle)
        return strutStyle
      }
    }
    if let token = arguments.token {
      paragraph.truncationToken = try scope.attempt(nil) { () throws(SceneFault) in
        try self.token(token, in: style, scope, &layouts)
      }
    }
    return paragraph
  }

  /// The text that replaces truncated text, in the style of the paragraph unless it sets another.
  private static func token(
    _ value: JSONValue, in around: TextStyle, _ scope: SceneScope, _ layouts: inout [JSONValue]
  ) throws(SceneFault) -> AttributedText {
    var (value, style) = (value, around)
    // A style around the whole text applies to it even if it is empty.
    if case .object(let members) = value.content, members.contains(where: { $0.name == styled }) {
      value = try content(of: members, in: value, scope, changing: &style)
    }
    var reader = SceneTextReader(scope, layouts: layouts, style: style)
    try reader.add(value, style)
    layouts = reader.layouts
    return reader.text
  }

  /// The content of a styled part, whose other members change the surrounding style.
  fileprivate static func content(
    of members: [JSONMember], in value: JSONValue, _ scope: SceneScope,
    changing style: inout TextStyle
  ) throws(SceneFault) -> JSONValue {
    guard let content = members.first(where: { $0.name == styled }) else {
      throw SceneFault(.missing, at: value.offset, "a part of a text needs '\(styled)'")
    }
    let changes = JSONValue(
      .object(members.filter { $0.name != styled }), offset: value.offset)
    try TextStyle.apply(changes, scope, to: &style)
    return content.value
  }

  /// The name of the content of a styled part, as the type in Swift.
  static let styled: ExactText = "Styled"

  /// Puts the layouts of a paragraph, in its order, into their attachments.
  static func put(_ layouts: [LayoutNode], into paragraph: inout Paragraph) {
    func change(_ attachment: inout Attachment) {
      guard let slot = attachment.content?.value as? LayoutSlot,
        layouts.indices.contains(slot.index)
      else { return }
      attachment.content = InlinePayload(AttachedLayout(node: layouts[slot.index]))
    }
    paragraph.text.changeAttachments(change)
    paragraph.truncationToken?.changeAttachments(change)
  }
}

/// The arguments of `Text`.
private struct TextArguments {
  var string: JSONValue
  var style: TextStyle
  var paragraphStyle = ParagraphStyle()
  var tabStops: [TabStop] = []
  /// The strut; read last, because it builds on the style.
  var strut: JSONValue?
  var token: JSONValue?

  /// Reads a string, a list of parts, or an object with arguments.
  init(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) {
    string = value
    style = scope.textStyle
    guard case .object(let members) = value.content else { return }
    string = try scope.attempt(.string("")) { () throws(SceneFault) in
      try Self.string(of: members, in: value)
    }
    for member in members {
      try scope.attempt(()) { () throws(SceneFault) in try read(member, scope) }
    }
  }

  private static func string(
    of members: [JSONMember], in value: JSONValue
  ) throws(SceneFault) -> JSONValue {
    guard let member = members.first(where: { $0.name == "string" }) else {
      throw SceneFault(.missing, at: value.offset, "'string' is missing")
    }
    return member.value
  }

  private mutating func read(_ member: JSONMember, _ scope: SceneScope) throws(SceneFault) {
    switch member.name {
    case "string": break
    case "style": try TextStyle.apply(member.value, scope, to: &style)
    case "paragraphStyle":
      try ParagraphStyle.fields.read(member.value, scope, into: &paragraphStyle)
    case "strutStyle": strut = member.value
    case "tabStops": tabStops = try SceneCoding<[TabStop]>.tabStops.read(member.value, scope)
    case "truncationToken": token = member.value
    default:
      throw SceneFault(
        unknown: "argument of Text", member.name, at: member.offset, among: SceneText.names,
        in: .inside(.text))
    }
  }
}

/// The placeholder content of an attachment until its layout is read: its index in the paragraph.
private struct LayoutSlot: Hashable {
  let index: Int
}

/// Assembles a text from its parts, without recursion.
private struct SceneTextReader {
  private(set) var text: AttributedText
  /// The layouts in the text, after any earlier ones.
  private(set) var layouts: [JSONValue]
  private let scope: SceneScope
  /// Whether this is not an annotation; annotations have no annotations and no layouts of their
  /// own.
  private let isMain: Bool
  /// The unread parts, innermost last, each with the box that contains it.
  private var open: [(parts: ArraySlice<JSONValue>, style: TextStyle, box: Int?)] = []
  private var boxes: [Int] = []
  /// The box whose text has an annotation.
  private var pair: Int?

  init(
    _ scope: SceneScope, layouts: [JSONValue] = [], style: TextStyle, isMain: Bool = true
  ) {
    self.scope = scope
    self.layouts = layouts
    self.isMain = isMain
    text = AttributedText("", style: style)
  }

  /// Adds a string, a styled part or a list of these, in the surrounding style.
  mutating func add(_ value: JSONValue, _ style: TextStyle) throws(SceneFault) {
    open = [([value][...], style, nil)]
    while let (parts, style, box) = open.last {
      guard let part = parts.first else {
        open.removeLast()
        if let box { close(box) }
        continue
      }
      open[open.count - 1].parts.removeFirst()
      try scope.pass(SceneReader.valueSteps)
      do throws(SceneFault) {
        try add(part: part, style)
      } catch {
        try scope.note(error)
      }
    }
  }

  private mutating func close(_ box: Int) {
    text.closeBox(box)
    boxes.removeLast()
    if pair == box { pair = nil }
  }

  private mutating func add(part: JSONValue, _ style: TextStyle) throws(SceneFault) {
    switch part.content {
    case .string(let string): text.append(string, style: style)
    case .array(let parts): open.append((parts[...], style, nil))
    case .object(let members):
      if let member = members.first(where: { $0.name == SceneInline.attachment }) {
        try add(attachment: member, among: members, style)
      } else if let member = members.first(where: { $0.name == SceneInline.box }) {
        let box = try SceneInline.box(members, in: style, scope)
        enter(text.openBox(box, in: boxes.last), member.value, box.style)
      } else if let member = members.first(where: { $0.name == SceneInline.ruby }) {
        try openPair(member.value, members, in: style, at: part.offset)
      } else {
        var style = style
        let content = try SceneText.content(of: members, in: part, scope, changing: &style)
        open.append(([content][...], style, nil))
      }
    default: throw SceneFault(part, isNot: "a string or a list of strings and styled parts")
    }
  }

  private mutating func enter(_ box: Int, _ content: JSONValue, _ style: TextStyle) {
    boxes.append(box)
    open.append(([content][...], style, box))
  }

  private mutating func add(
    attachment member: JSONMember, among members: [JSONMember], _ style: TextStyle
  ) throws(SceneFault) {
    var (attachment, layout) = try SceneInline.attachment(member, among: members, scope)
    if let layout {
      guard isMain, pair == nil else {
        throw SceneFault(.wrongValue, at: member.offset, "a layout cannot be inside a Ruby")
      }
      attachment.content = InlinePayload(LayoutSlot(index: layouts.count))
      layouts.append(layout)
    }
    text.append(attachment, style: style)
  }

  /// Opens the box of a ruby pair, before its base is added.
  private mutating func openPair(
    _ base: JSONValue, _ members: [JSONMember], in around: TextStyle, at offset: Int
  ) throws(SceneFault) {
    guard isMain, pair == nil else {
      throw SceneFault(.wrongValue, at: offset, "a Ruby cannot be inside another Ruby")
    }
    var (ruby, style, annotation) = try SceneInline.ruby(members, in: around, at: offset, scope)
    let small = ruby.annotation.styledRanges[0].style
    var reader = SceneTextReader(scope, style: small, isMain: false)
    try reader.add(annotation, small)
    ruby.annotation = reader.text
    let box = text.openBox(InlineBox(style: style), in: boxes.last, ruby: ruby)
    pair = box
    enter(box, base, style)
  }
}

extension SceneText {
  /// The schemas of a `Text` argument, of a text, and of a text inside a ruby pair, with the names
  /// that refer to them.
  static var schemas: [(name: ExactText, schema: SceneSchema)] {
    let parts = SceneSchema.list(of: .reference("text"))
    let argument = SceneSchema.any(
      .string, parts,
      .object(
        [
          (ExactText("string"), SceneSchema.reference("text")),
          (ExactText("style"), SceneSchema.reference("textStyle")),
          (ExactText("paragraphStyle"), ParagraphStyle.fields.schema),
          (ExactText("strutStyle"), SceneSchema.reference("textStyle")),
          (ExactText("tabStops"), SceneCoding<[TabStop]>.tabStops.schema),
          (ExactText("truncationToken"), SceneSchema.reference("text")),
        ], required: ["string"]))
    return [
      ("textArgument", argument), ("text", schema(of: "text", mayPair: true)),
      ("unpairedText", schema(of: "unpairedText", mayPair: false)),
    ]
  }

  private static func schema(of name: ExactText, mayPair: Bool) -> SceneSchema {
    let text = SceneSchema.reference(name)
    let style: [(name: ExactText, schema: SceneSchema)] =
      [TextStyle.baseStyle] + TextStyle.fields.table.references(to: "textStyle/anyOf/1")
    let styled = SceneSchema.object([(Self.styled, text)] + style, required: [Self.styled])
    return .any(
      [.string, .list(of: text), styled] + SceneInline.schemas(of: text, mayPair: mayPair))
  }
}
