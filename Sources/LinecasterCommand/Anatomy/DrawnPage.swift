import Linecaster

/// An image's layouts, one below the other, with all that was found out about them.
struct DrawnPage {
  /// A layout and where it is.
  struct Row {
    let top: Double
    let layout: LayoutNode
    let arrangement: CellArrangement
    /// The boxes of its nodes, in pre-order.
    let frames: [Rect]
  }

  let environment: LayoutEnvironment
  private(set) var rows: [Row] = []
  private(set) var height = 0.0

  init(_ environment: LayoutEnvironment) {
    self.environment = environment
  }

  var scale: PixelScale { environment.scale }
  var width: Double { environment.width }

  /// Arranges a layout below the others.
  mutating func add(
    _ layout: LayoutNode, _ arranger: CellArranger
  ) throws(ArrangementError) {
    let arrangement = try arranger.arrange(layout, in: environment)
    rows.append(
      Row(
        top: height, layout: layout, arrangement: arrangement,
        frames: try arranger.frames(of: layout, in: environment)))
    height += arrangement.size.height
  }

  /// The text layouts from top to bottom, with their top-left corners on the page.
  var texts: [(layout: TextLayout, origin: Point)] {
    rows.flatMap { row in
      row.arrangement.displayList.texts.map { ($0.layout, $0.origin.offset(x: 0, y: row.top)) }
    }
  }
}

extension DisplayList {
  /// The text layouts, those in groups included.
  var texts: [(layout: TextLayout, origin: Point)] { Self.texts(of: commands) }

  private static func texts(
    of commands: [DisplayCommand]
  ) -> [(layout: TextLayout, origin: Point)] {
    commands.flatMap { command -> [(layout: TextLayout, origin: Point)] in
      switch command {
      case .text(let layout, let origin): [(layout, origin)]
      case .group(let group): texts(of: group.commands)
      case .fill, .border, .shadow, .textShadow, .image: []
      }
    }
  }
}
