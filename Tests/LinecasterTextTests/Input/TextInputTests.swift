import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TextInputTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(_ input: TextInput, width: Double = 320) -> TextLayout {
    let style = ParagraphStyle(whiteSpace: .preWrap)
    return typesetter.prepare(Paragraph(input.shownText, paragraphStyle: style))
      .layout(width: width)
  }

  private func input(_ text: String, _ kind: TextInput.Kind = .area, at offset: Int) -> TextInput {
    var input = TextInput(text, kind: kind)
    input.perform(.select(anchor: offset, head: offset))
    return input
  }

  // MARK: Typing

  @Test func whatIsTypedReplacesTheSelection() {
    var input = TextInput("one two")
    #expect(input.selection.range == 7..<7)
    input.perform(.select(anchor: 0, head: 3))
    #expect(input.selectedText == "one")
    let outcome = input.perform(.insert("1"))
    #expect(input.text == "1 two" && input.selection.range == 1..<1)
    #expect(outcome.isTextChanged && outcome.isSelectionChanged && !outcome.isCut)
  }

  @Test func typingIsOneStepUntilTheCaretMoves() {
    var input = TextInput(kind: .area)
    for letter in "abc" { input.perform(.insert(String(letter))) }
    input.perform(.move(.step(.grapheme(.backward))))
    for letter in "de" { input.perform(.insert(String(letter))) }
    #expect(input.text == "abdec")
    input.perform(.undo)
    #expect(input.text == "abc" && input.selection.range == 2..<2)
    input.perform(.undo)
    #expect(input.text.isEmpty && !input.canUndo && input.canRedo)
    input.perform(.redo)
    input.perform(.redo)
    #expect(input.text == "abdec" && input.selection.range == 4..<4 && !input.canRedo)
  }

  @Test func deletingIsOneStepAWay() {
    var input = input("abcdef", at: 3)
    for _ in 0..<2 { input.perform(.delete(.step(.grapheme(.backward)))) }
    for _ in 0..<2 { input.perform(.delete(.step(.grapheme(.forward)))) }
    #expect(input.text == "af")
    input.perform(.undo)
    #expect(input.text == "adef")
    input.perform(.undo)
    #expect(input.text == "abcdef" && input.selection.range == 3..<3)
  }

  @Test func linesOfAFieldBecomeSpaces() {
    #expect(TextInput("a\r\nb\nc\u{2028}d", kind: .field).text == "a b c d")
    #expect(TextInput("a\r\nb\rc\n", kind: .area).text == "a\nb\nc\n")
  }

  @Test func whatHasNoRoomIsCutAtAGrapheme() {
    var input = TextInput("ab", limit: 6)
    let outcome = input.perform(.paste("c👩‍👩‍👧d"))
    #expect(outcome.isCut && input.text == "abc")
    #expect(input.perform(.insert("def")).isCut == false)
    input.perform(.select(anchor: 0, head: 2))
    let full = input.perform(.insert("👩‍👩‍👧"))
    #expect(full.isCut && !full.isTextChanged && input.selectedText == "ab")
    #expect(TextInput(String(repeating: "é", count: 20_000)).utf16Count == 10_000)
    #expect(TextInput(String(repeating: "x", count: 2_000_000), kind: .area).utf16Count == 1 << 20)
  }

  @Test func whatIsTypedMayJoinWhatIsThere() {
    var input = input("e😀", at: 1)
    input.perform(.insert("\u{301}"))
    #expect(input.text == "é😀" && input.selection.head == 2)
    // A joiner makes one grapheme of the characters on both sides.
    var family = self.input("👩👧", at: 2)
    family.perform(.insert("\u{200D}"))
    #expect(family.selection.head == 5)
    family.perform(.delete(.step(.grapheme(.backward))))
    #expect(family.isEmpty)
  }

  // MARK: Input methods

  @Test func markedTextIsReplacedUntilItIsSettled() {
    var input = TextInput("x", kind: .area)
    input.perform(.compose("に", selected: 1..<1))
    input.perform(.compose("にほん", selected: 3..<3))
    #expect(input.text == "xにほん" && input.markedRange == 1..<4 && input.canUndo)
    input.perform(.insert("日本"))
    #expect(input.text == "x日本" && input.markedRange == nil && input.selection.range == 3..<3)
    input.perform(.undo)
    #expect(input.text == "x")
    input.perform(.redo)
    #expect(input.text == "x日本")
  }

  @Test func markedTextThatIsGivenUpLeavesNoTrace() {
    var input = TextInput("one two", kind: .area)
    input.perform(.select(anchor: 4, head: 7))
    input.perform(.compose("ni", selected: 2..<2))
    #expect(input.text == "one ni")
    input.perform(.compose("", selected: 0..<0))
    #expect(input.text == "one two" && input.selectedText == "two" && !input.canUndo)
    input.perform(.compose("ni", selected: 0..<2))
    #expect(input.selection.range == 4..<6)
    input.perform(.undo)
    #expect(input.text == "one two" && !input.canUndo)
    input.perform(.compose("ni", selected: 9..<12))
    input.perform(.move(.document(.backward)))
    #expect(input.text == "one ni" && input.markedRange == nil && input.selection.head == 0)
    input.perform(.undo)
    #expect(input.text == "one two")
  }

  // MARK: Moving

  @Test func wordsAndLines() {
    var input = input("one two\nthree", at: 5)
    func moved(_ movement: TextMovement) -> Int {
      var copy = input
      copy.perform(.move(movement))
      return copy.selection.head
    }
    #expect(moved(.step(.word(.forward))) == 7 && moved(.step(.word(.backward))) == 4)
    #expect(moved(.lineEdge(.forward)) == 7 && moved(.lineEdge(.backward)) == 0)
    #expect(moved(.paragraph(.forward)) == 7 && moved(.document(.forward)) == 13)
    #expect(moved(.step(.line(.forward))) == 13 && moved(.step(.line(.backward))) == 5)
    input.perform(.move(.paragraph(.forward)))
    #expect(moved(.paragraph(.forward)) == 13 && moved(.paragraph(.backward)) == 0)
    input.perform(.delete(.step(.word(.backward))))
    #expect(input.text == "one \nthree")
  }

  @Test func stepsFollowWhatIsSeen() {
    var input = input("ab שלום cd", at: 0)
    let layout = layout(input)
    var offsets: [Int] = []
    for _ in 0..<10 {
      input.perform(.move(.step(.grapheme(.right))), in: layout)
      offsets.append(input.selection.head)
    }
    // The steps equal those of the layout's carets.
    var caret = layout.caret(at: 0)
    var expected: [Int] = []
    for _ in 0..<10 {
      caret = layout.nextCaret(from: caret, by: .grapheme(.right)) ?? caret
      expected.append(caret.utf16Offset)
    }
    #expect(offsets == expected && Set(offsets).count > 5)
  }

  /// Each step moves by a grapheme, also across line breaks.
  @Test func stepsGoOnFromLineToLine() {
    let text = "aaaa bbbb cccc ddddddddddddddddddddddd שלום עולם"
    var input = input(text, at: 0)
    let layout = layout(input, width: 60)
    #expect(layout.lines.count > 4)
    for offset in 1...36 {
      input.perform(.move(.step(.grapheme(.right))), in: layout)
      #expect(input.selection.head == offset)
    }
    for offset in (0..<36).reversed() {
      input.perform(.move(.step(.grapheme(.left))), in: layout)
      #expect(input.selection.head == offset)
    }
  }

  @Test func stepsOverLinesKeepTheirPlace() {
    var input = input("a long first line\nb\na long first line", at: 10)
    let layout = layout(input)
    input.perform(.move(.step(.line(.forward))), in: layout)
    #expect(input.selection.head == 19)
    input.perform(.move(.step(.line(.forward)), extending: true), in: layout)
    #expect(input.selection.anchor == 19 && input.selection.head == 30)
    input.perform(.move(.step(.line(.forward))), in: layout)
    #expect(input.selection.range == 30..<30)
    input.perform(.move(.page(.backward, height: 500)), in: layout)
    #expect(input.selection.head == 10)
  }

  @Test func wrappedLinesHaveTwoEnds() {
    var input = input("aaaa bbbb cccc dddd", at: 7)
    let layout = layout(input, width: 80)
    #expect(layout.lines.count > 1)
    let line = layout.line(at: 7)
    input.perform(.move(.lineEdge(.forward)), in: layout)
    #expect(input.caret(in: layout).line == line)
    #expect(input.selection.head == layout.lines[line].utf16Range.upperBound)
    input.perform(.move(.lineEdge(.backward)), in: layout)
    #expect(input.selection.head == layout.lines[line].utf16Range.lowerBound)
  }

  @Test func arrowsGoToTheEndsOfASelectionFirst() {
    var input = input("ab שלום", at: 0)
    let layout = layout(input)
    input.perform(.select(anchor: 3, head: 7))
    input.perform(.move(.step(.grapheme(.right))), in: layout)
    #expect(input.selection.range == 3..<3)
    input.perform(.select(anchor: 0, head: 2))
    input.perform(.move(.step(.grapheme(.right))), in: layout)
    #expect(input.selection.range == 2..<2)
    input.perform(.select(anchor: 3, head: 7))
    input.perform(.move(.step(.grapheme(.backward))))
    #expect(input.selection.range == 3..<3)
  }

  @Test func theLineBehindATerminatorHasACaret() {
    var input = input("ab\n", at: 3)
    let layout = layout(input)
    #expect(input.caret(in: layout).line == 1)
    input.perform(.move(.step(.line(.backward))), in: layout)
    #expect(input.selection.head == 0)
  }

  // MARK: Pointer

  private func point(_ layout: TextLayout, at offset: Int, by dx: Double = 1) -> Point {
    let caret = layout.caret(at: offset)
    return Point(x: caret.x + dx, y: (caret.top + caret.bottom) / 2)
  }

  @Test func clicksSelectWordsAndLines() {
    var input = input("one two three\nfour", at: 0)
    let layout = layout(input)
    input.perform(.press(point(layout, at: 5)), in: layout)
    #expect(input.selection.range == 5..<5)
    input.perform(.press(point(layout, at: 5), clicks: 2), in: layout)
    #expect(input.selectedText == "two")
    input.perform(.drag(point(layout, at: 9)), in: layout)
    #expect(input.selectedText == "two three")
    input.perform(.drag(point(layout, at: 1)), in: layout)
    #expect(input.selectedText == "one two" && input.selection.head == 0)
    // The click is nearer to the right edge of the letter but still on it.
    input.perform(.press(point(layout, at: 3, by: -1), clicks: 2), in: layout)
    #expect(input.selectedText == "one")
    input.perform(.press(point(layout, at: 5), clicks: 3), in: layout)
    #expect(input.selectedText == "one two three")
  }

  @Test func draggingAndShiftSelectFromTheAnchor() {
    var input = input("one two", at: 0)
    let layout = layout(input)
    input.perform(.press(point(layout, at: 2)), in: layout)
    input.perform(.drag(point(layout, at: 5)), in: layout)
    #expect(input.selection.range == 2..<5 && input.selection.anchor == 2)
    input.perform(.drag(point(layout, at: 0)), in: layout)
    #expect(input.selection.range == 0..<2 && input.selection.anchor == 2)
    input.perform(.press(point(layout, at: 6), extending: true), in: layout)
    #expect(input.selection.range == 2..<6)
    #expect(input.selectionRectangles(in: layout) == layout.rectangles(for: 2..<6))
  }

  // MARK: Passwords

  @Test func aPasswordIsDots() {
    var input = TextInput("a👩‍👩‍👧é x", kind: .password)
    #expect(input.shownText == "•••••")
    let layout = layout(input)
    #expect(input.caret(in: layout).utf16Offset == 5)
    input.perform(.press(point(layout, at: 2)), in: layout)
    #expect(input.selection.head == 9)
    input.perform(.move(.step(.grapheme(.left)), extending: true), in: layout)
    #expect(input.selection.range == 1..<9)
    #expect(input.selectionRectangles(in: layout) == layout.rectangles(for: 1..<2))
    input.perform(.press(point(layout, at: 1), clicks: 2), in: layout)
    #expect(input.selection.range == 0..<input.utf16Count)
    input.perform(.move(.step(.word(.backward))))
    #expect(input.selection.head == 0)
  }

  @Test func whatIsShownDecidesWhetherInputsAreEqual() {
    var (left, right) = (TextInput("ab"), TextInput("a"))
    right.perform(.insert("b"))
    #expect(left == right && left.hashValue == right.hashValue)
    left.perform(.move(.document(.backward)))
    #expect(left != right)
    // Canonically equivalent texts are different texts.
    #expect(TextInput("é") != TextInput("e\u{301}"))
  }
}
