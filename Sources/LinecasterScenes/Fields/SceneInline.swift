import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterText

/// Boxes and attachments among the parts of a text in a scene.
enum SceneInline {
  /// The names of these parts, as the types in Swift.
  static let box: ExactText = "InlineBox"
  static let attachment: ExactText = "Attachment"
  static let ruby: ExactText = "Ruby"

  /// The box of a part; its content is not read.
  static func box(
    _ members: [JSONMember], in around: TextStyle, _ scope: SceneScope
  ) throws(SceneFault) -> InlineBox {
    var box = InlineBox(style: try style(of: members, in: around, scope))
    for member in members where member.name != self.box && member.name != "style" {
      try scope.attempt(()) { () throws(SceneFault) in
        guard try InlineBox.fields.read(member, scope, into: &box) else {
          throw SceneFault(
            unknown: "property of boxes in text", member.name, at: member.offset,
            among: ["style"] + InlineBox.fields.names, in: .elsewhere)
        }
      }
    }
    return box
  }

  /// A part that is a box.
  ///
  /// - Parameter around: The style of the text around it.
  static func write(
    _ box: InlineBox, _ content: JSONValue, in around: TextStyle
  ) throws(SceneFault) -> JSONValue {
    let rest = try InlineBox.fields.write(box, plain: InlineBox(style: box.style))
    return .object(
      try [JSONMember(self.box, content)] + write(box.style, in: around) + rest)
  }

  /// The style of a part: the surrounding style with the changes under `name`.
  private static func style(
    _ name: ExactText = "style", of members: [JSONMember], in around: TextStyle,
    _ scope: SceneScope
  ) throws(SceneFault) -> TextStyle {
    var style = around
    if let member = members.first(where: { $0.name == name }) {
      try TextStyle.apply(member.value, scope, to: &style)
    }
    return style
  }

  /// The difference between the style of a part and the surrounding style; empty if they are equal.
  private static func write(
    _ style: TextStyle, _ name: ExactText = "style", in around: TextStyle
  ) throws(SceneFault) -> [JSONMember] {
    let changes = try TextStyle.fields.write(style, plain: around)
    return changes.isEmpty ? [] : [JSONMember(name, .object(changes))]
  }

  /// The members of a ruby pair besides its texts: the ruby in the annotation's style but without
  /// text, the style of the base, and the annotation.
  static func ruby(
    _ members: [JSONMember], in around: TextStyle, at offset: Int, _ scope: SceneScope
  ) throws(SceneFault) -> (ruby: Ruby, style: TextStyle, annotation: JSONValue) {
    let style = try style(of: members, in: around, scope)
    let small = try self.style(
      "annotationStyle", of: members, in: Ruby.style(beside: style), scope)
    var ruby = Ruby(AttributedText("", style: small))
    var annotation: JSONValue?
    for member in members {
      switch member.name {
      case self.ruby, "style", "annotationStyle": continue
      case "annotation": annotation = member.value
      default:
        try scope.attempt(()) { () throws(SceneFault) in
          guard try Ruby.fields.read(member, scope, into: &ruby) else {
            throw SceneFault(
              unknown: "property of ruby", member.name, at: member.offset,
              among: ["annotation", "annotationStyle", "style"] + Ruby.fields.names,
              in: .elsewhere)
          }
        }
      }
    }
    guard let annotation else { throw SceneFault(.missing, at: offset, "'annotation' is missing") }
    return (ruby, style, annotation)
  }

  /// A part with an annotation.
  static func write(
    _ ruby: Ruby, beside style: TextStyle, _ base: JSONValue, annotation: JSONValue,
    in around: TextStyle
  ) throws(SceneFault) -> JSONValue {
    let small = ruby.annotation.styledRanges[0].style
    let styles =
      try write(style, in: around)
      + write(small, "annotationStyle", in: Ruby.style(beside: style))
    let rest = try Ruby.fields.write(ruby, plain: Ruby(ruby.annotation))
    return .object(
      [JSONMember(self.ruby, base), JSONMember("annotation", annotation)] + styles + rest)
  }

  /// The attachment of a part, and the layout that it shows, which is not read yet.
  static func attachment(
    _ member: JSONMember, among members: [JSONMember], _ scope: SceneScope
  ) throws(SceneFault) -> (attachment: Attachment, layout: JSONValue?) {
    if let other = members.first(where: { $0.name != attachment }) {
      throw SceneFault(
        .unknownName, at: other.offset,
        "'\(SceneFault.short(other.name.string))' is not allowed beside 'Attachment'")
    }
    if case .object(let inner) = member.value.content,
      inner.contains(where: { $0.name == LayoutArguments.layout })
    {
      var arguments = LayoutArguments()
      try LayoutArguments.record.read(member.value, scope, into: &arguments)
      return (arguments.attachment, arguments.node)
    }
    var arguments = AttachmentArguments()
    try AttachmentArguments.record.read(member.value, scope, into: &arguments)
    return (arguments.attachment, nil)
  }

