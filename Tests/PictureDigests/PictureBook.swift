import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterFeed
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText

/// Pictures that must be the same on every machine: rows of feeds and cards, by number.
///
/// Half of them are rows and half are cards, in many scripts, in both themes, and at integral and
/// fractional scales. A number always gives the same picture: it depends on arithmetic alone, not
/// on the random numbers of the standard library.
package struct PictureBook: Sendable {
  /// The number of pictures.
  package static let count = 2_000
  /// The number of pictures that share a digest.
  package static let groupSize = 20

  /// Creates the book.
  package init() {}

  /// The pixels of a picture.
  func bitmap(_ number: Int, by pipeline: PrecomputePipeline) async throws -> Bitmap {
    var draw = Draw(number)
    let environment = environment(number)
    if number % 2 == 0 {
      let row = FeedCell(draw.feedItem(number))
      return try await pipeline.image(of: row, in: environment).bitmap()
    }
    return try await pipeline.image(of: CardCell(number: number), in: environment).bitmap()
  }

  /// The environment of a picture.
  private func environment(_ number: Int) -> LayoutEnvironment {
    var draw = Draw(number, salt: 1)
    var environment = LayoutEnvironment(
      width: Double(draw.from(120, to: 300)),
      scale: PixelScale(draw.one(of: [1, 1, 1.25, 1.5, 2])),
      theme: draw.one(of: [.light, .dark]))
    if draw.oneIn(6) { environment.fonts = FontPreference(scale: 1.3) }
    if draw.oneIn(6) { environment.layoutDirection = .rightToLeft }
    return environment
  }
}

/// A card with typical content: paints, borders, shadows, images, groups and styled text.
private struct CardCell: Cell {
  let number: Int

  func body(in environment: LayoutEnvironment) -> some Layout {
    var draw = Draw(number, salt: 2)
    let image = ImageReference("pattern-\(number % 8)")
    let isWide = draw.oneIn(2)
    let heading = draw.text(words: 4, size: 18, weight: .bold)
    let body = draw.text(words: 12, size: Double(draw.from(9, to: 16)))
    let paragraph = ParagraphStyle(
      alignment: draw.one(of: [.start, .center, .end, .justify]),
      maximumLines: draw.oneIn(3) ? 2 : nil)
    let picture = Image(
      image, size: Size(width: 36, height: 24), mode: draw.one(of: ContentMode.allCases)
    ).cornerRadius(Double(draw.from(0, to: 12)))
    return Column(spacing: 6, alignment: draw.one(of: [.stretch, .flexStart, .center])) {
      Text(Paragraph(heading))
      if isWide {
        Row(spacing: 8, alignment: .center) {
          picture
          Text(Paragraph(body, style: paragraph)).shrink(1)
        }
      } else {
        picture
        Text(Paragraph(body, style: paragraph)).textShadow(draw.shadow())
      }
    }
    .padding(Double(draw.from(4, to: 16)))
    .modified { $0.decoration = draw.decoration() }
    .margin(Insets(all: 6))
  }
}

/// The images of the cards: patterns whose pixels follow from their names.
struct PatternImages: ImageProvider {
  func naturalSize(of image: ImageReference) -> Size? { Size(width: 48, height: 32) }

  func bitmap(for image: ImageReference) -> Bitmap? {
    var draw = Draw(image.name.utf8.reduce(0) { $0 &* 31 &+ Int($1) }, salt: 3)
    var pixels: [UInt8] = []
    for _ in 0..<48 * 32 {
      let alpha = draw.from(128, to: 255)
      // Premultiplied: no channel exceeds the alpha.
      pixels += (0..<3).map { _ in UInt8(draw.from(0, to: alpha)) } + [UInt8(alpha)]
    }
    return try? Bitmap(width: 48, height: 32, pixels: pixels)
  }
}

/// Random choices seeded by a number.
private struct Draw {
  private var random: SeededGenerator

  init(_ number: Int, salt: UInt64 = 0) {
    random = SeededGenerator(seed: UInt64(truncatingIfNeeded: number), salt: salt)
    _ = random.next()
  }

  mutating func from(_ least: Int, to greatest: Int) -> Int {
    least + Int(random.next() % UInt64(greatest - least + 1))
  }

  mutating func oneIn(_ count: Int) -> Bool { from(1, to: count) == 1 }

  mutating func one<Value>(of values: [Value]) -> Value { values[from(0, to: values.count - 1)] }

  mutating func color(opaque: Bool = true) -> Color {
    Color(
      red: UInt8(from(0, to: 255)), green: UInt8(from(0, to: 255)), blue: UInt8(from(0, to: 255)),
      alpha: opaque ? 255 : UInt8(from(40, to: 255)))
  }

