import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterList
import LinecasterSurface
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

  struct SearchRow: Cell {
    var input: TextInput
    func body(in environment: LayoutEnvironment) -> some Layout {
      TextField(
        input, label: "Search", placeholder: "What is it about?",
        isFocused: environment.state.isFocused("search")
      )
      .padding(8).border(.black, width: 1).tag("search")
    }
  }

  @Test func cellsShowFields() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 320)
    let row = try arranger.arrange(
      SearchRow(input: TextInput("fonts")).body(in: environment), in: environment)
    #expect(row.regions.first?.value == "fonts")

    let note = TextArea(TextInput("Dear Ada,\n", kind: .area), label: "Note", isFocused: true)
      .frame(minHeight: 60, maxHeight: 200)
    #expect(try arranger.arrange(note, in: environment).size.height >= 60)

    var style = TextInputStyle(text: TextStyle(size: 17))
    style.caret = ThemeColor(Color(rgb: 0xD6336C))
    #expect(style != TextInputStyle(text: TextStyle(size: 17)))
  }

  final class Pasteboard: TextClipboard {
    var text: String?
  }

  @Test @MainActor func aWindowShowsAField() throws {
    let (window, clock, scale) = (
      SurfaceSampleTests.Window(), SurfaceSampleTests.Clock(), PixelScale(2)
    )
    let (pipeline, pasteboard) = (PrecomputePipeline(fonts: try .bundled()), Pasteboard())
    var sent: [String] = []
    let send = { sent.append($0) }
    let field = TextInputHost(
      on: window, frame: Rect(x: 8, y: 560, width: 344, height: 36),
      environment: LayoutEnvironment(width: 360, scale: scale), pipeline: pipeline)
    field.placeholder = "Message"
    field.clipboard = pasteboard
    field.onSubmit = { [weak field] input in
      send(input.text)
      field?.replace(with: TextInput())
    }
    field.isFocused = true
    field.insert("Hello")
    field.key(.enter)
    field.draw(at: clock.now)
    #expect(sent == ["Hello"] && field.input.isEmpty)
  }
}
