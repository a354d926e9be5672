public import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
public import LinecasterText

extension Attachment {
  /// Creates an attachment from a layout, for example a badge, a button or a small chart in a text
  /// (CSS `inline-flex`).
  ///
  ///     var text = AttributedText("Ada ")
  ///     text.append(Attachment(Text("new").padding(2).background(.black)), style: TextStyle())
  ///     let row = Text(Paragraph(text))
  ///
  /// The layout is arranged together with the cell of the text. It is as wide as its content, and
  /// at most as wide as the cell. Its baseline is that of its first text, or else its bottom edge.
  /// Outside of cells, and in annotations, the attachment takes no space. Content nested in more
  /// than four groups, and texts that contain such an attachment themselves, are left out.
  public init(
    _ layout: some Layout, verticalAlignment: VerticalAlignment = .baseline,
    margin: Insets = .zero
  ) {
    self.init(
      size: .zero, verticalAlignment: verticalAlignment, margin: margin,
      content: InlinePayload(AttachedLayout(node: layout.node)))
  }
}

/// A layout in a text, before arrangement.
package struct AttachedLayout: Hashable, Sendable {
  package let node: LayoutNode

  package init(node: LayoutNode) {
    self.node = node
  }
}

/// A layout in a text, arranged in an environment.
struct ArrangedLayout: AttachmentContent {
  let node: LayoutNode
  let environment: LayoutEnvironment
  let commands: [DisplayCommand]
  /// Its regions, in layout points from its own corner.
  let regions: [Region]

  static func == (left: ArrangedLayout, right: ArrangedLayout) -> Bool {
    left.node == right.node && left.environment == right.environment
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(node)
    hasher.combine(environment)
  }

  func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
    commands.map { $0.offset(x: frame.minX, y: frame.minY) }
  }
}

/// The findings from the layouts in the texts of a cell.
struct AttachedFindings {
  var missingCharacters: [Unicode.Scalar] = []
  var unsizedImages: Set<ImageReference> = []
  var byteCount = 0
}

extension CellArranger {
  /// Arranges the layouts in a paragraph, and in its truncation token.
  func arrangeAttachments(
    of paragraph: inout Paragraph, in environment: LayoutEnvironment,
    _ findings: inout AttachedFindings, _ scope: WorkScope
  ) throws {
    try paragraph.text.changeAttachments {
      try arrange(&$0, in: environment, &findings, scope)
    }
    try paragraph.truncationToken?.changeAttachments {
      try arrange(&$0, in: environment, &findings, scope)
    }
  }

  /// Arranges the layout of an attachment, if it has one.
  private func arrange(
    _ attachment: inout Attachment, in environment: LayoutEnvironment,
    _ findings: inout AttachedFindings, _ scope: WorkScope
  ) throws {
    // Other work is in separate functions: nested layouts use this function's stack frame at each
    // level.
    guard let attached = attachment.content?.value as? AttachedLayout else { return }
    let arrangement = try arrangement(of: attached.fitting, in: environment, scope)
    attachment.show(arrangement, of: attached, in: environment)
    findings.add(arrangement)
  }
}

extension AttachedLayout {
  /// The layout, as wide as its content unless it has a width.
  fileprivate var fitting: LayoutNode {
    node.modified { if $0.style.width == .auto { $0.style.width = .fitContent } }
  }
}

extension LinecasterText.Attachment {
  /// Replaces a layout by its arrangement.
  fileprivate mutating func show(
    _ arrangement: CellArrangement, of layout: AttachedLayout, in environment: LayoutEnvironment
  ) {
    let commands = arrangement.displayList.commands
    size = arrangement.size
    baseline = commands.lazy.compactMap(\.firstBaseline).first
    content = InlinePayload(
      ArrangedLayout(
        node: layout.fitting, environment: environment, commands: commands,
        regions: arrangement.regions))
  }
}

extension AttachedFindings {
  fileprivate mutating func add(_ arrangement: CellArrangement) {
    missingCharacters += arrangement.missingCharacters
    unsizedImages.formUnion(arrangement.unsizedImages)
    byteCount += arrangement.byteCount
  }
}

extension DisplayCommand {
  /// The baseline of the first line of the first text; `nil` without text.
  fileprivate var firstBaseline: Double? {
    switch self {
    case .text(let layout, let origin):
      layout.axes.writingMode == .horizontal ? origin.y + layout.firstBaseline : nil
    case .group(let group): group.commands.lazy.compactMap(\.firstBaseline).first
    case .fill, .border, .shadow, .image, .textShadow, .textStroke: nil
    }
  }
}

extension LayoutNode {
  /// Returns the number of nested stacks in the layouts of a paragraph, including the paragraph
  /// itself if there are any.
  static func depth(of paragraph: Paragraph) -> Int {
    let values = paragraph.text.attachedValues + (paragraph.truncationToken?.attachedValues ?? [])
    let layouts = values.compactMap { $0 as? AttachedLayout }
    return layouts.isEmpty ? 0 : 1 + layouts.reduce(0) { max($0, $1.node.depth) }
  }
}
