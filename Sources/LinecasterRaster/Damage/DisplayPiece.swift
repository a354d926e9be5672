import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

/// A step of drawing a display list, the parts of texts apart.
///
/// Two pieces that are the same change the same pixels in the same way, whatever is below.
enum DisplayPiece {
  /// A command that is no text and no group.
  case command(DisplayCommand)
  /// Steps that are drawn as one.
  case group(DisplayGroup)
  /// A colour behind a text, or a line under, over or through it, from the layout's corner.
  case fill(DisplayShape, Color)
  case line(DecorationLine, origin: Point)
  /// Glyphs, from the layout's corner.
  case run(GlyphRun, origin: Point)

  /// Steps from back to front, as the canvas draws them.
  static func pieces(of commands: [DisplayCommand]) -> [DisplayPiece] {
    var pieces: [DisplayPiece] = []
    for command in commands {
      switch command {
      case .text(let layout, let origin): append(layout, origin, to: &pieces)
      case .group(let group): pieces.append(.group(group))
      default: pieces.append(.command(command))
      }
    }
    return pieces
  }

  private static func append(
    _ layout: TextLayout, _ origin: Point, to pieces: inout [DisplayPiece]
  ) {
    let lines = layout.decorationLines
    for background in layout.backgrounds {
      let frame = background.frame.offset(x: origin.x, y: origin.y)
      pieces.append(.fill(DisplayShape(frame), background.color))
    }
    for line in lines where line.decoration.position != .strikethrough {
      pieces.append(.line(line, origin: origin))
    }
    for run in layout.glyphRuns { pieces.append(.run(run, origin: origin)) }
    for line in lines where line.decoration.position == .strikethrough {
      pieces.append(.line(line, origin: origin))
    }
  }

  /// Whether both are the same for certain.
  func isSame(as other: DisplayPiece) -> Bool {
    switch (self, other) {
    case (.run(let one, let place), .run(let other, let otherPlace)):
      place == otherPlace && one.looksLike(other)
    case (.line(let one, let place), .line(let other, let otherPlace)):
      place == otherPlace && one == other
    case (.fill(let one, let color), .fill(let other, let otherColor)):
      one == other && color == otherColor
    case (.group(let one), .group(let other)): one.isSame(as: other)
    case (.command(let one), .command(let other)): one.isSame(as: other)
    default: false
    }
  }

  /// Whether both are groups with the same opacity and clip, whatever is in them.
  func hasSameFrame(as other: DisplayPiece) -> Bool {
    guard case .group(let one) = self, case .group(let other) = other else { return false }
    return one.hasSameFrame(as: other)
  }
}
