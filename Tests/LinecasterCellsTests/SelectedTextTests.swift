import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterCells

/// Selections of text in cells.
@Suite struct SelectedTextTests {
  private let arranger: CellArranger
  private let words = ["An apple fell", "שלום עולם, abc", "e\u{301}te\u{301} 👩‍👩‍👧 x", "तीसरी पंक्ति"]

  init() throws { arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled())) }

  private func arrange(_ selected: SelectedText? = nil) throws -> CellArrangement {
    var environment = LayoutEnvironment(width: 200)
    environment.state.selectedText = selected
    let column = Column {
      for text in words { Text(text) }
    }
    return try arranger.arrange(column.opacity(0.5), in: environment)
  }

  /// All grapheme boundaries of the texts, as places.
  private var places: [TextPlace] {
    words.enumerated().flatMap { text, word in
      (word.indices + [word.endIndex]).map {
        TextPlace(text: text, utf16Offset: $0.utf16Offset(in: word))
      }
    }
  }

  /// The expected text between two places, joined from the words themselves.
  private func between(_ start: TextPlace, _ end: TextPlace) -> String {
    words.enumerated().compactMap { text, word in
      guard text >= start.text, text <= end.text else { return nil }
      let units = Array(word.utf16)
      let from = text == start.text ? start.utf16Offset : 0
      let to = text == end.text ? end.utf16Offset : units.count
      return from < to ? String(decoding: units[from..<to], as: UTF16.self) : nil
    }.joined(separator: "\n")
  }

  @Test func copiesWhatIsBetweenTwoPlaces() throws {
    let arrangement = try arrange()
    #expect(arrangement.texts.count == words.count)
    for start in places {
      for end in places where start <= end {
        #expect(
          arrangement.string(of: SelectedText(from: start, to: end)) == between(start, end))
      }
    }
    #expect(arrangement.string(of: SelectedText()) == words.joined(separator: "\n"))
  }

  /// Text on buttons is not copied, hit or drawn as selected, at any place.
  @Test func buttonsAreLeftOut() throws {
    func arrange(_ selected: SelectedText?) throws -> CellArrangement {
      var environment = LayoutEnvironment(width: 200)
      environment.state.selectedText = selected
      let cell = Column {
        Text("before")
        Row {
          Text("Like").tag("like").role(.toggle(isOn: true))
          Column { Text("Reply") }.padding(4).role(.button)
          Text("12")
        }
        Text("Title").role(.heading(level: 1))
      }
      return try arranger.arrange(cell, in: environment)
    }
    let plain = try arrange(nil)
    #expect(plain.texts.count == 5)
    #expect(plain.string(of: SelectedText()) == "before\n12\nTitle")
    let reply = plain.texts[2].origin
    let met = plain.textPlace(nearest: Point(x: reply.x + 5, y: reply.y + 5))
    #expect(met.map { [0, 3, 4].contains($0.text) } == true)
    let area = [0, 3, 4].reduce(0) { sum, index in
      plain.texts[index].layout.rectangles(for: 0..<10).reduce(sum) { $0 + $1.width * $1.height }
    }
    let drawn = try arrange(SelectedText()).displayList.commands
    #expect(abs(ground(of: drawn) - area) < 1e-6)
  }

  /// The highlight behind a text is as wide as its selection, and nothing else differs.
  @Test func isDrawnBehindItsText() throws {
    let plain = try arrange()
    for start in places {
      for end in places where start <= end {
        let selected = SelectedText(from: start, to: end)
        let drawn = try arrange(selected)
        #expect(drawn.size == plain.size && drawn.texts.count == plain.texts.count)
        var area = 0.0
        for (index, placed) in plain.texts.enumerated() {
          guard let range = selected.range(inText: index) else { continue }
          for rectangle in placed.layout.rectangles(for: range) {
            area += rectangle.width * rectangle.height
          }
        }
        #expect(abs(ground(of: drawn.displayList.commands) - area) < 1e-6)
      }
    }
  }

  private func ground(of commands: [DisplayCommand]) -> Double {
    commands.reduce(0) { sum, command in
      switch command {
      case .group(let group): sum + ground(of: group.commands)
      case .fill(let shape, .color(let color)) where color == ThemeColor.selection.light:
        sum + shape.rect.width * shape.rect.height
      default: sum
      }
    }
  }

  @Test func findsPlacesAndWords() throws {
    let arrangement = try arrange()
    for (index, placed) in arrangement.texts.enumerated() {
      for x in stride(from: -10.0, through: 210, by: 7) {
        let y = placed.origin.y + placed.layout.size.height / 2
        let place = try #require(arrangement.textPlace(nearest: Point(x: x, y: y)))
        #expect(place.text == index)
        #expect(places.contains(place))
        let word = try #require(arrangement.word(at: place))
        #expect(word.contains(place))
      }
    }
    #expect(arrangement.word(at: TextPlace(text: 4, utf16Offset: 0)) == nil)
    #expect(arrangement.word(at: TextPlace(text: -1, utf16Offset: .max)) == nil)
    let place = TextPlace(text: 0, utf16Offset: 4)
    let word = try #require(arrangement.word(at: place))
    #expect(
      arrangement.string(of: SelectedText(from: word.lowerBound, to: word.upperBound)) == "apple")
  }

  @Test func placesOutsideAreTakenAsTheNearest() throws {
    let arrangement = try arrange()
    let all = SelectedText(
      from: TextPlace(text: .min, utf16Offset: .min), to: TextPlace(text: .max, utf16Offset: .max))
    #expect(arrangement.string(of: all) == words.joined(separator: "\n"))
    let none = SelectedText(
      from: TextPlace(text: 2, utf16Offset: 3), to: TextPlace(text: 1, utf16Offset: 0))
    #expect(arrangement.string(of: none).isEmpty)
    #expect(try ground(of: arrange(all).displayList.commands) > 0)
    #expect(try ground(of: arrange(none).displayList.commands) == 0)
  }
}
