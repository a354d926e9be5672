public import LinecasterBase
import LinecasterDisplay
import LinecasterText

/// A position in the texts of a cell.
public struct TextPlace: Hashable, Sendable, Comparable {
  /// The index of the text in `CellArrangement.texts`.
  public var text: Int
  /// The offset in the text, in UTF-16 units.
  public var utf16Offset: Int

  /// Creates a position.
  public init(text: Int, utf16Offset: Int) {
    self.text = text
    self.utf16Offset = utf16Offset
  }

  /// Returns whether a position comes before another one in reading order.
  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    (left.text, left.utf16Offset) < (right.text, right.utf16Offset)
  }
}

/// The selected range of a cell's texts, which is drawn behind the text in `ThemeColor.selection`.
/// Texts of buttons and toggles are not selectable.
public struct SelectedText: Hashable, Sendable {
  /// The start of the selection; `nil` for the start of the cell.
  public var start: TextPlace?
  /// The end of the selection; `nil` for the end of the cell.
  public var end: TextPlace?

  /// Creates a selection; without positions, it covers all texts.
  public init(from start: TextPlace? = nil, to end: TextPlace? = nil) {
    self.start = start
    self.end = end
  }

  /// Returns the selected range in one of the texts; `nil` for no selection there.
  func range(inText index: Int) -> Range<Int>? {
    if let start, index < start.text { return nil }
    if let end, index > end.text { return nil }
    let lower = start.flatMap { $0.text == index ? $0.utf16Offset : nil } ?? 0
    let upper = end.flatMap { $0.text == index ? $0.utf16Offset : nil } ?? .max
    return lower < upper ? lower..<upper : nil
  }
}

extension CellArrangement {
  /// The selectable texts, with their indices in `texts`.
  private var selectableTexts: [(index: Int, placed: PlacedText)] {
    let texts = texts
    var isSelectable = [Bool](repeating: true, count: texts.count)
    for region in regions where region.isControl {
      for index in region.texts.clamped(to: texts.indices) { isSelectable[index] = false }
    }
    return texts.indices.lazy.filter { isSelectable[$0] }.map { ($0, texts[$0]) }
  }

  /// Returns the text position nearest to a point: in the text at the point, or else in the nearest
  /// text above or below it. `nil` if the cell has no selectable text.
  ///
  /// - Complexity: O(drawing steps).
  public func textPlace(nearest point: Point) -> TextPlace? {
    selectableTexts.min { $0.placed.distance(to: point) < $1.placed.distance(to: point) }
      .map { index, placed in
        TextPlace(text: index, utf16Offset: placed.layout.offset(at: placed.local(point)))
      }
  }

  /// Returns whether a point is on selectable text; for pointer shapes.
  ///
  /// - Complexity: O(drawing steps).
  public func isSelectableText(at point: Point) -> Bool {
    selectableTexts.contains { $0.placed.distance(to: point) <= 0 }
  }

  /// Returns the start and end of the word at a position; `nil` if there is no such text.
  ///
  /// - Complexity: O(drawing steps), plus that of `TextLayout.word(at:)`.
  public func word(at place: TextPlace) -> ClosedRange<TextPlace>? {
    let texts = texts
    guard texts.indices.contains(place.text) else { return nil }
    let word = texts[place.text].layout.word(at: place.utf16Offset)
    return TextPlace(
      text: place.text, utf16Offset: word.lowerBound)...TextPlace(
        text: place.text, utf16Offset: word.upperBound)
  }

  /// Returns the selected text in reading order, one line for each text.
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

  /// Returns the number of texts in drawing steps, including those in groups.
  static func textCount(in commands: [DisplayCommand]) -> Int {
    var count = 0
    // Groups wait here, which avoids recursion.
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

extension CellArrangement {
  /// Returns the top of the line at a text position, in layout points from the top of the cell;
  /// `nil` if there is no such text, or it is transformed.
  ///
  /// - Complexity: O(drawing steps), plus that of `TextLayout.caret(at:affinity:)`.
  package func top(ofLineAt place: TextPlace) -> Double? {
    let texts = texts
    guard texts.indices.contains(place.text), texts[place.text].transform == .identity else {
      return nil
    }
    let text = texts[place.text]
    return text.origin.y + text.layout.caret(at: place.utf16Offset).top
  }
}
