import LinecasterFonts

extension ColorPaint.CompositeMode {
  /// Returns a premultiplied colour composited with another one (Compositing and Blending 1, §9 and
  /// §10).
  func blended(_ source: SIMD4<Float>, on backdrop: SIMD4<Float>) -> SIMD4<Float> {
    let (above, below) = (source.w, backdrop.w)
    switch self {
    case .clear: return .zero
    case .source: return source
    case .destination: return backdrop
    case .sourceOver: return source + backdrop * (1 - above)
    case .destinationOver: return backdrop + source * (1 - below)
    case .sourceIn: return source * below
    case .destinationIn: return backdrop * above
    case .sourceOut: return source * (1 - below)
    case .destinationOut: return backdrop * (1 - above)
    case .sourceAtop: return source * below + backdrop * (1 - above)
    case .destinationAtop: return backdrop * above + source * (1 - below)
    case .xor: return source * (1 - below) + backdrop * (1 - above)
    case .plus: return (source + backdrop).clamped(lowerBound: .zero, upperBound: .one)
    default:
      let mixed = mixed(source.straight, backdrop.straight) * (above * below)
      var result = source * (1 - below) + backdrop * (1 - above) + mixed
      result.w = above + below - above * below
      return result
    }
  }

  /// Returns the blend of two straight colours; alpha is ignored.
  private func mixed(_ source: SIMD4<Float>, _ backdrop: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .hue:
      return source.withSaturation(backdrop.saturation).withLuminosity(backdrop.luminosity)
    case .saturation:
      return backdrop.withSaturation(source.saturation).withLuminosity(backdrop.luminosity)
    case .color: return source.withLuminosity(backdrop.luminosity)
    case .luminosity: return backdrop.withLuminosity(source.luminosity)
    default:
      var result = SIMD4<Float>.zero
      for channel in 0..<3 { result[channel] = mixed(source[channel], backdrop[channel]) }
      return result
    }
  }

  /// Returns the blend of a channel of the source and the backdrop.
  private func mixed(_ source: Float, _ backdrop: Float) -> Float {
    switch self {
    case .screen: source + backdrop - source * backdrop
    case .overlay: Self.hardLight(backdrop, source)
    case .darken: min(source, backdrop)
    case .lighten: max(source, backdrop)
    case .colorDodge: backdrop <= 0 ? 0 : source >= 1 ? 1 : min(1, backdrop / (1 - source))
    case .colorBurn: backdrop >= 1 ? 1 : source <= 0 ? 0 : 1 - min(1, (1 - backdrop) / source)
    case .hardLight: Self.hardLight(source, backdrop)
    case .softLight: Self.softLight(source, backdrop)
    case .difference: abs(source - backdrop)
    case .exclusion: source + backdrop - 2 * source * backdrop
    default: source * backdrop
    }
  }

  private static func hardLight(_ source: Float, _ backdrop: Float) -> Float {
    let double = 2 * source
    return source <= 0.5 ? double * backdrop : double - 1 + backdrop - (double - 1) * backdrop
  }

  private static func softLight(_ source: Float, _ backdrop: Float) -> Float {
    if source <= 0.5 { return backdrop - (1 - 2 * source) * backdrop * (1 - backdrop) }
    let curve =
      backdrop <= 0.25
      ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : backdrop.squareRoot()
    return backdrop + (2 * source - 1) * (curve - backdrop)
  }
}

// Non-separable blend modes (§10.2).

extension SIMD4<Float> {
  /// The straight colour without opacity, which is zero if alpha is 0.
  fileprivate var straight: SIMD4<Float> {
    w > 0 ? (self / w).clamped(lowerBound: .zero, upperBound: .one) : .zero
  }

  fileprivate var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }

  fileprivate var saturation: Float { Swift.max(x, y, z) - Swift.min(x, y, z) }

  /// Returns the colour with its channels moved to another luminosity and clipped to range.
  fileprivate func withLuminosity(_ luminosity: Float) -> SIMD4<Float> {
    let color = self + (luminosity - self.luminosity)
    let (least, greatest) = (
      Swift.min(color.x, color.y, color.z), Swift.max(color.x, color.y, color.z)
    )
    let light = color.luminosity
    var result = color
    if least < 0, light > least { result = light + (result - light) * (light / (light - least)) }
    if greatest > 1, greatest > light {
      result = light + (result - light) * ((1 - light) / (greatest - light))
    }
    return result
  }

  /// Returns the colour with its channels spread to another saturation, from 0 on.
  fileprivate func withSaturation(_ saturation: Float) -> SIMD4<Float> {
    let own = self.saturation
    guard own > 0 else { return .zero }
    return (self - Swift.min(x, y, z)) * (saturation / own)
  }
}