  /// A part that is an attachment.
  static func write(_ attachment: Attachment) throws(SceneFault) -> JSONValue {
    if let layout = attachment.content?.value as? AttachedLayout {
      let arguments = LayoutArguments(attachment, try SceneWriter.value(of: layout.node))
      let members = try LayoutArguments.record.write(arguments, plain: LayoutArguments())
      return .object([JSONMember(self.attachment, .object(members))])
    }
    let arguments = try AttachmentArguments(attachment)
    let size = JSONMember("size", try SceneCoding<Size>.size.write(attachment.size))
    let rest = try AttachmentArguments.record.write(
      arguments, plain: AttachmentArguments(size: attachment.size))
    return .object([JSONMember(self.attachment, .object([size] + rest))])
  }
}

extension SceneInline {
  /// The schemas of parts that are boxes or attachments and, if `mayPair`, of ruby pairs and of
  /// attachments that show layouts.
  ///
  /// - Parameter text: The schema of the content of a box.
  static func schemas(of text: SceneSchema, mayPair: Bool) -> [SceneSchema] {
    let style = SceneSchema.reference("textStyle")
    let changes = style.described("The changes to the surrounding text style.")
    let boxes = SceneSchema.object(
      [(box, text), (ExactText("style"), changes)]
        + (mayPair
          ? InlineBox.fields.table.schemas
          : InlineBox.fields.table.references(to: "text/anyOf/3")),
      required: [box])
    let arguments = AttachmentArguments.record.schema.named("attachment")
    let attachments = SceneSchema.object(
      [(attachment, mayPair ? .any(arguments, LayoutArguments.record.schema) : arguments)],
      required: [attachment])
    guard mayPair else { return [boxes, attachments] }
    let unpaired = SceneSchema.reference("unpairedText")
    let pairs = SceneSchema.object(
      [
        (ruby, unpaired),
        (ExactText("annotation"), unpaired.described("The annotation, a text without pairs.")),
        (ExactText("style"), changes),
        (
          ExactText("annotationStyle"),
          style.described("The annotation's changes to the text's style at half the size.")
        ),
      ] + Ruby.fields.table.schemas, required: [ruby, "annotation"])
    return [boxes, attachments, pairs]
  }
}

/// The arguments of `Attachment`.
private struct AttachmentArguments: Sendable {
  var size = Size.zero
  var baseline: Double?
  var verticalAlignment = VerticalAlignment.baseline
  var margin = Insets.zero
  var image: ImageReference?
  var mode = ContentMode.stretch
  var corners = CornerRadii.square
  var tint: ThemeColor?

  init(size: Size = .zero) {
    self.size = size
  }

  init(_ attachment: Attachment) throws(SceneFault) {
    size = attachment.size
    baseline = attachment.baseline
    verticalAlignment = attachment.verticalAlignment
    margin = attachment.margin
    guard let content = attachment.content?.value else { return }
    guard let shown = content as? AttachedImage else {
      throw SceneFault(
        .wrongValue, at: 0, "attachments with custom drawing cannot be written to a scene")
    }
    image = shown.image
    mode = shown.mode
    corners = shown.corners
    tint = shown.tint
  }

  var attachment: Attachment {
    var attachment = Attachment(
      size: size, baseline: baseline, verticalAlignment: verticalAlignment, margin: margin)
    if let image {
      attachment.content = InlinePayload(
        AttachedImage(image, mode: mode, corners: corners, tint: tint))
    }
    return attachment
  }

  static let record = SceneRecord<AttachmentArguments>(
    "argument of Attachment",
    [
      SceneField("size", \.size, .size, isRequired: true, about: "The size in layout points."),
      SceneField(
        "baseline", \.baseline, SceneCoding<Double>.number.optional,
        about: "The distance of the baseline from the top edge, in layout points."),
      SceneField(
        "verticalAlignment", \.verticalAlignment, .verticalAlignment,
        about: "The alignment with the line.", css: "vertical-align"),
      SceneField("margin", \.margin, .distances, about: "The space around the attachment."),
      SceneField(
        "image", \.image,
        SceneCoding<String>.string("the name of an image").mapped(
          { ImageReference($0) }, { $0.name }
        ).optional,
        about: "An image, as of nodes; without it the attachment only reserves space."),
      SceneField(
        "mode", \.mode, .keyword("content mode"),
        about: "The scaling of the image into its box."),
      SceneField("corners", \.corners, .radii, about: "The radii of the image's corners."),
      SceneField(
        "tint", \.tint, SceneCoding<ThemeColor>.tint.optional,
        about: "The colour for the opaque parts of the image."),
    ])
}

