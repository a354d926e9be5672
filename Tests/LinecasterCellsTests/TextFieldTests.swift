import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterTestSupport
import LinecasterTesting
import LinecasterText
import Testing

@testable import LinecasterCells

@Suite struct TextFieldTests {
  private static let folder = SnapshotFolder("TextFields")

  private let arranger: CellArranger

  init() throws {
    arranger = try Arranging.arranger()
  }

  private func arrange(
    _ layout: some Layout, width: Double = 160, theme: Theme = .light
  ) throws -> CellArrangement {
    try arranger.arrange(
      layout, in: LayoutEnvironment(width: width, scale: PixelScale(1.5), theme: theme))
  }

  private func input(_ text: String, _ kind: TextInput.Kind, anchor: Int, head: Int) -> TextInput {
    var input = TextInput(text, kind: kind)
    input.perform(.select(anchor: anchor, head: head))
    return input
  }

  private func prepared(
    _ input: TextInput, width: Double, hasLines: Bool
  ) -> PreparedTextInput {
    PreparedTextInput(
      input, placeholder: "", style: TextInputStyle(), hasLines: hasLines,
      in: LayoutEnvironment(width: width), with: arranger.typesetter)
  }

  private func placed(
    _ input: TextInput, width: Double, height: Double = 20, from offset: Point = .zero,
    hasLines: Bool = false, showsCaret: Bool = true
  ) -> PlacedTextInput {
    prepared(input, width: width, hasLines: hasLines).placed(
      in: Size(width: width, height: height),
      TextInputScroll(offset: offset, showsCaret: showsCaret), scale: .one)
  }

  /// The height of all lines of an area.
  private func height(of input: TextInput, width: Double) -> Double {
    prepared(input, width: width, hasLines: true).measurement(width: width, isExact: true)
      .size.height
  }

  // MARK: Scrolling

  @Test func theCaretIsSeenWhereverItIs() {
    let text = "A line of words that is far too long for a narrow field, und שלום ולום too      "
    var offset = Point.zero
    var random = SeededGenerator(salt: 900)
    for _ in 0..<200 {
      let head = Int.random(in: 0...text.utf16.count, using: &random)
      let placed = placed(
        input(text, .field, anchor: head, head: head), width: 90, from: offset)
      let x = placed.paragraphs[0].layout.caret(at: head).x - placed.offset.x
      // Text is aligned to whole pixels.
      #expect(x >= -0.5 && x <= 90 && abs(placed.caret.minX - x) <= 2, "seed \(random.seed)")
      offset = placed.offset
      #expect(offset.y == 0)
    }
  }

  @Test func scrollingGoesNoFurtherThanItMust() {
    let text = String(repeating: "letters ", count: 12)
    let end = placed(input(text, .field, anchor: 96, head: 96), width: 90)
    #expect(end.offset.x > 200)
    let back = placed(input(text, .field, anchor: 92, head: 92), width: 90, from: end.offset)
    #expect(back.offset == end.offset)
    let start = placed(input(text, .field, anchor: 0, head: 0), width: 90, from: end.offset)
    #expect(start.offset.x == 0)
    // Deleting text leaves no empty room behind the rest.
    let short = placed(input("letters", .field, anchor: 7, head: 7), width: 90, from: end.offset)
    #expect(short.offset.x == 0)
  }

  @Test func anAreaIsScrolledToTheLineOfTheCaret() {
    let text = (0..<30).map { "line \($0)" }.joined(separator: "\n")
    let input = TextInput(text, kind: .area)
    let placed = placed(input, width: 90, height: 50, hasLines: true)
    #expect(placed.offset.y == (height(of: input, width: 90) - 50).rounded())
    #expect(placed.caret.maxY <= 50 && placed.offset.x == 0)
    let back = self.placed(
      self.input(text, .area, anchor: 0, head: 0), width: 90, height: 50, from: placed.offset,
      hasLines: true)
    #expect(back.offset.y == 0)
  }

