import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterCells

@Suite struct AttachedLayoutTests {
  private static let style = TextStyle(size: 20)

  /// "one ▯ two" with something in its midst.
  private static func text(_ attachment: LinecasterText.Attachment, around: TextStyle = style)
    -> Text
  {
    var text = AttributedText("one ", style: around)
    text.append(attachment, style: around)
    text.append(" two", style: around)
    return Text(Paragraph(text))
  }

  private static func commands(_ arrangement: CellArrangement) throws -> [DisplayCommand] {
    let text = try #require(arrangement.texts.first)
    return text.layout.inlineCommands(at: text.origin)
  }

  /// An attached layout takes the size of its content, at the place of an attachment of that size.
  @Test func takesTheRoomOfItsContent() throws {
    let badge = Row { Box(.black, size: Size(width: 30, height: 10)) }.padding(2)
    let arrangement = try Arranging.arrange(Self.text(LinecasterText.Attachment(badge)), width: 300)
    let plain = try Arranging.arrange(
      Self.text(LinecasterText.Attachment(size: Size(width: 34, height: 14))), width: 300)
    let placed = try #require(arrangement.texts.first)
    let (layout, origin) = (placed.layout, placed.origin)
    let expected = try #require(plain.texts.first)
    #expect(layout.lines == expected.layout.lines)
    let place = try #require(layout.attachmentPlaces.first).frame
    #expect(place == expected.layout.attachmentPlaces.first?.frame)
    let fills = try Self.commands(arrangement).compactMap { command in
      if case .fill(let shape, _) = command { shape.rect } else { nil }
    }
    let content = place.offset(x: origin.x, y: origin.y).inset(by: Insets(all: 2))
    #expect(fills == [content])
  }

  /// Text in an attached layout shares the baseline of the text around it.
  @Test(arguments: [0.0, 3, 11])
  func standsOnTheBaselineOfItsText(padding: Double) throws {
    let badge = Column { Text("new", style: TextStyle(size: 9)) }.padding(padding)
    let arrangement = try Arranging.arrange(Self.text(LinecasterText.Attachment(badge)), width: 300)
    let placed = try #require(arrangement.texts.first)
    let (layout, origin) = (placed.layout, placed.origin)
    let inner = try #require(
      Self.commands(arrangement).lazy.compactMap { command in
        if case .text(let layout, let origin) = command {
          origin.y + layout.firstBaseline
        } else {
          nil
        }
      }.first)
    #expect(abs(inner - (origin.y + layout.firstBaseline)) < 0.01)
  }

  /// An attached layout that is too wide for the cell breaks its lines.
  @Test func isNoWiderThanTheCell() throws {
    let long = Text(String(repeating: "word ", count: 40), style: Self.style)
    let arrangement = try Arranging.arrange(Self.text(LinecasterText.Attachment(long)), width: 200)
    let frame = try #require(arrangement.texts.first?.layout.attachmentPlaces.first).frame
    #expect(frame.width <= 200 && frame.height > 100)
    #expect(arrangement.size.height >= frame.height)
  }

  /// The truncation token may contain an attached layout.
  @Test func standsInATokenToo() throws {
    var token = AttributedText("… ", style: Self.style)
    token.append(
      LinecasterText.Attachment(Row { Box(.black, size: Size(width: 30, height: 10)) }),
      style: Self.style)
    var paragraph = Paragraph(
      String(repeating: "word ", count: 40), style: Self.style,
      paragraphStyle: ParagraphStyle(maximumLines: 2))
    paragraph.truncationToken = token
    let arrangement = try Arranging.arrange(Text(paragraph), width: 200)
    let place = try #require(arrangement.texts.first?.layout.attachmentPlaces.first)
    #expect(place.line == 1 && place.frame.size == Size(width: 30, height: 10))
    #expect(try Self.commands(arrangement).count == 1)
    #expect(Text(paragraph).node.depth == 2)
  }

  @Test func followsTheEnvironment() throws {
    let arranger = try Arranging.arranger()
    let badge = Text("new", style: TextStyle(color: ThemeColor(light: .black, dark: .white)))
    var widths: [Double] = []
    for theme in [Theme.light, .dark] {
      var environment = LayoutEnvironment(width: 300, theme: theme)
      environment.fonts.scale = theme == .dark ? 2 : 1
      let arrangement = try arranger.arrange(
        Self.text(LinecasterText.Attachment(badge)), in: environment)
      widths.append(arrangement.texts.first?.layout.attachmentPlaces.first?.frame.width ?? 0)
      let themes = try Self.commands(arrangement).compactMap { command in
        if case .text(let layout, _) = command { layout.theme } else { nil }
      }
      #expect(themes == [theme])
    }
    #expect(abs(widths[1] - 2 * widths[0]) <= 2 && widths[0] > 10)
  }

  @Test func whatItLacksIsToldWithTheCell() throws {
    let badge = Row {
      Text("\u{10FFFD}")
      Image(ImageReference("unknown.png"))
    }
    let arrangement = try CellArranger(
      typesetter: Arranging.arranger().typesetter, images: NoSizes()
    ).arrange(Self.text(LinecasterText.Attachment(badge)), in: LayoutEnvironment(width: 300))
    #expect(arrangement.missingCharacters == ["\u{10FFFD}"])
    #expect(arrangement.unsizedImages == [ImageReference("unknown.png")])
    #expect(arrangement.images == [ImageReference("unknown.png")])
  }

  private struct NoSizes: ImageSizes {
    func naturalSize(of image: ImageReference) -> Size? { nil }
  }

  /// A text in a layout in a text, and so on.
  private static func nest(_ count: Int) -> LayoutNode {
    (0..<count).reduce(Text("deep").node) { child, _ in
      text(LinecasterText.Attachment(child)).node
    }
  }

  /// A level takes at most half of the stack that is reserved for it.
  @Test func levelsFitInTheirRoom() throws {
    let arranger = try Arranging.arranger()
    let arranging = try StackGauge.bytesPerLevel(200) { levels in
      _ = try arranger.arrange(Self.nest(levels), in: LayoutEnvironment(width: 300))
    }
    #expect(2 * arranging <= StackRoom.bytesPerLevel)
    let comparing = try StackGauge.bytesPerLevel(200) { levels in
      let (one, other) = (Self.nest(levels), Self.nest(levels))
      #expect(one == other && one.hashValue == other.hashValue)
    }
    #expect(2 * comparing <= StackRoom.bytesPerLevel)
  }

  /// Texts in layouts in texts nest to the maximum depth on the smallest stack, and no deeper.
  @Test func depthIsBounded() throws {
    let arranger = try Arranging.arranger()
    let environment = LayoutEnvironment(width: 300)
    let isEqual = try OnSmallStack.run {
      let (one, other) = (Self.nest(LayoutNode.maximumDepth), Self.nest(LayoutNode.maximumDepth))
      _ = try arranger.arrange(one, in: environment)
      return one == other && one.hashValue == other.hashValue
    }
    #expect(isEqual)
    #expect(throws: ArrangementError.tooDeep) {
      try arranger.arrange(Self.nest(LayoutNode.maximumDepth + 1), in: environment)
    }
  }

  @Test func arrangingIsCancelled() throws {
    let arranger = try Arranging.arranger()
    var calls = 0
    #expect(throws: CancellationError.self) {
      try arranger.arrange(
        Self.text(LinecasterText.Attachment(Text("inside"))), in: LayoutEnvironment(width: 300)
      ) {
        calls += 1
        return calls > 1
      }
    }
  }
}
