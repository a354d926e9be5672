/// Puts items into the cells of a grid (CSS Grid 1 §8.5).
///
/// Tracks are counted along the flow: an item of a grid that is filled row by row has a row as its
/// major position and a column as its minor one.
struct GridPlacer {
  /// An item before and after it is placed.
  struct Item {
    let major: GridRange
    let minor: GridRange
    var majorLines: Range<Int> = 0..<1
    var minorLines: Range<Int> = 0..<1

    init(major: GridRange, minor: GridRange) {
      self.major = major
      self.minor = minor
    }
  }

  private(set) var items: [Item]
  private let isDense: Bool
  /// The number of tracks, those before the explicit ones included.
  private(set) var majorCount: Int
  private(set) var minorCount: Int
  /// The number of tracks before the explicit ones.
  private(set) var majorOffset = 0
  private(set) var minorOffset = 0
  private var cells = OccupiedCells()
  /// The place from which items look for room.
  private var cursor = (major: 0, minor: 0)
  /// Where items of the same extents that fill gaps found room, before which there is none.
  private var found: [Extents: (major: Int, minor: Int)] = [:]

  /// What decides where an item has room.
  private struct Extents: Hashable {
    let major: Int
    let minor: Int
    /// The minor line of an item that has one, else -1.
    let line: Int
  }

  /// - Parameters:
  ///   - majorCount: the number of explicit tracks.
  ///   - minorCount: the same across.
  init(_ items: [Item], majorCount: Int, minorCount: Int, isDense: Bool) {
    self.items = items
    self.isDense = isDense
    self.majorCount = majorCount
    self.minorCount = minorCount
  }

  /// Places all items; the steps are those of the specification.
  mutating func place() {
    if placeSimply() { return }
    resolveLines()
    for index in items.indices where isPlaced(index) { occupy(index) }  // Step 1.
    placeInMajorTracks()  // Step 2.
    widen()  // Step 3.
    for index in items.indices where !items[index].major.isPlaced { placeFreely(index) }  // Step 4.
  }

  /// The common case of items that all take the next cell; whether it is one.
  private mutating func placeSimply() -> Bool {
    let isSimple = items.allSatisfy {
      !$0.major.isPlaced && !$0.minor.isPlaced && $0.major.span == 1 && $0.minor.span == 1
    }
    guard isSimple else { return false }
    minorCount = max(minorCount, items.isEmpty ? 0 : 1)
    for index in items.indices {
      let (major, minor) = index.quotientAndRemainder(dividingBy: minorCount)
      items[index].majorLines = major..<major + 1
      items[index].minorLines = minor..<minor + 1
      majorCount = max(majorCount, major + 1)
    }
    return true
  }

  private func isPlaced(_ index: Int) -> Bool {
    items[index].major.isPlaced && items[index].minor.isPlaced
  }

  /// Finds the lines of items that have them, and how many tracks come before the explicit ones.
  private mutating func resolveLines() {
    var lines: [(major: (start: Int, end: Int), minor: (start: Int, end: Int))] = []
    lines.reserveCapacity(items.count)
    for item in items {
      lines.append(
        (item.major.lines(explicitCount: majorCount), item.minor.lines(explicitCount: minorCount)))
    }
    for (index, lines) in lines.enumerated() {
      if items[index].major.isPlaced { majorOffset = max(majorOffset, -lines.major.start) }
      if items[index].minor.isPlaced { minorOffset = max(minorOffset, -lines.minor.start) }
    }
    majorCount += majorOffset
    minorCount += minorOffset
    for (index, lines) in lines.enumerated() {
      let major = items[index].major.isPlaced ? majorOffset : 0
      let minor = items[index].minor.isPlaced ? minorOffset : 0
      items[index].majorLines = lines.major.start + major..<lines.major.end + major
      items[index].minorLines = lines.minor.start + minor..<lines.minor.end + minor
      if items[index].major.isPlaced {
        majorCount = max(majorCount, items[index].majorLines.upperBound)
      }
      if items[index].minor.isPlaced {
        minorCount = max(minorCount, items[index].minorLines.upperBound)
      }
    }
  }

  private mutating func occupy(_ index: Int) {
    cells.insert(major: items[index].majorLines, minor: items[index].minorLines)
  }

  /// Step 2: items with a major line, each after the one before it in the same tracks.
  private mutating func placeInMajorTracks() {
    var ends: [Range<Int>: Int] = [:]
    for index in items.indices where items[index].major.isPlaced && !items[index].minor.isPlaced {
      let major = items[index].majorLines
      let span = items[index].minorLines.count
      let key = isDense ? major : major.lowerBound..<major.lowerBound + 1
      let start = isDense ? (found[denseKey(index)]?.minor ?? 0) : ends[key] ?? 0
      let minor = cells.firstRoom(in: major, from: start, span: span)
      items[index].minorLines = minor..<minor + span
      if isDense {
        found[denseKey(index)] = (0, minor)
      } else {
        ends[key] = minor + span
      }
      occupy(index)
    }
    found.removeAll()
  }

