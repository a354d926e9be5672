/// Editable text: its content, selection, marked text and undo history.
///
///     var input = TextInput("See you on ", kind: .field)
///     input.perform(.insert("Monday"))
///     input.perform(.move(.step(.word(.backward)), extending: true))
///     input.perform(.insert("Friday"))
///     input.perform(.undo)
///     print(input.text, input.selection.range)  // See you on Monday 11..<17
///
/// Offsets are in UTF-16 units. The ends of the selection are never inside a grapheme. A field has
/// one line: inserted line terminators become spaces. In an area, they become line feeds. Two
/// inputs are equal if they show the same content, regardless of their undo history.
///
/// ## Topics
///
/// ### Create an input
///
/// - ``init(_:kind:limit:)``
/// - ``limit``
/// - ``fieldLimit``
/// - ``areaLimit``
///
/// ### Edit the text
///
/// - ``perform(_:in:)``
/// - ``Command``
/// - ``canUndo``
/// - ``canRedo``
///
/// ### Read the text
///
/// - ``text``
/// - ``utf16Count``
/// - ``isEmpty``
/// - ``shownText``
///
/// ### Read the selection
///
/// - ``selection``
/// - ``selectedText``
/// - ``markedRange``
///
/// ### Draw the caret and the selection
///
/// - ``caret(in:)``
/// - ``selectionRectangles(in:)``
/// - ``markedRectangles(in:)``
public struct TextInput: Sendable {
  /// The kind of an input: one line, several lines or a password.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// One line of text.
    case field
    /// Any number of lines of text.
    case area
    /// One line of hidden text, which is shown as dots and cannot be copied.
    case password
  }

  /// The kind of the input: one line, several lines or a password.
  public let kind: Kind
  /// The maximum number of UTF-16 units; insertions beyond it are truncated.
  public let limit: Int
  /// The selection or the caret.
  public internal(set) var selection = TextSelection(0)

  private(set) var units: [UInt16] = []
  /// The number of changes to the text.
  private(set) var revision = 0
  var composition: Composition?
  var history = EditHistory()
  /// The position along the line that line steps keep, in layout points.
  var column: Double?
  /// The range of the press that a drag extends.
  var pressed: Pressed?

  /// The marked text of an input method.
  struct Composition: Sendable {
    var range: Range<Int>
    /// The units it replaced.
    let replaced: [UInt16]
    let before: TextSelection
  }

  /// The default limit of a field, in UTF-16 units.
  public static let fieldLimit = 10_000
  /// The default limit of an area, in UTF-16 units.
  public static let areaLimit = 1 << 20
  /// The maximum limit of any input, in UTF-16 units.
  static let greatestLimit = 1 << 28

  /// Creates an input with the caret at the end of its text.
  ///
  /// - Parameters:
  ///   - text: The initial text, truncated to the limit.
  ///   - kind: The kind of the input.
  ///   - limit: The maximum of UTF-16 units; `nil` for 10,000 in a field, 1,048,576 in an area.
  /// - Complexity: O(units).
  public init(_ text: String = "", kind: Kind = .field, limit: Int? = nil) {
    self.kind = kind
    let usual = kind == .area ? Self.areaLimit : Self.fieldLimit
    self.limit = min(max(0, limit ?? usual), Self.greatestLimit)
    units = InputText(text, kind: kind, room: self.limit).units
    selection = TextSelection(units.count, affinity: .upstream)
  }

  /// The text.
  ///
  /// - Complexity: O(units).
  public var text: String { String(units: units[...]) }

  /// The number of UTF-16 units.
  public var utf16Count: Int { units.count }

  /// Whether the text is empty.
  public var isEmpty: Bool { units.isEmpty }

  /// Whether kind and text are the same.
  ///
  /// - Complexity: O(1) for copies of each other, O(units) otherwise.
  package func hasSameText(as other: TextInput) -> Bool {
    kind == other.kind && units == other.units
  }

  /// The range of the marked text (UIKit `markedTextRange`); `nil` for none.
  public var markedRange: Range<Int>? { composition?.range }

  /// Whether there is a step to undo.
  public var canUndo: Bool { composition != nil || history.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { composition == nil && history.canRedo }

  /// The selected text.
  ///
  /// - Complexity: O(selected units).
  public var selectedText: String { String(units: units[selection.range]) }
}

