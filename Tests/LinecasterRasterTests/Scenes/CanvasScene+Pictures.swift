import LinecasterDisplay
import LinecasterGeometry

extension CanvasScene {
  /// A picture in wide and in tall boxes, enlarged; and one that is made smaller.
  static let pictures =
    ContentMode.allCases.map { mode in
      CanvasScene(name: "pictures-\(mode)", commands: enlarged(mode))
    } + [
      CanvasScene(
        name: "pictures-smaller",
        commands: [
          .image(ScenePictures.large, tall(0), .fit), .image(ScenePictures.large, tall(1), .fill),
          .image(ScenePictures.large, tall(2, cornerRadius: 30), .stretch),
        ])
    ]

  private static func enlarged(_ mode: ContentMode) -> [DisplayCommand] {
    let wide = Rect(x: 94, y: 16, width: 132, height: 40)
    return [
      .image(ScenePictures.small, tall(0), mode),
      .image(ScenePictures.small, DisplayShape(wide, cornerRadius: 20), mode),
      .image(ScenePictures.small, DisplayShape(wide.offset(x: 0, y: 48)), mode),
    ]
  }

  /// A box in which pictures of three to two are centred between pixels.
  private static func tall(_ column: Int, cornerRadius: Double = 0) -> DisplayShape {
    DisplayShape(
      Rect(x: 16 + 74 * Double(column), y: 16, width: 60, height: 88), cornerRadius: cornerRadius)
  }
}
