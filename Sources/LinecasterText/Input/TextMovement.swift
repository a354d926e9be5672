public import LinecasterBase

/// A movement of the caret, for moving, selecting and deleting.
///
///     input.perform(.move(.step(.word(.right)), extending: true), in: layout)
///     input.perform(.delete(.step(.grapheme(.backward))))
///     input.perform(.delete(.lineEdge(.backward)), in: layout)
public enum TextMovement: Hashable, Sendable {
  /// Moves by a grapheme, a word or a line.
  case step(CaretStep)
  /// Moves by as many lines as fit a height, in layout points.
  ///
  /// As in the cases below, `right` means `forward` and `left` means `backward`.
  case page(CaretDirection, height: Double)
  /// Moves to the end or the start of the line.
  case lineEdge(CaretDirection)
  /// Moves to the end or the start of the text between line terminators. A caret that is already
  /// there moves on to the next or previous one.
  case paragraph(CaretDirection)
  /// Moves to the end or the start of the whole text.
  case document(CaretDirection)
}

extension CaretDirection {
  /// Whether it leads to the end if the text direction is unknown.
  fileprivate var isForward: Bool { self == .forward || self == .right }
}

extension TextInput {
  /// The destination of a caret.
  struct Target {
    let offset: Int
    var affinity = CaretAffinity.downstream
    /// The position along the line that the next line step keeps.
    var column: Double?
  }

  /// Moves the caret or, if extending, the head of the selection.
  mutating func move(_ movement: TextMovement, extending: Bool, _ lines: (any InputLines)?) {
    if !extending, !selection.isEmpty, case .step(.grapheme(let direction)) = movement {
      return collapse(direction, lines)
    }
    let target = target(of: movement, lines)
    column = target.column
    selection = TextSelection(
      anchor: extending ? selection.anchor : target.offset, head: target.offset,
      affinity: target.affinity)
  }

  /// Puts the caret at the selection's end in a direction.
  private mutating func collapse(_ direction: CaretDirection, _ lines: (any InputLines)?) {
    let range = selection.range
    var isAtEnd = direction.isForward
    if let lines, direction == .left || direction == .right {
      let (first, last) = (
        lines.caretPlace(at: shownOffset(range.lowerBound)),
        lines.caretPlace(at: shownOffset(range.upperBound), affinity: .upstream)
      )
      if first.isOnSameLine(as: last) {
        isAtEnd = (last.inParagraph.x > first.inParagraph.x) == (direction == .right)
      }
    }
    selection =
      isAtEnd
      ? TextSelection(range.upperBound, affinity: .upstream) : TextSelection(range.lowerBound)
  }

  /// Returns the destination of a movement of the caret.
  func target(of movement: TextMovement, _ lines: (any InputLines)?) -> Target {
    switch movement {
    case .step(.grapheme(.forward)): Target(offset: finder.boundary(after: selection.head))
    case .step(.grapheme(.backward)): Target(offset: finder.boundary(before: selection.head))
    case .step(.grapheme(let direction)): visualStep(direction, lines)
    case .step(.word(let direction)): wordStep(direction, lines)
    case .step(.line(let direction)): lineStep(isForward: direction.isForward, lines)
    case .page(let direction, let height): page(direction, height, lines)
    case .lineEdge(let direction): lineEdge(direction, lines)
    case .paragraph(let direction): paragraphEdge(direction)
    case .document(let direction):
      direction.isForward
        ? Target(offset: units.count, affinity: .upstream) : Target(offset: 0)
    }
  }

  private func visualStep(_ direction: CaretDirection, _ lines: (any InputLines)?) -> Target {
    guard let lines else {
      return target(of: .step(.grapheme(direction.isForward ? .forward : .backward)), nil)
    }
    let place = place(in: lines)
    guard let next = lines.caretPlace(beside: place, to: direction) else { return target(nil) }
    // The end of a wrapped line and the start of the next one are the same offset: a key moves on
    // from there.
    guard !next.isOnSameLine(as: place), next.utf16Offset == place.utf16Offset else {
      return target(next)
    }
    return target(lines.caretPlace(beside: next, to: direction) ?? next)
  }

  private func wordStep(_ direction: CaretDirection, _ lines: (any InputLines)?) -> Target {
    var isForward = direction.isForward
    if let lines, direction == .left || direction == .right {
      isForward = isForward != place(in: lines).runsRightToLeft
    }
    // Word boundaries would reveal hidden text.
    guard kind != .password else {
      return target(of: .document(isForward ? .forward : .backward), lines)
    }
    return isForward
      ? Target(offset: finder.wordEnd(after: selection.head), affinity: .upstream)
      : Target(offset: finder.wordStart(before: selection.head))
  }

