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
