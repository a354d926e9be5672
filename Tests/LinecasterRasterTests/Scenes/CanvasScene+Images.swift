import LinecasterDisplay
import LinecasterGeometry

extension CanvasScene {
  /// An image in wide and in tall boxes, enlarged; and one that is made smaller.
  static let images =
    ContentMode.allCases.map { mode in
      CanvasScene(name: "images-\(mode)", commands: enlarged(mode))
    } + [
      CanvasScene(
        name: "images-smaller",
        commands: [
          .image(SceneImages.large, tall(0), .fit), .image(SceneImages.large, tall(1), .fill),
          .image(SceneImages.large, tall(2, cornerRadius: 30), .stretch),
        ])
    ]

  private static func enlarged(_ mode: ContentMode) -> [DisplayCommand] {
    let wide = Rect(x: 94, y: 16, width: 132, height: 40)
    return [
      .image(SceneImages.small, tall(0), mode),
      .image(SceneImages.small, DisplayShape(wide, cornerRadius: 20), mode),
      .image(SceneImages.small, DisplayShape(wide.offset(x: 0, y: 48)), mode),
    ]
  }

  /// A box in which images of three to two are centred between pixels.
  private static func tall(_ column: Int, cornerRadius: Double = 0) -> DisplayShape {
    DisplayShape(
      Rect(x: 16 + 74 * Double(column), y: 16, width: 60, height: 88), cornerRadius: cornerRadius)
  }
}