extension TextInput: Hashable {
  /// Returns whether two inputs of one kind have the same text, selection, marked text and limit.
  ///
  /// - Complexity: O(units).
  public static func == (left: TextInput, right: TextInput) -> Bool {
    left.kind == right.kind && left.limit == right.limit && left.selection == right.selection
      && left.markedRange == right.markedRange && left.units == right.units
  }

  /// Feeds the text, the selection and the marked text to the hasher.
  ///
  /// - Complexity: O(units).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(selection)
    hasher.combine(markedRange)
    hasher.combine(units)
  }
}

/// A selection in a text, from its anchor to its head, which may come first.
public struct TextSelection: Hashable, Sendable {
  /// The fixed end of the selection.
  public let anchor: Int
  /// The moving end of the selection, at which the caret is.
  public let head: Int
  /// The adjacent grapheme to which the caret belongs.
  public let affinity: CaretAffinity

  /// Creates a selection between two UTF-16 offsets.
  public init(anchor: Int, head: Int, affinity: CaretAffinity = .downstream) {
    self.anchor = anchor
    self.head = head
    self.affinity = affinity
  }

  /// Creates a caret without a selection.
  public init(_ offset: Int, affinity: CaretAffinity = .downstream) {
    self.init(anchor: offset, head: offset, affinity: affinity)
  }

  /// The selected offsets; empty for a caret.
  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
  /// Whether the selection is a caret without selected text.
  public var isEmpty: Bool { anchor == head }
}

// MARK: - Changes

extension TextInput {
  /// The result of a command.
  public struct Outcome: Hashable, Sendable {
    /// Whether the text has changed.
    public internal(set) var isTextChanged = false
    /// Whether the selection or the marked text has changed.
    public internal(set) var isSelectionChanged = false
    /// Whether inserted text was truncated to the limit of the input.
    public internal(set) var isCut = false

    /// Creates the outcome of no command.
    package init() {}

    /// Merges the outcome of another command.
    package mutating func formUnion(_ other: Outcome) {
      isTextChanged = isTextChanged || other.isTextChanged
      isSelectionChanged = isSelectionChanged || other.isSelectionChanged
      isCut = isCut || other.isCut
    }
  }

  /// Replaces the units of a range.
  private mutating func replace(_ range: Range<Int>, with new: [UInt16]) {
    guard !range.isEmpty || !new.isEmpty else { return }
    units.replaceSubrange(range, with: new)
    revision &+= 1
    pressed = nil
  }

  /// Replaces the units of a range as an undoable step, and puts the caret after them.
  mutating func edit(_ range: Range<Int>, _ new: [UInt16], as kind: TextEditKind) {
    guard !range.isEmpty || !new.isEmpty else { return }
    let before = selection
    let removed = Array(units[range])
    replace(range, with: new)
    placeCaret(behind: range.lowerBound + new.count)
    history.add(
      EditStep(
        start: range.lowerBound, removed: removed, inserted: new, before: before,
        after: selection, kind: kind))
  }

  /// Puts the caret at the end of inserted text, or after the grapheme that contains this offset.
  mutating func placeCaret(behind offset: Int) {
    selection = TextSelection(finder.boundary(from: offset), affinity: .upstream)
  }

  /// Replaces the marked text or the selection.
  mutating func insert(_ text: String, as kind: TextEditKind, _ outcome: inout Outcome) {
    let place = composition?.range ?? selection.range
    let new = InputText(text, kind: self.kind, room: limit - (units.count - place.count))
    outcome.isCut = new.isCut
    guard let composed = composition else {
      // If nothing fits, the selection is left unchanged.
      guard !new.units.isEmpty || !new.isCut else { return }
      return edit(place, new.units, as: kind)
    }
    replace(place, with: new.units)
    composition = nil
    placeCaret(behind: place.lowerBound + new.units.count)
    keep(composed, as: new.units)
  }

  /// Replaces the marked text with other marked text.
  ///
  /// - Parameter selected: The selection of the input method, as UTF-16 offsets in `text`.
  mutating func compose(_ text: String, selected: Range<Int>, _ outcome: inout Outcome) {
    guard !text.isEmpty else { return cancelComposition() }
    var composed =
      composition
      ?? Composition(
        range: selection.range, replaced: Array(units[selection.range]), before: selection)
    let new = InputText(
      text, kind: kind, room: limit - (units.count - composed.range.count))
    outcome.isCut = new.isCut
    history.close()
    let start = composed.range.lowerBound
    replace(composed.range, with: new.units)
    composed.range = start..<start + new.units.count
    composition = composed
    let inside = selected.clamped(to: 0..<new.units.count)
    selection = TextSelection(
      anchor: finder.boundary(from: start + inside.lowerBound),
      head: finder.boundary(from: start + inside.upperBound), affinity: .upstream)
  }

