import LinecasterBase
import LinecasterDisplay
import Testing

@testable import LinecasterRaster

/// A named list of shapes and images for one capability of the canvas.
///
/// Every coordinate is an even number of points, which is a whole pixel at the scales 1 and 1.5:
/// browsers would move other edges.
struct CanvasScene: Sendable, CustomTestStringConvertible {
  static let size = Size(width: 240, height: 120)

  let name: String
  let commands: [DisplayCommand]

  var testDescription: String { name }

  /// The scene on a transparent background.
  var list: DisplayList {
    var list = DisplayList(size: Self.size)
    for command in commands { list.append(command) }
    return list
  }

  /// All scenes.
  static let all = boxes + gradients + effects + changes + images

  /// The scene on white.
  func draw(scale: Double) throws -> Bitmap {
    try DisplayRasterizer(images: SceneImages())
      .rasterize(list, scale: PixelScale(scale), background: .white)
  }

  /// One of three boxes side by side.
  static func box(
    _ column: Int, corners: CornerRadii = .square, inset: Double = 0
  ) -> DisplayShape {
    let rect = Rect(x: 14 + 74 * Double(column), y: 14, width: 64, height: 92)
    return DisplayShape(rect.inset(by: Insets(all: inset)), corners: corners)
  }

  static let blue = Color(rgb: 0x2457A8)
  static let red = Color(rgb: 0xC8372D)
  static let green = Color(rgb: 0x2E8B57)
  static let yellow = Color(rgb: 0xF2B705)
}

extension CanvasScene {
  /// Corners and borders.
  static let boxes = [
    CanvasScene(
      name: "corners",
      commands: [
        .fill(box(0, corners: CornerRadii(all: 12)), .color(blue)),
        .fill(
          box(1, corners: CornerRadii(topLeft: 30, topRight: 6, bottomRight: 46)), .color(red)),
        .fill(
          box(2, corners: CornerRadii(topLeft: 400, topRight: 100, bottomRight: 200)),
          .color(green)),
        .fill(
          DisplayShape(Rect(x: 30, y: 40, width: 180, height: 40), cornerRadius: 20),
          .color(yellow.opacity(0.5))),
      ]),
    CanvasScene(name: "borders-solid", commands: solid),
    CanvasScene(name: "borders-joined", commands: joined),
    CanvasScene(name: "borders-dashed", commands: patterned(.dashed)),
    CanvasScene(name: "borders-dotted", commands: patterned(.dotted)),
  ]

  /// Lines of one colour.
  private static let solid: [DisplayCommand] = [
    .border(box(0, corners: CornerRadii(all: 16)), Border(all: BorderEdge(width: 2, color: blue))),
    .border(
      box(1, corners: CornerRadii(topLeft: 30, topRight: 10, bottomRight: 24, bottomLeft: 4)),
      Border(
        top: BorderEdge(width: 4, color: red), right: BorderEdge(width: 16, color: red),
        bottom: BorderEdge(width: 8, color: red), left: BorderEdge(width: 2, color: red))),
    .border(
      box(2, corners: CornerRadii(all: 32)),
      Border(all: BorderEdge(width: 12, color: green.opacity(0.6)))),
  ]

  /// Lines of several colours.
  private static let joined: [DisplayCommand] = (0..<3).map { column in
    let width = [8.0, 12, 6][column]
    let wide = [8.0, 4, 20][column]
    return .border(
      box(column, corners: [.square, CornerRadii(all: 20), CornerRadii(topLeft: 40)][column]),
      Border(
        top: BorderEdge(width: width, color: blue), right: BorderEdge(width: wide, color: red),
        bottom: BorderEdge(width: width, color: green),
        left: BorderEdge(width: wide, color: yellow)))
  }

  private static func patterned(_ pattern: BorderPattern) -> [DisplayCommand] {
    let corners = [.square, CornerRadii(all: 20), CornerRadii(topLeft: 30, bottomRight: 30)]
    return (0..<3).map { column in
      let width = [4.0, 6, 2][column]
      let color = [blue, red, green][column]
      return .border(
        box(column, corners: corners[column]),
        Border(all: BorderEdge(width: width, color: color, pattern: pattern)))
    }
  }
}

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

  /// Three disks that overlap a box.
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

