import BenchMeasurement
import Linecaster

/// The typesetters, fonts and caches for laying out and drawing a corpus, kept between modes.
@MainActor
final class TextEngine {
  /// The width of paragraphs, in layout points.
  static let width = 320.0

  let corpus: TextCorpus
  private let fonts: FontCollection
  /// The typesetter with a word cache only.
  private let typesetter: Typesetter
  /// The typesetter with a paragraph cache too.
  private let repeater: Typesetter
  private let glyphs = DisplayRasterizer().glyphs
  private lazy var kept = corpus.paragraphs.map { typesetter.prepare($0) }
  private lazy var layouts = kept.map { $0.layout(width: Self.width) }
  private var wasLaidOut = false
  private var wasDrawn = false

  /// Opens the fonts and lays out one word.
  init(_ corpus: TextCorpus) throws {
    self.corpus = corpus
    fonts = try TextFonts.collection()
    typesetter = Typesetter(fonts: fonts, paragraphCacheBytes: 0)
    repeater = Typesetter(fonts: fonts)
    blackHole(typesetter.prepare(Paragraph("warm-up")).layout(width: Self.width))
  }

  /// Lays out all paragraphs from their text.
  ///
  /// - Parameter finishItem: Called after each paragraph.
  func layOut(width: Double, finishItem: () -> Void = {}) -> LayoutTotal {
    wasLaidOut = true
    var total = LayoutTotal()
    for paragraph in corpus.paragraphs {
      total.add(typesetter.prepare(paragraph).layout(width: width))
      finishItem()
    }
    return total
  }

  /// The statistics of the typesetter with a word cache.
  var statistics: TextStatistics { typesetter.statistics }

  /// Makes a typesetter with empty caches and the shared fonts.
  func makeTypesetter() -> Typesetter { Typesetter(fonts: fonts, paragraphCacheBytes: 0) }

  /// Ensures that all paragraphs have been laid out once.
  func warmUp() {
    if !wasLaidOut { blackHole(layOut(width: Self.width)) }
  }

  /// Lays out each paragraph twice, and returns the time of the second layouts.
  func layOutTwice() -> Int {
    var nanoseconds = 0
    for paragraph in corpus.paragraphs {
      blackHole(repeater.prepare(paragraph).layout(width: Self.width))
      let stopwatch = Stopwatch(.thread)
      blackHole(repeater.prepare(paragraph).layout(width: Self.width))
      nanoseconds += stopwatch.nanoseconds
    }
    return nanoseconds
  }

  /// Prepares the kept paragraphs.
  func keep() { blackHole(layouts) }

  /// Breaks the kept paragraphs at a width.
  func layOutKept(width: Double) -> LayoutTotal {
    var total = LayoutTotal()
    for paragraph in kept { total.add(paragraph.layout(width: width)) }
    return total
  }
}

extension TextEngine {
  /// The narrower width of `rewidth`, in layout points.
  private static let narrowWidth = 260.0

  /// Breaks the kept paragraphs at two widths; the time is the mean of both.
  func layOutAtTwoWidths() -> Workload.Outcome {
    let stopwatch = Stopwatch(.thread)
    blackHole(layOutKept(width: Self.narrowWidth))
    let total = layOutKept(width: Self.width)
    return .init(facts: total.facts, nanoseconds: stopwatch.nanoseconds / 2)
  }
}

// MARK: - Drawing

extension TextEngine {
  /// Makes a white canvas for drawing all paragraphs, one at a time.
  func canvas() throws -> Canvas {
    let height = layouts.reduce(0) { max($0, $1.size.height) }
    let bitmap = try Bitmap(
      width: Int(Self.width), height: Int(height.rounded(.up)), background: .white)
    return Canvas(bitmap: bitmap, scale: .one, glyphs: glyphs)
  }

  /// Draws each kept paragraph in black, after clearing its area.
  func draw(on canvas: inout Canvas) throws {
    wasDrawn = true
    for layout in layouts {
      let height = layout.size.height.rounded(.up)
      canvas.fill(
        DisplayShape(Rect(x: 0, y: 0, width: Self.width, height: height)), with: .white)
      try canvas.draw(layout, at: .zero)
    }
  }

  /// Returns the pixels and glyphs of all kept paragraphs; outside the timed part, as counting is
  /// slow.
  func drawingFacts() -> [Sample.Fact] {
    let pixels = layouts.reduce(0) { $0 + Int(Self.width * $1.size.height.rounded(.up)) }
    return [.init("pixels", pixels), .init("glyphs", layouts.reduce(0) { $0 + $1.glyphCount })]
  }

  /// Ensures that all glyphs are in the cache.
  func warmUpDrawing() throws {
    guard !wasDrawn else { return }
    var canvas = try canvas()
    try draw(on: &canvas)
    blackHole(canvas.bitmap)
  }
}

/// The sums over many layouts.
struct LayoutTotal {
  private(set) var lines = 0
  private(set) var height = 0.0

  mutating func add(_ layout: TextLayout) {
    lines += layout.lines.count
    height += layout.size.height
  }

  /// The sums, under the names that peers use.
  var facts: [Sample.Fact] {
    [.init("lines", lines), .init("height", Int(height.rounded()))]
  }
}
