import LinecasterDisplay
import LinecasterGeometry

extension CanvasScene {
  /// Shadows, groups and clips.
  static let effects = [
    CanvasScene(
      name: "shadows-outer",
      commands: [
        .shadow(
          box(0, corners: CornerRadii(all: 12), inset: 6),
          Shadow(.black, offset: Point(x: 2, y: 4), blur: 12)),
        .shadow(box(1, inset: 10), Shadow(blue, blur: 8, spread: 6)),
        .shadow(
          box(2, corners: CornerRadii(all: 26), inset: 6),
          Shadow(red.opacity(0.7), offset: Point(x: -8, y: 8), spread: -2)),
      ]),
    CanvasScene(
      name: "shadows-inset",
      commands: [
        .shadow(
          box(0, corners: CornerRadii(all: 12)),
          Shadow(.black, offset: Point(x: 2, y: 4), blur: 12, isInset: true)),
        .shadow(box(1), Shadow(blue, blur: 8, spread: 6, isInset: true)),
        .shadow(
          box(2, corners: CornerRadii(all: 26)),
          Shadow(
            red.opacity(0.7), offset: Point(x: -8, y: 8), spread: 4, isInset: true)),
      ]),
    CanvasScene(
      name: "groups",
      commands: [
        .group(DisplayGroup(disks(0), opacity: 0.5)),
        .group(DisplayGroup([.group(DisplayGroup(disks(1), opacity: 0.75))], opacity: 0.5)),
        .group(DisplayGroup(disks(2), clip: box(2, corners: CornerRadii(all: 24)))),
      ]),
    CanvasScene(
      name: "clips",
      commands: [
        .group(
          DisplayGroup(disks(0), opacity: 0.6, clip: box(0, corners: CornerRadii(all: 32)))),
        .group(
          DisplayGroup(
            [
              .group(
                DisplayGroup(
                  disks(1), clip: box(1, corners: CornerRadii(topLeft: 40), inset: 8)))
            ], clip: box(1, corners: CornerRadii(topRight: 40, bottomLeft: 40)))),
        .group(DisplayGroup(disks(2), clip: box(2, inset: 12))),
      ]),
  ]

  /// Three disks over a box and beyond it.
  private static func disks(_ column: Int) -> [DisplayCommand] {
    let rect = box(column).rect
    return (0..<3).map { index in
      let disk = Rect(
        x: rect.minX - 8 + 12 * Double(index), y: rect.minY - 6 + 26 * Double(index), width: 56,
        height: 56)
      return .fill(
        DisplayShape(disk, cornerRadius: 28), .color([blue, red, green][index]))
    }
  }
}
