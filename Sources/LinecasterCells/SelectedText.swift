public import LinecasterBase
import LinecasterDisplay
import LinecasterText

/// A place in the texts of a cell.
public struct TextPlace: Hashable, Sendable, Comparable {
  /// Which of the cell's texts, in the order of `CellArrangement.texts`.
  public var text: Int
  /// The offset in it, in UTF-16 units.
  public var utf16Offset: Int

  /// Makes a place.
  public init(text: Int, utf16Offset: Int) {
    self.text = text
    self.utf16Offset = utf16Offset
  }

  /// Whether one place comes before another in the order of reading.
  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.text, left.utf16Offset) < (right.text, right.utf16Offset)
  }
}

/// What of a cell's texts is selected; it is drawn behind them in `ThemeColor.selection`. Texts on
/// buttons and toggles never are.
public struct SelectedText: Hashable, Sendable {
  /// Where it begins; nil where all from the start of the cell is selected.
  public var start: TextPlace?
  /// Where it ends; nil where all up to the end of the cell is selected.
  public var end: TextPlace?

  /// Makes a selection; without places, of all texts.
  public init(from start: TextPlace? = nil, to end: TextPlace? = nil) {
    self.start = start
    self.end = end
  }

  /// The offsets that are selected in one of the texts; nil for none.
  func range(inText index: Int) -> Range<Int>? {
    if let start, index < start.text { return nil }
    if let end, index > end.text { return nil }
    let lower = start.flatMap { $0.text == index ? $0.utf16Offset : nil } ?? 0
    let upper = end.flatMap { $0.text == index ? $0.utf16Offset : nil } ?? .max
    return lower < upper ? lower..<upper : nil
  }
}

extension CellArrangement {
  /// The texts that can be selected, by their place in `texts`.
  private var selectableTexts: [(index: Int, placed: PlacedText)] {
    let texts = texts
    var isSelectable = [Bool](repeating: true, count: texts.count)
    for region in regions where region.isControl {
      for index in region.texts.clamped(to: texts.indices) { isSelectable[index] = false }
    }
    return texts.indices.lazy.filter { isSelectable[$0] }.map { ($0, texts[$0]) }
  }

  /// The place in its texts that a press at a point means, in the text there or the nearest above
  /// or below it; nil in cells without text to select.
  ///
  /// - Complexity: O(drawing steps).
  public func textPlace(nearest point: Point) -> TextPlace? {
    selectableTexts.min { $0.placed.distance(to: point) < $1.placed.distance(to: point) }
      .map { index, placed in
        TextPlace(text: index, utf16Offset: placed.layout.offset(at: placed.local(point)))
      }
  }

  /// The word at a place in its texts, as two places; nil where there is no such text.
  public func word(at place: TextPlace) -> ClosedRange<TextPlace>? {
    let texts = texts
    guard texts.indices.contains(place.text) else { return nil }
    let word = texts[place.text].layout.word(at: place.utf16Offset)
    return TextPlace(
      text: place.text, utf16Offset: word.lowerBound)...TextPlace(
        text: place.text, utf16Offset: word.upperBound)
  }

  /// What is selected of its texts, in the order of reading, each on a line of its own.
  ///
  /// - Complexity: O(drawing steps + text).
  public func string(of selected: SelectedText) -> String {
    let parts = selectableTexts.compactMap { index, placed in
      selected.range(inText: index).map {
        placed.layout.text(from: $0.lowerBound, to: $0.upperBound)
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The number of texts in drawing steps, those in groups included.
  static func textCount(in commands: [DisplayCommand]) -> Int {
    var count = 0
    // Groups wait here, as deep as they may be.
    var waiting = [commands]
    while let next = waiting.popLast() {
      for command in next {
        if case .text = command { count += 1 }
        if case .group(let group) = command { waiting.append(group.commands) }
      }
    }
    return count
  }
}