  @Test func anAreaMayBeScrolledAwayFromItsCaret() {
    let text = (0..<30).map { "line \($0)" }.joined(separator: "\n")
    func scrolled(to y: Double) -> PlacedTextInput {
      placed(
        input(text, .area, anchor: 0, head: 0), width: 90, height: 50, from: Point(x: 0, y: y),
        hasLines: true, showsCaret: false)
    }
    #expect(scrolled(to: 0).caretInSight == scrolled(to: 0).caret && scrolled(to: 0).isScrollable)
    let line = scrolled(to: 0).caret.height
    let half = scrolled(to: (line / 2).rounded())
    #expect(half.caretInSight?.minY == 0 && half.caretInSight?.maxY == half.caret.maxY)
    #expect(scrolled(to: 100).offset.y == 100 && scrolled(to: 100).caretInSight == nil)
    let end = scrolled(to: 1e9)
    #expect(
      end.offset.y == (height(of: TextInput(text, kind: .area), width: 90) - 50).rounded())
    #expect(scrolled(to: -50).offset.y == 0)
  }

  /// A text of paragraphs whose heights are estimates, most of them wrong.
  private static let long = (0..<9_000).map { "\($0) iiii iiii iiii MMMM MMMM" }
    .joined(separator: "\n")

  @Test func theCaretOfALongAreaIsSeenWhereverItIs() {
    let count = Self.long.utf16.count
    var text = prepared(TextInput(Self.long, kind: .area), width: 90, hasLines: true)
    var offset = Point.zero
    var random = SeededGenerator(salt: 901)
    for _ in 0..<60 {
      let head = Int.random(in: 0...count, using: &random)
      let input = input(Self.long, .area, anchor: head, head: head)
      text = PreparedTextInput(
        input, placeholder: "", style: TextInputStyle(), hasLines: true,
        in: LayoutEnvironment(width: 90), with: arranger.typesetter, reusing: text)
      let placed = text.placed(
        in: Size(width: 90, height: 70), TextInputScroll(offset: offset), scale: .one)
      #expect(placed.caret.minY >= -0.5 && placed.caret.maxY <= 70.5, "seed \(random.seed)")
      #expect(placed.paragraphs.first.map { $0.top <= placed.offset.y + 0.5 } == true)
      #expect(text.text.unmeasuredCount > 0)
      offset = placed.offset
    }
  }

  /// Text in sight moves by the distance of the wheel, although the heights above it are estimates.
  @Test func aLongAreaScrollsWithoutJumps() throws {
    let end = Self.long.utf16.count
    let text = prepared(
      input(Self.long, .area, anchor: end, head: end), width: 90, hasLines: true)
    let size = Size(width: 90, height: 70)
    var placed = text.placed(in: size, TextInputScroll(), scale: .one)
    var random = SeededGenerator(salt: 902)
    for _ in 0..<300 {
      let change = Double(Int.random(in: -60...20, using: &random))
      let next = text.placed(
        in: size, TextInputScroll(offset: placed.offset, change: change, showsCaret: false),
        scale: .one)
      // The end of the text stops it.
      let isAtEnd = next.offset.y >= text.text.height - 71
      for paragraph in next.paragraphs where !isAtEnd {
        let old = placed.paragraphs.first { $0.index == paragraph.index }
        guard let old else { continue }
        let way = (old.top - placed.offset.y) - (paragraph.top - next.offset.y)
        #expect(abs(way - change) <= 1, "seed \(random.seed)")
      }
      placed = next
    }
    let first = text.placed(
      in: size, TextInputScroll(offset: placed.offset, change: -1e9, showsCaret: false),
      scale: .one)
    #expect(first.offset.y == 0 && first.paragraphs.first?.index == 0)
  }

  /// Any numbers lead to a place.
  @Test func anyNumbersPlaceAText() {
    let texts = [Self.long, "some lines\nof text\n", ""].map {
      prepared(TextInput($0, kind: .area, limit: 4_000), width: 90, hasLines: true)
    }
    var random = SeededGenerator(salt: 903)
    for _ in 0..<300 {
      let text = texts.randomElement(using: &random) ?? texts[0]
      let scroll = TextInputScroll(
        offset: Point(x: random.extreme(), y: random.extreme()), change: random.extreme(),
        showsCaret: random.oneIn(2))
      let size = Size(width: random.extreme(), height: random.extreme())
      let placed = text.placed(in: size, scroll, scale: .one)
      #expect(!placed.paragraphs.isEmpty, "seed \(random.seed)")
    }
  }

  @Test func rightToLeftTextIsScrolledToTheLeft() {
    let text = String(repeating: "שלום ", count: 12)
    let start = placed(input(text, .field, anchor: 0, head: 0), width: 90)
    #expect(start.caret.minX > 80)
    let end = placed(input(text, .field, anchor: 60, head: 60), width: 90, from: start.offset)
    #expect(end.offset.x < start.offset.x && end.caret.minX < 10)
  }

  @Test func onlyWhatIsSeenIsAskedFor() {
    let text = (0..<3_000).map { "line \($0)" }.joined(separator: "\n")
    var input = TextInput(text, kind: .area)
    input.perform(.selectAll)
    let placed = placed(input, width: 90, height: 50, hasLines: true)
    #expect(placed.selection.count < 6)
    #expect(placed.selection.allSatisfy { $0.maxY > 0 && $0.minY < 50 })
  }

  // MARK: Layouts

  @Test func aFieldIsAsWideAsThereIsRoomFor() throws {
    let field = TextField(TextInput("words"), label: "Name").grow()
    let arrangement = try arrange(Row { field })
    #expect(arrangement.size.width == 160)
    let region = try #require(arrangement.regions.first)
    #expect(region.role == .textField && region.label == "Name" && region.value == "words")
    let long = try arrange(TextField(TextInput(String(repeating: "long ", count: 90))))
    #expect(long.size.width == 160 && long.size.height == arrangement.size.height)
    let lines = try arrange(TextArea(TextInput(String(repeating: "long ", count: 90), kind: .area)))
    #expect(lines.size.height > 10 * long.size.height)
  }

  @Test func nobodyReadsAPassword() throws {
    let arrangement = try arrange(TextField(TextInput("söcret", kind: .password)))
    #expect(arrangement.regions.first?.value == "••••••")
  }

  @Test func anEmptyFieldHasTheHeightOfALine() throws {
    let empty = try arrange(TextField(TextInput()))
    let full = try arrange(TextField(TextInput("x")))
    #expect(empty.size.height == full.size.height && empty.size.height > 10)
  }

  /// A field keeps its height whatever script is typed, with and without focus; an area does not.
  @Test func aFieldHasOneHeightInEveryScript() throws {
    let latin = try arrange(TextField(TextInput("x"))).size.height
    let texts = ["नमस्ते क्षत्रिय", "ภาษาไทยกี่ปี้", "مرحبًا", "שָׁלוֹם", "ខ្មែរ", "မြန်မာ", "བོད་ཡིག", "😀", "Ǻ̂"]
    for text in texts {
      for isFocused in [false, true] {
        let field = try arrange(TextField(TextInput(text), isFocused: isFocused))
        #expect(field.size.height == latin, "\(text)")
      }
    }
    let areas = try texts.map { try arrange(TextArea(TextInput($0, kind: .area))).size.height }
    #expect(areas.contains { $0 > latin })
  }

  /// Without focus, a field shows its start wherever the caret is.
  @Test func aFieldWithoutFocusShowsItsStart() throws {
    let text = "A field that is scrolled to its caret, which is at the very end"
    let end = text.utf16.count
    func left(_ caret: Int, isFocused: Bool) throws -> Double {
      let input = input(text, .field, anchor: caret, head: caret)
      return try origin(in: arrange(TextField(input, isFocused: isFocused)).displayList).x
    }
    #expect(try left(0, isFocused: false) == 0 && left(end, isFocused: false) == 0)
    #expect(try left(0, isFocused: true) == 0 && left(end, isFocused: true) < -100)
  }

  /// The place of the text in the group of a field's commands.
  private func origin(in list: DisplayList) throws -> Point {
    let groups = list.commands.compactMap { if case .group(let group) = $0 { group } else { nil } }
    let origins = groups.flatMap(\.commands).compactMap { command -> Point? in
      if case .text(_, let origin) = command { origin } else { nil }
    }
    return try #require(origins.first)
  }

  @Test func equalFieldsAreEqualNodes() {
    let (one, other) = (TextField(TextInput("a")).node, TextField(TextInput("a")).node)
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(one != TextField(TextInput("a"), isFocused: true).node)
    #expect(one != TextField(TextInput("b")).node)
  }

  // MARK: Pictures

  private static var pictures: [String] {
    ["field", "selection", "marked", "placeholder", "password", "area", "bidi", "dark"]
  }

  private func picture(_ name: String) -> LayoutNode {
    let long = "A field that is scrolled to its caret"
    return switch name {
    case "selection": TextField(input(long, .field, anchor: 2, head: 16), isFocused: true).node
    case "marked":
      TextField(marked, isFocused: true).node
    case "placeholder": TextField(TextInput(), placeholder: "What is it?", isFocused: true).node
    case "password": TextField(TextInput("secret", kind: .password), isFocused: true).node
    case "area":
      TextArea(
        input("Some lines of text that wrap, and\nothers\nbelow\nthem", .area, anchor: 5, head: 36),
        isFocused: true
      ).frame(height: 70)
    case "bidi": TextField(input("one שלום two", .field, anchor: 2, head: 7), isFocused: true).node
    case "dark": TextField(input("in the dark", .field, anchor: 3, head: 6), isFocused: true).node
    default: TextField(TextInput(long), isFocused: true).node
    }
  }

  private var marked: TextInput {
    var input = TextInput("ab ")
    input.perform(.compose("cde", selected: 3..<3))
    return input
  }

  @Test(arguments: pictures)
  func fieldsLookAsTheyDid(name: String) throws {
    let theme: Theme = name == "dark" ? .dark : .light
    let layout = picture(name).padding(6).background(
      ThemeColor.background.color(in: theme)
    ).border(Border(all: BorderEdge(width: 1, color: ThemeColor.hairline.color(in: theme))))
    let arrangement = try arrange(layout, theme: theme)
    let image = try DisplayRasterizer(rendering: .preset(.plain, for: PixelScale(1.5)))
      .rasterize(
        arrangement.displayList, scale: PixelScale(1.5),
        background: ThemeColor.background.color(in: theme))
    let outcome = try Self.folder.compare(image, name)
    #expect(outcome.passes, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: Self.pictures)
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}
