import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry

/// The arguments of `Image`.
struct ImageArguments: Hashable, Sendable {
  var image = ImageReference("")
  /// Nil where the image is as large as it is itself.
  var size: Size?
  var mode = ContentMode.stretch

  static let leaf = SceneLeaf(
    record: SceneRecord<ImageArguments>(
      "argument of Image",
      [
        SceneField(
          "image", \.image,
          SceneCoding<String>.string("the name of an image")
            .mapped({ ImageReference($0) }, { $0.name }), isRequired: true),
        SceneField("size", \.size, SceneCoding<Size>.size.optional),
        SceneField(
          "mode", \.mode,
          .keyword("content mode", ContentMode.allCases.map { ($0.rawValue, $0) })),
      ]),
    initial: ImageArguments(), make: { $0.node })

  private var node: LayoutNode {
    guard let size else { return Image(image, mode: mode).node }
    return Image(image, size: size, mode: mode).node
  }
}
