import LinecasterDisplay
import LinecasterGeometry
import Testing

@testable import LinecasterRaster

/// A named list of shapes and images that shows one thing a canvas can do.
///
/// Every coordinate is an even number of points, so that edges are between pixels at the scales 1
/// and 1.5 too: browsers move those that are not.
struct CanvasScene: Sendable, CustomTestStringConvertible {
  static let size = Size(width: 240, height: 120)

  let name: String
  let commands: [DisplayCommand]

  var testDescription: String { name }

  /// The scene in front of nothing.
  var list: DisplayList {
    var list = DisplayList(size: Self.size)
    for command in commands { list.append(command) }
    return list
  }

  /// All scenes.
  static let all = boxes + gradients + effects + images

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
