/// The pairs of sections and elements of two models, and the duplicates in them.
@usableFromInline
struct SectionedMatching: Sendable {
  /// The paired sections, matched like the elements of one flat list; `nil` if the models are flat
  /// lists.
  @usableFromInline var sections: Matching?
  @usableFromInline var items: Matching
  @usableFromInline var sectionDuplicates: [DuplicatePosition] = []
  @usableFromInline var itemDuplicates: [DuplicatePosition] = []

  @usableFromInline
  init(sections: Matching?, items: Matching) {
    self.sections = sections
    self.items = items
  }

  /// The duplicates, those of the old model before those of the new one, and sections before items.
  @usableFromInline
  var duplicates: [DuplicateIdentifier] {
    if sectionDuplicates.isEmpty, itemDuplicates.isEmpty { return [] }
    let found =
      sectionDuplicates.map { $0.amongSections }
      + itemDuplicates.map { $0.amongItems($0.model == .old ? items.oldStarts : items.newStarts) }
    return found.filter { $0.model == .old } + found.filter { $0.model == .new }
  }

  /// Returns the batch that leads from the old model to the new one.
  @usableFromInline
  func changeset(duplicates: [DuplicateIdentifier]) -> Changeset {
    let changes = ElementChanges(items)
    guard let sections else {
      return Changeset(
        itemDeletes: changes.deletes, itemInserts: changes.inserts, itemMoves: changes.moves,
        itemUpdates: changes.updates, duplicates: duplicates)
    }
    // Closures, because a key path is made again for each use.
    let sectionChanges = ElementChanges(sections)
    return Changeset(
      sectionDeletes: sectionChanges.deletes.map { $0.item },
      sectionInserts: sectionChanges.inserts.map { $0.item },
      sectionMoves: sectionChanges.moves.map { $0.items },
      sectionUpdates: sectionChanges.updates.map { $0.items },
      itemDeletes: changes.deletes, itemInserts: changes.inserts, itemMoves: changes.moves,
      itemUpdates: changes.updates, duplicates: duplicates)
  }
}

extension Transition<ElementPath> {
  /// The transition between the items of both paths.
  fileprivate var items: Transition<Int> { Transition<Int>(old: old.item, new: new.item) }
}

/// The deletes, inserts, moves and updates of elements that follow from a matching.
private struct ElementChanges {
  private let matching: Matching
  private let survivingNewSections: [Bool]
  /// The new positions of survivors that change section or order.
  private var moved: PositionSet

  init(_ matching: Matching) {
    self.matching = matching
    var survives = Array(repeating: false, count: matching.newStarts.sectionCount)
    for section in matching.newSectionOfOld where section >= 0 { survives[Int(section)] = true }
    survivingNewSections = survives
    moved = PositionSet(limit: matching.newStarts.total)
    Self.findMoved(matching, &moved)
  }

  /// Keeps as many survivors as possible in place in their section.
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

  /// The items deleted from surviving sections.
  var deletes: [ElementPath] {
    Self.missing(
      matching.newOfOld, in: matching.oldWindows, of: matching.oldStarts,
      where: matching.newSectionOfOld.map { $0 >= 0 })
  }

  /// The items inserted into surviving sections.
  var inserts: [ElementPath] {
    Self.missing(
      matching.oldOfNew, in: matching.newWindows, of: matching.newStarts,
      where: survivingNewSections)
  }

  /// Returns the elements without a counterpart in the windows of surviving sections.
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

  /// Appends the places without a counterpart to the `found` ones.
  ///
  /// `paths` has exactly enough room for those of all sections, so no write is out of bounds.
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
        // Each place is written, and overwritten by the next if it is not wanted: which ones are is
        // nearly random, and a mispredicted branch costs more than several writes.
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

  /// The number of elements checked together for whether all or none of them are missing.
  private static let blockSize = 64

