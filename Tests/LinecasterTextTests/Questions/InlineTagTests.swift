import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Links and tags of boxes at points, and the fragments of a tag.
@Suite struct InlineTagTests {
  private struct User: Hashable, Sendable { let id: Int }

  private let typesetter: Typesetter
  private let style = TextStyle(size: 15)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// A link over several lines that contains a tagged name, and a tag of another type.
  private func text() -> AttributedText {
    var name = AttributedText("Ada ", style: style)
    name.append(
      AttributedText("Lovelace", style: style),
      in: InlineBox(style: style, padding: Insets(all: 2), tag: InlinePayload(User(id: 7))))
    name.append(" and what she wrote of engines", style: style)
    var text = AttributedText("See ", style: style)
    text.append(
      name, in: InlineBox(style: style, padding: Insets(horizontal: 4), link: "/ada"))
    text.append(" or ", style: style)
    text.append(
      AttributedText("page 7", style: style),
      in: InlineBox(style: style, tag: InlinePayload(7)))
    return text
  }

  /// Every point of a grid, compared with all fragments of the layout.
  @Test(arguments: [60.0, 130, 500], WritingMode.allCases)
  func pointsFindTheInnermostBox(width: Double, mode: WritingMode) {
    let paragraph = Paragraph(text(), style: ParagraphStyle(writingMode: mode))
    let layout = typesetter.prepare(paragraph).layout(width: width)
    let fragments = layout.boxFragments
    var found = 0
    var wrong: [Point] = []
    for y in stride(from: -3.0, to: layout.size.height + 4, by: 1.7) {
      for x in stride(from: -3.0, to: layout.size.width + 12, by: 1.3) {
        let inside = fragments.filter {
          $0.line == layout.line(atY: y) && $0.frame.minX <= x && x < $0.frame.maxX
            && $0.frame.minY <= y && y < $0.frame.maxY
        }
        let point = Point(x: x, y: y)
        let tag = layout.tag(at: point)
        let isRight =
          layout.link(at: point) == inside.compactMap(\.box.link).last
          && tag == inside.compactMap(\.box.tag).last
        if !isRight { wrong.append(point) }
        found += tag == nil ? 0 : 1
      }
    }
    #expect(found > 20 && wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test func tagsOfEqualValuesOfAnotherTypeAreOthers() {
    let layout = typesetter.prepare(Paragraph(text())).layout(width: 500)
    #expect(layout.fragments(of: 7).map(\.index) == [2])
    #expect(layout.fragments(of: User(id: 7)).map(\.index) == [1])
    #expect(layout.fragments(of: Int8(7)).isEmpty && layout.fragments(of: "7").isEmpty)
    #expect(InlinePayload(7) != InlinePayload(Int8(7)))
    #expect(layout.tag(at: .zero) == nil && layout.link(at: .zero) == nil)
  }

  /// The fragments of a tag, line by line, are among all fragments; random texts have empty boxes
  /// too.
  @Test func fragmentsOfATagAreThoseOfItsBoxes() {
    var random = SeededGenerator()
    for _ in 0..<40 {
      var text = AttributedText("", style: style)
      for index in 0..<12 {
        var part = AttributedText(random.oneIn(5) ? "" : "word שלום ", style: style)
        if random.oneIn(3) {
          part.append(
            AttributedText("inner ", style: style),
            in: InlineBox(style: style, tag: InlinePayload(index % 3)))
        }
        var box = InlineBox(style: style, padding: Insets(horizontal: 1))
        if random.oneIn(2) { box.tag = InlinePayload(index % 3) }
        text.append(part, in: box)
      }
      let layout = typesetter.prepare(Paragraph(text))
        .layout(width: .random(in: 20...300, using: &random))
      for tag in 0..<3 {
        let wanted = layout.boxFragments.filter { $0.box.tag == InlinePayload(tag) }
        let found = layout.fragments(of: tag)
        #expect(
          found.map(\.index) == wanted.map(\.index) && found.map(\.frame) == wanted.map(\.frame)
            && found.map(\.line) == wanted.map(\.line), "seed \(random.seed)")
      }
    }
  }

  /// Reader preferences apply to boxes and attachments: text of twice the size is laid out twice as
  /// large, distances included.
  @Test func preferencesScaleBoxesAndAttachments() {
    var box = InlineBox(
      style: style, padding: Insets(all: 3), border: Insets(all: 1), margin: Insets(left: 2),
      verticalAlignment: .raised(2), lineHeight: .points(20))
    box.decoration = InlineDecoration(
      corners: CornerRadii(all: 3),
      shadows: [Shadow(.black, offset: Point(x: 1, y: 2), blur: 3, spread: 1)])
    var text = AttributedText("a ", style: style)
    text.append(AttributedText("box", style: style), in: box)
    text.append(
      Attachment(size: Size(width: 8, height: 6), baseline: 5, margin: Insets(all: 1)),
      style: style)
    let adapted = Paragraph(text).adapted(to: FontPreference(scale: 2))
    let (plain, large) = (
      typesetter.prepare(Paragraph(text)).layout(), typesetter.prepare(adapted).layout()
    )
    let (frame, twice) = (plain.boxFragments[0].frame, large.boxFragments[0].frame)
    #expect(abs(twice.width - 2 * frame.width) < 0.1)
    let place = large.attachmentPlaces[0]
    #expect(place.frame.width == 16 && place.frame.height == 12 && place.attachment.baseline == 10)
    let scaled = large.boxFragments[0].box
    #expect(scaled.padding == Insets(all: 6) && scaled.margin == Insets(left: 4))
    #expect(scaled.verticalAlignment == .raised(4) && scaled.lineHeight == .points(40))
    #expect(scaled.decoration.corners == CornerRadii(all: 6))
    let shadow = Shadow(.black, offset: Point(x: 2, y: 4), blur: 6, spread: 2)
    #expect(scaled.decoration.shadows == [shadow] && scaled.style.size == 30)
  }
}
