import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

/// Shadows of boxes and of text, and groups.
struct EffectsFigure: Figure {
  let name = "canvas-effects"

  private let columns = Columns(count: 4)

  func draw(on sheet: inout Sheet) {
    let top = sheet.nextRow
    for (column, (caption, shadows)) in Self.shadows.enumerated() {
      let y = sheet.caption(caption, at: columns.origin(column, y: top)) + 10
      let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: 40)
      let shape = DisplayShape(rect, cornerRadius: 12)
      for shadow in shadows where !shadow.isInset { sheet.add(.shadow(shape, shadow)) }
      sheet.add(.fill(shape, .color(.white)))
      for shadow in shadows where shadow.isInset { sheet.add(.shadow(shape, shadow)) }
    }
    drawText(on: &sheet)
    drawGroups(on: &sheet)
  }

  private func drawText(on sheet: inout Sheet) {
    let style = TextStyle(size: 28, weight: .bold, color: .white)
    let layout = sheet.layout("Shadows of text, अक्षर और 影", style)
    let origin = Point(x: Sheet.margin + 14, y: sheet.nextRow + 18)
    let size = layout.size
    let band = Rect(
      x: Sheet.margin, y: origin.y - 6, width: Sheet.contentWidth, height: size.height + 12)
    sheet.add(.fill(DisplayShape(band, cornerRadius: 10), .color(Palette.mark(5))))
    let shadow = Shadow(Color.black.opacity(0.6), offset: Point(x: 2, y: 2), blur: 4)
    sheet.add(.textShadow(layout, origin: origin, shadow))
    sheet.add(.text(layout, origin: origin))
  }

  private func drawGroups(on sheet: inout Sheet) {
    let columns = Columns(count: 3)
    let top = sheet.nextRow
    for (column, caption) in ["each at half", "a group at half", "a round clip"].enumerated() {
      let y = sheet.caption(caption, at: columns.origin(column, y: top))
      let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: 70)
      let disks = Self.disks(in: rect)
      switch column {
      case 0: for disk in disks { sheet.add(.group(DisplayGroup([disk], opacity: 0.5))) }
      case 1: sheet.add(.group(DisplayGroup(disks, opacity: 0.5)))
      default:
        let seen = rect.inset(by: Insets(top: 14, left: 12, bottom: 14, right: 16))
        let clip = DisplayShape(seen, corners: CornerRadii(topLeft: 21, bottomRight: 21))
        sheet.add(.group(DisplayGroup(disks, clip: clip)))
      }
    }
  }

  /// Three disks side by side that overlap, and reach out of a rectangle.
  private static func disks(in rect: Rect) -> [DisplayCommand] {
    (0..<3).map { index in
      let disk = Rect(
        x: rect.minX + 50 * Double(index), y: rect.minY, width: rect.height, height: rect.height)
      return .fill(
        DisplayShape(disk, cornerRadius: rect.height / 2), .color(Palette.mark(index)))
    }
  }

  private static let shadows: [(String, [Shadow])] = [
    ("blur 12, 4 down", [Shadow(Color.black.opacity(0.35), offset: Point(x: 0, y: 4), blur: 12)]),
    ("spread 4, no blur", [Shadow(Palette.mark(0).opacity(0.4), spread: 4)]),
    (
      "two",
      [
        Shadow(Palette.accent, offset: Point(x: 6, y: 6), blur: 8, spread: -2),
        Shadow(Palette.mark(0), offset: Point(x: -6, y: -6), blur: 8, spread: -2),
      ]
    ),
    (
      "inset",
      [Shadow(Color.black.opacity(0.5), offset: Point(x: 0, y: 3), blur: 8, isInset: true)]
    ),
  ]
}
