import Linecaster
import LinecasterFeed

/// Work whose instructions `.ci/budgets` counts: text of a script is laid out, laid out at other
/// widths, drawn, and drawn again, each step in a function that the counter knows by its name. Text
/// is drawn as on screens of one pixel per point, or without their contrast and hinting, `plain`.
///
///     BudgetWork latin|arabic|japanese|mixed [plain]
///     BudgetWork cards NUMBER
///     BudgetWork document|paragraph|row NUMBER [CHARACTERS]
///     BudgetWork feed FILE
@main
struct BudgetWork {
  private let texts: [String]
  private let typesetter: Typesetter
  private var prepared: [PreparedParagraph] = []
  private var layouts: [TextLayout] = []

  @MainActor static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let name = arguments.first ?? ""
    if name == "cards", let number = arguments.last.flatMap({ Int($0) }) {
      return try drawCards(number)
    }
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    if ["document", "paragraph", "row"].contains(name), let number = numbers.first {
      let length = numbers.count > 1 ? numbers[1] : 10_000
      return switch name {
      case "document": try growDocument(of: length, by: number)
      case "paragraph": try growParagraph(of: length, by: number)
      default: try growRow(of: length, by: number)
      }
    }
    if name == "feed", let file = arguments.last { return try measureFeed(file) }
    guard let words = words[name] else {
      let scripts = words.keys.sorted().joined(separator: "|")
      print("usage: BudgetWork \(scripts) [plain] | cards NUMBER")
      return
    }
    var work = BudgetWork(
      texts: texts(of: words, separator: name == "japanese" ? "" : " "),
      typesetter: Typesetter(fonts: try .bundled()))
    work.layOutFirst()
    work.layOutAtOtherWidths()
    var canvas = try work.canvas(arguments.last == "plain" ? .plain : .screen)
    try work.drawFirst(&canvas)
    try work.drawTwice(&canvas)
    print("pixels:", work.sum(of: canvas))
  }

  @inline(never) private mutating func layOutFirst() {
    prepared = texts.map { typesetter.prepare(Paragraph($0)) }
    layouts = prepared.map { $0.layout(width: 320) }
  }

  @inline(never) private mutating func layOutAtOtherWidths() {
    layouts = prepared.map { $0.layout(width: 260) }
    layouts = prepared.map { $0.layout(width: 320) }
  }

  @inline(never) private func canvas(_ rendering: GlyphRendering) throws -> Canvas {
    let height = layouts.reduce(0) { max($0, $1.size.height) }
    let bitmap = try Bitmap(
      width: 320, height: Int(saturating: height.rounded(.up)), background: .white)
    return Canvas(bitmap: bitmap, scale: .one, glyphs: GlyphSource(), rendering: rendering)
  }

  @inline(never) private func sum(of canvas: borrowing Canvas) -> Int {
    canvas.bitmap.pixels.reduce(layouts.count) { $0 &+ Int($1) }
  }

  @inline(never) private func drawFirst(_ canvas: inout Canvas) throws { try draw(on: &canvas) }

  /// Draws twice in a function of its own, which the compiler must not merge with the call before.
  @inline(never) private func drawTwice(_ canvas: inout Canvas) throws {
    try draw(on: &canvas)
    try draw(on: &canvas)
  }

  private func draw(on canvas: inout Canvas) throws {
    for layout in layouts {
      let ground = Rect(x: 0, y: 0, width: 320, height: layout.size.height.rounded(.up))
      canvas.fill(DisplayShape(ground), with: .white)
      try canvas.draw(layout, at: .zero)
    }
  }
}

extension BudgetWork {
  /// Appends tokens to a document of some characters, and lays out its end after each.
  private static func growDocument(of length: Int, by number: Int) throws {
    let style = TextStyle()
    var document = TextDocument(
      Paragraph(longText(length, separator: "\n"), style: style), width: 320,
      typesetter: Typesetter(fonts: try .bundled()))
    var sum = document.layOutEnd(height: 480).count
    for token in 0..<number {
      document.append(tokens[token % tokens.count], style: style)
      sum += document.layOutEnd(height: 480).count
    }
    print("paragraphs:", sum)
  }