extension CanvasScene {
  /// Effects of groups.
  static let changes = [
    CanvasScene(
      name: "transforms",
      commands: [
        .group(
          DisplayGroup(
            disks(0), clip: box(0, inset: 12),
            effects: DisplayEffects(transform: .rotation(20, around: Point(x: 46, y: 60))))),
        .group(
          DisplayGroup(
            disks(1), opacity: 0.75,
            effects: DisplayEffects(
              transform: .skew(x: 20, y: 0, around: Point(x: 120, y: 60))
                .followed(by: .scale(x: 0.8, y: 0.5, around: Point(x: 120, y: 60)))))),
        .group(
          DisplayGroup(
            disks(2), clip: box(2, inset: 12),
            effects: DisplayEffects(
              transform: .rotation(90, around: Point(x: 194, y: 60))
                .followed(by: .scale(x: 0.5, y: -0.5, around: Point(x: 194, y: 60)))))),
      ]),
    CanvasScene(name: "blends", commands: blends),
    CanvasScene(name: "filters", commands: filters),
    CanvasScene(name: "backdrops", commands: backdrops),
    CanvasScene(
      name: "masks",
      commands: [
        masked(
          0, by: .linear(LinearGradient(angle: 90, stops: .even(.black, .clear))), .identity),
        masked(
          1,
          by: .radial(
            RadialGradient(
              extent: .closestSide, stops: .even(.black, .black.opacity(0.5), .clear))),
          .identity),
        masked(
          2, by: .linear(LinearGradient(angle: 0, stops: .even(.black, .clear))),
          .scale(x: -1, y: 1, around: Point(x: 194, y: 60))),
      ]),
  ]

  private static func masked(
    _ column: Int, by paint: DisplayPaint, _ transform: DisplayTransform
  ) -> DisplayCommand {
    .group(
      DisplayGroup(
        disks(column), clip: box(column),
        effects: DisplayEffects(transform: transform, mask: [.fill(box(column), paint)])))
  }

  /// A strip in each mode over a gradient.
  private static let blends: [DisplayCommand] = {
    let backdrops = [blue, .white, yellow, .black, green.opacity(0.5), red].enumerated().map {
      index, color in
      let column = Rect(x: 12 + 36 * Double(index), y: 10, width: 36, height: 100)
      return DisplayCommand.fill(DisplayShape(column), .color(color))
    }
    let strips = BlendMode.allCases.enumerated().map { index, mode in
      let strip = Rect(x: 20, y: 12 + 6 * Double(index), width: 200, height: 6)
      let color = [red, green, Color(rgb: 0x808080), yellow.opacity(0.6)][index % 4]
      return DisplayCommand.group(
        DisplayGroup(
          [.fill(DisplayShape(strip), .color(color))], effects: DisplayEffects(blend: mode)))
    }
    return backdrops + strips
  }()

  /// Backdrop filters over stripes: round, half-transparent, and overlapping.
  private static let backdrops: [DisplayCommand] = {
    let stripes = (0..<8).map { index in
      let stripe = Rect(x: 30 * Double(index), y: 10, width: 16, height: 100)
      return DisplayCommand.fill(
        DisplayShape(stripe), .color([blue, yellow, red, green][index % 4]))
    }
    let bar = DisplayCommand.fill(
      DisplayShape(Rect(x: 0, y: 54, width: 240, height: 10)), .color(.black))
    func glass(
      _ rect: Rect, _ radius: Double, _ filters: [DisplayFilter], opacity: Double = 1
    ) -> DisplayCommand {
      let shape = DisplayShape(rect, cornerRadius: radius)
      return .group(
        DisplayGroup(
          [.fill(shape, .color(Color.white.opacity(0.25)))], opacity: opacity,
          effects: DisplayEffects(backdrop: DisplayBackdrop(shape, filters: filters))))
    }
    return stripes + [
      bar, glass(Rect(x: 8, y: 30, width: 60, height: 60), 24, [.blur(4)]),
      glass(Rect(x: 90, y: 40, width: 44, height: 44), 0, [.saturate(2), .blur(3)], opacity: 0.5),
      glass(Rect(x: 160, y: 22, width: 50, height: 50), 25, [.blur(2)]),
      glass(Rect(x: 180, y: 48, width: 44, height: 44), 8, [.invert(0.9), .blur(3)]),
    ]
  }()

