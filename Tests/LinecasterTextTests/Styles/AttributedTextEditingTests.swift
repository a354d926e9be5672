import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Edits of attributed texts, compared with lists of units, their styles and their boxes.
@Suite struct AttributedTextEditingTests {
  /// A unit, its style and the boxes around it by their tags, the outermost first.
  private struct Unit: Equatable {
    let unit: UInt16
    let size: Double
    var boxes: [String]
  }

  private func units(_ text: AttributedText) -> [Unit] {
    let content = text.inline ?? InlineContent()
    return text.string.utf16.enumerated().map { offset, unit in
      Unit(
        unit: unit, size: text.style(atUTF16: offset).size,
        boxes: content.boxes.filter { $0.range.contains(offset) }.map { $0.box.link ?? "" })
    }
  }

  private func random(_ random: inout SeededGenerator, depth: Int) -> AttributedText {
    var text = AttributedText()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let style = TextStyle(size: Double(Int.random(in: 10...12, using: &random)))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text.append(Attachment(size: Size(width: 1, height: 1)), style: style)
      case 1 where depth > 0, 2 where depth > 0:
        var box = InlineBox(style: style)
        box.link = "\(UInt32.random(in: 0 ... .max, using: &random))"
        text.append(self.random(&random, depth: depth - 1), in: box)
      default:
        text.append(
          ["ab", "𝐀x", "שלום", "e\u{301}"].randomElement(using: &random) ?? "", style: style)
      }
    }
    return text
  }

  @Test func everyUnitIsWhereItWasPut() {
    var random = SeededGenerator(salt: 1_811)
    for _ in 0..<2_000 {
      var text = self.random(&random, depth: 3)
      let added = self.random(&random, depth: 2)
      let old = units(text)
      let start = Int.random(in: 0...old.count, using: &random)
      let wanted = start..<Int.random(in: start...old.count, using: &random)
      let note: Comment = "\(wanted) of \(text) by \(added), seed \(TestSettings.seed)"
      text.replace(inUTF16: wanted, with: added)
      let range = whole(wanted, in: old)
      let around = boxes(around: range, of: old)
      var inside = units(added)
      for index in inside.indices { inside[index].boxes = around + inside[index].boxes }
      #expect(units(text) == old[..<range.lowerBound] + inside + old[range.upperBound...], note)
      #expect(isNested(text), note)
    }
  }

  /// The range extended to whole surrogate pairs.
  private func whole(_ range: Range<Int>, in units: [Unit]) -> Range<Int> {
    func isInside(_ place: Int) -> Bool {
      place < units.count && UTF16.isTrailSurrogate(units[place].unit)
    }
    let start = isInside(range.lowerBound) ? range.lowerBound - 1 : range.lowerBound
    if range.isEmpty { return start..<start }
    return start..<(isInside(range.upperBound) ? range.upperBound + 1 : range.upperBound)
  }

  /// The boxes around all of a range, or around both sides of an empty one.
  private func boxes(around range: Range<Int>, of units: [Unit]) -> [String] {
    if !range.isEmpty {
      let first = units[range.lowerBound].boxes
      return first.filter { box in units[range].allSatisfy { $0.boxes.contains(box) } }
    }
    guard range.lowerBound > 0, range.lowerBound < units.count else { return [] }
    let before = units[range.lowerBound - 1].boxes
    return before.filter(units[range.lowerBound].boxes.contains)
  }

  /// Whether boxes are in document order, each in its parent, and attachments have their
  /// characters.
  private func isNested(_ text: AttributedText) -> Bool {
    let content = text.inline ?? InlineContent()
    let characters = Array(text.string.utf16)
    for (index, box) in content.boxes.enumerated() {
      if index > 0, content.boxes[index - 1].range.lowerBound > box.range.lowerBound {
        return false
      }
      guard box.range.upperBound <= text.utf16Count else { return false }
      if let parent = box.parent {
        guard parent < index else { return false }
        let outer = content.boxes[parent].range
        guard outer.lowerBound <= box.range.lowerBound, box.range.upperBound <= outer.upperBound
        else { return false }
      }
    }
    return content.attachments.allSatisfy { characters[$0.offset] == Attachment.character }
      && content.attachments.map(\.offset)
        == characters.indices.filter {
          characters[$0] == Attachment.character
        }
  }

  @Test func whatIsWithinAnEmptiedRangeGoes() {
    var text = AttributedText("a")
    text.append(AttributedText("bc"), in: InlineBox(style: TextStyle()))
    text.append("d", style: TextStyle())
    var emptied = text
    emptied.replace(inUTF16: 1..<3, with: AttributedText())
    #expect(emptied == AttributedText("ad"))
    text.replace(inUTF16: 1..<3, with: AttributedText("x"))
    #expect(text.inline?.boxes.map(\.range) == [1..<2])
    text.replace(inUTF16: -5..<99, with: AttributedText("all"))
    #expect(text == AttributedText("all"))
  }

  /// Ruby pairs do not nest.
  @Test func textInsideOfABaseLosesItsAnnotations() {
    let pair = { (base: String) in
      var text = AttributedText()
      text.append(AttributedText(base), with: Ruby(AttributedText("x")))
      return text
    }
    var text = pair("bcd")
    text.replace(inUTF16: 1..<2, with: pair("y"))
    #expect(text.string == "byd")
    #expect(text.inline?.boxes.compactMap(\.ruby).count == 1)
  }
}
