/// Finds which of the survivors of a section can be said to stay, by patience sorting.
///
/// As many as possible stay, so as few as possible move. The work space is kept between sections.
struct LongestAscendingRun {
  /// For each length the lowest position that ends an ascending run of that length.
  private var tails: [Int32] = []
  /// For each position entered, the one before it in its run, by position less `base`.
  private var previous: [Int32] = []
  private var base: Int32 = 0

  /// Forgets what was entered and takes positions in `window` from now on.
  mutating func reset(window: Range<Int>) {
    tails.removeAll(keepingCapacity: true)
    base = Int32(truncatingIfNeeded: window.lowerBound)
    if previous.count < window.count {
      previous = Array(repeating: -1, count: window.count)
    }
  }

  /// Takes the next position of a sequence without repetitions.
  ///
  /// - Complexity: O(log n), O(1) where the sequence ascends or descends.
  mutating func append(_ position: Int32) {
    guard let last = tails.last, last > position else {
      previous[Int(position - base)] = tails.last ?? -1
      tails.append(position)
      return
    }
    let length = position < tails[0] ? 0 : firstTail(above: position)
    previous[Int(position - base)] = length == 0 ? -1 : tails[length - 1]
    tails[length] = position
  }

  private func firstTail(above position: Int32) -> Int {
    var low = 1
    var high = tails.count - 1
    while low < high {
      let middle = (low + high) >> 1
      if tails[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The positions of a longest ascending run, in descending order.
  func forEachDescending(_ body: (Int) -> Void) {
    var position = tails.last ?? -1
    while position >= 0 {
      body(Int(position))
      position = previous[Int(position - base)]
    }
  }
}
