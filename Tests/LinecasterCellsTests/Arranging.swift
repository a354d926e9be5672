import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

/// An arranger for tests, and descriptions of arrangements.
enum Arranging {
  static func arranger() throws -> CellArranger {
    CellArranger(typesetter: Typesetter(fonts: try .bundled()))
  }

  static func arrange(
    _ layout: some Layout, width: Double, scale: Double = 1
  ) throws -> CellArrangement {
    try arranger().arrange(
      layout, in: LayoutEnvironment(width: width, scale: PixelScale(scale)))
  }
}

extension CellArrangement {
  /// The drawing commands as text: the kind and the place of each.
  var steps: [String] {
    displayList.commands.map { command in
      switch command {
      case .fill(let shape, _): "fill \(shape.rect) r\(shape.cornerRadius)"
      case .border(let shape, let border): "border \(shape.rect) \(border.insets)"
      case .shadow(let shape, let shadow): "shadow \(shadow.outline(of: shape).rect)"
      case .textShadow(_, let origin, let shadow):
        "textShadow at \(origin.offset(x: shadow.offset.x, y: shadow.offset.y))"
      case .textStroke(_, let origin, let stroke): "textStroke \(stroke.width) at \(origin)"
      case .group(let group): "group of \(group.commands.count) \(group.opacity)"
      case .text(let layout, let origin): "text \(layout.lines.count) at \(origin)"
      case .image(let image, let shape, _, _):
        "image \(image.name) \(shape.rect) r\(shape.cornerRadius)"
      }
    }
  }

  /// The texts, in the order in which they are drawn.
  var layouts: [TextLayout] { Self.layouts(in: displayList.commands) }

  private static func layouts(in commands: [DisplayCommand]) -> [TextLayout] {
    commands.flatMap { command -> [TextLayout] in
      switch command {
      case .text(let layout, _): [layout]
      case .group(let group): layouts(in: group.commands)
      default: []
      }
    }
  }

  var fills: [Rect] {
    displayList.commands.compactMap { command in
      if case .fill(let shape, _) = command { shape.rect } else { nil }
    }
  }
}