  /// Items locked to the same major tracks with the same span find the same room.
  private func denseKey(_ index: Int) -> Extents {
    let major = items[index].majorLines
    return Extents(
      major: major.lowerBound, minor: items[index].minorLines.count, line: major.count)
  }

  /// Step 3: tracks for all items that are placed, and for the widest of the others.
  private mutating func widen() {
    for item in items {
      let isKnown = item.minor.isPlaced || item.major.isPlaced
      minorCount = max(minorCount, isKnown ? item.minorLines.upperBound : item.minor.span)
    }
  }

  /// Step 4: an item without a major line.
  private mutating func placeFreely(_ index: Int) {
    if items[index].minor.isPlaced {
      placeInMinorTracks(index)
    } else {
      placeAnywhere(index)
    }
    majorCount = max(majorCount, items[index].majorLines.upperBound)
    occupy(index)
  }

  private mutating func placeInMinorTracks(_ index: Int) {
    let minor = items[index].minorLines
    let span = items[index].major.span
    let key = Extents(major: span, minor: minor.count, line: minor.lowerBound)
    if isDense {
      cursor = (found[key]?.major ?? 0, minor.lowerBound)
    } else {
      if minor.lowerBound < cursor.minor { cursor.major += 1 }
      cursor.minor = minor.lowerBound
    }
    while let blocked = cells.lastMajor(in: cursor.major..<cursor.major + span, minor: minor) {
      cursor.major = blocked + 1
    }
    items[index].majorLines = cursor.major..<cursor.major + span
    if isDense { found[key] = cursor }
  }

  private mutating func placeAnywhere(_ index: Int) {
    let span = (major: items[index].major.span, minor: items[index].minor.span)
    let key = Extents(major: span.major, minor: span.minor, line: -1)
    if isDense { cursor = found[key] ?? (0, 0) }
    while true {
      let major = cursor.major..<cursor.major + span.major
      let minor = cells.firstRoom(in: major, from: cursor.minor, span: span.minor)
      if minor + span.minor <= minorCount {
        cursor.minor = minor
        break
      }
      cursor = (cursor.major + 1, 0)
    }
    items[index].majorLines = cursor.major..<cursor.major + span.major
    items[index].minorLines = cursor.minor..<cursor.minor + span.minor
    if isDense { found[key] = cursor }
  }
}

/// The cells of a grid that items are in: for each major track the ranges of minor ones, in order
/// and apart from each other.
private struct OccupiedCells {
  private var tracks: [[Range<Int>]] = []

  /// Takes cells, of which some may be taken.
  mutating func insert(major: Range<Int>, minor: Range<Int>) {
    while tracks.count < major.upperBound { tracks.append([]) }
    for index in major { Self.insert(minor, into: &tracks[index]) }
  }

  private static func insert(_ range: Range<Int>, into ranges: inout [Range<Int>]) {
    let first = firstIndex(endingAtOrAfter: range.lowerBound, in: ranges)
    var last = first
    var merged = range
    while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
      merged =
        min(
          merged.lowerBound, ranges[last].lowerBound)..<max(
          merged.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
  }

  /// The index of the first range that does not end before a line.
  private static func firstIndex(endingAtOrAfter line: Int, in ranges: [Range<Int>]) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first minor line from which so many tracks are free in all of some major tracks.
  func firstRoom(in major: Range<Int>, from start: Int, span: Int) -> Int {
    var start = start
    var isMoved = true
    while isMoved {
      isMoved = false
      for index in major {
        let free = firstRoom(in: index, from: start, span: span)
        if free > start { (start, isMoved) = (free, true) }
      }
    }
    return start
  }

  private func firstRoom(in index: Int, from start: Int, span: Int) -> Int {
    guard index < tracks.count else { return start }
    let ranges = tracks[index]
    var start = start
    var place = Self.firstIndex(endingAtOrAfter: start + 1, in: ranges)
    while place < ranges.count, ranges[place].lowerBound < start + span {
      start = ranges[place].upperBound
      place += 1
    }
    return start
  }

  /// The last of some major tracks in which one of some minor ones is taken; nil where none is.
  func lastMajor(in major: Range<Int>, minor: Range<Int>) -> Int? {
    major.last { index in
      guard index < tracks.count else { return false }
      let ranges = tracks[index]
      let place = Self.firstIndex(endingAtOrAfter: minor.lowerBound + 1, in: ranges)
      return place < ranges.count && ranges[place].lowerBound < minor.upperBound
    }
  }
}
