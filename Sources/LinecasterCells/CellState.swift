public import LinecasterBase
import LinecasterBoxLayout
import LinecasterDisplay
public import LinecasterText

/// The interaction state of a row, for cells that look different when pressed, hovered, focused or
/// selected.
///
///     func body(in environment: LayoutEnvironment) -> some Layout {
///       let isDown = environment.state.isPressed("reply")
///       return Text("Reply").background(isDown ? .black : .white).tag("reply").role(.button)
///     }
///
/// A row whose state changes is arranged and drawn again; other rows are not.
public struct CellState: EnvironmentKey, Hashable {
  /// The part of a row that a state refers to.
  public enum Part: Hashable, Sendable {
    /// The row itself, without any of its regions.
    case row
    /// The regions that have a tag.
    case tag(InlinePayload)
    /// The text ranges that have a link.
    case link(String)
  }

  /// The pressed part; `nil` for none.
  public var pressed: Part?
  /// The part under a pointer; `nil` for none.
  public var hovered: Part?
  /// The part with keyboard focus; `nil` for none.
  public var focused: Part?
  /// Whether the row is selected.
  public var isSelected = false
  /// The selected text, which is highlighted automatically; `nil` for none.
  public var selectedText: SelectedText?
  /// The found text, which is highlighted automatically; `nil` for none.
  public var foundText: FoundText?
  /// The distances by which wide content is scrolled sideways, by the tags of
  /// `Layout.scrollsSideways(_:)`, in layout points from the edge where it starts.
  package var sidewaysOffsets: [InlinePayload: Double] = [:]

  /// The state of a row without interaction.
  public static let defaultValue = CellState()

  /// Creates the state of a row without interaction.
  public init() {}

  /// Returns whether a region with a tag is pressed.
  public func isPressed(_ tag: some Hashable & Sendable) -> Bool {
    pressed == .tag(InlinePayload(tag))
  }

  /// Returns whether a pointer is over a region with a tag.
  public func isHovered(_ tag: some Hashable & Sendable) -> Bool {
    hovered == .tag(InlinePayload(tag))
  }

  /// Returns whether a region with a tag has keyboard focus.
  public func isFocused(_ tag: some Hashable & Sendable) -> Bool {
    focused == .tag(InlinePayload(tag))
  }
}

extension LayoutEnvironment {
  /// The interaction state of the row.
  public var state: CellState {
    get { self[CellState.self] }
    set { self[CellState.self] = newValue }
  }
}

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

/// A range of one of the texts of a cell.
public struct CellTextRange: Hashable, Sendable, Comparable {
  /// The index of the text in `CellArrangement.texts`.
  public var text: Int
  /// The range in the text, in UTF-16 units.
  public var utf16Range: Range<Int>

  /// Creates a range.
  public init(text: Int, utf16Range: Range<Int>) {
    self.text = text
    self.utf16Range = utf16Range
  }

  /// Returns whether a range begins before another one in reading order.
  public static func < (left: CellTextRange, right: CellTextRange) -> Bool {
    (left.text, left.utf16Range.lowerBound) < (right.text, right.utf16Range.lowerBound)
  }
}

/// The found parts of a cell's texts, which are drawn behind the text in `ThemeColor.foundText`.
public struct FoundText: Hashable, Sendable {
  /// The found ranges, in reading order.
  public var ranges: [CellTextRange]
  /// The range that the reader has been led to, in `ThemeColor.currentFoundText`; `nil` for none.
  public var current: CellTextRange?

  /// Creates the found parts.
  public init(_ ranges: [CellTextRange], current: CellTextRange? = nil) {
    self.ranges = ranges
    self.current = current
  }

  /// Feeds the number and the ends of the ranges to the hasher, because a row may have thousands.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ranges.count)
    hasher.combine(ranges.first)
    hasher.combine(ranges.last)
    hasher.combine(current)
  }

  /// Returns the found ranges in one of the texts.
  ///
  /// - Complexity: O(log ranges).
  func ranges(inText index: Int) -> ArraySlice<CellTextRange> {
    let start = ranges.bisect { $0.text >= index }
    return ranges[start..<ranges.bisect { $0.text > index }]
  }
}

extension LayoutNode {
  /// Returns the texts that the arrangement of the layout will have, in its order, without laying
  /// anything out; `nil` if custom content may have texts too.
  ///
  /// - Complexity: O(nodes).
  package func texts(_ scope: WorkScope) -> [String]? {
    withStack(scope) { _ in
      var texts: [String] = []
      return add(to: &texts) ? texts : nil
    }
  }

  /// Adds the texts of the node and its descendants in painting order.
  ///
  /// - Returns: Whether they are known.
  private func add(to texts: inout [String]) -> Bool {
    guard style.display != .none else { return true }
    switch content {
    case .stack(let children):
      let layers = children.map(\.layer)
      let order =
        layers.allSatisfy { $0 == 0 }
        ? Array(children.indices) : children.indices.sorted { layers[$0] < layers[$1] }
      return order.allSatisfy { children[$0].add(to: &texts) }
    case .text(let paragraph):
      if style.display.hasBox { texts.append(paragraph.text.string) }
      return true
    case .leaf: return !style.display.hasBox
    case .image, .empty: return true
    }
  }

  private var layer: Int { decoration.hasEffects ? decoration.effects.zIndex : 0 }
}

extension CellArrangement {
  /// Returns the matches of a query in the texts, in reading order.
  package func ranges(
    of query: TextQuery, _ scope: WorkScope
  ) throws(CancellationError) -> [CellTextRange] {
    var found: [CellTextRange] = []
    for (index, text) in texts.enumerated() {
      for range in try text.layout.ranges(of: query, scope) {
        found.append(CellTextRange(text: index, utf16Range: range))
      }
    }
    return found
  }

  /// Returns the bounds of a range of the texts, in layout points from the cell's top-left corner;
  /// `nil` if nothing of it is drawn.
  ///
  /// - Complexity: O(drawing steps + lines of the range).
  package func bounds(of range: CellTextRange) -> Rect? {
    let texts = texts
    guard texts.indices.contains(range.text) else { return nil }
    let text = texts[range.text]
    let rects = text.layout.rectangles(for: range.utf16Range).map { rect in
      let page = text.layout.axes.page(rect).offset(x: text.origin.x, y: text.origin.y)
      return text.transform == .identity ? page : text.transform.bounds(of: page)
    }
    return rects.dropFirst().reduce(rects.first) { $0?.union($1) }
  }
}
