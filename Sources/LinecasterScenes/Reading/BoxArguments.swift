import LinecasterCells
import LinecasterGeometry

/// The arguments of `Box`.
struct BoxArguments: Hashable, Sendable {
  var color = Color.clear
  var size = Size.zero
  var cornerRadius = 0.0

  static let leaf = SceneLeaf(
    record: SceneRecord<BoxArguments>(
      "argument of Box",
      [
        SceneField("color", \.color, .color, isRequired: true),
        SceneField("size", \.size, .size, isRequired: true),
        SceneField("cornerRadius", \.cornerRadius, .number),
      ]),
    initial: BoxArguments(),
    make: { Box($0.color, size: $0.size, cornerRadius: $0.cornerRadius).node })
}