/// The arguments of an `Attachment` that shows a layout.
private struct LayoutArguments: Sendable {
  /// The member that distinguishes it from other attachments.
  static let layout: ExactText = "layout"

  /// The layout as a node of the scene; `nil` until it is known.
  var node: JSONValue?
  var verticalAlignment = VerticalAlignment.baseline
  var margin = Insets.zero

  init() {}

  init(_ attachment: Attachment, _ node: JSONValue) {
    self.node = node
    verticalAlignment = attachment.verticalAlignment
    margin = attachment.margin
  }

  /// The attachment without its content.
  var attachment: Attachment {
    Attachment(size: .zero, verticalAlignment: verticalAlignment, margin: margin)
  }

  static let record = SceneRecord<LayoutArguments>(
    "argument of Attachment with a layout",
    [
      SceneField(
        layout, \.node, SceneCoding<JSONValue?>.node, isRequired: true,
        about: "The node that the attachment shows."),
      SceneField(
        "verticalAlignment", \.verticalAlignment, .verticalAlignment,
        about: "The alignment with the line."),
      SceneField("margin", \.margin, .distances, about: "The space around the attachment."),
    ])
}

extension SceneCoding<JSONValue?> {
  /// A node that is not decoded yet.
  fileprivate static var node: SceneCoding<JSONValue?> {
    SceneCoding(.reference("node")) { value, _ throws(SceneFault) in
      value
    } write: { value throws(SceneFault) in
      value ?? .null
    }
  }
}

extension Ruby {
  /// The properties of a ruby besides its text, by their names.
  fileprivate static let fields = SceneRecord<Ruby>(
    "property of ruby",
    [
      SceneField(
        "position", \.position, .keyword("ruby position"),
        about: "The side of the annotation.", css: "ruby-position"),
      SceneField(
        "alignment", \.alignment, .keyword("ruby alignment"),
        about: "The alignment of the shorter text with the longer one.", css: "ruby-align"),
      SceneField(
        "overhangs", \.overhangs, .bool,
        about: "Whether a longer annotation overhangs the adjacent letters.",
        css: "ruby-overhang"),
    ])
}