  private func lineStep(isForward: Bool, _ lines: (any InputLines)?) -> Target {
    guard let lines else { return hardLineStep(isForward: isForward) }
    let place = place(in: lines)
    let column = column ?? place.inParagraph.x
    let next = lines.caretPlace(onLineAfter: place, isForward: isForward, nearestX: column)
    return target(next ?? place, column: column)
  }

  /// Moves between lines that terminators end, to the same offset in the line.
  private func hardLineStep(isForward: Bool) -> Target {
    let finder = finder
    let line = finder.line(at: selection.head)
    let stays = Target(offset: selection.head, affinity: selection.affinity)
    guard isForward ? line.upperBound < units.count : line.lowerBound > 0 else { return stays }
    let other = finder.line(at: isForward ? line.upperBound + 1 : line.lowerBound - 1)
    let place = other.lowerBound + min(selection.head - line.lowerBound, other.count)
    return Target(offset: finder.boundary(upTo: place))
  }

  private func page(
    _ direction: CaretDirection, _ height: Double, _ lines: (any InputLines)?
  ) -> Target {
    guard let lines else { return lineStep(isForward: direction.isForward, nil) }
    let place = place(in: lines)
    let column = column ?? place.inParagraph.x
    let way = max(0, height.limited())
    let frame = place.lineFrame
    let other = lines.caretPlace(
      onLineAtY: frame.minY + frame.height / 2 + (direction.isForward ? way : -way),
      nearestX: column)
    guard other.isOnSameLine(as: place) else { return target(other, column: column) }
    return lineStep(isForward: direction.isForward, lines)
  }

  private func lineEdge(_ direction: CaretDirection, _ lines: (any InputLines)?) -> Target {
    let finder = finder
    guard let lines else {
      let line = finder.line(at: selection.head)
      return direction.isForward
        ? Target(offset: finder.boundary(from: line.upperBound), affinity: .upstream)
        : Target(offset: finder.boundary(upTo: line.lowerBound))
    }
    let range = place(in: lines).lineRange
    guard direction.isForward else { return Target(offset: offset(ofShown: range.lowerBound)) }
    var end = min(offset(ofShown: range.upperBound), units.count)
    if end > offset(ofShown: range.lowerBound), LineTerminator.isOne(units[end - 1]) { end -= 1 }
    return Target(offset: finder.boundary(upTo: end), affinity: .upstream)
  }

  private func paragraphEdge(_ direction: CaretDirection) -> Target {
    let finder = finder
    let head = selection.head
    let line = finder.line(at: head)
    if direction.isForward {
      let end = head == line.upperBound ? finder.line(at: head + 1).upperBound : line.upperBound
      return Target(offset: finder.boundary(from: end), affinity: .upstream)
    }
    let start = head == line.lowerBound ? finder.line(at: head - 1).lowerBound : line.lowerBound
    return Target(offset: finder.boundary(upTo: start))
  }

  /// Returns the destination at a place; without one, the caret stays.
  private func target(_ place: CaretPlace?, column: Double? = nil) -> Target {
    guard let place else {
      return Target(offset: selection.head, affinity: selection.affinity, column: column)
    }
    return Target(
      offset: offset(ofShown: place.utf16Offset), affinity: place.inParagraph.affinity,
      column: column)
  }
}

// MARK: - What is shown

extension TextInput {
  /// The text to display: the text, or a dot for each grapheme of a password. If an area ends in a
  /// line terminator, another one is appended, because a layout has no line after the last
  /// terminator.
  ///
  /// - Complexity: O(units).
  public var shownText: String { String(units: shownUnits[...]) }

  /// The UTF-16 units of `shownText`.
  var shownUnits: [UInt16] {
    guard kind != .password else {
      return Array(repeating: 0x2022, count: finder.all.count - 1)
    }
    return units.endInTerminator ? units + [0x0A] : units
  }

  /// Converts an offset in the text to one in the shown text.
  func shownOffset(_ offset: Int) -> Int {
    guard kind == .password else { return offset }
    let all = finder.all
    return all.bisect(in: all.indices) { $0 >= offset }
  }

  /// Converts an offset in the shown text to one in the text, never inside a grapheme.
  func offset(ofShown offset: Int) -> Int {
    guard kind == .password else { return finder.boundary(upTo: offset) }
    let all = finder.all
    return all[min(max(0, offset), all.count - 1)]
  }

  /// Returns the place of the caret in lines of `shownText`.
  package func place(in lines: any InputLines) -> CaretPlace {
    lines.caretPlace(at: shownOffset(selection.head), affinity: selection.affinity)
  }

  /// Returns the caret in a layout of `shownText`.
  ///
  /// - Complexity: That of `TextLayout.carets(at:)`; also O(units) for a password.
  public func caret(in layout: TextLayout) -> Caret {
    layout.caret(at: shownOffset(selection.head), affinity: selection.affinity)
  }

