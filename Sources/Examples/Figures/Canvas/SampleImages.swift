import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster

/// Images that figures show, drawn when they are asked for.
struct SampleImages: ImageProvider {
  /// A landscape of 90 × 60 pixels with a frame.
  static let landscape = ImageReference("landscape")

  func bitmap(for image: ImageReference) -> Bitmap? {
    guard image == Self.landscape else { return nil }
    return try? DisplayRasterizer().rasterize(Self.scene)
  }

  private static var scene: DisplayList {
    let frame = DisplayShape(Rect(x: 0, y: 0, width: 90, height: 60))
    var list = DisplayList(size: Size(width: 90, height: 60))
    list.append(
      .fill(
        frame,
        .linear(LinearGradient(stops: .even(Color(rgb: 0x3A7BD5), Color(rgb: 0xBFE0F7))))))
    let sun = Rect(x: 60, y: 10, width: 16, height: 16)
    list.append(.fill(DisplayShape(sun, cornerRadius: 8), .color(Color(rgb: 0xFFD23F))))
    for (x, color) in [(-20.0, 0x2E7D4F), (35, 0x1F5D3A)] as [(Double, UInt32)] {
      let hill = Rect(x: x, y: 36, width: 80, height: 80)
      list.append(.fill(DisplayShape(hill, cornerRadius: 40), .color(Color(rgb: color))))
    }
    list.append(.border(frame, Border(all: BorderEdge(width: 2, color: Palette.accent))))
    return list
  }
}
