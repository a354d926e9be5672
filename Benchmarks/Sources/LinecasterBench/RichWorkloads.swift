import BenchMeasurement
import Foundation
import Linecaster

/// Text as in applications: spans, links, inline images, and pointer queries.
///
/// Each kind is measured in its own process, because its first run is measured.
@MainActor
struct RichWorkloads {
  /// The content of the text; the programs in `Peers` do the same if they can.
  enum Kind: String, CaseIterable {
    /// Every tenth word in its own style, alternately larger and a link.
    case spans = "rich"
    /// The same words in boxes with links.
    case boxes = "rich-boxes"
    /// Spans, and an attachment after every fiftieth word.
    case attachments = "rich-attachments"
    /// Caret, hit-test and selection queries in texts of 1 kB and 1 MB, with all lines known.
    case questions = "rich-questions"

    /// The measured modes of this kind.
    var modes: [String] {
      switch self {
      case .spans:
        (["first", "rewidth"] + RichWorkloads.chosenLines.map(\.mode)).map { "\(rawValue)-\($0)" }
      case .boxes, .attachments: ["first", "rewidth"].map { "\(rawValue)-\($0)" }
      case .questions: ["caret", "hit", "selection"].map { "\(rawValue)-\($0)" }
      }
    }
  }

  let corpus: TextCorpus

  /// The line-breaking modes that cost more than greedy ones, in breaking or placement.
  fileprivate nonisolated static let chosenLines: [(mode: String, style: ParagraphStyle)] = [
    ("balance", ParagraphStyle(wrapStyle: .balance)),
    ("pretty", ParagraphStyle(wrapStyle: .pretty)),
    ("justified", ParagraphStyle(alignment: .justify)),
    ("justified-pretty", ParagraphStyle(alignment: .justify, wrapStyle: .pretty)),
  ]

  /// Returns the workloads of a kind.
  func workloads(_ kind: Kind) throws -> [Workload] {
    guard kind != .questions else { return try questions() }
    let engine = try TextEngine(corpus.enriched(kind))
    var workloads = [first(kind, engine), rewidth("\(kind.rawValue)-rewidth", engine)]
    if kind == .spans {
      for (mode, style) in Self.chosenLines {
        let engine = try TextEngine(corpus.enriched(kind, style))
        workloads.append(rewidth("\(kind.rawValue)-\(mode)", engine))
      }
    }
    return workloads
  }

  private func first(_ kind: Kind, _ engine: TextEngine) -> Workload {
    Workload(
      mode: "\(kind.rawValue)-first", corpus: corpus.name, unit: "char", units: corpus.characters
    ) {
      { .init(facts: engine.layOut(width: TextEngine.width).facts) }
    }
    .with { $0.isFirstTime = true }
  }

  private func rewidth(_ mode: String, _ engine: TextEngine) -> Workload {
    Workload(mode: mode, corpus: corpus.name, unit: "char", units: corpus.characters) {
      engine.keep()
      return { engine.layOutAtTwoWidths() }
    }
    .with { $0.isCountable = false }
  }

  /// Returns the workloads of queries at random places, with all lines of the text known.
  private func questions() throws -> [Workload] {
    try [(1_000, "1kB"), (1_000_000, "1MB")].flatMap { count, size in
      let text = corpus.text(ofBytes: count)
      let layout = Typesetter(fonts: try TextFonts.collection())
        .prepare(Paragraph(text, style: TextCorpus.style)).layout(width: TextEngine.width)
      var random = RandomPlaces()
      let places = (0..<Self.questionCount).map { _ in
        Place(
          offset: random.next(below: text.utf16.count),
          point: Point(
            x: Double(random.next(below: Int(TextEngine.width))),
            y: Double(random.next(below: Int(layout.size.height)))))
      }
      return [
        question("caret", size, places) { layout.carets(at: $0.offset).count },
        question("hit", size, places) { layout.offset(at: $0.point) },
        question("selection", size, places) {
          layout.rectangles(for: $0.offset..<min($0.offset + 40, text.utf16.count)).count
        },
      ]
    }
  }

  private static let questionCount = 2_000

  /// A place to query.
  private struct Place {
    let offset: Int
    let point: Point
  }

  private func question(
    _ name: String, _ size: String, _ places: [Place], _ ask: @escaping (Place) -> Int
  ) -> Workload {
    Workload(
      mode: "\(Kind.questions.rawValue)-\(name)", corpus: "\(corpus.name)-\(size)",
      unit: "question", units: places.count
    ) {
      {
        var sum = 0
        for place in places { sum &+= ask(place) }
        blackHole(sum)
        return .init()
      }
    }
    .with { $0.passes = TextWorkloads.passes }
  }
}

/// The query places, shared with the peers: a linear congruential generator (Knuth's MMIX).
struct RandomPlaces {
  private var state: UInt64 = 1

  mutating func next(below count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, count)))
  }
}

extension TextCorpus {
  /// Returns the texts with spans, boxes or attachments.
  func enriched(
    _ kind: RichWorkloads.Kind, _ paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) -> TextCorpus {
    let style = Self.style
    var large = style
    large.size = 20
    var link = style
    link.color = Color(rgb: 0x1155CC)
    link.decorations = [TextDecoration(.underline)]
    let box = InlineBox(style: link, link: "https://example.org")
    let picture = Attachment(size: Size(width: 16, height: 16))
    var number = 0
    let paragraphs = lines.map { line in
      var text = AttributedText("", style: style)
      for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated()
      {
        if index > 0 { text.append(" ", style: style) }
        let isSpan = number % 10 == 9
        if !isSpan {
          text.append(String(word), style: style)
        } else if kind == .boxes {
          text.append(AttributedText(String(word), style: link), in: box)
        } else {
          text.append(String(word), style: number % 20 == 9 ? large : link)
        }
        if kind == .attachments, number % 50 == 49 { text.append(picture, style: style) }
        number += 1
      }
      return Paragraph(text, style: paragraphStyle)
    }
    return TextCorpus(name: name, lines: lines, paragraphs: paragraphs)
  }

  /// Returns the lines joined and repeated to at least `count` bytes of UTF-8, ending with a whole
  /// line.
  func text(ofBytes count: Int) -> String {
    var text = ""
    var index = 0
    while text.utf8.count < count {
      text += (index == 0 ? "" : " ") + lines[index % lines.count]
      index += 1
    }
    return text
  }
}
