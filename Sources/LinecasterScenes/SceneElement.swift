import LinecasterBase
import LinecasterCells
import LinecasterDisplay

/// The kinds of nodes in a scene; the names are those of the layouts in Swift.
enum SceneElement: ExactText, CaseIterable {
  case row = "Row"
  case column = "Column"
  case grid = "Grid"
  case text = "Text"
  case box = "Box"
  case image = "Image"
  case spacer = "Spacer"
  /// A part of the scene by its name.
  case part = "Part"

  /// Whether it has child nodes.
  var isStack: Bool { self == .row || self == .column || self == .grid }

  /// The arguments of a stack, besides its content.
  var stackArguments: SceneRecord<LayoutNode> {
    self == .grid ? LayoutNode.gridArguments : LayoutNode.stackArguments
  }
}

/// The arguments of a layout without children, and a function that makes the layout.
struct SceneLeaf<Arguments: Sendable>: Sendable {
  let record: SceneRecord<Arguments>
  let initial: Arguments
  let make: @Sendable (Arguments) -> LayoutNode

  /// The schema of the arguments.
  var schema: SceneSchema { record.schema }

  /// The layout that an object of arguments makes.
  func read(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> LayoutNode {
    var arguments = initial
    try record.read(value, scope, into: &arguments)
    return make(arguments)
  }

  /// The arguments as an object, without those that equal their defaults.
  func write(_ arguments: Arguments) throws(SceneFault) -> JSONValue {
    let required = Set(record.table.required)
    let changed = Set(try record.write(arguments, plain: initial).map(\.name))
    return .object(
      try record.write(arguments, plain: nil).filter {
        required.contains($0.name) || changed.contains($0.name)
      })
  }
}

/// The arguments of `Box`.
struct BoxArguments: Hashable, Sendable {
  var color = ThemeColor(.clear)
  var size = Size.zero
  var cornerRadius = 0.0

  static let leaf = SceneLeaf(
    record: SceneRecord<BoxArguments>(
      "argument of Box", in: .inside(.box),
      [
        SceneField(
          "color", \.color, .themeColor, isRequired: true, about: "The colour of the box."),
        SceneField("size", \.size, .size, isRequired: true, about: "The size in layout points."),
        SceneField(
          "cornerRadius", \.cornerRadius, .number,
          about: "The radius of all corners, in layout points."),
      ]),
    initial: BoxArguments(),
    make: { Box($0.color, size: $0.size, cornerRadius: $0.cornerRadius).node })
}

/// The arguments of `Image`.
struct ImageArguments: Hashable, Sendable {
  var image = ImageReference("")
  /// The size; `nil` for the natural size of the image.
  var size: Size?
  var mode = ContentMode.stretch

  static let leaf = SceneLeaf(
    record: SceneRecord<ImageArguments>(
      "argument of Image", in: .inside(.image),
      [
        SceneField(
          "image", \.image, .image, isRequired: true,
          about: "The path of an image file, or a `data:` URL.", css: "src url"),
        SceneField(
          "size", \.size, SceneCoding<Size>.size.optional,
          about: "The size in layout points; that of the file by default."),
        SceneField(
          "mode", \.mode, .contentMode,
          about: "The scaling of the image into its box.", css: "object-fit"),
      ]),
    initial: ImageArguments(), make: { $0.node })

  /// Reads the arguments of an image.
  static func read(_ value: JSONValue, _ scope: SceneScope) throws(SceneFault) -> LayoutNode {
    guard case .string(let name) = value.content else { return try leaf.read(value, scope) }
    throw SceneFault(
      value,
      isNot: "an object with the name of an image; write {\"Image\": {\"image\": "
        + "\"\(SceneFault.short(name))\"}}")
  }

  private var node: LayoutNode {
    guard let size else { return Image(image, mode: mode).node }
    return Image(image, size: size, mode: mode).node
  }
}

extension SceneCoding<ImageReference> {
  /// The path of an image in the folder of the scene.
  static var image: SceneCoding<ImageReference> {
    SceneCoding<String>.string("the name of an image").mapped({ ImageReference($0) }, { $0.name })
  }
}

extension SceneCoding<ContentMode> {
  static var contentMode: SceneCoding<ContentMode> {
    .keyword("content mode")
  }
}
