import LinecasterDisplay
import LinecasterGeometry

@testable import LinecasterRaster

/// Images with edges, smooth parts and clear ones, drawn when they are asked for.
struct SceneImages: ImageProvider {
  /// 24 × 16 pixels.
  static let small = ImageReference("small")
  /// 240 × 160 pixels, the same drawn ten times as large.
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