extension InlineBox {
  /// The properties of a box in a text, by their names.
  fileprivate static let fields = SceneRecord<InlineBox>(
    "property of boxes in text",
    [
      SceneField(
        "padding", \.padding, .distances,
        about: "The space between the edges and the text."),
      SceneField("border", \.border, .distances, about: "The widths of the border."),
      SceneField("margin", \.margin, .distances, about: "The space around the box."),
      SceneField(
        "decorationBreak", \.decorationBreak, .keyword("decoration-break mode"),
        about: "The edges of a box that lines break.", css: "box-decoration-break"),
      SceneField(
        "verticalAlignment", \.verticalAlignment, .verticalAlignment,
        about: "The alignment with the line; `raisedByShare` is a fraction of the line's height.",
        css: "vertical-align",
        example: #"{"raised": 3}"#),
      SceneField(
        "lineHeight", \.lineHeight, SceneCoding<LineHeight>.lineHeight.optional,
        about: "The height of its lines, as of paragraph styles."),
      SceneField(
        "bidi", \.bidi, .bidiScope,
        about: "The bidirectional scope of the text.", css: "unicode-bidi"),
      SceneField(
        "whiteSpace", \.whiteSpace, ParagraphStyle.whiteSpaces.optional,
        about: "The collapsing of white space and the wrapping of lines."),
      SceneField(
        "tabSize", \.tabSize, SceneCoding<Double>.number.optional,
        about: "The distance between tab stops, in spaces."),
      SceneField(
        "tabDistance", \.tabDistance, SceneCoding<Double>.number.optional,
        about: "The distance between tab stops, in layout points."),
      SceneField(
        "combinesUpright", \.combinesUpright, .bool,
        about: "Whether the text is set horizontally on vertical lines.",
        css: "text-combine-upright"),
      SceneField(
        "background", \.decoration.background, SceneCoding<ThemeColor>.themeColor.optional,
        about: "The colour behind the text."),
      SceneField("corners", \.decoration.corners, .radii, about: "The radii of the corners."),
      SceneField(
        "borderColor", \.decoration.borderColor, SceneCoding<ThemeColor>.themeColor.optional,
        about: "The colour of the border; that of the text by default."),
      SceneField(
        "borderPattern", \.decoration.borderPattern, .borderPattern,
        about: "The pattern of the border."),
      SceneField("shadow", \.decoration.shadows, .shadows, about: "The shadows of the box."),
      SceneField(
        "link", \.writtenLink, SceneCoding<ExactText>.exact("an address").optional,
        about: "The address of a link."),
      SceneField(
        "tag", \.tag, SceneCoding<InlinePayload>.tag.optional,
        about: "The text that identifies the box in presses."),
    ])

  /// The address, compared by its bytes.
  private var writtenLink: ExactText? {
    get { link.map { ExactText($0) } }
    set { link = newValue?.string }
  }
}

extension SceneCoding<InlinePayload> {
  /// Scenes can write tags that are texts only.
  static var tag: SceneCoding<InlinePayload> {
    let string = SceneCoding<String>.string("a text")
    return SceneCoding(string.schema) { value, scope throws(SceneFault) in
      InlinePayload(try string.read(value, scope))
    } write: { tag throws(SceneFault) in
      guard let text = tag.value as? String else {
        throw SceneFault(.wrongValue, at: 0, "only tags that are strings can be in a scene")
      }
      return try string.write(text)
    }
  }
}

extension SceneCoding<Insets> {
  /// One distance for all edges, or an object with `left`, `top`, `right` and `bottom`.
  fileprivate static var distances: SceneCoding<Insets> {
    .sides(
      named: "distances",
      SceneRecord<Insets>(
        "edge",
        [
          SceneField("top", \.top, .number), SceneField("right", \.right, .number),
          SceneField("bottom", \.bottom, .number), SceneField("left", \.left, .number),
        ]),
      all: { Insets(all: $0) }, first: \.top)
  }
}

extension SceneCoding<CornerRadii> {
  /// One radius for all corners, or an object with those of each.
  fileprivate static var radii: SceneCoding<CornerRadii> {
    .sides(
      named: "radii", CornerRadii.fields, all: { CornerRadii(all: $0) }, first: \.topLeft)
  }
}

extension SceneCoding where Value: Equatable {
  /// One number for all sides, or an object with one for each; omitted sides are 0.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static func sides(
    named name: ExactText, _ record: SceneRecord<Value>, all: @escaping @Sendable (Double) -> Value,
    first: any KeyPath<Value, Double> & Sendable
  ) -> SceneCoding<Value> {
    SceneCoding(.any(.number, record.schema).named(name)) { value, scope throws(SceneFault) in
      guard case .object = value.content else {
        return all(try SceneCoding<Double>.number.read(value, scope))
      }
      var sides = all(0)
      try record.read(value, scope, into: &sides)
      return sides
    } write: { sides throws(SceneFault) in
      sides == all(sides[keyPath: first])
        ? try SceneCoding<Double>.number.write(sides[keyPath: first])
        : .object(try record.write(sides, plain: all(0)))
    }
  }
}

extension SceneCoding<VerticalAlignment> {
  private static var words: [(String, VerticalAlignment)] {
    [
      ("baseline", .baseline), ("sub", .sub), ("superscript", .superscript), ("middle", .middle),
      ("textTop", .textTop), ("textBottom", .textBottom), ("top", .top), ("bottom", .bottom),
    ]
  }

  /// A word, `{"raised": 3}` in layout points or `{"raisedByShare": 0.5}` of the line's height.
  fileprivate static var verticalAlignment: SceneCoding<VerticalAlignment> {
    let word = SceneCoding<VerticalAlignment>.keyword("vertical alignment", words)
    return SceneCoding(
      .any(word.schema, .choice(["raised", "raisedByShare"].map { ($0, .number) }))
        .named("verticalAlignment")
    ) { value, scope throws(SceneFault) in
      guard case .object(let members) = value.content, members.count == 1 else {
        return try word.read(value, scope)
      }
      let number = try SceneCoding<Double>.number.read(members[0].value, scope)
      switch members[0].name {
      case "raised": return .raised(number)
      case "raisedByShare": return .raisedByShare(number)
      default:
        throw SceneFault(
          unknown: "vertical alignment", members[0].name, at: members[0].offset,
          among: ["raised", "raisedByShare"])
      }
    } write: { alignment throws(SceneFault) in
      switch alignment {
      case .raised(let number):
        .object([JSONMember("raised", try SceneCoding<Double>.number.write(number))])
      case .raisedByShare(let share):
        .object([JSONMember("raisedByShare", try SceneCoding<Double>.number.write(share))])
      default: try word.write(alignment)
      }
    }
  }
}
