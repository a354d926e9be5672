import Linecaster

/// The layouts of an image, in a column, with their analysis.
struct DrawnPage {
  /// A layout and its position.
  struct Row {
    let top: Double
    let layout: LayoutNode
    let arrangement: CellArrangement
    /// The placements of its nodes, in pre-order.
    let placements: [NodePlacement]
  }

  let environment: LayoutEnvironment
  /// The source lines of the first row's nodes, in pre-order; empty if they are unknown.
  var lines: [SceneNodeLine] = []
  private(set) var rows: [Row] = []
  private(set) var height = 0.0

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
  }

  var scale: PixelScale { environment.scale }
  var width: Double { environment.width }

  /// Arranges a layout below the others.
  mutating func add(_ layout: LayoutNode, _ arranger: CellArranger) throws {
    let arrangement = try arranger.arrange(layout, in: environment)
    rows.append(
      Row(
        top: height, layout: layout, arrangement: arrangement,
        placements: try arranger.placements(of: layout, in: environment)))
    height += arrangement.size.height
  }

  /// The text layouts from top to bottom, with the positions of their top-left corners.
  var texts: [(layout: TextLayout, origin: Point)] {
    rows.flatMap { row in
      row.arrangement.displayList.commands.texts.map {
        ($0.layout, $0.origin.offset(x: 0, y: row.top))
      }
    }
  }
}

extension [DisplayCommand] {
  /// The text layouts with their top-left corners, including those in groups.
  var texts: [(layout: TextLayout, origin: Point)] {
    flatMap { command -> [(layout: TextLayout, origin: Point)] in
      switch command {
      case .text(let layout, let origin): [(layout, origin)]
      case .group(let group): group.commands.texts
      case .fill, .border, .shadow, .textShadow, .textStroke, .image: []
      }
    }
  }
}

extension LayoutNode {
  /// The name of the node's kind, for example `Row`.
  var shortName: String {
    switch content {
    case .stack where style.display == .grid: "Grid"
    case .stack: [.column, .columnReverse].contains(style.direction) ? "Column" : "Row"
    case .text: "Text"
    case .image: "Image"
    case .leaf: "Leaf"
    case .empty: style.grow > 0 ? "Spacer" : "Box"
    }
  }

  /// A short description of the content.
  var detail: String {
    switch content {
    case .stack(let children): "\(children.count)"
    case .text(let paragraph): Self.short(paragraph.text.string)
    case .image(let image, _): Self.short(image.name)
    case .leaf(let leaf): Self.short("\(type(of: leaf.base))")
    case .empty: ""
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.prefix(lengthShown + 1).map { $0.isNewline ? " " : String($0) }
    return line.count > lengthShown ? line.prefix(lengthShown).joined() + "…" : line.joined()
  }

  private static let lengthShown = 32
}
