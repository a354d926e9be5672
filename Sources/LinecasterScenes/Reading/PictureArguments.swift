import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry

/// The arguments of `Picture`.
struct PictureArguments: Hashable, Sendable {
  var image = ImageReference("")
  /// Nil where the picture is as large as it is itself.
  var size: Size?
  var mode = ContentMode.stretch

  static let leaf = SceneLeaf(
    record: SceneRecord<PictureArguments>(
      "argument of Picture",
      [
        SceneField(
          "image", \.image,
          SceneCoding<String>.string("the name of a picture")
            .mapped({ ImageReference($0) }, { $0.name }), isRequired: true),
        SceneField("size", \.size, SceneCoding<Size>.size.optional),
        SceneField(
          "mode", \.mode,
          .keyword("content mode", ContentMode.allCases.map { ($0.rawValue, $0) })),
      ]),
    initial: PictureArguments(), make: { $0.node })

  private var node: LayoutNode {
    guard let size else { return Picture(image, mode: mode).node }
    return Picture(image, size: size, mode: mode).node
  }
}
