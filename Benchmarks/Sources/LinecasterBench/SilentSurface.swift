import Linecaster
import LinecasterSurface

/// A renderer that keeps nothing, so the cost of a real one is not measured.
final class SilentSurface: RowSurface {
  func makeTexture(of pixels: Bitmap) -> Int? { 1 }
  func change(_ texture: Int, to pixels: Bitmap, in changes: [PixelRect]) {}
  func draw(_ texture: Int, _ quad: SurfaceQuad) {}
  func fill(_ rect: Rect, with color: Color) {}
  func drop(_ texture: Int) {}
}