  /// Returns the selection rectangles in a layout of `shownText`, in layout points.
  ///
  /// - Complexity: That of `TextLayout.rectangles(for:)`; also O(units) for a password.
  public func selectionRectangles(in layout: TextLayout) -> [Rect] {
    rectangles(of: shown(selection.range), in: layout, onLines: layout.allLines.indices)
  }

  /// Returns the rectangles behind the marked text in a layout of `shownText`, in layout points;
  /// empty if there is no marked text.
  ///
  /// - Complexity: That of `TextLayout.rectangles(for:)`; also O(units) for a password.
  public func markedRectangles(in layout: TextLayout) -> [Rect] {
    rectangles(of: shown(markedRange ?? 0..<0), in: layout, onLines: layout.allLines.indices)
  }

  /// Returns the rectangles of a range in a paragraph of `shownText`, on the lines between two
  /// distances from the top of all lines.
  package func rectangles(
    of range: Range<Int>, in paragraph: PlacedParagraph, from top: Double, to bottom: Double
  ) -> [Rect] {
    let layout = paragraph.layout
    let first = layout.line(atY: top - paragraph.top)
    let last = max(first, layout.line(atY: bottom - paragraph.top))
    let start = paragraph.utf16Range.lowerBound
    let inside = shown(range).clamped(to: paragraph.utf16Range)
    return rectangles(
      of: inside.lowerBound - start..<inside.upperBound - start, in: layout,
      onLines: first..<last + 1
    ).map { $0.offset(x: 0, y: paragraph.top) }
  }

  /// Returns the rectangles of a shown range on some lines of a layout.
  private func rectangles(
    of shown: Range<Int>, in layout: TextLayout, onLines lines: Range<Int>
  ) -> [Rect] {
    let lines = lines.clamped(to: layout.allLines.indices)
    guard !shown.isEmpty, let first = lines.first, let last = lines.last else { return [] }
    let start = layout.allLines[first].utf16Range.lowerBound
    let end = max(start, layout.allLines[last].utf16Range.upperBound)
    let seen = shown.clamped(to: start..<end)
    return seen.isEmpty ? [] : layout.rectangles(for: seen)
  }

  private func shown(_ range: Range<Int>) -> Range<Int> {
    shownOffset(range.lowerBound)..<shownOffset(range.upperBound)
  }
}

extension TextInput {
  /// An editing action.
  public enum Command: Sendable {
    /// Replaces the selection with typed text, or commits marked text as this text.
    case insert(String)
    /// Replaces the selection with pasted text, as an undo step of its own.
    case paste(String)
    /// Deletes the selection, or, if it is empty, the text between the caret and the end of a
    /// movement.
    case delete(TextMovement)
    /// Moves the caret, or the head of the selection if `extending`.
    case move(TextMovement, extending: Bool = false)
    /// Selects the text between two offsets; ends inside graphemes are moved out of them.
    case select(anchor: Int, head: Int)
    /// Selects all text.
    case selectAll
    /// Handles a pointer press at a point of the layout. A second click selects a word, a third the
    /// line between terminators. `extending` keeps the anchor of the selection.
    case press(Point, clicks: Int = 1, extending: Bool = false)
    /// Extends the selection to a point while the pointer is pressed.
    case drag(Point)
    /// Sets the marked text of an input method and the selection in it (UIKit `setMarkedText`);
    /// empty text cancels the composition.
    case compose(String, selected: Range<Int>)
    /// Commits the marked text as it is (UIKit `unmarkText`).
    case endComposition
    /// Removes the marked text and restores the text it replaced.
    case cancelComposition
    /// Undoes the last step.
    case undo
    /// Redoes the last undone step.
    case redo
  }

  /// Performs a command.
  ///
  /// Commands other than insertion, composition, undo and redo first commit marked text as it is.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - layout: A layout of `shownText`, for commands that depend on positions: presses, steps to
  ///     the right and left, and steps over lines. Without a layout, a line ends at a terminator,
  ///     right means forward, left means backward, and presses do nothing. A layout of another text
  ///     gives wrong positions, but never one inside a grapheme.
  /// - Complexity: O(units) to move the text after an edit, plus that of the layout's queries. No
  ///   other step visits the whole text.
  @discardableResult
  public mutating func perform(_ command: Command, in layout: TextLayout? = nil) -> Outcome {
    perform(command, in: layout as (any InputLines)?)
  }

  /// Performs a command, with any lines of `shownText`.
  @discardableResult
  package mutating func perform(_ command: Command, in lines: (any InputLines)?) -> Outcome {
    let (selected, marked, revised) = (selection, markedRange, revision)
    var outcome = Outcome()
    carryOut(command, lines, &outcome)
    outcome.isTextChanged = revision != revised
    outcome.isSelectionChanged = selection != selected || markedRange != marked
    return outcome
  }