  /// Words of one script, sometimes with one of another in between.
  mutating func words(_ count: Int) -> String {
    let script = one(of: Self.scripts)
    return (0..<count).map { _ in one(of: oneIn(8) ? one(of: Self.scripts) : script) }
      .joined(separator: " ")
  }

  mutating func feedItem(_ number: Int) -> FeedItem {
    FeedItem(
      identifier: .number(number), author: words(2), time: .seconds(1_700_000_000 + number * 977),
      body: words(from(3, to: 24)),
      image: oneIn(5)
        ? FeedImage(
          reference: ImageReference("pattern-\(number % 8)"), size: Size(width: 48, height: 32))
        : nil)
  }

  mutating func text(words count: Int, size: Double, weight: FontWeight = .regular)
    -> AttributedText
  {
    var text = AttributedText(words(count), style: TextStyle(size: size, weight: weight))
    var style = TextStyle(size: size + 2, slant: one(of: [.upright, .italic]), color: color())
    style.letterSpacing = Double(from(0, to: 4)) / 2
    if oneIn(3) { style.decorations = [decorationLine()] }
    if oneIn(4) { style.background = color(opaque: false) }
    text.append(" " + words(3), style: style)
    return text
  }

  private mutating func decorationLine() -> TextDecoration {
    TextDecoration(
      one(of: [.underline, .strikethrough, .overline]),
      pattern: one(of: TextDecoration.Pattern.allCases), color: oneIn(2) ? color() : nil)
  }

  mutating func shadow(isInset: Bool = false) -> Shadow {
    Shadow(
      color(opaque: false), offset: Point(x: Double(from(-3, to: 3)), y: Double(from(-3, to: 3))),
      blur: Double(from(0, to: 8)), isInset: isInset)
  }

  mutating func decoration() -> BoxDecoration {
    let radius = Double(from(0, to: 20))
    let edge = BorderEdge(
      width: Double(from(0, to: 6)) / 2, color: color(opaque: false),
      pattern: one(of: BorderPattern.allCases))
    return BoxDecoration(
      background: paint(),
      corners: oneIn(2)
        ? CornerRadii(all: radius) : CornerRadii(topLeft: radius, bottomRight: radius / 2),
      border: oneIn(2) ? Border(all: edge) : nil,
      shadows: (0..<from(0, to: 2)).map { shadow(isInset: $0 == 1) },
      opacity: oneIn(4) ? 0.6 : 1, clipsContent: oneIn(3))
  }

  private mutating func paint() -> DisplayPaint {
    let stops = [GradientStop].even(color(), color(opaque: false), color())
    switch from(0, to: 3) {
    case 0: return .linear(LinearGradient(angle: Double(from(0, to: 359)), stops: stops))
    case 1: return .radial(RadialGradient(isCircle: oneIn(2), stops: stops))
    default: return .color(color(opaque: oneIn(2)))
    }
  }

  /// Words of the scripts that the bundled fonts cover.
  private static let scripts: [[String]] = [
    ["office", "AVATAR", "fjord", "of", "Waltz", "quietly", "1,234.56", "naïve", "Tëxt"],
    ["Straße", "über", "Größenänderung", "Donaudampfschiff", "im", "Jahre", "2026"],
    ["Съешь", "ещё", "этих", "мягких", "булок", "объём", "№7"],
    ["Ξεσκεπάζω", "την", "ψυχοφθόρα", "ἀρχή", "βδελυγμία"],
    ["مرحبا", "بالعالم", "نصٌّ", "متصل", "لا", "١٢٣", "الله"],
    ["שלום", "עולם", "נְקֻדּוֹת", "של", "טקסט", "12"],
    ["क्षत्रिय", "स्त्री", "विद्यार्थी", "हिन्दी", "में", "वाक्य"],
    ["বাংলা", "স্ক্রিপ্ট", "কৃষ্ণ", "লেখা"],
    ["தமிழ்", "எழுத்து", "கொண்டு", "ஸ்ரீ"],
    ["ภาษาไทย", "น้ำ", "ที่นี่", "ปู่ญาติผู้ใหญ่"],
    ["ភាសាខ្មែរ", "ស្រី", "ក្រុម", "ព្រះ"],
    ["日本語の文章", "括弧「」", "カタカナ", "行頭、", "です。"],
    ["中文排版", "標點，", "简体字", "混排Latin"],
    ["한국어", "문장은", "띄어쓰기로", "나뉜다."],
    ["ქართული", "დამწერლობა", "Հայերեն", "գիր", "አማርኛ", "ፊደል"],
    ["👋🏽", "👩‍👩‍👧", "🇩🇪", "emoji", "❤️", "1️⃣"],
  ]
}
