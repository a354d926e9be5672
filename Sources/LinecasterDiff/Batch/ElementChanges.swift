/// The deletes, inserts, moves and updates of elements that follow from a matching.
struct ElementChanges {
  private let matching: Matching
  /// Old positions of what vanishes from surviving sections.
  private var deleted: PositionSet
  /// New positions of what appears in surviving sections.
  private var inserted: PositionSet
  /// New positions of survivors that change section or their order in it.
  private var moved: PositionSet

  init(_ matching: Matching) {
    self.matching = matching
    deleted = PositionSet(limit: matching.oldStarts.total)
    inserted = PositionSet(limit: matching.newStarts.total)
    moved = PositionSet(limit: matching.newStarts.total)
    findDeleted()
    findInsertedAndMoved()
    keepLongestRuns()
  }

  private mutating func findDeleted() {
    let newOfOld = matching.newOfOld
    for (section, newSection) in matching.newSectionOfOld.enumerated() where newSection >= 0 {
      for position in matching.oldWindows[section] where newOfOld[position] < 0 {
        deleted.insert(position)
      }
    }
  }

  /// Takes every survivor outside the common ends to be moved.
  private mutating func findInsertedAndMoved() {
    let oldOfNew = matching.oldOfNew
    for (window, survives) in zip(matching.newWindows, survivingNewSections()) {
      for position in window {
        if oldOfNew[position] >= 0 {
          moved.insert(position)
        } else if survives {
          inserted.insert(position)
        }
      }
    }
  }

  /// Lets as many survivors as possible stay in their section.
  private mutating func keepLongestRuns() {
    let newOfOld = matching.newOfOld
    var run = LongestAscendingRun()
    for (section, newSection) in matching.newSectionOfOld.enumerated() where newSection >= 0 {
      let window = matching.newWindows[Int(newSection)]
      run.enter(newOfOld[matching.oldWindows[section]], window: window)
      run.forEachDescending { moved.remove($0) }
    }
  }

  private func survivingNewSections() -> [Bool] {
    var survives = Array(repeating: false, count: matching.newStarts.sectionCount)
    for section in matching.newSectionOfOld where section >= 0 { survives[Int(section)] = true }
    return survives
  }

  var deletes: [ElementPath] { deleted.map(matching.oldStarts.path(of:)) }
  var inserts: [ElementPath] { inserted.map(matching.newStarts.path(of:)) }
  var moves: [Transition<ElementPath>] { moved.map(transition(to:)) }
  var updates: [Transition<ElementPath>] { matching.updated.map(transition(to:)) }

  private func transition(to position: Int) -> Transition<ElementPath> {
    Transition(
      old: matching.oldStarts.path(of: Int(matching.oldOfNew[position])),
      new: matching.newStarts.path(of: position))
  }
}
