import Foundation
import LinecasterGeometry

/// What coverage becomes before a colour is blended through it, for text of one luminance.
///
/// Coverage is a share of light, and numbers of pixels are not: blending them makes dark text heavy
/// and light text thin, or the reverse. The background is taken to be the text's opposite, as it
/// most often is, and coverage is changed so that plain blending gives what blending light would.
struct CoverageCurve: Hashable, Sendable {
  /// What decides a curve.
  struct Key: Hashable, Sendable {
    /// The luminance of the text, 0 to 255.
    let luminance: UInt8
    let contrast: Double
    let gamma: Double

    /// The key for a colour, or nil where coverage stays as it is.
    init?(_ color: Color, _ rendering: GlyphRendering) {
      contrast = Self.clamped(rendering.contrast, to: 0...1)
      gamma = Self.clamped(rendering.gamma, to: 1...4)
      guard contrast > 0 || gamma > 1 else { return nil }
      // The weights of red, green and blue in light, by ITU-R BT.709, in 256ths.
      let sum = 54 * Int(color.red) + 183 * Int(color.green) + 19 * Int(color.blue)
      luminance = UInt8((sum + 128) >> 8)
    }

    private static func clamped(_ number: Double, to range: ClosedRange<Double>) -> Double {
      number.isNaN ? range.lowerBound : min(max(number, range.lowerBound), range.upperBound)
    }
  }

  /// The new coverage for each of the 256 there are.
  let levels: [UInt8]

  init(_ key: Key) {
    let text = Double(key.luminance) / 255
    let (textLight, backLight) = (pow(text, key.gamma), pow(1 - text, key.gamma))
    levels = (0...255).map { coverage in
      let plain = Double(coverage) / 255
      let share = plain + (1 - plain) * plain * key.contrast * backLight
      // Text as light as its opposite: there is nothing to tell apart.
      guard abs(2 * text - 1) > 1 / 128.0 else { return UInt8((share * 255).rounded()) }
      let mixed = pow(textLight * share + backLight * (1 - share), 1 / key.gamma)
      let level = (mixed - (1 - text)) / (2 * text - 1)
      return UInt8(min(max(level * 255, 0), 255).rounded())
    }
  }
}
