#if AVIF
  import Glibc

  /// The light that numbers of an image stand for (ITU-T H.273 §8.2).
  ///
  /// Numbers of other functions are interpreted as those of sRGB, as browsers do.
  enum TransferFunction: Int {
    /// A gamma of 2.2.
    case gamma22 = 4
    /// A gamma of 2.8.
    case gamma28 = 5
    /// Light itself.
    case linear = 8
    /// IEC 61966-2-1.
    case sRGB = 13
    /// The perceptual quantizer of high dynamic range (SMPTE ST 2084).
    case quantizer = 16
    /// Digital cinema (SMPTE ST 428-1).
    case cinema = 17
    /// Hybrid log-gamma (ARIB STD-B67).
    case hybrid = 18

    /// The luminance of white of an image of high dynamic range (ITU-R BT.2408), in cd/m².
    private static let white = 203.0
    /// The luminance that becomes white: the highest of hybrid log-gamma, on the display that
    /// BT.2100 assumes.
    private static let peak = 1000.0

    /// The light of a number from 0 to 1, as a fraction of white.
    func light(of number: Double) -> Double {
      switch self {
      case .gamma22: pow(number, 2.2)
      case .gamma28: pow(number, 2.8)
      case .linear: number
      case .sRGB: number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
      case .quantizer: Self.mapped(Self.quantized(number) * 10_000)
      case .cinema: min(1, pow(number, 2.6) * 52.37 / 48)
      case .hybrid: Self.mapped(pow(Self.scene(number), 1.2) * Self.peak)
      }
    }

    /// The light of a luminance on a display without high dynamic range, as in browsers (SMPTE ST
    /// 2094-50, the operator for a reference white): half of the light up to white, then a parabola
    /// that continues this line and ends at the peak.
    private static func mapped(_ luminance: Double) -> Double {
      let (light, end) = (luminance / white, peak / white)
      guard light > 1 else { return light / 2 }
      guard light < end else { return 1 }
      // The control point on the line, as far from white as 65 % of its way to 1.
      let (middle, height) = (1.65, 0.825)
      let (square, linear) = (1 - 2 * middle + end, 2 * middle - 2)
      let root = (linear * linear + 4 * square * (light - 1)).squareRoot()
      let place = (root - linear) / (2 * square)
      return 0.5 + place * (2 * height - 1) + place * place * (1.5 - 2 * height)
    }

    /// The inverse of the perceptual quantizer, from 0 to 1 for 10,000 cd/m².
    private static func quantized(_ number: Double) -> Double {
      let power = pow(number, 32 / 2523.0)
      let rest = max(0, power - 3424 / 4096.0)
      return pow(rest / (2413 / 128.0 - 2392 / 128.0 * power), 8192 / 1305.0)
    }

    /// The light of a scene by hybrid log-gamma, from 0 to 1.
    private static func scene(_ number: Double) -> Double {
      guard number > 0.5 else { return number * number / 3 }
      return (exp((number - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12
    }
  }
#endif
