/// What a step of editing is part of.
enum TextEditKind: Hashable, Sendable {
  /// Letters that follow each other are one step.
  case typing
  case deletingBackward
  case deletingForward
  /// A step of its own.
  case other
}

/// A change of a text that can be taken back.
struct EditStep: Sendable {
  /// The offset of both texts.
  var start: Int
  var removed: [UInt16]
  var inserted: [UInt16]
  let before: TextSelection
  var after: TextSelection
  let kind: TextEditKind

  var unitCount: Int { removed.count + inserted.count }
}

/// The steps that can be taken back, and those that were.
struct EditHistory: Sendable {
  private var done: [EditStep] = []
  private var undone: [EditStep] = []
  /// Whether the last step may grow.
  private var isOpen = false
  /// The units of the steps that can be taken back.
  private var unitCount = 0

  /// So many steps are kept.
  static let mostSteps = 1_000
  /// So many units the steps have together, the last one not counted.
  static let mostUnits = 1 << 20
  /// So many units a step may grow to.
  static let mostUnitsOfGrowingStep = 4_096

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Adds what was done; what was taken back before is forgotten.
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

  /// The step to take back.
  mutating func undo() -> EditStep? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    unitCount -= step.unitCount
    undone.append(step)
    return step
  }

  /// The step to do again.
  mutating func redo() -> EditStep? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    unitCount += step.unitCount
    done.append(step)
    return step
  }

  /// Makes a change part of the last step; false where it is none.
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
