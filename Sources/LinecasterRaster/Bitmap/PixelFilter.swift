import Foundation
import LinecasterBase
import LinecasterDisplay

/// A filter on the pixels of an image.
enum PixelFilter {
  case blur(GaussianBlur)
  case colors(ColorMatrix)

  /// `nil` if the filter changes nothing.
  init?(_ filter: DisplayFilter, pixelsPerPoint: Double) {
    if case .blur(let deviation) = filter {
      let blur = GaussianBlur(deviation: deviation * pixelsPerPoint)
      guard blur.reach > 0 else { return nil }
      self = .blur(blur)
    } else {
      guard let matrix = ColorMatrix(filter) else { return nil }
      self = .colors(matrix)
    }
  }

  /// The number of pixels around each pixel that its result may depend on.
  var reach: Int {
    if case .blur(let blur) = self { blur.reach } else { 0 }
  }

  /// Returns the filtered image, smaller by the reach on each side.
  func apply(to image: Bitmap) -> Bitmap {
    switch self {
    case .blur(let blur): image.blurred(by: blur)
    case .colors(let matrix): image.recolored(by: matrix)
    }
  }
}

/// A linear transform of straight colours plus an offset (Filter Effects 1, §6.1).
struct ColorMatrix {
  /// The contributions of red, green and blue to each channel.
  private var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  private var offset: Float = 0
  private var alpha: Float = 1

  private init(_ rows: [[Double]]) {
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(
        Float(rows[0][index]), Float(rows[1][index]), Float(rows[2][index]), 0)
    }
    columns = (column(0), column(1), column(2))
  }

  private init(diagonal: Double, offset: Double = 0) {
    self.init([[diagonal, 0, 0], [0, diagonal, 0], [0, 0, diagonal]])
    self.offset = Float(offset)
  }

  /// `nil` if the filter does not change colours, or changes nothing.
  init?(_ filter: DisplayFilter) {
    switch filter {
    case .blur: return nil
    case .brightness(let amount): self.init(diagonal: Self.factor(amount))
    case .contrast(let amount):
      let factor = Self.factor(amount)
      self.init(diagonal: factor, offset: 0.5 - factor / 2)
    case .saturate(let amount): self.init(Self.saturation(Self.factor(amount)))
    case .grayscale(let amount): self.init(Self.saturation(1 - Self.share(amount)))
    case .sepia(let amount): self.init(Self.sepia(1 - Self.share(amount)))
    case .invert(let amount):
      let share = Self.share(amount)
      self.init(diagonal: 1 - 2 * share, offset: share)
    case .hueRotate(let degrees): self.init(Self.rotation(degrees.isFinite ? degrees : 0))
    case .opacity(let amount):
      self.init(diagonal: 1)
      alpha = Float(amount.isFinite ? min(max(amount, 0), 1) : 1)
    }
  }

  /// Returns a factor of at least 0; values far beyond a thousand make no difference.
  private static func factor(_ amount: Double) -> Double {
    amount.isFinite ? min(max(amount, 0), 1e4) : 1
  }

  private static func share(_ amount: Double) -> Double {
    amount.isFinite ? min(max(amount, 0), 1) : 0
  }

  private static func saturation(_ s: Double) -> [[Double]] {
    [
      [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
      [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
      [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s],
    ]
  }

  private static func sepia(_ rest: Double) -> [[Double]] {
    [
      [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
      [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
      [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest],
    ]
  }

  private static func rotation(_ degrees: Double) -> [[Double]] {
    let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    return [
      [
        0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715,
        0.072 - c * 0.072 + s * 0.928,
      ],
      [
        0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140,
        0.072 - c * 0.072 - s * 0.283,
      ],
      [
        0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715,
        0.072 + c * 0.928 + s * 0.072,
      ],
    ]
  }

  /// Returns the transformed straight colour, from 0 to 1.
  func apply(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var result = columns.0 * color.x + columns.1 * color.y + columns.2 * color.z + offset
    result.clamp(lowerBound: .zero, upperBound: .one)
    result.w = color.w * alpha
    return result
  }
}

extension Bitmap {
  /// Returns the image with transformed colours.
  fileprivate func recolored(by matrix: ColorMatrix) -> Bitmap {
    var result = self
    result.pixels.withUnsafeMutableBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] > 0 {
        let alpha = Float(bytes[start + 3])
        let straight = SIMD4(
          Float(bytes[start]) / alpha, Float(bytes[start + 1]) / alpha,
          Float(bytes[start + 2]) / alpha, alpha / 255)
        let color = matrix.apply(straight)
        for channel in 0..<3 {
          bytes[start + channel] = UInt8(saturating: (color[channel] * color.w * 255).rounded())
        }
        bytes[start + 3] = UInt8(saturating: (color.w * 255).rounded())
      }
    }
    return result
  }

  /// Returns the blurred image without the edge pixels whose surroundings are unknown.
  fileprivate func blurred(by blur: GaussianBlur) -> Bitmap {
    let (width, height) = (max(0, width - 2 * blur.reach), max(0, height - 2 * blur.reach))
    var result = Bitmap(
      uncheckedWidth: width, height: height,
      pixels: [UInt8](repeating: 0, count: width * height * 4))
    guard width > 0, height > 0 else { return result }
    var line = [UInt16](repeating: 0, count: max(self.width, self.height))
    var rows = [UInt16](repeating: 0, count: width * self.height)
    for channel in 0..<4 {
      blurRows(of: channel, by: blur, &line, to: &rows, width: width)
      result.blurColumns(of: rows, height: self.height, channel, by: blur, &line)
    }
    return result
  }

  /// Blurs one channel along the rows.
  private func blurRows(
    of channel: Int, by blur: GaussianBlur, _ line: inout [UInt16], to rows: inout [UInt16],
    width: Int
  ) {
    for row in 0..<height {
      for column in 0..<self.width {
        line[column] = UInt16(pixels[(row * self.width + column) * 4 + channel]) * 257
      }
      line.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { blur.blur(base, count: self.width) }
      }
      for column in 0..<width { rows[row * width + column] = line[column] }
    }
  }

  /// Blurs rows of one channel along the columns.
  private mutating func blurColumns(
    of rows: [UInt16], height count: Int, _ channel: Int, by blur: GaussianBlur,
    _ line: inout [UInt16]
  ) {
    for column in 0..<width {
      for row in 0..<count { line[row] = rows[row * width + column] }
      line.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { blur.blur(base, count: count) }
      }
      for row in 0..<height {
        pixels[(row * width + column) * 4 + channel] = UInt8(
          truncatingIfNeeded: (Int(line[row]) + 128) / 257)
      }
    }
  }
}
