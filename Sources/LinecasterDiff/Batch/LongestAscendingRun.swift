/// Finds which of the survivors of a section can be said to stay, by patience sorting.
///
/// As many as possible stay, so as few as possible move. The work space is kept between sections.
struct LongestAscendingRun {
  /// For each length the lowest position that ends an ascending run of that length.
  private var tails: [Int32] = []
  /// The length of the longest run.
  private var length = 0
  /// For each position entered, the one before it in its run, counted from `base`.
  private var previous: [Int32] = []
  private var base = 0

  /// Takes a sequence without repetitions, of which only positions in `window` count, and forgets
  /// the one before.
  ///
  /// - Complexity: O(n log n), O(n) where the sequence ascends or descends.
  mutating func enter(_ sequence: ArraySlice<Int32>, window: Range<Int>) {
    makeRoom(for: window)
    length = Self.link(sequence, window: window, tails: &tails, previous: &previous)
  }

  /// Fills `tails` and `previous` and returns the length of the longest run.
  private static func link(
    _ sequence: ArraySlice<Int32>, window: Range<Int>, tails: inout [Int32], previous: inout [Int32]
  ) -> Int {
    var tails = tails.mutableSpan
    var previous = previous.mutableSpan
    var length = 0
    for position in sequence where window.contains(Int(position)) {
      let place = place(of: position, in: tails, length: length)
      previous[Int(position) - window.lowerBound] = place == 0 ? -1 : tails[place - 1]
      tails[place] = position
      length = max(length, place + 1)
    }
    return length
  }

  /// The positions of a longest ascending run, in descending order.
  func forEachDescending(_ body: (Int) -> Void) {
    var position = length == 0 ? -1 : tails[length - 1]
    while position >= 0 {
      body(Int(position))
      position = previous[Int(position) - base]
    }
  }

  private mutating func makeRoom(for window: Range<Int>) {
    base = window.lowerBound
    guard previous.count < window.count else { return }
    previous = Array(repeating: -1, count: window.count)
    tails = previous
  }

  /// The number of tails below `position`; the ends are tried before the middle.
  private static func place(
    of position: Int32, in tails: borrowing MutableSpan<Int32>, length: Int
  ) -> Int {
    if length == 0 || tails[length - 1] < position { return length }
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