  /// Appends tokens to a paragraph of some characters without terminators, and lays it out after
  /// each.
  private static func growParagraph(of length: Int, by number: Int) throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var paragraph = Paragraph(longText(length, separator: " "))
    var prepared = typesetter.prepare(paragraph)
    var sum = prepared.layout(width: 320).lineCount
    for token in 0..<number {
      paragraph.text.append(tokens[token % tokens.count], style: TextStyle())
      prepared = typesetter.prepare(paragraph, reusing: prepared)
      sum += prepared.layout(width: 320).lineCount
    }
    print("lines:", sum)
  }

  /// The text of a row.
  private struct TextCell: Cell {
    @ExactText var text: String

    func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
  }

  /// Appends tokens to the text of a row without terminators, and shows its end in a list after
  /// each, on the only thread of a simulated machine.
  @MainActor private static func growRow(of length: Int, by number: Int) throws {
    let machine = SimulatedMachine(seed: 1)
    let host = HeadlessHost(.points(480))
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(arranger: arranger, machine: machine),
      environment: LayoutEnvironment(width: 320), host: host, delivery: machine.delivery)
    var text = longText(length, separator: " ")
    for token in 0...number {
      if token > 0 { text += tokens[token % tokens.count] }
      let model = TableModel(items: [TableItem("row", cell: TextCell(text: text))])
      controller.update(with: model, anchor: .end)
      machine.run()
    }
    print("height:", controller.snapshot.geometry.totalHeight)
  }

  /// Reads a feed and measures its rows for a list, on the clock and the only thread of a simulated
  /// machine: otherwise threads that wait for each other would be counted too.
  @MainActor private static func measureFeed(_ file: String) throws {
    let content = FeedReader(imageFolder: ".").read(path: file)
    let machine = SimulatedMachine(seed: 1)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let controller = AutoDiffController(
      pipeline: PrecomputePipeline(arranger: arranger, machine: machine),
      environment: LayoutEnvironment(width: 320), host: HeadlessHost(.points(0)),
      delivery: machine.delivery)
    controller.update(policy: .complete) { TableModel(feed: content.items) }
    machine.run()
    let geometry = controller.snapshot.geometry
    print("rows: \(geometry.measuredCount), height: \(geometry.totalHeight)")
  }

  private static let tokens = ["the ", "list ", "that ", "grows ", "is ", "drawn "]

  private static func longText(_ length: Int, separator: String) -> String {
    String(
      texts(of: latin, separator: " ", number: 90 + length / 100).joined(separator: separator)
        .prefix(length))
  }

  /// Draws cards of 1,200 × 630 pixels with other words each, from JSON to pixels.
  private static func drawCards(_ number: Int) throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let rasterizer = DisplayRasterizer()
    var sum = 0
    for (card, words) in texts(of: latin, separator: " ", number: number).enumerated() {
      let scene = try Scene(json: json(card, words))
      let arrangement = try arranger.arrange(
        scene.layout, in: LayoutEnvironment(width: scene.width))
      let bitmap = try rasterizer.rasterize(
        arrangement.displayList, background: scene.background.light)
      sum &+= Int(bitmap.pixels[bitmap.pixels.count / 2])
    }
    print("pixels:", sum)
  }

  private static func json(_ card: Int, _ words: String) -> [UInt8] {
    let words = words.replacing("\"", with: "")
    return Array(
      """
      {"width": 1200, "body": {"Column": {"spacing": 24, "content": [
        {"Text": {"string": "Card \(card): \(words.prefix(60))",
                  "style": {"size": 64, "weight": "bold", "color": "white"}}},
        {"Text": {"string": "\(words)", "style": {"size": 32, "color": "#94A3B8"}}},
        {"Box": {"color": "#4361EE", "size": {"width": 96, "height": 96}, "cornerRadius": 24}}]},
        "padding": 80, "background": "#111827", "frame": {"height": 630}}}
      """.utf8)
  }

  /// Paragraphs of words drawn by lot, the same each time.
  private static func texts(
    of words: String, separator: String, number: Int = 40
  ) -> [String] {
    let words = words.split(separator: " ").map(String.init)
    var state: UInt64 = 44
    return (0..<number).map { paragraph in
      (0..<12 + paragraph % 24).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return words[Int(state >> 33) % words.count]
      }.joined(separator: separator)
    }
  }

  private static let words = [
    "latin": latin, "arabic": arabic, "japanese": japanese,
    "mixed": "\(latin) \(latin) \(arabic) \(japanese) नमस्ते दुनिया สวัสดี 👍 👩‍👩‍👧 🎉",
  ]

  private static let latin = """
    a list that grows is drawn row by row, and what was measured once stays measured; the width of \
    a window changes Lines while words keep their shape (kerning included), 1,204 of them: "quiet" \
    efficient office flows, Überall größer, naïve café, x-height AVATAR Type
    """
  private static let arabic = """
    السلام عليكم ورحمة الله هذا نص عربي طويل يرسم في قائمة تنمو كل يوم، والكلمات تبقى كما هي \
    عندما يتغير عرض النافذة فقط الأسطر تتغير مع كل حرف وشكل ٢٠٢٦ وقياس جديد
    """
  private static let japanese = """
    私たちは 長い 文章を 描く。 リストは 毎日 増え、 単語の 形は 変わらない。 窓の 幅が 変わると 行だけが \
    新しく なる。「静かな」 測定 結果を 覚えて おく 東京 大阪 カタカナ ひらがな 二〇二六年
    """
}
