/// The deletes, inserts, moves and updates of elements that follow from a matching.
struct ElementChanges {
  private let matching: Matching
  /// For each new section whether it is an old one.
  private let survives: [Bool]
  /// New positions of the survivors that keep their section and their order in it.
  private var staying: PositionSet

  init(_ matching: Matching) {
    self.matching = matching
    var survives = Array(repeating: false, count: matching.newStarts.sectionCount)
    for section in matching.newSectionOfOld where section >= 0 { survives[Int(section)] = true }
    self.survives = survives
    staying = PositionSet(limit: matching.newStarts.total)
    keepLongestRuns()
  }

  private mutating func keepLongestRuns() {
    var run = LongestAscendingRun()
    for (section, newSection) in matching.newSectionOfOld.enumerated() where newSection >= 0 {
      let window = matching.newWindows[Int(newSection)]
      run.reset(window: window)
      for old in matching.oldWindows[section] {
        let new = matching.newOfOld[old]
        if window.contains(Int(new)) { run.append(new) }
      }
      run.forEachDescending { staying.insert($0) }
    }
  }

  /// What vanishes from surviving sections.
  func deletes() -> [ElementPath] {
    var deletes: [ElementPath] = []
    for (section, newSection) in matching.newSectionOfOld.enumerated() where newSection >= 0 {
      let start = matching.oldStarts[section]
      for position in matching.oldWindows[section] where matching.newOfOld[position] < 0 {
        deletes.append(ElementPath(section: section, item: position - start))
      }
    }
    return deletes
  }

  /// What appears in surviving sections.
  func inserts() -> [ElementPath] {
    var inserts: [ElementPath] = []
    for (section, window) in matching.newWindows.enumerated() where survives[section] {
      let start = matching.newStarts[section]
      for position in window where matching.oldOfNew[position] < 0 {
        inserts.append(ElementPath(section: section, item: position - start))
      }
    }
    return inserts
  }

  /// Survivors that do not stay, wherever they come from.
  func moves() -> [Transition<ElementPath>] {
    var moves: [Transition<ElementPath>] = []
    for (section, window) in matching.newWindows.enumerated() {
      let start = matching.newStarts[section]
      for position in window
      where matching.oldOfNew[position] >= 0 && !staying.contains(position) {
        let old = matching.oldStarts.path(of: Int(matching.oldOfNew[position]))
        let new = ElementPath(section: section, item: position - start)
        moves.append(Transition(old: old, new: new))
      }
    }
    return moves
  }

  /// Survivors with other content.
  func updates() -> [Transition<ElementPath>] {
    var updates: [Transition<ElementPath>] = []
    updates.reserveCapacity(matching.updated.count)
    matching.updated.forEach { position in
      let old = matching.oldStarts.path(of: Int(matching.oldOfNew[position]))
      updates.append(Transition(old: old, new: matching.newStarts.path(of: position)))
    }
    return updates
  }
}
