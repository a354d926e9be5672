import LinecasterFonts

/// What one thread at a time needs for preparing paragraphs: ICU's and HarfBuzz's working objects.
final class TextWorker {
  let unicode = UnicodeAnalyzer()
  let buffer = HarfBuzzBuffer()

  private let fonts: FontCollection
  private var cascades: [FontRequest: FontCascade] = [:]

  init(fonts: FontCollection) {
    self.fonts = fonts
  }

  /// The faces for a style, found once.
  func cascade(for style: TextStyle) -> FontCascade {
    let key = fonts.distinguishing(style.fontRequest)
    if let known = cascades[key] { return known }
    if cascades.count >= Self.cascadeLimit { cascades.removeAll() }
    let cascade = FontCascade(fonts: fonts, style: style)
    cascades[key] = cascade
    return cascade
  }

  /// More styles than a program has; bounds the memory that made-up family names can take.
  private static let cascadeLimit = 256
}
