import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry

/// The arguments of `Picture`.
struct PictureArguments: Hashable, Sendable {
  var image = ImageReference("")
  var size = Size.zero
  var mode = ContentMode.stretch

  static let leaf = SceneLeaf(
    record: SceneRecord<PictureArguments>(
      "argument of Picture",
      [
        SceneField(
          "image", \.image,
          SceneCoding<String>.string("the name of a picture")
            .mapped({ ImageReference($0) }, { $0.name }), isRequired: true),
        SceneField("size", \.size, .size, isRequired: true),
        SceneField(
          "mode", \.mode,
          .keyword("content mode", ContentMode.allCases.map { ($0.rawValue, $0) })),
      ]),
    initial: PictureArguments(), make: { Picture($0.image, size: $0.size, mode: $0.mode).node })
}
