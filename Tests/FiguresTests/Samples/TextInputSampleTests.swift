import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import LinecasterText
import Testing

/// The samples of the chapter on text input, and of the comments on it.
@Suite struct TextInputSampleTests {
  @Test func commandsChangeAText() {
    var input = TextInput("See you on ", kind: .field)
    input.perform(.insert("Monday"))
    input.perform(.move(.step(.word(.backward)), extending: true))
    input.perform(.insert("Friday"))
    input.perform(.undo)
    print(input.text, input.selection.range)  // See you on Monday 11..<17
    #expect(input.text == "See you on Monday" && input.selection.range == 11..<17)
  }

  @Test func movementsGoThroughALayout() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    var input = TextInput("See you on Monday")
    let layout = typesetter.prepare(Paragraph(input.shownText)).layout(width: 320)
    input.perform(.move(.step(.word(.right)), extending: true), in: layout)
    input.perform(.delete(.step(.grapheme(.backward))))
    input.perform(.delete(.lineEdge(.backward)), in: layout)
    #expect(input.isEmpty)
  }
}
