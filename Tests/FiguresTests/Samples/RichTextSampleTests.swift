import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText
import Testing

/// The samples of the chapter on rich text, and of its types.
@Suite struct RichTextSampleTests {
  private struct User {
    typealias ID = Int

    let id: ID
  }

  private let typesetter: Typesetter
  private let user = User(id: 7)
  private let point = Point(x: 6, y: 8)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(_ box: InlineBox, _ words: String = "some words") -> TextLayout {
    var text = AttributedText("", style: box.style)
    text.append(AttributedText(words, style: box.style), in: box)
    return typesetter.prepare(Paragraph(text)).layout(width: 200)
  }

  @Test func decoratesCode() {
    var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
    code.padding = Insets(horizontal: 4)
    code.decoration = InlineDecoration(
      background: ThemeColor(light: Color(rgb: 0xEFF2F5), dark: Color(rgb: 0x23282E)),
      corners: CornerRadii(all: 4))
    let layout = layout(code)
    for fragment in layout.boxFragments {
      print("box \(fragment.index) on line \(fragment.line): \(fragment.frame)")
    }
    let origin = Point(x: 10, y: 10)
    var list = DisplayList(size: Size(width: 220, height: 60))
    for command in layout.inlineCommands(at: origin) { list.append(command) }
    #expect(list.commands.count == 1)
  }

  @Test func findsLinksAndTags() {
    var opened: [String] = []
    var highlighted = 0
    func open(_ address: String) { opened.append(address) }
    func open(_ id: User.ID) { opened.append("\(id)") }
    func highlight(_ frame: Rect) { highlighted += 1 }
    let name = InlineBox(style: TextStyle(), tag: InlinePayload(user.id))
    var link = name
    link.link = "/ada"
    let layout = layout(link)
    if let id = layout.tag(at: point)?.value as? User.ID { open(id) }
    if let address = layout.link(at: point) { open(address) }
    for fragment in layout.fragments(of: user.id) { highlight(fragment.frame) }
    #expect(opened == ["7", "/ada"] && highlighted == 1)
  }

  struct Dot: AttachmentContent {
    var color: ThemeColor
    func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
      let circle = DisplayShape(frame, cornerRadius: frame.height / 2)
      return [.fill(circle, .color(color.color(in: theme)))]
    }
  }

  @Test func attachesThings() {
    let dot = Attachment(
      size: Size(width: 8, height: 8), content: InlinePayload(Dot(color: .accent)))
    let avatar = Attachment(
      AttachedImage(ImageReference("ada.jpg"), corners: CornerRadii(all: 8)),
      size: Size(width: 16, height: 16), verticalAlignment: .middle)
    var text = AttributedText("Ada ")
    text.append(dot, style: TextStyle())
    text.append(avatar, style: TextStyle())
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 200)
    #expect(layout.inlineCommands().count == 2)
  }

  @Test func attachesLayouts() throws {
    let badge = Text("new", style: TextStyle(size: 11)).padding(2).background(.black)
    var text = AttributedText("Ada ")
    text.append(Attachment(badge), style: TextStyle())
    let row = Text(Paragraph(text))
    let arrangement = try CellArranger(typesetter: typesetter)
      .arrange(row, in: LayoutEnvironment(width: 200))
    #expect(arrangement.displayList.commands.count == 1 && arrangement.size.height > 18)
  }

  @Test func attachesALayoutOfAComment() {
    var text = AttributedText("Ada ")
    text.append(Attachment(Text("new").padding(2).background(.black)), style: TextStyle())
    let row = Text(Paragraph(text))
    #expect(row.node == Text(Paragraph(text)).node)
  }

  @Test func runsDownwards() {
    let touch = Point(x: 5, y: 20)
    let tategaki = ParagraphStyle(writingMode: .verticalRightToLeft)
    let paragraph = Paragraph("縦書き", paragraphStyle: tategaki)
    let layout = typesetter.prepare(paragraph).layout(width: 200)
    let box = layout.axes.pageSize  // what it takes on the page
    let caret = layout.axes.page(layout.caret(at: 1).frame)
    let offset = layout.offset(at: layout.axes.layout(touch))
    #expect(box.height == 45 && caret.minY == 15 && caret.width > 10 && offset == 1)
  }

  @Test func marksSelections() throws {
    let layout = layout(InlineBox(style: TextStyle()), String(repeating: "words and ", count: 12))
    let origin = Point(x: 10, y: 10)
    let tint = Color(rgb: 0xCFE2FF)
    var list = DisplayList(size: Size(width: 220, height: 120))
    for command in layout.selectionCommands(for: 4..<90, color: tint, at: origin) {
      list.append(command)
    }
    list.append(.text(layout, origin: origin))
    list.append(layout.command(of: layout.caret(at: 4), color: .black, at: origin))
    #expect(list.commands.count > 4)
    #expect(try DisplayRasterizer().rasterize(list).width == 220)
  }
}
