/// Text that somebody writes: what is there, what is selected, what an input method has not settled
/// yet, and what can be taken back. A value without threads.
///
///     var input = TextInput("See you on ", kind: .field)
///     input.perform(.insert("Monday"))
///     input.perform(.move(.step(.word(.backward)), extending: true))
///     input.perform(.insert("Friday"))
///     input.perform(.undo)
///     print(input.text, input.selection.range)  // See you on Monday 11..<17
///
/// Offsets are UTF-16. The ends of the selection never stand inside of a grapheme. A field has one
/// line: line terminators that are put into it become spaces. In an area they become line feeds.
/// Two inputs are equal where they show the same, whatever can be undone in them.
public struct TextInput: Sendable {
  /// What kind of text is written.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// One line.
    case field
    /// Any number of lines.
    case area
    /// One line that nobody is to read: it is shown as dots, and cannot be copied.
    case password
  }

  /// What kind of text is written.
  public let kind: Kind
  /// The most UTF-16 units that there may be; what is put in beyond is cut.
  public let limit: Int
  /// What is selected, or where the caret is.
  public internal(set) var selection = TextSelection(0)

  private(set) var units: [UInt16] = []
  /// How often the text has changed.
  private(set) var revision = 0
  var composition: Composition?
  var history = EditHistory()
  /// The place along the line that steps over lines keep, in layout points.
  var column: Double?
  /// What the press selected that goes on as a drag.
  var pressed: Pressed?

  /// Text of an input method that is not settled.
  struct Composition: Sendable {
    var range: Range<Int>
    /// What stood in its place.
    let replaced: [UInt16]
    let before: TextSelection
  }

  /// The units of a field, unless told otherwise.
  public static let fieldLimit = 10_000
  /// The units of an area, unless told otherwise.
  public static let areaLimit = 1 << 20
  /// More units than this no input takes.
  static let greatestLimit = 1 << 28

  /// Makes an input with the caret behind its text.
  ///
  /// - Parameters:
  ///   - text: What is there; cut where it is longer than the limit.
  ///   - kind: What kind of text is written.
  ///   - limit: The most UTF-16 units; nil for 10,000 of a field and 1,048,576 of an area.
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

  /// Whether there is nothing.
  public var isEmpty: Bool { units.isEmpty }

  /// Whether the text is the same, which copies of an input tell without a look at it.
  ///
  /// - Complexity: O(units) where both are no copies of each other.
  package func hasSameText(as other: TextInput) -> Bool {
    kind == other.kind && units == other.units
  }

  /// The text of an input method that is not settled; nil where there is none.
  public var markedRange: Range<Int>? { composition?.range }

  /// Whether there is something to take back.
  public var canUndo: Bool { composition != nil || history.canUndo }

  /// Whether something that was taken back can be done again.
  public var canRedo: Bool { composition == nil && history.canRedo }

  /// The text that is selected.
  ///
  /// - Complexity: O(units that are selected).
  public var selectedText: String { String(units: units[selection.range]) }
}

extension TextInput: Hashable {
  /// Whether both have the same text, selection and marked text, of the same kind.
  public static func == (left: TextInput, right: TextInput) -> Bool {
    left.kind == right.kind && left.limit == right.limit && left.selection == right.selection
      && left.markedRange == right.markedRange && left.units == right.units
  }

  /// Feeds what is shown to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(selection)
    hasher.combine(markedRange)
    hasher.combine(units)
  }
}

/// What is selected of a text: from where it began to where it goes on, which may be before it.
public struct TextSelection: Hashable, Sendable {
  /// The offset where the selection began.
  public let anchor: Int
  /// The offset where it goes on, and where the caret is.
  public let head: Int
  /// Which of the graphemes beside it the caret stands at.
  public let affinity: CaretAffinity

  /// Makes a selection between two UTF-16 offsets.
  public init(anchor: Int, head: Int, affinity: CaretAffinity = .downstream) {
    self.anchor = anchor
    self.head = head
    self.affinity = affinity
  }

  /// Makes a caret that selects nothing.
  public init(_ offset: Int, affinity: CaretAffinity = .downstream) {
    self.init(anchor: offset, head: offset, affinity: affinity)
  }

  /// The offsets of what is selected; empty for a caret.
  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }
  /// Whether it is a caret.
  public var isEmpty: Bool { anchor == head }
}

// MARK: - Changes

extension TextInput {
  /// What a command did.
  public struct Outcome: Hashable, Sendable {
    /// Whether the text is another one.
    public internal(set) var isTextChanged = false
    /// Whether the selection or the marked text is another one.
    public internal(set) var isSelectionChanged = false
    /// Whether there was no room for a part of what was put in, so that it was cut.
    public internal(set) var isCut = false

    /// The outcome of no command.
    package init() {}

    /// Adds what another command did.
    package mutating func formUnion(_ other: Outcome) {
      isTextChanged = isTextChanged || other.isTextChanged
      isSelectionChanged = isSelectionChanged || other.isSelectionChanged
      isCut = isCut || other.isCut
    }
  }

  /// Puts units in the place of a range.
  private mutating func replace(_ range: Range<Int>, with new: [UInt16]) {
    guard !range.isEmpty || !new.isEmpty else { return }
    units.replaceSubrange(range, with: new)
    revision &+= 1
    pressed = nil
  }

  /// Puts units in the place of a range, as a step that can be undone, and the caret behind.
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

  /// Puts the caret where text ends that was put in, or behind the grapheme that this is now in.
  mutating func placeCaret(behind offset: Int) {
    selection = TextSelection(finder.boundary(from: offset), affinity: .upstream)
  }

  /// Puts text in the place of what is selected or marked.
  mutating func insert(_ text: String, as kind: TextEditKind, _ outcome: inout Outcome) {
    let place = composition?.range ?? selection.range
    let new = InputText(text, kind: self.kind, room: limit - (units.count - place.count))
    outcome.isCut = new.isCut
    guard let composed = composition else {
      // What finds no room at all leaves what is selected alone.
      guard !new.units.isEmpty || !new.isCut else { return }
      return edit(place, new.units, as: kind)
    }
    replace(place, with: new.units)
    composition = nil
    placeCaret(behind: place.lowerBound + new.units.count)
    keep(composed, as: new.units)
  }

  /// Replaces the marked text by another that is not settled either.
  ///
  /// - Parameter selected: What of it the input method has selected, as UTF-16 offsets in it.
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

  /// Keeps the marked text as it is.
  mutating func endComposition() {
    guard let composed = composition else { return }
    composition = nil
    keep(composed, as: Array(units[composed.range]))
  }

  /// Takes the marked text away again, and puts back what stood there.
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

  /// Takes back what was done last: the marked text, or a step.
  mutating func undo() {
    guard composition == nil else { return cancelComposition() }
    guard let step = history.undo() else { return }
    let range = step.start..<step.start + step.inserted.count
    replace(range, with: step.removed)
    selection = step.before
  }

  /// Does again what was taken back last.
  mutating func redo() {
    guard composition == nil, let step = history.redo() else { return }
    let range = step.start..<step.start + step.removed.count
    replace(range, with: step.inserted)
    selection = step.after
  }
}
