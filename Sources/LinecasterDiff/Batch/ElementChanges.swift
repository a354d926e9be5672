/// The deletes, inserts, moves and updates of elements that follow from a matching.
struct ElementChanges {
  private let matching: Matching
  private let survivingNewSections: [Bool]
  /// New positions of survivors that change section or their order in it.
  private var moved: PositionSet

  init(_ matching: Matching) {
    self.matching = matching
    var survives = Array(repeating: false, count: matching.newStarts.sectionCount)
    for section in matching.newSectionOfOld where section >= 0 { survives[Int(section)] = true }
    survivingNewSections = survives
    moved = PositionSet(limit: matching.newStarts.total)
    Self.findMoved(matching, &moved)
  }

  /// Lets as many survivors as possible stay in their section.
  private static func findMoved(_ matching: Matching, _ moved: inout PositionSet) {
    var run = LongestAscendingRun()
    for (section, newSection) in matching.newSectionOfOld.enumerated() {
      let sequence = matching.newOfOld.span.extracting(matching.oldWindows[section])
      let window = newSection < 0 ? 0..<0 : matching.newWindows[Int(newSection)]
      guard Matching.missingCount(sequence) < sequence.count else { continue }
      run.enter(sequence, window: window) { moved.insert($0) }
      run.forEachLeftOut { moved.insert(Int(sequence[$0])) }
    }
  }

  /// What vanishes from surviving sections.
  var deletes: [ElementPath] {
    Self.missing(
      matching.newOfOld, in: matching.oldWindows, of: matching.oldStarts,
      where: matching.newSectionOfOld.map { $0 >= 0 })
  }

  /// What appears in surviving sections.
  var inserts: [ElementPath] {
    Self.missing(
      matching.oldOfNew, in: matching.newWindows, of: matching.newStarts,
      where: survivingNewSections)
  }

  /// The elements in the windows of sections that survive which have no counterpart.
  private static func missing(
    _ counterparts: [Int32], in windows: [Range<Int>], of starts: SectionStarts,
    where survives: [Bool]
  ) -> [ElementPath] {
    let counterparts = counterparts.span
    var count = 0
    for (window, survives) in zip(windows, survives) where survives {
      count += Matching.missingCount(counterparts.extracting(window))
    }
    guard count > 0 else { return [] }
    return unsafe Array(unsafeUninitializedCapacity: count) { paths, found in
      for (section, window) in windows.enumerated() where survives[section] {
        let first = ElementPath(section: section, item: window.lowerBound - starts[section])
        unsafe append(counterparts.extracting(window), first: first, to: paths, &found)
      }
    }
  }

  /// Writes the places without a counterpart behind the `found` ones that are there.
  ///
  /// `paths` has room for exactly those of all sections, so no place is written beyond its end.
  private static func append(
    _ counterparts: borrowing Span<Int32>, first: ElementPath,
    to paths: UnsafeMutableBufferPointer<ElementPath>, _ found: inout Int
  ) {
    var start = 0
    while start < counterparts.count, found < paths.count {
      let block = start..<min(start + blockSize, counterparts.count)
      let count = Matching.missingCount(counterparts.extracting(block))
      var place = found
      if count == block.count {
        for index in block {
          unsafe paths.initializeElement(at: place, to: first.advanced(by: index))
          place &+= 1
        }
      } else if count > 0 {
        // Each place is written, and the next one over it where it is not wanted: which ones are is
        // as good as random, and a branch guessed wrong costs more than writing several.
        var index = block.lowerBound
        while place < found + count {
          unsafe paths.initializeElement(at: place, to: first.advanced(by: index))
          place &-= Int(truncatingIfNeeded: unsafe counterparts[unchecked: index] >> 31)
          index &+= 1
        }
      }
      found += count
      start = block.upperBound
    }
  }

  /// How many elements are looked at together for whether all or none of them are missing.
  private static let blockSize = 64

  var moves: [Transition<ElementPath>] { moved.map(transition(to:)) }
  var updates: [Transition<ElementPath>] { matching.updated.map(transition(to:)) }

  private func transition(to position: Int) -> Transition<ElementPath> {
    Transition(
      old: matching.oldStarts.path(of: Int(matching.oldOfNew[position])),
      new: matching.newStarts.path(of: position))
  }
}