  /// Commits the marked text as it is.
  mutating func endComposition() {
    guard let composed = composition else { return }
    composition = nil
    keep(composed, as: Array(units[composed.range]))
  }

  /// Removes the marked text and restores the text it replaced.
  mutating func cancelComposition() {
    guard let composed = composition else { return }
    composition = nil
    replace(composed.range, with: composed.replaced)
    selection = composed.before
  }

  private mutating func keep(_ composed: Composition, as new: [UInt16]) {
    guard new != composed.replaced else { return }
    history.add(
      EditStep(
        start: composed.range.lowerBound, removed: composed.replaced, inserted: new,
        before: composed.before, after: selection, kind: .other))
    history.close()
  }

  /// Undoes the composition or, without one, the last step.
  mutating func undo() {
    guard composition == nil else { return cancelComposition() }
    guard let step = history.undo() else { return }
    let range = step.start..<step.start + step.inserted.count
    replace(range, with: step.removed)
    selection = step.before
  }

  /// Redoes the last undone step.
  mutating func redo() {
    guard composition == nil, let step = history.redo() else { return }
    let range = step.start..<step.start + step.removed.count
    replace(range, with: step.inserted)
    selection = step.after
  }
}

/// The kind of an editing step, which decides what it merges with.
enum TextEditKind: Hashable, Sendable {
  /// Consecutive letters merge into one step.
  case typing
  case deletingBackward
  case deletingForward
  /// A separate step.
  case other
}

/// A change of a text that can be undone.
struct EditStep: Sendable {
  /// The offset of the removed and the inserted units.
  var start: Int
  var removed: [UInt16]
  var inserted: [UInt16]
  let before: TextSelection
  var after: TextSelection
  let kind: TextEditKind

  var unitCount: Int { removed.count + inserted.count }
}

/// The undo and redo stacks.
struct EditHistory: Sendable {
  private var done: [EditStep] = []
  private var undone: [EditStep] = []
  /// Whether the next step may merge into the last one.
  private var isOpen = false
  /// The number of units in the undoable steps.
  private var unitCount = 0

  /// The maximum number of steps kept.
  static let mostSteps = 1_000
  /// The maximum total of units in the steps; a single larger step is kept.
  static let mostUnits = 1 << 20
  /// The maximum number of units up to which a step may grow.
  static let mostUnitsOfGrowingStep = 4_096

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Adds a step and clears the redo stack.
  mutating func add(_ step: EditStep) {
    undone = []
    unitCount += step.unitCount
    if !grow(by: step) { done.append(step) }
    isOpen = true
    while done.count > Self.mostSteps || (unitCount > Self.mostUnits && done.count > 1) {
      unitCount -= done.removeFirst().unitCount
    }
  }

  /// Makes the next change a step of its own.
  mutating func close() { isOpen = false }

  /// Returns the step to undo.
  mutating func undo() -> EditStep? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    unitCount -= step.unitCount
    undone.append(step)
    return step
  }

  /// Returns the step to redo.
  mutating func redo() -> EditStep? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    unitCount += step.unitCount
    done.append(step)
    return step
  }

  /// Merges a step into the last one; returns false if they cannot be merged.
  private mutating func grow(by step: EditStep) -> Bool {
    guard isOpen, let last = done.last, last.kind == step.kind,
      last.unitCount + step.unitCount <= Self.mostUnitsOfGrowingStep
    else { return false }
    let index = done.count - 1
    switch step.kind {
    case .typing:
      guard step.removed.isEmpty, step.start == last.start + last.inserted.count,
        !step.inserted.contains(where: LineTerminator.isOne)
      else { return false }
      done[index].inserted += step.inserted
    case .deletingBackward:
      guard step.start + step.removed.count == last.start else { return false }
      done[index].removed.insert(contentsOf: step.removed, at: 0)
      done[index].start = step.start
    case .deletingForward:
      guard step.start == last.start else { return false }
      done[index].removed += step.removed
    case .other: return false
    }
    done[index].after = step.after
    return true
  }
}