  var moves: [Transition<ElementPath>] { moved.map(transition(to:)) }
  var updates: [Transition<ElementPath>] { matching.updated.map(transition(to:)) }

  private func transition(to position: Int) -> Transition<ElementPath> {
    Transition(
      old: matching.oldStarts.path(of: Int(matching.oldOfNew[position])),
      new: matching.newStarts.path(of: position))
  }
}

/// Finds the survivors of a section that stay, by patience sorting (longest increasing
/// subsequence).
///
/// As many as possible stay, so as few as possible move. Storage is reused between sections.
struct LongestAscendingRun {
  /// The lowest position that ends an ascending run of each length.
  private var tails: [Int32] = []
  /// The length of the run before each element of the sequence, or −1 if it does not count.
  private var places: [Int32] = []
  /// The length of the longest run.
  private(set) var length = 0

  /// Enters a sequence without repetitions, replacing the one before. Only positions in `window`
  /// count; calls `elsewhere` with the other non-negative ones.
  ///
  /// - Complexity: O(n log n), O(n) if the sequence ascends or descends.
  mutating func enter(
    _ sequence: borrowing Span<Int32>, window: Range<Int>, elsewhere: (Int) -> Void
  ) {
    makeRoom(for: sequence.count)
    length = Self.link(sequence, window: window, tails: &tails, places: &places, elsewhere)
  }

  /// Fills `tails` and `places` and returns the length of the longest run.
  ///
  /// Both are at least as long as the sequence, and no place exceeds its index.
  private static func link(
    _ sequence: borrowing Span<Int32>, window: Range<Int>, tails: inout [Int32],
    places: inout [Int32], _ elsewhere: (Int) -> Void
  ) -> Int {
    var tails = tails.mutableSpan
    var places = places.mutableSpan
    let first = Int32(truncatingIfNeeded: window.lowerBound)
    let end = Int32(truncatingIfNeeded: window.upperBound)
    var length = 0
    var last = first &- 1
    for index in sequence.indices {
      let position = unsafe sequence[unchecked: index]
      let isLonger = position > last && position < end
      // Always written: nothing is read beyond the run, and a branch would be mispredicted at each
      // element that has vanished.
      unsafe tails[unchecked: length] = position
      unsafe places[unchecked: index] = isLonger ? Int32(truncatingIfNeeded: length) : -1
      length &+= isLonger ? 1 : 0
      last = isLonger ? position : last
      if isLonger || position < 0 { continue }
      guard position >= first, position < end else {
        elsewhere(Int(position))
        continue
      }
      let place = Self.place(of: position, in: tails, length: length)
      if place == length - 1 { last = position }
      unsafe tails[unchecked: place] = position
      unsafe places[unchecked: index] = Int32(truncatingIfNeeded: place)
    }
    return length
  }

  /// Calls `body` with the indices of elements that count but are not in a longest ascending run,
  /// in descending order.
  ///
  /// Of elements with the same number of elements before them, later ones are lower. So the last
  /// such element before one that stays is below it, and stays too.
  func forEachLeftOut(_ body: (Int) -> Void) {
    var next = Int32(truncatingIfNeeded: length) - 1
    var index = count
    let places = places.span
    while index > 0 {
      index -= 1
      let place = places[index]
      let stays = place == next
      next &-= stays ? 1 : 0
      if !stays, place >= 0 { body(index) }
    }
  }

  /// The length of the sequence.
  private var count = 0

  private mutating func makeRoom(for count: Int) {
    self.count = count
    guard places.count < count else { return }
    places = Array(repeating: -1, count: count)
    tails = places
  }

  /// Returns the number of tails below `position`, which is at most the last tail.
  private static func place(
    of position: Int32, in tails: borrowing MutableSpan<Int32>, length: Int
  ) -> Int {
    if position < tails[0] { return 0 }
    var low = 1
    var high = length - 1
    while low < high {
      let middle = (low + high) >> 1
      if tails[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