  private mutating func carryOut(
    _ command: Command, _ lines: (any InputLines)?, _ outcome: inout Outcome
  ) {
    switch command {
    case .insert, .compose, .cancelComposition, .undo, .redo: break
    default: endComposition()
    }
    switch command {
    case .move(.step(.line), _), .move(.page, _): break
    default: column = nil
    }
    switch command {
    case .insert(let text): insert(text, as: .typing, &outcome)
    case .paste(let text): insert(text, as: .other, &outcome)
    case .delete(let movement): delete(movement, lines)
    case .compose(let text, let selected): compose(text, selected: selected, &outcome)
    case .cancelComposition: cancelComposition()
    case .undo: undo()
    case .redo: redo()
    case .endComposition: break
    case .move, .select, .selectAll, .press, .drag:
      history.close()
      select(by: command, lines)
    }
  }

  private mutating func select(by command: Command, _ lines: (any InputLines)?) {
    switch command {
    case .move(let movement, let extending): move(movement, extending: extending, lines)
    case .select(let anchor, let head): select(anchor: anchor, head: head)
    case .selectAll: selection = TextSelection(anchor: 0, head: units.count, affinity: .upstream)
    case .press(let point, let clicks, let extending):
      if let lines { press(point, clicks: clicks, extending: extending, lines) }
    case .drag(let point): if let lines { drag(point, lines) }
    default: break
    }
  }

  private mutating func select(anchor: Int, head: Int) {
    let range = finder.whole(min(anchor, head)..<max(anchor, head))
    selection =
      anchor == head
      ? TextSelection(range.lowerBound)
      : anchor < head
        ? TextSelection(anchor: range.lowerBound, head: range.upperBound, affinity: .upstream)
        : TextSelection(anchor: range.upperBound, head: range.lowerBound)
  }

  private mutating func delete(_ movement: TextMovement, _ lines: (any InputLines)?) {
    guard selection.isEmpty else { return edit(selection.range, [], as: .other) }
    let target = target(of: movement, lines).offset
    let isSmall = if case .step(.grapheme) = movement { true } else { false }
    edit(
      min(target, selection.head)..<max(target, selection.head), [],
      as: !isSmall ? .other : target < selection.head ? .deletingBackward : .deletingForward)
  }
}

// MARK: - Pointer

extension TextInput {
  /// The range that a press selected, which a drag extends.
  struct Pressed: Hashable, Sendable {
    enum Unit: Hashable, Sendable { case grapheme, word, line }

    let unit: Unit
    /// The range under the pointer.
    let range: Range<Int>
  }

  private mutating func press(
    _ point: Point, clicks: Int, extending: Bool, _ lines: any InputLines
  ) {
    let unit: Pressed.Unit = clicks <= 1 ? .grapheme : clicks == 2 ? .word : .line
    let place = place(at: point, lines)
    if extending {
      pressed = Pressed(unit: .grapheme, range: selection.anchor..<selection.anchor)
      return drag(point, lines)
    }
    let range = range(of: unit, at: place)
    pressed = Pressed(unit: unit, range: range)
    selection =
      unit == .grapheme
      ? place : TextSelection(anchor: range.lowerBound, head: range.upperBound, affinity: .upstream)
  }

  private mutating func drag(_ point: Point, _ lines: any InputLines) {
    guard let pressed else { return }
    let place = place(at: point, lines)
    // Text may have been removed since.
    let start = finder.whole(pressed.range.clamped(to: 0..<units.count))
    let range = range(of: pressed.unit, at: place)
    if place.head < start.lowerBound {
      selection = TextSelection(
        anchor: start.upperBound, head: range.lowerBound,
        affinity: pressed.unit == .grapheme ? place.affinity : .downstream)
    } else {
      selection = TextSelection(
        anchor: start.lowerBound, head: max(range.upperBound, start.upperBound),
        affinity: pressed.unit == .grapheme ? place.affinity : .upstream)
    }
  }

  /// Returns the caret nearest to a point.
  private func place(at point: Point, _ lines: any InputLines) -> TextSelection {
    let place = lines.caretPlace(nearest: point)
    return TextSelection(
      offset(ofShown: place.utf16Offset), affinity: place.inParagraph.affinity)
  }

  /// Returns the range that a press selects at a position.
  private func range(of unit: Pressed.Unit, at place: TextSelection) -> Range<Int> {
    switch unit {
    case .grapheme: return place.range
    // Word boundaries would reveal hidden text.
    case .word where kind == .password: return 0..<units.count
    case .word:
      // In the right half of a letter, the caret is after it.
      return finder.word(at: place.affinity == .upstream ? max(0, place.head - 1) : place.head)
    case .line: return finder.whole(finder.line(at: place.head))
    }
  }
}
