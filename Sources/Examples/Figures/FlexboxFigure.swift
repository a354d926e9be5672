import LinecasterBase
import LinecasterBoxLayout
import LinecasterText

extension Gallery {
  /// The images of the chapter on flexbox.
  static let flexbox: [any Figure] = [FlexboxFigure()]
}

/// A card at two widths: the flexbox layout of its nodes, numbered in pre-order.
private struct FlexboxFigure: Figure {
  let name = "flexbox-card"

  private static let text =
    "A text measures itself: at a width it is given, or as wide as its longest word."

  func draw(on sheet: inout Sheet) throws {
    let prepared = sheet.typesetter.prepare(
      Paragraph(Self.text, style: TextStyle(size: 14, color: Palette.ink)))
    let top = sheet.nextRow
    var x = Sheet.margin
    for width in [210.0, 330] {
      let y = sheet.caption(
        "layout(in: AvailableSpace(width: \(Int(saturating: width))))", at: Point(x: x, y: top))
      try drawCard(prepared, width: width, at: Point(x: x, y: y), on: &sheet)
      x += width + Columns.gap
    }
  }

  private func drawCard(
    _ prepared: PreparedParagraph, width: Double, at origin: Point, on sheet: inout Sheet
  ) throws {
    let (tree, text) = Self.card
    let frames = try tree.layout(in: AvailableSpace(width: width), scale: FigurePainter.scale) {
      _, constraint in
      Self.measurement(prepared, constraint.width)
    }
    var labels: [(index: Int, spot: Point)] = []
    for index in 0..<frames.count {
      let id = BoxID(index: index)
      let frame = frames.absoluteFrame(of: id).offset(x: origin.x, y: origin.y)
      if index > 0 { sheet.fill(frame, Palette.tint, cornerRadius: 3) }
      sheet.outline(frame, Palette.mark(index))
      if id == text {
        sheet.draw(prepared.layout(width: frames.frame(of: id).width), at: frame.origin)
      } else {
        // Containers have their number in an area without children.
        let isContainer = Self.containers.contains(index)
        let spot =
          isContainer
          ? Point(x: frame.minX + 3, y: frame.maxY - 15)
          : Point(x: frame.maxX - 10, y: frame.minY)
        labels.append((index, spot))
      }
    }
    for (index, spot) in labels {
      sheet.caption("\(index)", at: spot, color: Palette.mark(index))
    }
  }

  /// The containers of the card, by their index in pre-order.
  private static let containers: Set = [0, 2, 4]

  /// A row with a square, a text above two buttons, and a badge in the corner; returns the text's
  /// node too.
  private static var card: (tree: BoxTree, text: BoxID) {
    var tree = BoxTree()
    tree.openContainer(
      style {
        $0.padding = BoxEdges(all: 12)
        $0.gap = 12
      })
    tree.addLeaf(style { ($0.width, $0.height, $0.shrink) = (40, 40, 0) }, isMeasured: false)
    tree.openContainer(
      style {
        $0.direction = .column
        ($0.grow, $0.basis, $0.gap) = (1, 0, 10)
        // Padding at the bottom, for the number of the box.
        $0.padding = BoxEdges(left: 6, top: 6, right: 6, bottom: 18)
      })
    let text = tree.addLeaf(BoxStyle(), isMeasured: true)
    tree.openContainer(
      style {
        $0.wrap = .wrap
        $0.gap = 8
        $0.justifyContent = .flexEnd
      })
    for width in [80.0, 60] {
      tree.addLeaf(
        style { ($0.width, $0.height) = (.points(width), 24) }, isMeasured: false)
    }
    tree.closeContainer()
    tree.closeContainer()
    tree.addLeaf(
      style {
        $0.position = .absolute
        ($0.width, $0.height) = (16, 16)
        $0.inset = BoxEdges(left: .auto, top: -6, right: -6, bottom: .auto)
      }, isMeasured: false)
    tree.closeContainer()
    return (tree, text)
  }

  private static func style(_ change: (inout BoxStyle) -> Void) -> BoxStyle {
    var style = BoxStyle()
    change(&style)
    return style
  }

  private static func measurement(
    _ prepared: PreparedParagraph, _ width: BoxExtent
  ) -> BoxMeasurement {
    let layout =
      switch width {
      case .undefined: prepared.layout(width: .infinity)
      case .minContent: prepared.layout(width: prepared.minContentWidth)
      case .atMost(let width), .exactly(let width): prepared.layout(width: width)
      }
    return BoxMeasurement(size: layout.size, firstBaseline: layout.firstBaseline)
  }
}