  /// A disk over a box through each filter.
  private static let filters: [DisplayCommand] = {
    let all: [[DisplayFilter]] = [
      [.blur(4)], [.brightness(1.5)], [.contrast(0.5)], [.saturate(2)], [.grayscale(0.8)],
      [.sepia(1)], [.invert(0.9)], [.hueRotate(140)], [.opacity(0.5)],
      [.grayscale(1), .blur(2), .brightness(0.5)],
    ]
    return all.enumerated().map { index, filters in
      let (x, y) = (6 + 46 * Double(index % 5), 6 + 56 * Double(index / 5))
      let box = DisplayShape(Rect(x: x, y: y, width: 40, height: 48))
      let disk = DisplayShape(Rect(x: x + 6, y: y + 10, width: 28, height: 28), cornerRadius: 14)
      return .group(
        DisplayGroup(
          [
            .fill(box, .color(yellow)), .fill(disk, .color(blue.opacity(0.8))),
          ], effects: DisplayEffects(filters: filters)))
    }
  }()
}

extension CanvasScene {
  /// Gradients along lines and outwards.
  static let gradients = [
    CanvasScene(
      name: "gradients-linear",
      commands: [
        .fill(box(0), .linear(LinearGradient(angle: 90, stops: .even(blue, yellow)))),
        .fill(
          box(1, corners: CornerRadii(all: 20)),
          .linear(
            LinearGradient(
              angle: 135,
              stops: [
                GradientStop(red, at: 0.1), GradientStop(yellow, at: 0.51),
                GradientStop(green, at: 0.51), GradientStop(blue, at: 0.9),
              ]))),
        .fill(
          box(2),
          .linear(LinearGradient(angle: 20, stops: .even(green, red.opacity(0.2), .clear)))),
      ]),
    CanvasScene(
      name: "gradients-conic",
      commands: [
        .fill(box(0, inset: 14), .conic(ConicGradient(stops: .even(blue, yellow, red, blue)))),
        .fill(
          box(1, corners: CornerRadii(all: 20), inset: 12),
          .conic(
            ConicGradient(
              center: Point(x: 0.25, y: 0.75), angle: 70,
              stops: [GradientStop(red, at: 0), GradientStop(green, at: 0.4)]))),
        .fill(
          box(2, inset: 16),
          .conic(ConicGradient(angle: -30, stops: .even(green, red.opacity(0.2), .clear)))),
      ]),
    CanvasScene(
      name: "gradients-radial",
      commands: [
        .fill(
          box(0),
          .radial(RadialGradient(extent: .closestSide, isCircle: true, stops: .even(yellow, red)))),
        .fill(
          box(1),
          .radial(
            RadialGradient(
              center: Point(x: 0.25, y: 0.75), stops: .even(.white, blue, Color(rgb: 0x0A1A3A))))),
        .fill(
          box(2, corners: CornerRadii(all: 32)),
          .radial(
            RadialGradient(
              center: Point(x: 0.75, y: 0.25), extent: .closestCorner,
              stops: [
                GradientStop(green, at: 0), GradientStop(green, at: 0.5),
                GradientStop(.clear, at: 1),
              ]))),
      ]),
  ]
}

extension CanvasScene {
  /// An image enlarged in wide and in tall boxes, and one reduced.
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

  /// A box in which images of ratio 3:2 are centred between pixels.
  private static func tall(_ column: Int, cornerRadius: Double = 0) -> DisplayShape {
    DisplayShape(
      Rect(x: 16 + 74 * Double(column), y: 16, width: 60, height: 88), cornerRadius: cornerRadius)
  }
}

/// Images with edges, gradients and transparent parts, drawn on request.
struct SceneImages: ImageProvider {
  /// 24 × 16 pixels.
  static let small = ImageReference("small")
  /// 240 × 160 pixels, the same image at ten times the size.
  static let large = ImageReference("large")

  func bitmap(for image: ImageReference) -> Bitmap? {
    let scale: Double? =
      switch image {
      case Self.small: 1
      case Self.large: 10
      default: nil
      }
    return scale.flatMap {
      try? DisplayRasterizer().rasterize(Self.scene, scale: PixelScale($0))
    }
  }

  private static var scene: DisplayList {
    var list = DisplayList(size: Size(width: 24, height: 16))
    let stops: [GradientStop] = .even(CanvasScene.blue, CanvasScene.yellow)
    list.append(
      .fill(
        DisplayShape(Rect(x: 0, y: 0, width: 24, height: 12)),
        .linear(LinearGradient(angle: 90, stops: stops))))
    for column in 0..<6 {
      let square = Rect(x: 4 * Double(column), y: 12, width: 2, height: 4)
      list.append(.fill(DisplayShape(square), .color(CanvasScene.red)))
    }
    let disk = Rect(x: 4, y: 2, width: 8, height: 8)
    list.append(.fill(DisplayShape(disk, cornerRadius: 4), .color(.white)))
    return list
  }
}
