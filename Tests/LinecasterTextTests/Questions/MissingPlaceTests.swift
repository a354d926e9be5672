import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

/// The places of characters that no font has.
@Suite struct MissingPlaceTests {
  private let typesetter: Typesetter
  /// A script that no bundled font has.
  private let rune = "\u{16A0}"

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: AttributedText, _ style: ParagraphStyle = ParagraphStyle(), width: Double = 400
  ) -> TextLayout {
    typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
  }

  /// Each has the frame of its grapheme, which the test finds in another way.
  @Test(arguments: [WritingMode.horizontal, .verticalRightToLeft, .sidewaysLeftToRight])
  func theyStandInTheRoomOfTheirGraphemes(mode: WritingMode) {
    var text = AttributedText("ab\(rune)c שלום \(rune)\u{16B1} ")
    text.append("\(rune)d", style: TextStyle(size: 30))
    let layout = layout(text, ParagraphStyle(writingMode: mode))
    let places = layout.missingPlaces
    #expect(Set(places.map(\.character)) == ["\u{16A0}", "\u{16B1}"] && places.count == 4)
    let units = Array(text.string.utf16)
    let rooms = layout.graphemes.filter { units[$0.utf16Range.lowerBound] >> 8 == 0x16 }
    #expect(rooms.count == 4)
    for room in rooms {
      let line = layout.lines[room.line].frame
      let frame = layout.axes.page(
        Rect(x: room.x, y: line.minY, width: room.width, height: line.height))
      let isThere = places.contains { place in
        mode == .horizontal
          ? abs(place.frame.minX - frame.minX) < 0.01 && abs(place.frame.maxX - frame.maxX) < 0.01
          : abs(place.frame.minY - frame.minY) < 0.01 && abs(place.frame.maxY - frame.maxY) < 0.01
      }
      #expect(isThere, "\(room)")
    }
  }

  @Test func onlyWhatIsDrawnHasAPlace() {
    #expect(layout(AttributedText("All of it is there")).missingPlaces.isEmpty)
    var style = ParagraphStyle(maximumLines: 1)
    let text = AttributedText("one two three four \(rune)")
    #expect(layout(text, style, width: 400).missingPlaces.count == 1)
    let cut = layout(text, style, width: 60)
    #expect(cut.missingCharacters == ["\u{16A0}"] && cut.missingPlaces.isEmpty)
    // The truncation token has a missing character of its own.
    style.truncatesOverflow = true
    var paragraph = Paragraph(AttributedText("one two three four"), style: style)
    paragraph.truncationToken = AttributedText("…\u{16B1}")
    let token = typesetter.prepare(paragraph).layout(width: 70)
    #expect(token.missingPlaces.map(\.character) == ["\u{16B1}"])
  }

  @Test func annotationsAreLookedAtToo() {
    var text = AttributedText("a")
    text.append(AttributedText("b"), with: Ruby(AttributedText(rune)))
    let places = layout(text).missingPlaces
    #expect(places.map(\.character) == ["\u{16A0}"])
  }

  /// A grapheme of endless marks is one place, which reports its first characters.
  @Test func endlessMarksAreBounded() {
    let text = AttributedText(rune + String(repeating: "\u{1DF5}\u{16FF0}", count: 5_000))
    let places = layout(text).missingPlaces
    #expect(!places.isEmpty && places.count <= 20_000)
  }
}
