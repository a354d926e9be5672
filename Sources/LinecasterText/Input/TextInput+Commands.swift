public import LinecasterBase

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
    let (selected, marked, revised) = (selection, markedRange, revision)
    var outcome = Outcome()
    carryOut(command, layout, &outcome)
    outcome.isTextChanged = revision != revised
    outcome.isSelectionChanged = selection != selected || markedRange != marked
    return outcome
  }

  private mutating func carryOut(
    _ command: Command, _ layout: TextLayout?, _ outcome: inout Outcome
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
    case .delete(let movement): delete(movement, layout)
    case .compose(let text, let selected): compose(text, selected: selected, &outcome)
    case .cancelComposition: cancelComposition()
    case .undo: undo()
    case .redo: redo()
    case .endComposition: break
    case .move, .select, .selectAll, .press, .drag:
      history.close()
      select(by: command, layout)
    }
  }

  private mutating func select(by command: Command, _ layout: TextLayout?) {
    switch command {
    case .move(let movement, let extending): move(movement, extending: extending, layout)
    case .select(let anchor, let head): select(anchor: anchor, head: head)
    case .selectAll: selection = TextSelection(anchor: 0, head: units.count, affinity: .upstream)
    case .press(let point, let clicks, let extending):
      if let layout { press(point, clicks: clicks, extending: extending, layout) }
    case .drag(let point): if let layout { drag(point, layout) }
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

  private mutating func delete(_ movement: TextMovement, _ layout: TextLayout?) {
    guard selection.isEmpty else { return edit(selection.range, [], as: .other) }
    let target = target(of: movement, layout).offset
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
    _ point: Point, clicks: Int, extending: Bool, _ layout: TextLayout
  ) {
    let unit: Pressed.Unit = clicks <= 1 ? .grapheme : clicks == 2 ? .word : .line
    let place = place(at: point, layout)
    if extending {
      pressed = Pressed(unit: .grapheme, range: selection.anchor..<selection.anchor)
      return drag(point, layout)
    }
    let range = range(of: unit, at: place)
    pressed = Pressed(unit: unit, range: range)
    selection =
      unit == .grapheme
      ? place : TextSelection(anchor: range.lowerBound, head: range.upperBound, affinity: .upstream)
  }

  private mutating func drag(_ point: Point, _ layout: TextLayout) {
    guard let pressed else { return }
    let place = place(at: point, layout)
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
  private func place(at point: Point, _ layout: TextLayout) -> TextSelection {
    let caret = layout.caret(nearest: point)
    return TextSelection(offset(ofShown: caret.utf16Offset), affinity: caret.affinity)
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
