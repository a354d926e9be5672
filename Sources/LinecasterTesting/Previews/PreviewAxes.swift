public import LinecasterBase
public import LinecasterBoxLayout
import LinecasterCells
import LinecasterText

/// The environments of previews: all combinations of theme, width, scale, text size, language and
/// direction.
///
///     var axes = PreviewAxes()
///     axes.themes = [.light, .dark]
///     axes.widths = [320, 390]
///     axes.textSizes = [1, 1.5]
///     axes.locales = ["en", "ar"]
///
/// An empty axis has its default value.
public struct PreviewAxes: Hashable, Sendable {
  /// The themes of the previews.
  public var themes: [Theme] = [.light]
  /// The widths of the previews, in layout points.
  public var widths: [Double] = [360]
  /// The numbers of device pixels per layout point.
  public var scales: [Double] = [2]
  /// The factors of the text size.
  public var textSizes: [Double] = [1]
  /// The reader's languages as BCP 47 tags; `nil` if unknown.
  public var locales: [String?] = [nil]
  /// The inline directions; `nil` uses the direction of the language.
  public var directions: [BoxWritingDirection?] = [nil]

  /// Creates axes with one value each: light, 360 points wide, two pixels per point.
  public init() {}

  /// The number of environments.
  var count: Int {
    [
      themes.count, widths.count, scales.count, textSizes.count, locales.count, directions.count,
    ].reduce(1) { product, count in
      let (product, overflow) = product.multipliedReportingOverflow(by: max(1, count))
      return overflow ? .max : product
    }
  }

  /// All environments, grouped by theme.
  var settings: [PreviewSetting] {
    let usual = PreviewAxes()
    func values<Value>(_ axis: KeyPath<PreviewAxes, [Value]>) -> [Value] {
      self[keyPath: axis].isEmpty ? usual[keyPath: axis] : self[keyPath: axis]
    }
    var settings = [PreviewSetting()]
    func multiply<Value>(
      _ axis: KeyPath<PreviewAxes, [Value]>, _ set: (inout PreviewSetting, Value) -> Void
    ) {
      settings = settings.flatMap { setting in
        values(axis).map { value in
          var setting = setting
          set(&setting, value)
          return setting
        }
      }
    }
    multiply(\.themes) { $0.theme = $1 }
    multiply(\.widths) { $0.width = $1 }
    multiply(\.scales) { $0.scale = PixelScale($1) }
    multiply(\.textSizes) { $0.fonts.scale = $1 }
    multiply(\.locales) { $0.locale = $1 }
    multiply(\.directions) { $0.direction = $1 ?? WritingSide.direction(of: $0.locale) }
    return settings
  }
}

/// One value of each axis.
struct PreviewSetting: Hashable, Sendable {
  var theme = Theme.light
  var width = 360.0
  var scale = PixelScale(2)
  var fonts = FontPreference()
  var locale: String?
  var direction = BoxWritingDirection.leftToRight

  /// The names of the axes, in the order of `values`.
  static let axes = ["theme", "width", "scale", "text", "locale", "direction"]

  /// The values as words for pages and file names.
  var values: [String] {
    [
      theme.rawValue, Self.words(width), "\(Self.words(scale.factor))x",
      "\(Self.words(fonts.scale * 100))%", locale ?? "any",
      direction == .leftToRight ? "ltr" : "rtl",
    ]
  }

  /// The environment of the values.
  var environment: LayoutEnvironment {
    LayoutEnvironment(
      width: width, scale: scale, theme: theme, fonts: fonts, locale: locale,
      layoutDirection: direction)
  }

  /// Formats a number with at most two decimals.
  private static func words(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    let whole = Int(saturating: rounded)
    return Double(whole) == rounded ? "\(whole)" : "\(rounded)"
  }
}

/// The inline direction of languages.
enum WritingSide {
  /// The right-to-left scripts, by their ISO 15924 codes.
  private static let scripts: Set<String> = [
    "adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa",
  ]
  /// The languages that are mostly written in such a script.
  private static let languages: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  /// Returns the inline direction of a language, by its script if the tag has one.
  static func direction(of tag: String?) -> BoxWritingDirection {
    let parts = (tag ?? "").lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    let script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    let isRightToLeft =
      script.map { scripts.contains(String($0)) }
      ?? parts.first.map { languages.contains(String($0)) } ?? false
    return isRightToLeft ? .rightToLeft : .leftToRight
  }
}
